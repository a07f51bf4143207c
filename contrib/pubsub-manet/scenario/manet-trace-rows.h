// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_TRACE_ROWS_H
#define MANET_TRACE_ROWS_H

#include "ns3/pubsub-message.h"

#include <cstdint>
#include <string>

/**
 * @file
 * @ingroup pubsub-manet
 * Rows of the trace tables that networks of radios have besides those of every kind.
 */

namespace ns3::pubsub::manet
{

/// A node with a radio.
struct RadioNodeRow
{
    static constexpr const char* TABLE = "nodes"; ///< name of the table

    NodeId node = 0;    ///< its identity
    std::string name{}; ///< for people
    std::string mac{};  ///< address of its radio
    std::string ipv4{}; ///< address of its radio

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("node", node);
        column("name", name);
        column("mac", mac);
        column("ipv4", ipv4);
    }
};

/// Where a node is at a moment.
struct PositionRow
{
    static constexpr const char* TABLE = "positions"; ///< name of the table

    int64_t timeNs = 0; ///< when
    NodeId node = 0;    ///< which
    double x = 0.0;     ///< m
    double y = 0.0;     ///< m

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("node", node);
        column("x_m", x);
        column("y_m", y);
    }
};

/// A change of parent in a tree.
struct ParentRow
{
    static constexpr const char* TABLE = "parents"; ///< name of the table

    int64_t timeNs = 0;         ///< when
    NodeId node = 0;            ///< whose parent
    NodeId root = NO_NODE;      ///< which tree
    NodeId oldParent = NO_NODE; ///< before
    NodeId newParent = NO_NODE; ///< after
    double metric = 0.0;        ///< of the new parent, NaN where there is none
    double similarity = 0.0;    ///< of the new parent, NaN where there is none

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("node", node);
        column("root", root);
        column("old_parent", oldParent);
        column("new_parent", newParent);
        column("metric", metric);
        column("similarity", similarity);
    }
};

} // namespace ns3::pubsub::manet

#endif
