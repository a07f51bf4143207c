// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_TRACE_ROWS_H
#define PUBSUB_TRACE_ROWS_H

#include "ns3/pubsub-message.h"

#include <cstdint>
#include <string>

/**
 * @file
 * @ingroup pubsub
 * Rows of the trace tables that every kind of network has. schema/ describes the same tables for
 * their readers.
 */

namespace ns3::pubsub
{

/// A change of a node's inherent subscription.
struct SubscriptionRow
{
    static constexpr const char* TABLE = "subscriptions"; ///< name of the table

    int64_t timeNs = 0;   ///< when
    NodeId node = 0;      ///< which node
    std::string filter{}; ///< added or removed
    uint8_t active = 0;   ///< 1 if it is wanted now

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("node", node);
        column("filter", filter);
        column("active", active);
    }
};

/// A published event.
struct PublicationRow
{
    static constexpr const char* TABLE = "publications"; ///< name of the table

    int64_t timeNs = 0;        ///< when
    NodeId publisher = 0;      ///< which node
    uint32_t sequence = 0;     ///< with the publisher, the event's identity
    std::string topic{};       ///< of the event
    std::string attributes{};  ///< of the event, as text
    uint32_t payloadBytes = 0; ///< of the event

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("publisher", publisher);
        column("sequence", sequence);
        column("topic", topic);
        column("attributes", attributes);
        column("payload_bytes", payloadBytes);
    }
};

/// A node that wants an event at the moment of its publication.
struct DueRow
{
    static constexpr const char* TABLE = "due"; ///< name of the table

    NodeId publisher = 0;      ///< of the event
    uint32_t sequence = 0;     ///< of the event
    NodeId node = 0;           ///< that wants it
    uint16_t shortestHops = 0; ///< links on the shortest path to it

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("publisher", publisher);
        column("sequence", sequence);
        column("node", node);
        column("shortest_hops", shortestHops);
    }
};

/// A message handed to the transport.
struct TransmissionRow
{
    static constexpr const char* TABLE = "transmissions"; ///< name of the table

    int64_t timeNs = 0;         ///< when
    NodeId node = 0;            ///< its sender
    uint8_t type = 0;           ///< a MessageType
    NodeId publisher = NO_NODE; ///< of the event in it, or NO_NODE
    uint32_t sequence = 0;      ///< of the event in it
    uint32_t bytes = 0;         ///< of UDP payload
    NodeId nextHop = NO_NODE;   ///< the one node it is meant for, or NO_NODE

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("node", node);
        column("type", type);
        column("publisher", publisher);
        column("sequence", sequence);
        column("bytes", bytes);
        column("next_hop", nextHop);
    }
};

/// An event handed to the subscriber on a node.
struct DeliveryRow
{
    static constexpr const char* TABLE = "deliveries"; ///< name of the table

    int64_t timeNs = 0;    ///< when
    NodeId node = 0;       ///< which node
    NodeId publisher = 0;  ///< of the event
    uint32_t sequence = 0; ///< of the event
    uint8_t wanted = 0;    ///< 1 if the inherent subscription matches it
    uint16_t hops = 0;     ///< links it has crossed
    int64_t ageNs = 0;     ///< time since its publication

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("node", node);
        column("publisher", publisher);
        column("sequence", sequence);
        column("wanted", wanted);
        column("hops", hops);
        column("age_ns", ageNs);
    }
};

/// A packet that was not used.
struct DropRow
{
    static constexpr const char* TABLE = "drops"; ///< name of the table

    int64_t timeNs = 0;   ///< when
    NodeId node = 0;      ///< where
    std::string reason{}; ///< why
    uint32_t bytes = 0;   ///< of UDP payload

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("node", node);
        column("reason", reason);
        column("bytes", bytes);
    }
};

} // namespace ns3::pubsub

#endif
