// SPDX-License-Identifier: GPL-2.0-only
#include "broker-move-evaluator.h"

#include "ns3/log.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerMoveEvaluator");

namespace
{

/// Evaluations that may be arriving at one time.
constexpr std::size_t ARRIVING = 64;

/// Rows of a message.
constexpr std::size_t EACH = 50;

} // namespace

MoveEvaluator::MoveEvaluator(ReconfigurationHost& host)
    : m_host(host)
{
}

void
MoveEvaluator::Clear()
{
    m_rows.clear();
}

bool
MoveEvaluator::IsPossible(const RcEvalMessage& message, NodeId from) const
{
    if (message.position == 0 || message.position > message.brokers.size() ||
        message.brokers[message.position - 1] != m_host.Self() ||
        !MoveOf(message.x, message.brokers).IsWellFormed())
    {
        return false;
    }
    return from ==
           (message.position == 1 ? MasterOf(message.plan) : message.brokers[message.position - 2]);
}

EvalStatus
MoveEvaluator::Check(const RcEvalMessage& message) const
{
    const auto& rules = m_host.Rules();
    const OverlayLinks& links = m_host.Links();
    const bool isLast = message.position == message.brokers.size();
    const NodeId before = message.position == 1 ? message.x : message.brokers[message.position - 2];
    if (rules.isFrozen)
    {
        return EvalStatus::FROZEN;
    }
    if (!links.IsActive(before) || (isLast ? links.Find(message.x) != nullptr
                                           : !links.IsActive(message.brokers[message.position])))
    {
        return EvalStatus::NO_PATH;
    }
    if (isLast && rules.maxDegree > 0 && links.All().size() >= rules.maxDegree)
    {
        return EvalStatus::DEGREE;
    }
    return m_host.PredictedFlows().IsCurrent() ? EvalStatus::EVALUATED : EvalStatus::STALE;
}

void
MoveEvaluator::Receive(const RcEvalMessage& message, NodeId from)
{
    NS_LOG_FUNCTION(this << message.plan << message.position << from);
    if (!IsPossible(message, from) || (message.part > 0 && !m_rows.contains(message.plan)))
    {
        m_host.Refuse("rc_eval out of turn");
        return;
    }
    if (m_rows.size() >= ARRIVING)
    {
        m_rows.clear(); // the rest of them never came
    }
    auto& rows = m_rows[message.plan];
    for (const EvalMessageRow& row : message.rows)
    {
        rows.push_back({.flow = row.flow, .count = row.count, .isSeen = row.seen != 0});
    }
    if (!message.last)
    {
        return;
    }
    std::vector<EvalRow> whole = std::move(rows);
    m_rows.erase(message.plan);
    const bool isSorted =
        std::is_sorted(whole.begin(), whole.end(), [](const EvalRow& a, const EvalRow& b) {
            return a.flow < b.flow;
        });
    const EvalStatus status = isSorted ? Check(message) : EvalStatus::ROWS;
    if (status != EvalStatus::EVALUATED)
    {
        Answer(message, status);
        return;
    }
    const EvalSum part = EvalStep(MoveOf(message.x, message.brokers),
                                  message.position - 1,
                                  m_host.PredictedFlows(),
                                  m_host.Costs(),
                                  whole);
    RcEvalMessage next = message;
    next.gain += part.gain;
    next.loss += part.loss;
    if (message.position == message.brokers.size())
    {
        Answer(next, EvalStatus::EVALUATED);
        return;
    }
    ++next.position;
    SendOn(next, whole);
}

void
MoveEvaluator::Answer(const RcEvalMessage& message, EvalStatus status)
{
    RcResultMessage result;
    result.plan = message.plan;
    result.status = static_cast<uint8_t>(status);
    result.gain = message.gain;
    result.loss = message.loss;
    m_host.Tell(MasterOf(message.plan), result, nullptr);
}

void
MoveEvaluator::SendOn(const RcEvalMessage& message, const std::vector<EvalRow>& rows)
{
    if (rows.size() > EACH * std::numeric_limits<uint8_t>::max())
    {
        Answer(message, EvalStatus::ROWS);
        return;
    }
    RcEvalMessage part = message;
    part.part = 0;
    std::size_t sent = 0;
    do
    {
        const std::size_t end = std::min(rows.size(), sent + EACH);
        part.rows.clear();
        for (; sent < end; ++sent)
        {
            part.rows.push_back({.flow = rows[sent].flow,
                                 .count = rows[sent].count,
                                 .seen = static_cast<uint8_t>(rows[sent].isSeen)});
        }
        part.last = sent == rows.size();
        m_host.Tell(message.brokers[message.position - 1], part, nullptr);
        ++part.part;
    } while (!part.last);
}

} // namespace ns3::pubsub::broker
