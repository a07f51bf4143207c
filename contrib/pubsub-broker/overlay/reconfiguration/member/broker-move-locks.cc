// SPDX-License-Identifier: GPL-2.0-only
//
// The lock of a broker in moves, and what becomes of a move whose lease ends.
#include "broker-move-member.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerMoveLocks");

void
MoveMember::Receive(const RcLockMessage& message, NodeId from)
{
    NS_LOG_FUNCTION(this << message.plan << from);
    if (MasterOf(message.plan) != from || message.plan == NO_PLAN)
    {
        m_host.Refuse("rc_lock of another master");
        return;
    }
    const Time lease = std::min(MilliSeconds(message.leaseMs), m_host.Rules().lease);
    const bool isNew = m_lock.Holder() != message.plan;
    RcLockReplyMessage reply;
    reply.plan = message.plan;
    reply.granted =
        !m_host.Rules().isFrozen && m_lock.Take(message.plan, lease, [this] { LeaseEnded(); });
    reply.holder = m_lock.Holder();
    if (!reply.granted || isNew)
    {
        m_host.LockChanged(message.plan, reply.granted ? LockChange::GRANTED : LockChange::REFUSED);
    }
    m_host.Tell(from, reply, nullptr);
}

void
MoveMember::Receive(const RcUnlockMessage& message, NodeId from)
{
    NS_LOG_FUNCTION(this << message.plan << from);
    const MoveTransition* move = Find(message.plan);
    if (from != MasterOf(message.plan) && (!move || move->x != from))
    {
        m_host.Refuse("rc_unlock of another master");
        return;
    }
    if (move && message.commit)
    {
        ForceEnd(message.plan);
    }
    else if (move && !move->IsCommitted())
    {
        RollBack(message.plan);
    }
    if (m_lock.Holder() == message.plan && !Find(message.plan))
    {
        ReleaseLock(LockChange::RELEASED);
    }
}

void
MoveMember::ReleaseLock(LockChange change)
{
    const PlanId plan = m_lock.Holder();
    m_lock.Release();
    RemoveStandby(plan);
    m_host.LockChanged(plan, change);
}

void
MoveMember::LeaseEnded()
{
    NS_LOG_FUNCTION(this << m_lock.Holder());
    const PlanId plan = m_lock.Holder();
    const MoveTransition* move = Find(plan);
    if (!move)
    {
        ReleaseLock(LockChange::EXPIRED);
        return;
    }
    m_lock.Extend(m_host.Rules().lease);
    if (move->position == 0)
    {
        if (!move->IsCommitted())
        {
            Abort(plan, "lease ended");
        }
        return;
    }
    RcStatusMessage query;
    query.plan = plan;
    m_host.Tell(move->x, query, [this, plan] { MoverLost(plan); });
}

void
MoveMember::MoverLost(PlanId plan)
{
    NS_LOG_FUNCTION(this << plan);
    const MoveTransition* move = Find(plan);
    if (move && move->IsCommitted())
    {
        ForceEnd(plan);
    }
    else if (move)
    {
        RollBack(plan);
    }
    if (m_lock.Holder() == plan)
    {
        ReleaseLock(LockChange::EXPIRED);
    }
}

void
MoveMember::Receive(const RcStatusMessage& message, NodeId from)
{
    NS_LOG_FUNCTION(this << message.plan << +message.state << from);
    const MoveTransition* move = Find(message.plan);
    const auto state = static_cast<MoveState>(message.state);
    if (state == MoveState::QUERY)
    {
        const auto outcome = m_outcomes.find(message.plan);
        RcStatusMessage answer;
        answer.plan = message.plan;
        answer.state = static_cast<uint8_t>(move                          ? MoveState::RUNNING
                                            : outcome == m_outcomes.end() ? MoveState::ABORTED
                                                                          : outcome->second);
        m_host.Tell(from, answer, nullptr);
        return;
    }
    if (!move || move->x != from || move->position == 0)
    {
        m_host.Refuse("rc_status of no move");
        return;
    }
    if (state == MoveState::RUNNING)
    {
        return;
    }
    state == MoveState::DONE ? ForceEnd(message.plan) : RollBack(message.plan);
    if (m_lock.Holder() == message.plan && !Find(message.plan))
    {
        ReleaseLock(LockChange::EXPIRED);
    }
}

} // namespace ns3::pubsub::broker
