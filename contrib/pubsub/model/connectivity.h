// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_CONNECTIVITY_H
#define PUBSUB_CONNECTIVITY_H

#include "message.h"

#include "ns3/vector.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/// Hops to a node that cannot be reached.
constexpr uint16_t UNREACHABLE = 0xFFFF;

/// Whom each node hears, by id; links are in both directions.
using LinkGraph = std::vector<std::vector<NodeId>>;

/**
 * @ingroup pubsub
 * @brief The unit-disk graph of this moment.
 *
 * Only pairs that are near in x are looked at.
 *
 * @param positions of the nodes
 * @param present whether each takes part; those who do not have no links
 * @param range of a link, m
 * @return whom each node hears, in order of id
 */
LinkGraph LinksWithin(const std::vector<Vector>& positions,
                      const std::vector<bool>& present,
                      double range);

/**
 * @ingroup pubsub
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

} // namespace ns3

#endif
