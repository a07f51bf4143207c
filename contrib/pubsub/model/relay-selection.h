// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_RELAY_SELECTION_H
#define PUBSUB_RELAY_SELECTION_H

#include "message.h"

#include <map>
#include <set>
#include <vector>

namespace ns3
{

/**
 * @ingroup pubsub
 * @brief What a node knows of the symmetric links up to two hops away.
 */
struct TwoHopNeighbourhood
{
    NodeId self = NO_NODE; ///< whose view it is
    /// Symmetric neighbour, and its neighbours in order of id.
    std::map<NodeId, std::vector<NodeId>> links;
    std::map<NodeId, uint32_t> priorities; ///< of self, neighbours and theirs; else 0

    /// @return the nodes exactly two hops away, in order of id
    std::vector<NodeId> TwoHopNodes() const;
};

/**
 * @ingroup pubsub
 * @brief Multipoint relays: neighbours that together reach every node two hops away.
 *
 * The greedy heuristic of RFC 3626, section 8.3.1, all willing alike; remaining ties go to the
 * lower id.
 *
 * @param view of the selecting node
 * @return the neighbours it selects
 */
std::set<NodeId> SelectMultipointRelays(const TwoHopNeighbourhood& view);

/**
 * @ingroup pubsub
 * @brief The election of RFC 6621, appendix A: an essential connected dominating set.
 *
 * A node relays unless its greatest neighbour can reach all its other neighbours through nodes that
 * are greater than it. Greater is by priority, then id.
 *
 * @param view of the deciding node
 * @return whether it is a relay
 */
bool IsEssentialRelay(const TwoHopNeighbourhood& view);

} // namespace ns3

#endif
