// SPDX-License-Identifier: GPL-2.0-only
//
// Steps 3 to 5 of a move at the brokers of the path: they turn, or give the move up.
#include "broker-move-member.h"

#include "ns3/log.h"

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerMoveSwitch");

void
MoveMember::SendDrain(PlanId plan, uint16_t place)
{
    MoveTransition* move = Find(plan);
    if (!move || move->stage == MoveStage::SWITCHED)
    {
        return;
    }
    if (place <= move->Last())
    {
        SendStep(*move, MoveStep::DRAIN, place, [this, plan, place] {
            SendDrain(plan, place + 1);
        });
    }
    else if (move->position == 0)
    {
        FinishMover(*move); // no broker of the path answers
    }
    else
    {
        Switch(*move, true); // in place of the brokers behind, which do not answer
    }
}

void
MoveMember::TurnLink(const MoveTransition& move)
{
    OverlayLink* link = m_host.Links().Find(move.x);
    if (link && move.position == move.Last())
    {
        link->state = LinkState::ACTIVE;
        m_host.LinkChanged(move.x, true, move.plan);
    }
    if (link && move.position == 1)
    {
        link->state = LinkState::DRAINING;
        m_host.LinkChanged(move.x, false, move.plan);
    }
}

void
MoveMember::Switch(MoveTransition& move, bool isWave)
{
    NS_LOG_FUNCTION(this << move.plan << isWave);
    const PlanId plan = move.plan;
    const NodeId x = move.x;
    const bool isLast = move.position == move.Last();
    move.stage = MoveStage::SWITCHED;
    move.awaitsPrevious = isWave && move.position > 1;
    TurnLink(move);
    m_host.Redirect(move.origins, move.Before(), move.After());
    m_host.MoveExecuted();
    if (isWave)
    {
        if (!isLast)
        {
            SendStep(move, MoveStep::SWITCHED, move.position + 1, nullptr);
        }
        SendSwitch(plan, move.position - 1);
    }
    m_host.MovesChanged();
    if (isLast)
    {
        m_host.Release(x);
    }
    TryEnd(plan);
}

void
MoveMember::SendSwitch(PlanId plan, uint16_t place)
{
    MoveTransition* move = Find(plan);
    if (!move)
    {
        return;
    }
    SendStep(*move, MoveStep::SWITCH, place, [this, plan, place] {
        MoveTransition* passed = Find(plan);
        if (!passed)
        {
            return;
        }
        passed->awaitsPrevious = false; // it will not switch any more
        if (place > 0)
        {
            SendSwitch(plan, place - 1);
        }
        else if (passed->position == 1)
        {
            RemoveLink(passed->x, plan);
        }
        TryEnd(plan);
    });
}

void
MoveMember::ForceEnd(PlanId plan)
{
    NS_LOG_FUNCTION(this << plan);
    MoveTransition* move = Find(plan);
    if (!move || move->position == 0)
    {
        return;
    }
    if (move->stage != MoveStage::SWITCHED)
    {
        Switch(*move, false);
        move = Find(plan);
    }
    if (!move)
    {
        return;
    }
    move->awaitsPrevious = false;
    if (move->position == 1)
    {
        RemoveLink(move->x, plan);
    }
    TryEnd(plan);
}

void
MoveMember::RollBack(PlanId plan)
{
    NS_LOG_FUNCTION(this << plan);
    const MoveTransition* move = Find(plan);
    if (!move || move->position == 0 || move->IsCommitted())
    {
        return;
    }
    m_host.Unstage();
    Erase(plan, MoveState::ABORTED);
    RemoveStandby(plan);
    m_host.MovesChanged();
}

void
MoveMember::TryEnd(PlanId plan)
{
    const MoveTransition* move = Find(plan);
    if (!move || move->position == 0 || move->stage != MoveStage::SWITCHED || move->awaitsPrevious)
    {
        return;
    }
    if (move->position == 1 && m_host.Links().Find(move->x))
    {
        return;
    }
    if (OverlayLink* link = m_host.Links().Find(move->x))
    {
        link->plan = NO_PLAN;
    }
    Erase(plan, MoveState::DONE);
}

} // namespace ns3::pubsub::broker
