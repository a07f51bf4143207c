// SPDX-License-Identifier: GPL-2.0-only
#include "broker-reconfiguration-executor.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerReconfigurationExecutor");

namespace
{

/// Proposals that wait.
constexpr std::size_t WAITING_PROPOSALS = 32;

/// Brokers of a path, so that its messages fit a frame.
constexpr std::size_t LONGEST_PATH = 100;

/// Leases that x has to finish a move.
constexpr int64_t PATIENCE = 6;

} // namespace

ReconfigurationExecutor::ReconfigurationExecutor(ReconfigurationHost& host)
    : m_host(host),
      m_random(CreateObject<UniformRandomVariable>())
{
}

ReconfigurationExecutor::~ReconfigurationExecutor()
{
    m_timer.Cancel();
}

void
ReconfigurationExecutor::Clear()
{
    NS_LOG_FUNCTION(this);
    m_timer.Cancel();
    m_proposals.clear();
    m_stage = Stage::IDLE;
    ++m_generation;
}

void
ReconfigurationExecutor::AssignStream(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    m_random->SetStream(stream);
}

void
ReconfigurationExecutor::Propose(const std::vector<Move>& alternatives)
{
    NS_LOG_FUNCTION(this << alternatives.size());
    std::vector<Plan> plans;
    for (const Move& move : alternatives)
    {
        Plan plan;
        plan.report.plan = PlanOf(m_host.Self(), ++m_number);
        plan.report.move = move;
        Report(plan, PlanState::PROPOSED, "");
        const bool isPossible = move.IsWellFormed() && move.path.size() <= LONGEST_PATH;
        const bool isTooMany = m_proposals.size() > WAITING_PROPOSALS;
        if (m_host.Rules().isFrozen || !isPossible || isTooMany)
        {
            Report(plan,
                   PlanState::ABORTED,
                   !isPossible ? "not a move"
                   : isTooMany ? "too many proposals"
                               : "the master is frozen");
            continue;
        }
        plans.push_back(std::move(plan));
    }
    if (plans.empty())
    {
        return;
    }
    // Behind the one that is being executed, those that expect most come first.
    const auto expects = [](const std::vector<Plan>& proposal) {
        double least = proposal.front().report.move.predicted;
        for (const Plan& plan : proposal)
        {
            least = std::min(least, plan.report.move.predicted);
        }
        return least;
    };
    const auto begin = m_proposals.begin() + (m_proposals.empty() ? 0 : 1);
    const auto place = std::find_if(begin, m_proposals.end(), [&](const auto& other) {
        return expects(plans) < expects(other);
    });
    m_proposals.insert(place, std::move(plans));
    if (m_stage == Stage::IDLE)
    {
        Next();
    }
}

void
ReconfigurationExecutor::Next()
{
    m_timer.Cancel();
    m_stage = Stage::IDLE;
    if (m_proposals.empty())
    {
        return;
    }
    Await(Stage::EVALUATING, m_host.Rules().lease);
    for (Plan& plan : m_proposals.front())
    {
        Evaluate(plan);
    }
}

void
ReconfigurationExecutor::Evaluate(Plan& plan)
{
    plan.isOpen = true;
    plan.report.isEvaluated = false;
    RcEvalMessage message;
    message.plan = plan.report.plan;
    message.x = plan.report.move.x;
    message.brokers = plan.report.move.path;
    message.position = 1;
    message.last = 1;
    m_host.Tell(plan.report.move.path.front(), message, nullptr);
}

void
ReconfigurationExecutor::Choose()
{
    auto& plans = m_proposals.front();
    const bool isConfirmed = m_stage == Stage::CONFIRMING;
    const bool isNeeded = m_host.Rules().isEvaluated;
    // Of equal ones the first stays the first.
    std::stable_sort(plans.begin(), plans.end(), [isNeeded](const Plan& a, const Plan& b) {
        return isNeeded && a.report.evaluated < b.report.evaluated;
    });
    for (std::size_t i = 1; i < plans.size(); ++i)
    {
        Report(plans[i], PlanState::ABORTED, "another alternative is better");
    }
    plans.erase(plans.begin() + (plans.empty() ? 0 : 1), plans.end());
    if (plans.empty())
    {
        m_proposals.pop_front();
        Next();
    }
    else if (isNeeded && Best().report.evaluated >= -m_host.Rules().threshold)
    {
        if (isConfirmed)
        {
            Unlock(false);
        }
        End(PlanState::ABORTED, "no gain");
    }
    else
    {
        isConfirmed ? Apply() : Lock();
    }
}

