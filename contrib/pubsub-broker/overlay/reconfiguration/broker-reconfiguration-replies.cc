// SPDX-License-Identifier: GPL-2.0-only
//
// What brokers reply to the master of a move.
#include "broker-reconfiguration-executor.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerReconfigurationReplies");

namespace
{

/**
 * @param status of an evaluation
 * @return why its plan is given up
 */
std::string
ReasonOf(EvalStatus status)
{
    switch (status)
    {
    case EvalStatus::NO_PATH:
        return "no such path";
    case EvalStatus::DEGREE:
        return "new neighbour has too many links";
    case EvalStatus::FROZEN:
        return "a broker is frozen";
    case EvalStatus::STALE:
        return "no window since the last move";
    case EvalStatus::ROWS:
    case EvalStatus::EVALUATED:
        break;
    }
    return "evaluation failed";
}

} // namespace

void
ReconfigurationExecutor::Receive(const RcResultMessage& message, NodeId from)
{
    NS_LOG_FUNCTION(this << message.plan << from);
    auto* plans = m_proposals.empty() ? nullptr : &m_proposals.front();
    const bool isExpected = m_stage == Stage::EVALUATING || m_stage == Stage::CONFIRMING;
    const auto plan = !plans ? std::vector<Plan>::iterator()
                             : std::find_if(plans->begin(), plans->end(), [&](const Plan& known) {
                                   return known.report.plan == message.plan && known.isOpen;
                               });
    if (!plans || !isExpected || plan == plans->end() ||
        std::find(plan->report.move.path.begin(), plan->report.move.path.end(), from) ==
            plan->report.move.path.end())
    {
        m_host.Refuse("rc_result of no plan");
        return;
    }
    plan->isOpen = false;
    const auto status = static_cast<EvalStatus>(message.status);
    const bool isNeeded = m_host.Rules().isEvaluated;
    if (status == EvalStatus::EVALUATED)
    {
        plan->report.isEvaluated = true;
        plan->report.evaluated =
            static_cast<double>(message.loss) - static_cast<double>(message.gain);
    }
    else if (status == EvalStatus::STALE && !isNeeded)
    {
        plan->report.isEvaluated = false; // the move does not depend on it
    }
    else if (m_stage == Stage::CONFIRMING)
    {
        Unlock(false);
        End(PlanState::ABORTED, ReasonOf(status));
        return;
    }
    else
    {
        Report(*plan, PlanState::ABORTED, ReasonOf(status));
        plans->erase(plan);
    }
    if (std::none_of(plans->begin(), plans->end(), [](const Plan& p) { return p.isOpen; }))
    {
        Choose();
    }
}

void
ReconfigurationExecutor::Receive(const RcLockReplyMessage& message, NodeId from)
{
    NS_LOG_FUNCTION(this << message.plan << +message.granted << from);
    if (m_stage != Stage::LOCKING || Best().report.plan != message.plan ||
        Best().asked.erase(from) == 0)
    {
        m_host.Refuse("rc_lock_reply of no plan");
        return;
    }
    if (message.granted)
    {
        Best().locked.insert(from);
    }
    else
    {
        Best().isRefused = true;
    }
    if (Best().asked.empty())
    {
        LocksAnswered();
    }
}

void
ReconfigurationExecutor::Receive(const RcDoneMessage& message, NodeId from)
{
    NS_LOG_FUNCTION(this << message.plan << +message.done << from);
    if (m_stage != Stage::APPLYING || Best().report.plan != message.plan ||
        Best().report.move.x != from)
    {
        m_host.Refuse("rc_done of no plan");
        return;
    }
    Unlock(message.done);
    End(message.done ? PlanState::DONE : PlanState::ABORTED, message.done ? "" : "x gave up");
}

} // namespace ns3::pubsub::broker
