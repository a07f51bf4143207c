// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_MOVE_EVALUATION_H
#define BROKER_MOVE_EVALUATION_H

#include "broker-flow-table.h"
#include "broker-overlay-costs.h"
#include "broker-overlay-move.h"

#include <cstdint>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief A flow that crosses the link (x, q1), as the message of an evaluation carries it.
 */
struct EvalRow
{
    FlowId flow = 0;     ///< which
    uint32_t count = 0;  ///< notifications of the window, counted by q1
    bool isSeen = false; ///< whether a broker up to this one needs it for another reason than x
    /**
     * @brief Equality of all parts.
     * @return whether equal
     */
    bool operator==(const EvalRow&) const = default;
};

/**
 * @ingroup pubsub-broker
 * @brief A part of the change of cost. Links and brokers that a move takes from the trees of
 * notifications gain, those that it adds lose.
 */
struct EvalSum
{
    uint64_t gain = 0; ///< cost no longer paid
    uint64_t loss = 0; ///< cost paid in addition

    /// @return the change of cost; negative is better
    int64_t Delta() const
    {
        return static_cast<int64_t>(loss) - static_cast<int64_t>(gain);
    }

    /**
     * @brief Add another broker's part.
     * @param other the part
     * @return the sum
     */
    EvalSum& operator+=(const EvalSum& other);

    /**
     * @brief Equality of both.
     * @return whether equal
     */
    bool operator==(const EvalSum&) const = default;
};

/**
 * @ingroup pubsub-broker
 * @brief The part of broker q_i in the change of cost that a move makes.
 *
 * An evaluation travels from q1 to qL. The sum of all parts is exactly the change of the cost of
 * notifications, where all tables describe the same window of stationary traffic. Moves with
 * disjoint x and paths do not affect each other's change.
 *
 * @param move that is evaluated
 * @param position of this broker in move.path, from 0
 * @param table of this broker
 * @param costs of links and brokers
 * @param rows of the flows that cross (x, q1), in order of flow: written by q1, updated by the
 * others for the next one
 * @return the part of this broker; that of q1 includes the links (x, q1) and (x, qL)
 */
EvalSum EvalStep(const Move& move,
                 std::size_t position,
                 const FlowTable& table,
                 const OverlayCosts& costs,
                 std::vector<EvalRow>& rows);

/**
 * @ingroup pubsub-broker
 * @brief The change that a move makes for messages that reach all brokers: advertisements, and
 * subscriptions under simple routing. Every broker still gets them, only the link of x differs.
 * @param move that is evaluated
 * @param count of messages in the window
 * @param costs of links
 * @return the change
 */
EvalSum EvalFlooded(const Move& move, uint64_t count, const OverlayCosts& costs);

} // namespace ns3::pubsub::broker

#endif
