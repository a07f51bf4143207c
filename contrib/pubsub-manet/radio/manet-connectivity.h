// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_CONNECTIVITY_H
#define MANET_CONNECTIVITY_H

#include "ns3/pubsub-message.h"
#include "ns3/vector.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3::pubsub::manet
{

/// Hops to a node that cannot be reached.
constexpr uint32_t NO_WAY = 0x3FFFFFFF;

/// The same in trace tables.
constexpr uint16_t UNREACHABLE = 0xFFFF;

/// Whom each node hears, in order of id; links are in both directions.
using LinkGraph = std::vector<std::vector<NodeId>>;

/**
 * @ingroup pubsub-manet
 * @brief The unit-disk graph of this moment.
 *
 * Only pairs that are near in x are compared. The simulation owns the last answer, because traces
 * and the oracle ask for the links of the same moment.
 *
 * @param positions of the nodes
 * @param present whether each takes part; those who do not have no links
 * @param range of a link, m
 * @return whom each node hears
 */
std::shared_ptr<const LinkGraph> LinksWithin(const std::vector<Vector>& positions,
                                             const std::vector<bool>& present,
                                             double range);

/**
 * @param links of all nodes
 * @param from one of them
 * @return hops to each, or NO_WAY
 */
std::vector<uint32_t> HopsFrom(const LinkGraph& links, NodeId from);

/**
 * @ingroup pubsub-manet
 * @brief Shortest paths in the unit-disk graph: who could be reached at this moment, at best.
 * @param positions of the nodes
 * @param present whether each takes part; those who do not neither relay nor count as reached
 * @param range of a link, m
 * @param source from where
 * @return hops to each node, UNREACHABLE where there is no path
 */
std::vector<uint16_t> ShortestHops(const std::vector<Vector>& positions,
                                   const std::vector<bool>& present,
                                   double range,
                                   std::size_t source);

} // namespace ns3::pubsub::manet

#endif