void
ReconfigurationExecutor::Lock()
{
    Plan& plan = Best();
    NS_LOG_FUNCTION(this << plan.report.plan);
    const auto& rules = m_host.Rules();
    const auto brokers = LockedBrokers(plan.report.move, rules.locks);
    plan.locked.clear();
    plan.isRefused = false;
    plan.asked = std::set<NodeId>(brokers.begin(), brokers.end());
    plan.lockedAt = Simulator::Now();
    Await(Stage::LOCKING, rules.lease / 2);
    if (plan.asked.empty())
    {
        LocksAnswered();
        return;
    }
    RcLockMessage message;
    message.plan = plan.report.plan;
    message.leaseMs = static_cast<uint32_t>(rules.lease.GetMilliSeconds());
    for (NodeId broker : brokers)
    {
        m_host.Tell(broker, message, nullptr);
    }
}

void
ReconfigurationExecutor::LocksAnswered()
{
    if (Best().isRefused)
    {
        BackOff();
        return;
    }
    Await(Stage::CONFIRMING, m_host.Rules().lease / 2);
    Evaluate(Best());
}

void
ReconfigurationExecutor::BackOff()
{
    Plan& plan = Best();
    Unlock(false);
    ++plan.refusals;
    if (plan.refusals >= m_host.Rules().maxAttempts)
    {
        End(PlanState::REFUSED, "locked, given up");
        return;
    }
    Report(plan, PlanState::REFUSED, "locked");
    const double most = std::exp2(std::min(plan.refusals, 20U));
    const Time wait = m_host.Rules().period / 5.0 * m_random->GetValue(1.0, most);
    Await(Stage::WAITING, wait);
}

void
ReconfigurationExecutor::Apply()
{
    Plan& plan = Best();
    const auto& rules = m_host.Rules();
    const Time left = plan.lockedAt + rules.lease - Simulator::Now();
    if (left <= rules.lease / 2)
    {
        Unlock(false);
        End(PlanState::ABORTED, "locked too late");
        return;
    }
    Await(Stage::APPLYING, PATIENCE * rules.lease);
    RcApplyMessage message;
    message.plan = plan.report.plan;
    message.leaseMs = static_cast<uint32_t>(left.GetMilliSeconds());
    message.brokers = plan.report.move.path;
    m_host.Tell(plan.report.move.x, message, [this, generation = m_generation, id = message.plan] {
        if (generation == m_generation && m_stage == Stage::APPLYING && Best().report.plan == id)
        {
            Unlock(false);
            End(PlanState::ABORTED, "x does not answer");
        }
    });
}

void
ReconfigurationExecutor::Unlock(bool isDone)
{
    const Plan& plan = Best();
    RcUnlockMessage message;
    message.plan = plan.report.plan;
    message.commit = isDone;
    // Those who have not answered may hold the lock all the same.
    std::set<NodeId> brokers = plan.locked;
    brokers.insert(plan.asked.begin(), plan.asked.end());
    if (m_stage == Stage::APPLYING)
    {
        brokers.insert(plan.report.move.path.begin(), plan.report.move.path.end());
    }
    for (NodeId broker : brokers)
    {
        m_host.Tell(broker, message, nullptr);
    }
}

void
ReconfigurationExecutor::End(PlanState state, const std::string& reason)
{
    Report(Best(), state, reason);
    m_proposals.pop_front();
    Next();
}

void
ReconfigurationExecutor::Report(Plan& plan, PlanState state, const std::string& reason)
{
    plan.report.state = state;
    plan.report.reason = reason;
    m_host.PlanChanged(plan.report);
}

void
ReconfigurationExecutor::Await(Stage stage, Time patience)
{
    m_stage = stage;
    m_timer.Cancel();
    m_timer = Simulator::Schedule(patience, &ReconfigurationExecutor::TimedOut, this);
}

void
ReconfigurationExecutor::TimedOut()
{
    NS_LOG_FUNCTION(this << static_cast<int>(m_stage));
    if (m_stage == Stage::WAITING)
    {
        Lock();
        return;
    }
    if (m_stage == Stage::EVALUATING)
    {
        auto& plans = m_proposals.front();
        for (Plan& plan : plans)
        {
            if (plan.isOpen)
            {
                Report(plan, PlanState::ABORTED, "evaluation not answered");
            }
        }
        std::erase_if(plans, [](const Plan& plan) { return plan.isOpen; });
        Choose();
        return;
    }
    Unlock(false);
    End(PlanState::ABORTED,
        m_stage == Stage::LOCKING      ? "lock not answered"
        : m_stage == Stage::CONFIRMING ? "evaluation not answered"
                                       : "x does not report");
}

} // namespace ns3::pubsub::broker
