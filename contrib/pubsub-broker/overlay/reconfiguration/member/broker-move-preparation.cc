// SPDX-License-Identifier: GPL-2.0-only
//
// Step 2 of a move: the brokers of the path learn what is on the side of x. Also the receipt of all
// steps.
#include "broker-move-member.h"

#include "ns3/log.h"

#include <utility>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerMovePreparation");

bool
MoveMember::IsPossible(const RcStepMessage& message) const
{
    const NodeId self = m_host.Self();
    const Move move = MoveOf(message.x, message.brokers);
    const bool isMover = message.position == 0 && message.x == self;
    return move.IsWellFormed() && message.step <= static_cast<uint8_t>(MoveStep::ABORT) &&
           (isMover || (message.position > 0 && message.position <= message.brokers.size() &&
                        message.brokers[message.position - 1] == self));
}

bool
MoveMember::Collect(MoveTransition& move, const RcStepMessage& message)
{
    if (message.part == 0)
    {
        move.arriving.clear();
    }
    move.arriving.insert(message.origins.begin(), message.origins.end());
    return message.last;
}

void
MoveMember::Receive(const RcStepMessage& message, NodeId from)
{
    NS_LOG_FUNCTION(this << message.plan << +message.step << message.position << from);
    const auto step = static_cast<MoveStep>(message.step);
    MoveTransition* move = Find(message.plan);
    const bool isKnown = move && move->x == message.x && move->path == message.brokers &&
                         move->position == message.position &&
                         (from == move->x || move->PlaceOf(from) <= move->Last());
    if (!IsPossible(message) || (step == MoveStep::PREPARE ? move != nullptr : !isKnown))
    {
        m_host.Refuse("rc_step of no move");
        return;
    }
    const bool isMover = message.position == 0;
    if (step == MoveStep::PREPARE && !isMover)
    {
        Prepare(message, from);
    }
    else if (!move ||
             !(isMover ? TakeAsMover(*move, step, from) : TakeOnPath(*move, message, from)))
    {
        m_host.Refuse("rc_step out of turn");
    }
}

bool
MoveMember::TakeAsMover(MoveTransition& move, MoveStep step, NodeId from)
{
    if (step == MoveStep::PREPARED && move.stage == MoveStage::PREPARING &&
        from == move.path.back())
    {
        Prepared(move);
        return true;
    }
    if (step == MoveStep::SWITCH && move.IsCommitted())
    {
        FinishMover(move);
        return true;
    }
    if (step == MoveStep::ABORT)
    {
        Abort(move.plan, "a broker of the path does not answer");
        return true;
    }
    return false;
}

bool
MoveMember::TakeOnPath(MoveTransition& move, const RcStepMessage& message, NodeId from)
{
    const auto step = static_cast<MoveStep>(message.step);
    const uint16_t place = move.PlaceOf(from);
    if (step == MoveStep::PREPARED && move.stage == MoveStage::PREPARING && from == move.Before())
    {
        Prepared(move);
        return true;
    }
    if (step == MoveStep::DRAIN && place < move.position &&
        (move.stage == MoveStage::PREPARED || move.stage == MoveStage::PREPARING))
    {
        if (Collect(move, message))
        {
            move.origins = move.arriving;
            move.stage = MoveStage::DRAINED;
            move.position == move.Last() ? Switch(move, true)
                                         : SendDrain(move.plan, move.position + 1);
        }
        return true;
    }
    if (step == MoveStep::SWITCH && place > move.position && move.stage != MoveStage::SWITCHED)
    {
        Switch(move, true);
        return true;
    }
    if (step == MoveStep::SWITCHED && from == move.Before())
    {
        move.awaitsPrevious = false;
        TryEnd(move.plan);
        return true;
    }
    return false;
}

bool
MoveMember::MayPrepare(const RcStepMessage& message) const
{
    const auto& rules = m_host.Rules();
    const auto last = static_cast<uint16_t>(message.brokers.size());
    const bool isEnd = message.position == 1 || message.position == last;
    const bool needsLock =
        rules.locks == LockRule::PATH || (rules.locks == LockRule::ENDPOINTS && isEnd);
    const NodeId before = message.position == 1 ? message.x : message.brokers[message.position - 2];
    bool isLinked = m_host.Links().IsActive(before);
    if (message.position == last)
    {
        const OverlayLink* link = m_host.Links().Find(message.x);
        isLinked = isLinked && link && link->plan == message.plan;
    }
    else
    {
        isLinked = isLinked && m_host.Links().IsActive(message.brokers[message.position]);
    }
    return isLinked && (!needsLock || m_lock.Holder() == message.plan) &&
           !m_outcomes.contains(message.plan);
}

void
MoveMember::RefuseToPrepare(const RcStepMessage& message)
{
    m_host.Refuse("rc_step out of turn");
    RcStepMessage abort = message;
    abort.step = static_cast<uint8_t>(MoveStep::ABORT);
    abort.position = 0;
    abort.origins.clear();
    m_host.Tell(message.x, abort, nullptr);
}

void
MoveMember::Prepare(const RcStepMessage& message, NodeId from)
{
    MoveTransition fresh;
    fresh.plan = message.plan;
    fresh.x = message.x;
    fresh.path = message.brokers;
    fresh.position = message.position;
    if (from != fresh.After() || !MayPrepare(message))
    {
        RefuseToPrepare(message);
        return;
    }
    if (m_parts.size() >= OUTCOMES)
    {
        m_parts.clear(); // steps that never came to an end
    }
    MoveTransition& collected = m_parts[message.plan];
    if (!Collect(collected, message))
    {
        return;
    }
    fresh.origins = std::move(collected.arriving);
    m_parts.erase(message.plan);
    MoveTransition& move = m_moves[message.plan] = fresh;
    m_host.MovesChanged();
    if (move.position == 1)
    {
        Prepared(move);
        return;
    }
    SendStep(move, MoveStep::PREPARE, move.position - 1, [this, plan = move.plan] {
        if (const MoveTransition* stuck = Find(plan))
        {
            SendStep(*stuck, MoveStep::ABORT, 0, nullptr);
        }
    });
}

void
MoveMember::Prepared(MoveTransition& move)
{
    if (move.position == 0)
    {
        Commit(move);
        return;
    }
    move.stage = MoveStage::PREPARED;
    if (move.position == move.Last())
    {
        // From now on x may commit, and what it sends has to wait for what is under way.
        m_host.Links().Find(move.x)->isHeld = true;
    }
    SendStep(move,
             MoveStep::PREPARED,
             move.position == move.Last() ? 0 : move.position + 1,
             [this, plan = move.plan] {
                 if (const MoveTransition* stuck = Find(plan))
                 {
                     SendStep(*stuck, MoveStep::ABORT, 0, nullptr);
                 }
             });
}

} // namespace ns3::pubsub::broker
