// SPDX-License-Identifier: GPL-2.0-only
//
// Steps 1, 3 and 5 of a move at the broker that moves: it opens its new link, commits, and closes
// the old one.
#include "broker-move-member.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerMoveMover");

void
MoveMember::Receive(const RcApplyMessage& message, NodeId from)
{
    NS_LOG_FUNCTION(this << message.plan << from);
    const NodeId self = m_host.Self();
    const Move move = MoveOf(self, message.brokers);
    const bool isLocked = m_host.Rules().locks == LockRule::NONE || m_lock.Holder() == message.plan;
    if (MasterOf(message.plan) != from || message.plan == NO_PLAN || !isLocked ||
        !move.IsWellFormed() || Find(message.plan) || m_outcomes.contains(message.plan))
    {
        m_host.Refuse("rc_apply out of turn");
        return;
    }
    MoveTransition begun;
    begun.plan = message.plan;
    begun.x = self;
    begun.path = message.brokers;
    begun.stage = MoveStage::OPENING;
    const Time lease = std::min(MilliSeconds(message.leaseMs), m_host.Rules().lease);
    begun.until = Simulator::Now() + lease;
    const PlanId plan = message.plan;
    begun.timer = Simulator::Schedule(lease, [this, plan] { Abort(plan, "lease ended"); });
    m_moves[plan] = begun;
    if (!m_host.Links().IsActive(move.from) || m_host.Links().Find(move.to))
    {
        Abort(plan, "no such path");
        return;
    }
    OverlayLink& link = m_host.Links().Add(move.to, LinkState::STANDBY);
    link.plan = plan;
    link.isHeld = true;
    OverlayLinkMessage open;
    open.plan = plan;
    open.epoch = link.epoch;
    open.operation = static_cast<uint8_t>(LinkOperation::OPEN);
    m_host.Tell(move.to, open, [this, plan] { Abort(plan, "new neighbour does not answer"); });
}

void
MoveMember::Receive(const OverlayLinkMessage& message, NodeId from)
{
    NS_LOG_FUNCTION(this << message.plan << +message.operation << from);
    const PlanId plan = message.plan;
    MoveTransition* move = Find(plan);
    const OverlayLink* link = m_host.Links().Find(from);
    const auto operation = static_cast<LinkOperation>(message.operation);
    const bool isOpening = move && move->position == 0 && move->stage == MoveStage::OPENING &&
                           from == move->path.back();
    if (operation == LinkOperation::OPEN)
    {
        AnswerOpen(message, from);
    }
    else if (operation == LinkOperation::ACCEPT && link && isOpening)
    {
        BeginPreparing(*move, message.epoch);
    }
    else if (operation == LinkOperation::CLOSE && link && link->plan == plan &&
             link->state == LinkState::STANDBY && !(move && move->IsCommitted()))
    {
        RollBack(plan);
        RemoveStandby(plan);
        AnswerLink(from, message, LinkOperation::CLOSED, message.epoch);
    }
    else if (operation == LinkOperation::CLOSE && move && move->position == 1 && move->x == from)
    {
        ForceEnd(plan);
        AnswerLink(from, message, LinkOperation::CLOSED, message.epoch);
    }
    else if (operation == LinkOperation::CLOSED && isOpening)
    {
        Abort(plan, "new neighbour refuses the link");
    }
    else if (operation != LinkOperation::CLOSED)
    {
        m_host.Refuse("ov_link out of turn");
    }
}

void
MoveMember::AnswerLink(NodeId to,
                       const OverlayLinkMessage& message,
                       LinkOperation operation,
                       uint32_t epoch)
{
    OverlayLinkMessage answer;
    answer.plan = message.plan;
    answer.epoch = epoch;
    answer.operation = static_cast<uint8_t>(operation);
    m_host.Tell(to, answer, nullptr);
}

void
MoveMember::AnswerOpen(const OverlayLinkMessage& message, NodeId from)
{
    const auto& rules = m_host.Rules();
    OverlayLinks& links = m_host.Links();
    const bool isLocked = rules.locks == LockRule::NONE || m_lock.Holder() == message.plan;
    const bool hasRoom = rules.maxDegree == 0 || links.All().size() < rules.maxDegree;
    if (!isLocked || !hasRoom || links.Find(from) || rules.isFrozen || from == m_host.Self())
    {
        AnswerLink(from, message, LinkOperation::CLOSED, message.epoch);
        return;
    }
    const uint32_t least = links.LastEpoch(from) + 1;
    OverlayLink& fresh = links.Add(from, LinkState::STANDBY, std::max(least, message.epoch));
    fresh.plan = message.plan;
    AnswerLink(from, message, LinkOperation::ACCEPT, fresh.epoch);
}

