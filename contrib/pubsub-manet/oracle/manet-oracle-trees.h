// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_ORACLE_TREES_H
#define MANET_ORACLE_TREES_H

#include "ns3/manet-connectivity.h"

#include <optional>
#include <set>
#include <vector>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief An event that must be brought to some nodes, all of them reachable, by local broadcasts.
 *
 * Transmitters are enough if the publisher is one of them, they are linked among each other, and
 * each receiver hears one: it need not transmit itself.
 */
struct Multicast
{
    const LinkGraph& links;     ///< of all nodes
    NodeId publisher = NO_NODE; ///< where it begins
    std::set<NodeId> receivers; ///< where it must arrive; not the publisher
};

/**
 * @param multicast a task
 * @param transmitters some nodes
 * @return whether they are enough
 */
bool IsEnough(const Multicast& multicast, const std::set<NodeId>& transmitters);

/**
 * @ingroup pubsub-manet
 * @brief A smallest set of transmitters, by Dreyfus and Wagner's recursion over sets of receivers.
 *
 * Takes half as much time again for each receiver, not counting those that hear a transmitter in
 * any case: neighbours of the publisher, and of whoever must be heard for another receiver's sake.
 * Of several smallest sets it is the one that the recursion over all sets of receivers and all
 * nodes, in order, finds first.
 *
 * @param multicast the task
 * @param mostReceivers left; beyond that it is not tried
 * @return the set; nothing if it was not tried
 */
std::optional<std::set<NodeId>> FewestTransmitters(const Multicast& multicast,
                                                   uint32_t mostReceivers);

/**
 * @ingroup pubsub-manet
 * @brief A small set of transmitters for any number of receivers: the best of several greedy ones.
 * @param multicast the task
 * @return the set
 */
std::set<NodeId> FewTransmitters(const Multicast& multicast);

/**
 * @ingroup pubsub-manet
 * @brief A small set of transmitters with every receiver as few hops away as possible.
 * @param multicast the task
 * @return the set
 */
std::set<NodeId> ShortestPathTransmitters(const Multicast& multicast);

} // namespace ns3::pubsub::manet

#endif
