// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_RANDOM_GRAPHS_H
#define SDN_RANDOM_GRAPHS_H

#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ns3::pubsub::sdn
{

/// Pairs of numbers of nodes, the smaller first, ascending.
using NodePairs = std::vector<std::pair<uint32_t, uint32_t>>;

/// Graphs that are drawn in search of a connected one.
inline constexpr uint32_t GRAPH_TRIES = 100;

/**
 * @ingroup pubsub-sdn
 * @brief Draw a random connected graph in which each node has the same number of neighbours, by
 * the method of Steger and Wormald (1999).
 *
 * Throws BrokerInputError where the numbers allow none, or where GRAPH_TRIES graphs are in pieces.
 *
 * @param nodes number of them
 * @param degree neighbours of each
 * @param random source
 * @return its edges
 */
NodePairs DrawRegularGraph(uint32_t nodes, uint32_t degree, Ptr<UniformRandomVariable> random);

/**
 * @ingroup pubsub-sdn
 * @brief Draw a connected small-world graph (Watts and Strogatz 1998): a ring in which each node
 * is joined to the nearest ones, and some edges get another end.
 *
 * Throws BrokerInputError where the numbers allow none, or where GRAPH_TRIES graphs are in pieces.
 *
 * @param nodes number of them
 * @param degree neighbours of each in the ring, even
 * @param rewiring probability that an edge gets another end
 * @param random source
 * @return its edges
 */
NodePairs DrawSmallWorld(uint32_t nodes,
                         uint32_t degree,
                         double rewiring,
                         Ptr<UniformRandomVariable> random);

} // namespace ns3::pubsub::sdn

#endif
