// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_STORE_ROWS_H
#define BROKER_STORE_ROWS_H

#include "ns3/pubsub-message.h"

#include <cstdint>
#include <string>

/**
 * @file
 * @ingroup pubsub-broker
 * The rows of the trace tables about brokers and stores; schema/ describes the same tables for
 * every reader.
 */

namespace ns3::pubsub::broker
{

/// A broker.
struct BrokerRow
{
    static constexpr const char* TABLE = "brokers"; ///< name of the table

    NodeId node = 0;     ///< its identity
    uint32_t number = 0; ///< in the topology

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("node", node);
        column("number", number);
    }
};

/// A client.
struct ClientRow
{
    static constexpr const char* TABLE = "clients"; ///< name of the table

    NodeId node = 0;   ///< its identity
    NodeId broker = 0; ///< that it is attached to

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("node", node);
        column("broker", broker);
    }
};

/// How often a client asks for a topic.
struct DemandRow
{
    static constexpr const char* TABLE = "demand"; ///< name of the table

    NodeId client = 0;   ///< that asks
    std::string topic{}; ///< asked for
    double rate = 0.0;   ///< requests/s

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("client", client);
        column("topic", topic);
        column("rate_per_s", rate);
    }
};

/// A topic that a store begins or stops to keep.
struct PlacementRow
{
    static constexpr const char* TABLE = "placement"; ///< name of the table

    int64_t timeNs = 0;  ///< when
    NodeId node = 0;     ///< the broker
    std::string topic{}; ///< which
    uint8_t kept = 0;    ///< 1 if it is kept from now on

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("node", node);
        column("topic", topic);
        column("kept", kept);
    }
};

/// A store that is installed, fails or returns.
struct StoreStateRow
{
    static constexpr const char* TABLE = "store_state"; ///< name of the table

    int64_t timeNs = 0; ///< when
    NodeId node = 0;    ///< the broker
    uint8_t isLive = 0; ///< 1 if it answers from now on

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("node", node);
        column("is_live", isLive);
    }
};

/// A request and how it ended.
struct RequestRow
{
    static constexpr const char* TABLE = "requests"; ///< name of the table

    int64_t timeNs = 0;       ///< when it was sent first
    NodeId client = 0;        ///< who asks
    uint32_t request = 0;     ///< its number
    std::string filter{};     ///< asked for
    uint32_t attempts = 0;    ///< times that it was sent; 0: it has not ended
    uint8_t answered = 0;     ///< 1 if a store has answered in full
    NodeId store = NO_NODE;   ///< broker of that store
    uint32_t events = 0;      ///< in its answer
    uint16_t hops = 0;        ///< links between brokers that the answer has crossed
    uint16_t nearestHops = 0; ///< links to the nearest live store when it was sent
    int64_t completedNs = -1; ///< when it ended; -1: it has not

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("client", client);
        column("request", request);
        column("filter", filter);
        column("attempts", attempts);
        column("answered", answered);
        column("store", store);
        column("events", events);
        column("hops", hops);
        column("nearest_hops", nearestHops);
        column("completed_ns", completedNs);
    }
};

/// A stored event that reaches a client.
struct ResponseRow
{
    static constexpr const char* TABLE = "responses"; ///< name of the table

    int64_t timeNs = 0;    ///< when
    NodeId client = 0;     ///< who gets it
    uint32_t request = 0;  ///< number of the client's request
    NodeId store = 0;      ///< broker of the store
    uint16_t index = 0;    ///< among the store's answers
    NodeId publisher = 0;  ///< of the event
    uint32_t sequence = 0; ///< of the event
    uint16_t hops = 0;     ///< links that it has crossed

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("client", client);
        column("request", request);
        column("store", store);
        column("index", index);
        column("publisher", publisher);
        column("sequence", sequence);
        column("hops", hops);
    }
};

/// The sizes of a broker's tables.
struct RoutingTableRow
{
    static constexpr const char* TABLE = "routing_tables"; ///< name of the table

    int64_t timeNs = 0;          ///< when
    NodeId node = 0;             ///< the broker
    uint32_t subscriptions = 0;  ///< filters of its neighbours
    uint32_t advertisements = 0; ///< routes to stores
    uint32_t storedEvents = 0;   ///< in its store

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("node", node);
        column("subscriptions", subscriptions);
        column("advertisements", advertisements);
        column("stored_events", storedEvents);
    }
};

/// An entry of a broker's subscription table that has come or gone.
struct SubscriptionEntryRow
{
    static constexpr const char* TABLE = "st"; ///< name of the table

    int64_t timeNs = 0;   ///< when it was looked at
    NodeId node = 0;      ///< the broker
    NodeId neighbour = 0; ///< that wants it
    std::string filter{}; ///< wanted
    uint8_t present = 0;  ///< 1 if it has come

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("node", node);
        column("neighbour", neighbour);
        column("filter", filter);
        column("present", present);
    }
};

/// An entry of a broker's advertisement table that has come or gone.
struct AdvertisementEntryRow
{
    static constexpr const char* TABLE = "at"; ///< name of the table

    int64_t timeNs = 0;   ///< when it was looked at
    NodeId node = 0;      ///< the broker
    std::string topic{};  ///< stored
    NodeId neighbour = 0; ///< next on the way
    NodeId store = 0;     ///< broker of the store
    uint16_t hops = 0;    ///< links to it
    uint8_t present = 0;  ///< 1 if it has come

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("node", node);
        column("topic", topic);
        column("neighbour", neighbour);
        column("store", store);
        column("hops", hops);
        column("present", present);
    }
};

} // namespace ns3::pubsub::broker

#endif
