// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_PLAN_H
#define BROKER_PLAN_H

#include "ns3/broker-overlay-move.h"
#include "ns3/pubsub-message.h"

#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

/// A reconfiguration: its master in the high 32 bits, a number of the master's in the low.
using PlanId = uint64_t;

/// @brief No reconfiguration.
constexpr PlanId NO_PLAN = 0;

/**
 * @param master broker that executes it
 * @param number of the master's plans, from 1
 * @return the plan
 */
constexpr PlanId
PlanOf(NodeId master, uint32_t number)
{
    return PlanId{master} << 32 | number;
}

/**
 * @param plan any
 * @return its master
 */
constexpr NodeId
MasterOf(PlanId plan)
{
    return static_cast<NodeId>(plan >> 32);
}

/**
 * @brief Make a move of what a message names, which may be anything.
 * @param x broker that moves
 * @param path from its old to its new neighbour
 * @return the move, perhaps not well-formed
 */
Move MoveOf(NodeId x, const std::vector<NodeId>& path);

/// @brief What has become of a plan.
enum class PlanState : uint8_t
{
    PROPOSED, ///< by the strategy
    REFUSED,  ///< a lock is held by another plan; it is tried again
    ABORTED,  ///< given up, with a reason
    DONE,     ///< executed
};

/**
 * @param state of a plan
 * @return its name in tables
 */
std::string PlanStateName(PlanState state);

/// @brief A plan, as trace sources report it.
struct PlanReport
{
    PlanId plan = NO_PLAN;                 ///< which
    PlanState state = PlanState::PROPOSED; ///< since now
    Move move;                             ///< what it does; predicted is the strategy's value
    double evaluated = 0.0;                ///< change of cost that its brokers have found
    bool isEvaluated = false;              ///< whether they have
    std::string reason{};                  ///< why it is refused or given up
};

/// @brief What happens to a lock.
enum class LockChange : uint8_t
{
    GRANTED,  ///< the plan holds it
    REFUSED,  ///< another plan holds it
    RELEASED, ///< the master has ended it
    EXPIRED,  ///< its lease has ended
};

/**
 * @param change of a lock
 * @return its name in tables
 */
std::string LockChangeName(LockChange change);

} // namespace ns3::pubsub::broker

#endif