void
MoveMember::BeginPreparing(MoveTransition& move, uint32_t epoch)
{
    const NodeId fresh = move.path.back();
    m_host.Links().Learn(fresh, epoch);
    m_host.Links().Find(fresh)->epoch = epoch;
    move.stage = MoveStage::PREPARING;
    move.origins = m_host.OriginsNotVia(move.path.front());
    m_host.MovesChanged();
    SendStep(move, MoveStep::PREPARE, move.Last(), [this, plan = move.plan] {
        Abort(plan, "new neighbour does not answer");
    });
}

void
MoveMember::Commit(MoveTransition& move)
{
    NS_LOG_FUNCTION(this << move.plan);
    const PlanId plan = move.plan;
    const NodeId old = move.path.front();
    const NodeId fresh = move.path.back();
    OverlayLink* before = m_host.Links().Find(old);
    OverlayLink* after = m_host.Links().Find(fresh);
    // What is left of the lease has to suffice for the rest, which no broker can take back.
    if (Simulator::Now() + m_host.Rules().lease / 2 > move.until || !before || !after ||
        before->state != LinkState::ACTIVE)
    {
        Abort(plan, "prepared too late");
        return;
    }
    move.origins = m_host.OriginsNotVia(old);
    move.stage = MoveStage::DRAINED;
    before->state = LinkState::DRAINING;
    before->plan = plan;
    after->state = LinkState::ACTIVE;
    m_host.RedirectAll(old, fresh);
    m_host.MoveExecuted();
    m_host.LinkChanged(old, false, plan);
    m_host.LinkChanged(fresh, true, plan);
    move.timer.Cancel();
    move.timer = Simulator::Schedule(m_host.Rules().lease, [this, plan] {
        if (MoveTransition* late = Find(plan))
        {
            FinishMover(*late);
        }
    });
    SendDrain(plan, 1);
    m_host.MovesChanged();
}

void
MoveMember::FinishMover(MoveTransition& move)
{
    NS_LOG_FUNCTION(this << move.plan);
    const MoveTransition ended = move;
    OverlayLinkMessage close;
    close.plan = ended.plan;
    const OverlayLink* old = m_host.Links().Find(ended.path.front());
    close.epoch = old ? old->epoch : 0;
    close.operation = static_cast<uint8_t>(LinkOperation::CLOSE);
    m_host.Links().Remove(ended.path.front());
    if (OverlayLink* fresh = m_host.Links().Find(ended.path.back()))
    {
        fresh->plan = NO_PLAN;
    }
    Erase(ended.plan, MoveState::DONE);
    m_host.Tell(ended.path.front(), close, nullptr);
    m_host.Release(ended.path.back());
    RcDoneMessage done;
    done.plan = ended.plan;
    done.done = 1;
    m_host.Tell(MasterOf(ended.plan), done, [this, ended] { UnlockAll(ended, true); });
    m_host.MovesChanged();
}

void
MoveMember::Abort(PlanId plan, const std::string& reason)
{
    const MoveTransition* move = Find(plan);
    NS_LOG_FUNCTION(this << plan << reason);
    if (!move || move->position != 0 || move->IsCommitted())
    {
        return;
    }
    const MoveTransition ended = *move;
    const OverlayLink* link = m_host.Links().Find(ended.path.back());
    if (link && link->plan == plan)
    {
        OverlayLinkMessage close;
        close.plan = plan;
        close.epoch = link->epoch;
        close.operation = static_cast<uint8_t>(LinkOperation::CLOSE);
        m_host.Tell(ended.path.back(), close, nullptr);
    }
    RemoveStandby(plan);
    Erase(plan, MoveState::ABORTED);
    RcDoneMessage done;
    done.plan = plan;
    m_host.Tell(MasterOf(plan), done, [this, ended] { UnlockAll(ended, false); });
    m_host.MovesChanged();
}

void
MoveMember::UnlockAll(const MoveTransition& move, bool isDone)
{
    NS_LOG_FUNCTION(this << move.plan << isDone);
    RcUnlockMessage unlock;
    unlock.plan = move.plan;
    unlock.commit = isDone;
    for (NodeId broker : move.path)
    {
        m_host.Tell(broker, unlock, nullptr);
    }
    if (m_lock.Holder() == move.plan)
    {
        ReleaseLock(LockChange::RELEASED);
    }
}

} // namespace ns3::pubsub::broker
