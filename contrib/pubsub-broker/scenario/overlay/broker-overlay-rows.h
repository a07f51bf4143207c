// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_OVERLAY_ROWS_H
#define BROKER_OVERLAY_ROWS_H

#include "ns3/pubsub-message.h"

#include <cstdint>
#include <string>

/**
 * @file
 * @ingroup pubsub-broker
 * The rows of the trace tables about overlays that change; schema/ describes the same tables for
 * every reader.
 */

namespace ns3::pubsub::broker
{

/// A broker.
struct OverlayBrokerRow
{
    static constexpr const char* TABLE = "overlay_brokers"; ///< name of the table

    NodeId node = 0;   ///< its identity
    uint32_t cost = 0; ///< of a message that it processes

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("node", node);
        column("cost", cost);
    }
};

/// A link between brokers that begins or ends.
struct OverlayLinkRow
{
    static constexpr const char* TABLE = "overlay_links"; ///< name of the table

    int64_t timeNs = 0; ///< when
    NodeId a = 0;       ///< one end, the smaller
    NodeId b = 0;       ///< the other end
    uint8_t up = 0;     ///< 1 if the overlay has it from now on
    uint64_t plan = 0;  ///< reconfiguration; 0: the initial tree
    uint32_t cost = 0;  ///< of a message that crosses it

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("a", a);
        column("b", b);
        column("up", up);
        column("plan", plan);
        column("cost", cost);
    }
};

/// Two brokers that have exchanged messages, but never had a link of the overlay.
struct OverlayPairRow
{
    static constexpr const char* TABLE = "overlay_pairs"; ///< name of the table

    NodeId a = 0;      ///< one broker, the smaller
    NodeId b = 0;      ///< the other broker
    uint32_t cost = 0; ///< of a message between them

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("a", a);
        column("b", b);
        column("cost", cost);
    }
};

/// A plan whose state changes.
struct PlanRow
{
    static constexpr const char* TABLE = "plans"; ///< name of the table

    int64_t timeNs = 0;      ///< when
    uint64_t plan = 0;       ///< which
    NodeId master = 0;       ///< broker that executes it
    std::string state{};     ///< from now on
    NodeId mover = 0;        ///< broker whose link changes
    NodeId from = 0;         ///< its old neighbour
    NodeId to = 0;           ///< its new neighbour
    std::string path{};      ///< brokers from the old to the new neighbour
    double predicted = 0.0;  ///< change of cost, by the strategy
    double evaluated = 0.0;  ///< change of cost, by the brokers of the path
    uint8_t isEvaluated = 0; ///< whether they have
    std::string reason{};    ///< why it was refused or given up

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("plan", plan);
        column("master", master);
        column("state", state);
        column("mover", mover);
        column("from_node", from);
        column("to_node", to);
        column("path", path);
        column("predicted", predicted);
        column("evaluated", evaluated);
        column("is_evaluated", isEvaluated);
        column("reason", reason);
    }
};

/// A lock that changes.
struct LockRow
{
    static constexpr const char* TABLE = "locks"; ///< name of the table

    int64_t timeNs = 0;   ///< when
    uint64_t plan = 0;    ///< that asked for it
    NodeId node = 0;      ///< broker whose lock it is
    std::string change{}; ///< what happened

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("plan", plan);
        column("node", node);
        column("change", change);
    }
};

/// A stage that begins.
struct StageRow
{
    static constexpr const char* TABLE = "stages"; ///< name of the table

    int64_t timeNs = 0; ///< when
    uint32_t stage = 0; ///< from 0

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("stage", stage);
    }
};

/// What one broker has sent another in a step.
struct OverlayStepRow
{
    static constexpr const char* TABLE = "overlay_steps"; ///< name of the table

    int64_t timeNs = 0;          ///< beginning of the step
    NodeId a = 0;                ///< sender
    NodeId b = 0;                ///< receiver
    uint64_t notifications = 0;  ///< messages
    uint64_t advertisements = 0; ///< messages
    uint64_t subscriptions = 0;  ///< messages
    uint64_t otherMessages = 0;  ///< of strategy and reconfigurations
    uint64_t controlBytes = 0;   ///< of all but notifications, bytes of UDP payload

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("a", a);
        column("b", b);
        column("notifications", notifications);
        column("advertisements", advertisements);
        column("subscriptions", subscriptions);
        column("other_messages", otherMessages);
        column("control_bytes", controlBytes);
    }
};

/// What the underlay has carried in a step.
struct PhysicalHopsRow
{
    static constexpr const char* TABLE = "physical_hops"; ///< name of the table

    int64_t timeNs = 0;     ///< beginning of the step
    uint64_t datagrams = 0; ///< that brokers have sent
    uint64_t hops = 0;      ///< links that were crossed

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("datagrams", datagrams);
        column("hops", hops);
    }
};

} // namespace ns3::pubsub::broker

#endif
