// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_TOPOLOGY_ROWS_H
#define SDN_TOPOLOGY_ROWS_H

#include "ns3/pubsub-message.h"

#include <cstdint>
#include <string>

/**
 * @file
 * @ingroup pubsub-sdn
 * The rows of the trace tables about clusters, switches, hosts and links;
 * schema/ describes the same tables for every reader.
 */

namespace ns3::pubsub::sdn
{

/// A switch.
struct SwitchRow
{
    static constexpr const char* TABLE = "switches"; ///< name of the table

    NodeId node = 0;      ///< its identity
    uint32_t cluster = 0; ///< that it belongs to
    std::string name{};   ///< for people

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("node", node);
        column("cluster", cluster);
        column("name", name);
    }
};

/// A cluster.
struct ClusterRow
{
    static constexpr const char* TABLE = "clusters"; ///< name of the table

    uint32_t cluster = 0;        ///< its number
    std::string name{};          ///< for people
    NodeId controller = NO_NODE; ///< its controller, or NO_NODE

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("cluster", cluster);
        column("name", name);
        column("controller", controller);
    }
};

/// A host.
struct HostRow
{
    static constexpr const char* TABLE = "hosts"; ///< name of the table

    NodeId node = 0;       ///< its identity
    uint32_t cluster = 0;  ///< that it belongs to
    NodeId switchNode = 0; ///< that it hangs on

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("node", node);
        column("cluster", cluster);
        column("switch", switchNode);
    }
};

/// What one direction of a link is for.
struct LinkRoleRow
{
    static constexpr const char* TABLE = "link_roles"; ///< name of the table

    NodeId from = 0;             ///< its sender
    NodeId to = 0;               ///< its receiver
    std::string role{};          ///< trunk, cluster, host or control
    uint32_t clusterA = NO_NODE; ///< of the sender, or NO_NODE
    uint32_t clusterB = NO_NODE; ///< of the receiver, or NO_NODE

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("from_node", from);
        column("to_node", to);
        column("role", role);
        column("cluster_a", clusterA);
        column("cluster_b", clusterB);
    }
};

} // namespace ns3::pubsub::sdn

#endif
