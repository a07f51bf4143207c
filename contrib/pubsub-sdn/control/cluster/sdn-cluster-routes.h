// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_CLUSTER_ROUTES_H
#define SDN_CLUSTER_ROUTES_H

#include "sdn-cluster-links.h"
#include "sdn-switch-session.h"

#include "ns3/sdn-interest-table.h"
#include "ns3/sdn-network-messages.h"
#include "ns3/sdn-session-messages.h"
#include "ns3/sdn-topic-address.h"

#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace ns3::pubsub::sdn
{

/// The code of a topic as controllers know it.
struct KnownCode
{
    BitString own;                     ///< of its own events
    std::vector<AddressPrefix> covers; ///< of its and its descendants' events
};

/**
 * @ingroup pubsub-sdn
 * @brief What a controller has from the server and from hosts: codes, routes, subscriptions and
 * publishers; and the tables of switches that follow.
 */
struct RouteState
{
    std::map<Topic, KnownCode> codes;                                ///< registered topics
    std::map<Topic, std::map<ClusterId, std::vector<Trunk>>> routes; ///< by source
    std::vector<Trunk> flood;                                        ///< spanning tree of notices
    std::map<Topic, std::map<NodeId, uint64_t>> publishers;          ///< hosts and their rates
    InterestTable interests;                                         ///< of all hosts

    /**
     * @brief Compute the tables of the switches of a cluster.
     * @param cluster of the switches
     * @param links of the cluster
     * @param switches that are connected
     * @param aggregation of entries
     * @return tables by node of the switch
     */
    std::map<NodeId, SwitchTables> TablesFor(ClusterId cluster,
                                             const ClusterLinks& links,
                                             const std::set<NodeId>& switches,
                                             FlowAggregation aggregation) const;
};

/**
 * @ingroup pubsub-sdn
 * @brief A tree of shortest paths over the switches of one cluster, from the smallest node on.
 */
class InnerTree
{
  public:
    /**
     * @param links of the cluster
     * @param switches that are connected
     */
    InnerTree(const ClusterLinks& links, const std::set<NodeId>& switches);

    /**
     * @brief Connect switches.
     * @param terminals ports of switches that events come in or leave by; a switch with no ports
     * is connected all the same
     * @return ports of all switches on the way, those of the terminals included
     */
    std::map<NodeId, PortSet> Connect(const std::map<NodeId, PortSet>& terminals) const;

  private:
    /// The link to the switch before.
    struct Upward
    {
        NodeId father = NO_NODE; ///< nearer to the root
        uint32_t port = 0;       ///< of the switch itself
        uint32_t fatherPort = 0; ///< of the father
    };

    std::vector<NodeId> m_order;       ///< root first
    std::map<NodeId, Upward> m_upward; ///< without roots
};

} // namespace ns3::pubsub::sdn

#endif
