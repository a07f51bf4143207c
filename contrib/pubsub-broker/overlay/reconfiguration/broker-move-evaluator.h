// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_MOVE_EVALUATOR_H
#define BROKER_MOVE_EVALUATOR_H

#include "broker-reconfiguration-host.h"

#include "ns3/broker-move-evaluation.h"

#include <map>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief The part that a broker of the path takes in the evaluation of a move: it adds its own gain
 * and loss and sends the rows on, the last one the sum to the master.
 */
class MoveEvaluator
{
  public:
    /// @param host the broker
    explicit MoveEvaluator(ReconfigurationHost& host);

    /// @brief Forget what has not arrived in whole.
    void Clear();

    /**
     * @brief An evaluation, or a part of one, has come to this broker.
     * @param message from the master or the broker before
     * @param from its sender
     */
    void Receive(const RcEvalMessage& message, NodeId from);

  private:
    /**
     * @param message with a path
     * @param from its sender
     * @return whether it may be one, and this broker is the next on it
     */
    bool IsPossible(const RcEvalMessage& message, NodeId from) const;

    /**
     * @param message with a path
     * @return whether the move can be made, as far as this broker knows
     */
    EvalStatus Check(const RcEvalMessage& message) const;

    /**
     * @param message evaluated
     * @param status how
     */
    void Answer(const RcEvalMessage& message, EvalStatus status);

    /**
     * @brief Send the evaluation to the next broker.
     * @param message evaluated
     * @param rows to send
     */
    void SendOn(const RcEvalMessage& message, const std::vector<EvalRow>& rows);

    ReconfigurationHost& m_host;                     ///< the broker
    std::map<PlanId, std::vector<EvalRow>> m_rows{}; ///< of evaluations that are not whole
};

} // namespace ns3::pubsub::broker

#endif
