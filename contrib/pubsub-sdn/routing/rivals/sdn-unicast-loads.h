// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_UNICAST_LOADS_H
#define SDN_UNICAST_LOADS_H

#include "ns3/sdn-cluster-graph.h"
#include "ns3/sdn-topic-demand.h"

#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief The load of edges where each publisher sends each event to each subscriber alone, on a
 * shortest path.
 * @param graph of the clusters
 * @param demands of the topics
 * @return by edge, bit/s
 */
std::vector<double> UnicastLoads(const ClusterGraph& graph,
                                 const std::vector<TopicDemand>& demands);

} // namespace ns3::pubsub::sdn

#endif
