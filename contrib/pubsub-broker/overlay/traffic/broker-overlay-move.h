// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_OVERLAY_MOVE_H
#define BROKER_OVERLAY_MOVE_H

#include "ns3/broker-graph.h"

#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief A reconfiguration of the overlay: broker x replaces its link to `from` by one to `to`.
 *
 * @verbatim
   before:  x --- q1 --- q2 --- ... --- qL        q1 = from, qL = to
   after:         q1 --- q2 --- ... --- qL --- x
   @endverbatim
 *
 * The path q lies in the tree, and x is not on it, so the tree stays a tree.
 */
struct Move
{
    BrokerId x = NO_BROKER;     ///< broker that replaces a link
    BrokerId from = NO_BROKER;  ///< its neighbour before
    BrokerId to = NO_BROKER;    ///< its neighbour afterwards
    std::vector<BrokerId> path; ///< q1 .. qL in the tree before; at least two brokers
    double predicted = 0.0;     ///< change of cost that the strategy expects; negative is better

    /// @return whether the ends agree with the path, and no broker occurs twice
    bool IsWellFormed() const;

    /**
     * @brief Equality of all parts.
     * @return whether equal
     */
    bool operator==(const Move&) const = default;
};

/**
 * @param x broker that replaces a link
 * @param path q1 .. qL from its neighbour before to its neighbour afterwards
 * @return the move, without a prediction
 */
Move MakeMove(BrokerId x, std::vector<BrokerId> path);

/// The brokers that a move locks.
enum class LockRule
{
    PATH,      ///< x and all of the path: moves at the same time cannot close a cycle
    ENDPOINTS, ///< x, from and to, as published: moves at the same time can close a cycle
    NONE       ///< no broker
};

/**
 * @param move any
 * @param rule of locking
 * @return the brokers to lock, in order of id
 */
std::vector<BrokerId> LockedBrokers(const Move& move, LockRule rule);

} // namespace ns3::pubsub::broker

#endif
