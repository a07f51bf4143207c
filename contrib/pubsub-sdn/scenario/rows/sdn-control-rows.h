// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_CONTROL_ROWS_H
#define SDN_CONTROL_ROWS_H

#include "ns3/pubsub-message.h"

#include <cstdint>
#include <string>

/**
 * @file
 * @ingroup pubsub-sdn
 * The rows of the trace tables about control messages, route updates and failures;
 * schema/ describes the same tables for every reader.
 */

namespace ns3::pubsub::sdn
{

/// A control message.
struct ControlMessageRow
{
    static constexpr const char* TABLE = "control_messages"; ///< name of the table

    int64_t timeNs = 0;    ///< when it was sent
    NodeId from = 0;       ///< its sender
    NodeId to = 0;         ///< its receiver
    std::string channel{}; ///< openflow, server, host, probe or copy
    std::string type{};    ///< of the message
    uint32_t bytes = 0;    ///< of the message

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("from_node", from);
        column("to_node", to);
        column("channel", channel);
        column("type", type);
        column("bytes", bytes);
    }
};

/// A computation of routes.
struct RouteUpdateRow
{
    static constexpr const char* TABLE = "route_updates"; ///< name of the table

    int64_t timeNs = 0;         ///< when its cause happened
    std::string cause{};        ///< of the computation
    int64_t detectedNs = 0;     ///< when the server learned of the cause
    int64_t computedNs = 0;     ///< when the routes were known
    int64_t installedNs = -1;   ///< when the last switch confirmed; -1: nothing to install
    uint32_t topics = 0;        ///< whose overlays changed
    uint64_t edgesExamined = 0; ///< by the routing algorithm
    uint32_t flowMods = 0;      ///< sent to switches
    uint32_t groupMods = 0;     ///< sent to switches
    uint64_t storedEdges = 0;   ///< that the server keeps

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("cause", cause);
        column("detected_ns", detectedNs);
        column("computed_ns", computedNs);
        column("installed_ns", installedNs);
        column("topics", topics);
        column("edges_examined", edgesExamined);
        column("flow_mods", flowMods);
        column("group_mods", groupMods);
        column("stored_edges", storedEdges);
    }
};

/// A failure.
struct FailureRow
{
    static constexpr const char* TABLE = "failures"; ///< name of the table

    int64_t timeNs = 0;      ///< when
    std::string kind{};      ///< link, switch, controller or server
    uint32_t a = 0;          ///< a cluster of a link, or a node
    uint32_t b = NO_NODE;    ///< the other cluster of a link, or NO_NODE
    int64_t restoredNs = -1; ///< when it ended; -1: never

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("kind", kind);
        column("a", a);
        column("b", b);
        column("restored_ns", restoredNs);
    }
};

/// A packet that a switch dropped.
struct ForwardingDropRow
{
    static constexpr const char* TABLE = "forwarding_drops"; ///< name of the table

    int64_t timeNs = 0;    ///< when
    NodeId switchNode = 0; ///< which
    std::string reason{};  ///< why
    uint32_t bytes = 0;    ///< of the packet

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("switch", switchNode);
        column("reason", reason);
        column("bytes", bytes);
    }
};

} // namespace ns3::pubsub::sdn

#endif
