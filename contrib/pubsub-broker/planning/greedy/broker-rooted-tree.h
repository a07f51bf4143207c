// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_ROOTED_TREE_H
#define BROKER_ROOTED_TREE_H

#include "ns3/broker-graph.h"

#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief A tree seen from one of its brokers, in depth-first order.
 *
 * The brokers of a subtree are consecutive: those at the places from p to p + sizes[p] - 1. All
 * vectors but `places` are in that order; the root is at place 0.
 */
struct RootedTree
{
    /**
     * @param tree connected and without cycles
     * @param root a broker
     */
    RootedTree(const BrokerGraph& tree, BrokerId root);

    std::vector<BrokerId> brokers; ///< at each place
    std::vector<uint32_t> parents; ///< places of the parents; the root's is its own
    std::vector<uint32_t> depths;  ///< hops to the root
    std::vector<uint32_t> sizes;   ///< of the subtrees
    std::vector<uint32_t> places;  ///< of each broker, by id

    /**
     * @param demand of each broker, by id
     * @return sums over the subtrees, by place
     */
    std::vector<double> SubtreeSums(const std::vector<double>& demand) const;
};

} // namespace ns3::pubsub::broker

#endif
