// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_RELAY_SELECTION_H
#define MANET_RELAY_SELECTION_H

#include "ns3/pubsub-message.h"

#include <set>
#include <span>
#include <vector>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief A node and what is said of its priority in the election of relays.
 */
struct RankedNode
{
    NodeId node = NO_NODE; ///< who
    uint32_t priority = 0; ///< how many symmetric neighbours it has
};

/**
 * @ingroup pubsub-manet
 * @brief What a node knows of the symmetric links up to two hops away.
 */
struct TwoHopNeighbourhood
{
    /// A symmetric neighbour.
    struct Neighbour
    {
        RankedNode who;                    ///< as it says itself
        std::span<const RankedNode> links; ///< its neighbours, each once; kept elsewhere
    };

    RankedNode self;                   ///< whose view it is
    std::vector<Neighbour> neighbours; ///< in order of id
};

/**
 * @ingroup pubsub-manet
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
 * @ingroup pubsub-manet
 * @brief The election of RFC 6621, appendix A: an essential connected dominating set.
 *
 * A node relays unless its greatest neighbour can reach all its other neighbours through nodes that
 * are greater than it. Greater is by priority, then id. Of the priorities that are told of a node
 * the greatest counts, but what a neighbour says of itself is fresher than what others say of it.
 *
 * @param view of the deciding node
 * @return whether it is a relay
 */
bool IsEssentialRelay(const TwoHopNeighbourhood& view);

} // namespace ns3::pubsub::manet

#endif
