// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_MOVE_TRANSITION_H
#define BROKER_MOVE_TRANSITION_H

#include "ns3/broker-plan.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"

#include <set>
#include <vector>

namespace ns3::pubsub::broker
{

/// @brief How far a broker is with a move.
enum class MoveStage : uint8_t
{
    OPENING,   ///< x only: the new link is being opened
    PREPARING, ///< what is on x's side is being announced along the path
    PREPARED,  ///< it is known here, and at the brokers before this one
    DRAINED,   ///< nothing more comes from x's side the old way; at x: it sends the new way
    SWITCHED,  ///< x's side is reached the new way
};

/**
 * @ingroup pubsub-broker
 * @brief A move that a broker takes part in.
 *
 * The brokers form a cycle: x at 0, the path from 1 to Last(), then x again.
 */
struct MoveTransition
{
    PlanId plan = NO_PLAN;                  ///< which
    NodeId x = NO_NODE;                     ///< the broker that moves
    std::vector<NodeId> path;               ///< from its old to its new neighbour
    uint16_t position = 0;                  ///< of this broker in the cycle
    MoveStage stage = MoveStage::PREPARING; ///< of this broker
    std::set<NodeId> origins{};             ///< with filters, on the side of x
    std::set<NodeId> arriving{};            ///< of a step whose last part is missing
    bool awaitsPrevious = false;            ///< whether the broker before still has to switch
    Time until;                             ///< x only: when the locks of the others end
    EventId timer{};                        ///< x only: end of its patience

    /// @return the place of the new neighbour
    uint16_t Last() const
    {
        return static_cast<uint16_t>(path.size());
    }

    /**
     * @param place in the cycle, up to Last() + 1
     * @return the broker there
     */
    NodeId At(uint16_t place) const
    {
        return place == 0 || place > path.size() ? x : path[place - 1];
    }

    /// @return the neighbour towards x before the move
    NodeId Before() const
    {
        return At(position - 1);
    }

    /// @return the neighbour towards x after the move
    NodeId After() const
    {
        return At(position + 1);
    }

    /// @return whether x sends the new way, as far as this broker knows
    bool IsCommitted() const
    {
        return stage >= MoveStage::DRAINED;
    }

    /**
     * @param broker any
     * @return its place in the cycle; Last() + 1 if it has none
     */
    uint16_t PlaceOf(NodeId broker) const;
};

} // namespace ns3::pubsub::broker

#endif
