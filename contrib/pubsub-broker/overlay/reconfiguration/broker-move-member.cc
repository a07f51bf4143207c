// SPDX-License-Identifier: GPL-2.0-only
#include "broker-move-member.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerMoveMember");

namespace
{

/// Moves whose outcome is remembered.
constexpr std::size_t OUTCOMES = 64;

} // namespace

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

// ---- locks

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

// ---- the broker that moves

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
    OverlayLink* link = m_host.Links().Find(from);
    const auto operation = static_cast<LinkOperation>(message.operation);
    const bool isMover = move && move->position == 0;
    OverlayLinkMessage answer;
    answer.plan = plan;
    answer.epoch = message.epoch;
    answer.operation = static_cast<uint8_t>(LinkOperation::CLOSED);
    if (operation == LinkOperation::OPEN)
    {
        const auto& rules = m_host.Rules();
        const bool isLocked = rules.locks == LockRule::NONE || m_lock.Holder() == plan;
        const bool hasRoom = rules.maxDegree == 0 || m_host.Links().All().size() < rules.maxDegree;
        if (isLocked && hasRoom && !link && !rules.isFrozen && from != m_host.Self())
        {
            const uint32_t least = m_host.Links().LastEpoch(from) + 1;
            OverlayLink& fresh =
                m_host.Links().Add(from, LinkState::STANDBY, std::max(least, message.epoch));
            fresh.plan = plan;
            answer.epoch = fresh.epoch;
            answer.operation = static_cast<uint8_t>(LinkOperation::ACCEPT);
        }
        m_host.Tell(from, answer, nullptr);
    }
    else if (operation == LinkOperation::ACCEPT && isMover && link &&
             move->stage == MoveStage::OPENING && from == move->path.back())
    {
        m_host.Links().Learn(from, message.epoch);
        link->epoch = message.epoch;
        move->stage = MoveStage::PREPARING;
        move->origins = m_host.OriginsNotVia(move->path.front());
        m_host.MovesChanged();
        SendStep(*move, MoveStep::PREPARE, move->Last(), [this, plan] {
            Abort(plan, "new neighbour does not answer");
        });
    }
    else if (operation == LinkOperation::CLOSE && link && link->plan == plan &&
             link->state == LinkState::STANDBY && !(move && move->IsCommitted()))
    {
        RollBack(plan);
        RemoveStandby(plan);
        m_host.Tell(from, answer, nullptr);
    }
    else if (operation == LinkOperation::CLOSE && move && move->position == 1 && move->x == from)
    {
        ForceEnd(plan);
        m_host.Tell(from, answer, nullptr);
    }
    else if (operation == LinkOperation::CLOSED && isMover && move->stage == MoveStage::OPENING &&
             from == move->path.back())
    {
        Abort(plan, "new neighbour refuses the link");
    }
    else if (operation != LinkOperation::CLOSED)
    {
        m_host.Refuse("ov_link out of turn");
    }
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

// ---- the brokers of the path

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
    const auto place = isKnown ? move->PlaceOf(from) : uint16_t{0};
    if (step == MoveStep::PREPARE && !isMover)
    {
        Prepare(message, from);
    }
    else if (step == MoveStep::PREPARED && move && move->stage == MoveStage::PREPARING &&
             from == (isMover ? move->path.back() : move->Before()))
    {
        Prepared(*move);
    }
    else if (step == MoveStep::DRAIN && move && !isMover && place < move->position &&
             (move->stage == MoveStage::PREPARED || move->stage == MoveStage::PREPARING))
    {
        if (Collect(*move, message))
        {
            move->origins = move->arriving;
            move->stage = MoveStage::DRAINED;
            move->position == move->Last() ? Switch(*move, true)
                                           : SendDrain(move->plan, move->position + 1);
        }
    }
    else if (step == MoveStep::SWITCH && move && isMover && move->IsCommitted())
    {
        FinishMover(*move);
    }
    else if (step == MoveStep::SWITCH && move && !isMover && place > move->position &&
             move->stage != MoveStage::SWITCHED)
    {
        Switch(*move, true);
    }
    else if (step == MoveStep::SWITCHED && move && !isMover && from == move->Before())
    {
        move->awaitsPrevious = false;
        TryEnd(move->plan);
    }
    else if (step == MoveStep::ABORT && move && isMover)
    {
        Abort(message.plan, "a broker of the path does not answer");
    }
    else
    {
        m_host.Refuse("rc_step out of turn");
    }
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
MoveMember::Prepare(const RcStepMessage& message, NodeId from)
{
    MoveTransition fresh;
    fresh.plan = message.plan;
    fresh.x = message.x;
    fresh.path = message.brokers;
    fresh.position = message.position;
    if (from != fresh.After() || !MayPrepare(message))
    {
        m_host.Refuse("rc_step out of turn");
        RcStepMessage abort = message;
        abort.step = static_cast<uint8_t>(MoveStep::ABORT);
        abort.position = 0;
        abort.origins.clear();
        m_host.Tell(message.x, abort, nullptr);
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
MoveMember::Switch(MoveTransition& move, bool isWave)
{
    NS_LOG_FUNCTION(this << move.plan << isWave);
    const PlanId plan = move.plan;
    const NodeId x = move.x;
    const bool isLast = move.position == move.Last();
    move.stage = MoveStage::SWITCHED;
    move.awaitsPrevious = isWave && move.position > 1;
    OverlayLink* link = m_host.Links().Find(x);
    if (isLast && link)
    {
        link->state = LinkState::ACTIVE;
        m_host.LinkChanged(x, true, plan);
    }
    if (move.position == 1 && link)
    {
        link->state = LinkState::DRAINING;
        m_host.LinkChanged(x, false, plan);
    }
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
