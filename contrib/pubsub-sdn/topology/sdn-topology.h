// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_TOPOLOGY_H
#define SDN_TOPOLOGY_H

#include "sdn-cluster-graph.h"

#include "ns3/broker-brite.h"
#include "ns3/broker-underlay.h"
#include "ns3/random-variable-stream.h"

#include <string>
#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief The clusters of a network, their switches and hosts, and the trunks between them.
 *
 * Trunk k of a cluster's edge attaches to its switch k modulo the number of switches.
 */
struct Topology
{
    ClusterGraph graph;                   ///< connected; an edge has the capacity of its trunks
    std::vector<std::string> names;       ///< of the clusters
    std::vector<broker::LinkSpeed> links; ///< by edge: delay and rate of each of its trunks
    uint32_t trunks = 1;                  ///< of each edge
    uint32_t switchesPerCluster = 1;      ///< in a ring
    std::vector<uint32_t> hosts;          ///< by cluster: number of its hosts

    /// @return the number of hosts of all clusters
    uint32_t HostCount() const;
};

/**
 * @ingroup pubsub-sdn
 * @brief Where a topology comes from, as a program's parameters state it.
 */
struct TopologySource
{
    std::string kind = "watts-strogatz"; ///< one of TopologyKinds()
    uint32_t clusters = 30;              ///< number of them; fat-tree and file ignore it
    uint32_t degree = 4;                 ///< edges per cluster, of regular and watts-strogatz
    double rewiring = 0.3;               ///< probability per edge, of watts-strogatz
    uint32_t ports = 4;                  ///< of a switch of the fat tree (its k)
    broker::BriteParameters brite{};     ///< of brite, without routers and rate
    std::string file{};                  ///< of the kind file
    broker::LinkSpeed link{.delayNs = 1'000'000,
                           .rateBps =
                               1'000'000'000}; ///< of a trunk for which nothing else is given
    uint32_t trunks = 1;                       ///< of each edge
    uint32_t switchesPerCluster = 1;           ///< in a ring
    uint32_t hostsPerCluster = 1;              ///< at each cluster that has hosts
};

/**
 * @brief The kinds of topology that MakeTopology() makes; the first is the default.
 *
 * | kind | topology |
 * |---|---|
 * | watts-strogatz | a ring with edges to the nearest clusters, some of them rewired |
 * | regular | each cluster has the same number of random edges |
 * | brite | routers of BRITE, with its delays |
 * | fat-tree | three layers of switches with k ports; only the lowest has hosts |
 * | file | GML if the name ends in `.gml`, else an edge list (`a b [delay in ms [rate in bit/s]]`)
 * |
 *
 * @return their names
 */
const std::vector<std::string>& TopologyKinds();

/**
 * @ingroup pubsub-sdn
 * @brief Make a connected topology. Throws BrokerInputError, with one sentence, where a parameter
 * is out of range or the topology is in pieces.
 * @param source where it comes from
 * @param random source of regular, watts-strogatz and brite; may be null for the other kinds
 * @return the topology
 */
Topology MakeTopology(const TopologySource& source, Ptr<UniformRandomVariable> random);

} // namespace ns3::pubsub::sdn

#endif
