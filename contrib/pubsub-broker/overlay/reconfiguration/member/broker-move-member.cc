// SPDX-License-Identifier: GPL-2.0-only
//
// What a broker keeps of its moves. Other files have the phases of a move: broker-move-locks.cc,
// broker-move-mover.cc, broker-move-preparation.cc and broker-move-switch.cc.
#include "broker-move-member.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerMoveMember");

MoveMember::MoveMember(ReconfigurationHost& host)
    : m_host(host)
{
}

MoveMember::~MoveMember()
{
    Clear();
}

void
MoveMember::Clear()
{
    NS_LOG_FUNCTION(this);
    for (auto& [plan, move] : m_moves)
    {
        move.timer.Cancel();
    }
    m_moves.clear();
    m_parts.clear();
    m_outcomes.clear();
    m_ended.clear();
    m_lock.Release();
}

MoveTransition*
MoveMember::Find(PlanId plan)
{
    const auto found = m_moves.find(plan);
    return found == m_moves.end() ? nullptr : &found->second;
}

NodeId
MoveMember::Successor(NodeId from) const
{
    for (const auto& [plan, move] : m_moves)
    {
        if (move.position == 0 && move.IsCommitted() && move.path.front() == from)
        {
            return move.path.back();
        }
    }
    return from;
}

bool
MoveMember::HasDetours() const
{
    return std::any_of(m_moves.begin(), m_moves.end(), [](const auto& entry) {
        return entry.second.awaitsPrevious;
    });
}

bool
MoveMember::IsServed(NodeId from, NodeId to, NodeId origin) const
{
    return std::any_of(m_moves.begin(), m_moves.end(), [from, to, origin](const auto& entry) {
        const MoveTransition& move = entry.second;
        return move.awaitsPrevious && move.Before() == from && move.After() == to &&
               move.origins.contains(origin);
    });
}

void
MoveMember::Erase(PlanId plan, MoveState outcome)
{
    m_moves[plan].timer.Cancel();
    m_moves.erase(plan);
    if (m_outcomes.emplace(plan, outcome).second)
    {
        m_ended.push_back(plan);
    }
    if (m_ended.size() > OUTCOMES)
    {
        m_outcomes.erase(m_ended.front());
        m_ended.pop_front();
    }
}

void
MoveMember::RemoveStandby(PlanId plan)
{
    for (auto link = m_host.Links().All().begin(); link != m_host.Links().All().end();)
    {
        const bool isUnused = link->second.plan == plan && link->second.state == LinkState::STANDBY;
        link = isUnused ? m_host.Links().All().erase(link) : std::next(link);
    }
}

void
MoveMember::RemoveLink(NodeId peer, PlanId plan)
{
    NS_LOG_FUNCTION(this << peer << plan);
    m_host.Links().Remove(peer);
}

void
MoveMember::PeerReturned(NodeId peer)
{
    NS_LOG_FUNCTION(this << peer);
    const OverlayLink* link = m_host.Links().Find(peer);
    if (link && link->plan != NO_PLAN && link->state != LinkState::ACTIVE)
    {
        const PlanId plan = link->plan;
        RollBack(plan);
        ForceEnd(plan);
        m_host.Links().Remove(peer);
    }
}

void
MoveMember::SendStep(const MoveTransition& move,
                     MoveStep step,
                     uint16_t place,
                     const std::function<void()>& failed)
{
    const bool hasOrigins = step == MoveStep::PREPARE || step == MoveStep::DRAIN;
    const bool isMarker = step == MoveStep::SWITCH || step == MoveStep::SWITCHED;
    constexpr std::size_t EACH = 150; // origins, so that a long path fits, too
    RcStepMessage message;
    message.plan = move.plan;
    message.step = static_cast<uint8_t>(step);
    message.x = move.x;
    message.brokers = move.path;
    message.position = place;
    const std::vector<NodeId> origins(move.origins.begin(), move.origins.end());
    std::size_t sent = 0;
    do
    {
        const std::size_t count = hasOrigins ? std::min(EACH, origins.size() - sent) : 0;
        message.origins.assign(origins.begin() + sent, origins.begin() + sent + count);
        sent += count;
        message.last = !hasOrigins || sent == origins.size();
        m_host.Tell(move.At(place), message, message.last ? failed : nullptr, isMarker);
        ++message.part;
    } while (!message.last);
}

} // namespace ns3::pubsub::broker
