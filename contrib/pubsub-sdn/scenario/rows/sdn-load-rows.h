// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_LOAD_ROWS_H
#define SDN_LOAD_ROWS_H

#include "ns3/pubsub-message.h"

#include <cstdint>
#include <string>

/**
 * @file
 * @ingroup pubsub-sdn
 * The rows of the trace tables about loads and the sizes of flow tables;
 * schema/ describes the same tables for every reader.
 */

namespace ns3::pubsub::sdn
{

/// The traffic of a topic in a period.
struct TopicLoadRow
{
    static constexpr const char* TABLE = "topic_loads"; ///< name of the table

    int64_t timeNs = 0;        ///< end of the period
    std::string topic{};       ///< name
    double measuredBps = 0.0;  ///< of all publishers
    double predictedBps = 0.0; ///< for the next period

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("topic", topic);
        column("measured_bps", measuredBps);
        column("predicted_bps", predictedBps);
    }
};

/// The load of an edge between clusters in a period.
struct EdgeLoadRow
{
    static constexpr const char* TABLE = "edge_loads"; ///< name of the table

    int64_t timeNs = 0;       ///< end of the period
    uint32_t a = 0;           ///< one cluster, the smaller
    uint32_t b = 0;           ///< the other cluster
    double capacityBps = 0.0; ///< of all trunks together
    double plannedBps = 0.0;  ///< by the server's routes
    double measuredBps = 0.0; ///< of the busier direction

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("a", a);
        column("b", b);
        column("capacity_bps", capacityBps);
        column("planned_bps", plannedBps);
        column("measured_bps", measuredBps);
    }
};

/// The sizes of a switch's tables after a change.
struct FlowTableRow
{
    static constexpr const char* TABLE = "flow_tables"; ///< name of the table

    int64_t timeNs = 0;    ///< when
    NodeId switchNode = 0; ///< which
    uint32_t entries = 0;  ///< of the flow table
    uint32_t groups = 0;   ///< of the group table
    uint32_t buckets = 0;  ///< of all groups

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("switch", switchNode);
        column("entries", entries);
        column("groups", groups);
        column("buckets", buckets);
    }
};

} // namespace ns3::pubsub::sdn

#endif
