// SPDX-License-Identifier: GPL-2.0-only
//
// The control messages of an overlay's broker, and what it gives to those who move its links.
#include "broker-overlay-broker.h"

#include "ns3/broker-messages.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerOverlayControl");

namespace
{

/// Longest time that filters of a client count without being sent again.
const Time LONGEST_LIFETIME = Minutes(10);

} // namespace

// ---- sending

void
OverlayBroker::NoAddress(MessageType type, std::function<void()> failed)
{
    Drop("no address to send " + MessageTypeName(type), 0);
    if (failed)
    {
        Simulator::ScheduleNow([this, failed, generation = m_generation] {
            if (generation == m_generation)
            {
                failed();
            }
        });
    }
}

void
OverlayBroker::Tell(NodeId to,
                    const ReconfigurationMessage& message,
                    std::function<void()> failed,
                    bool isMarker)
{
    std::visit([&](const auto& any) { SendReliably(to, any, failed, isMarker); }, message);
}

void
OverlayBroker::SendFilters(TrafficKind kind, NodeId to, const OriginFilters& filters)
{
    m_strategy.RecordFilters(kind, filters.filters, FlowDirection::OUT, to);
    if (kind == TrafficKind::ADVERTISEMENT)
    {
        OverlayAdvertiseMessage message;
        static_cast<OriginFilters&>(message) = filters;
        SendReliably(to, message);
    }
    else
    {
        OverlaySubscribeMessage message;
        static_cast<OriginFilters&>(message) = filters;
        SendReliably(to, message);
    }
}

// ---- receiving

const std::map<MessageType, OverlayBroker::Reader>&
OverlayBroker::Readers()
{
    static const std::map<MessageType, Reader> readers{
        {OverlayAckMessage::TYPE, &OverlayBroker::TakeAck},
        {OverlayNotifyMessage::TYPE, &OverlayBroker::TakeNotify},
        {OverlayLinkMessage::TYPE, &OverlayBroker::Take<OverlayLinkMessage>},
        {OverlayAdvertiseMessage::TYPE, &OverlayBroker::Take<OverlayAdvertiseMessage>},
        {OverlaySubscribeMessage::TYPE, &OverlayBroker::Take<OverlaySubscribeMessage>},
        {RcEvalMessage::TYPE, &OverlayBroker::Take<RcEvalMessage>},
        {RcResultMessage::TYPE, &OverlayBroker::Take<RcResultMessage>},
        {RcLockMessage::TYPE, &OverlayBroker::Take<RcLockMessage>},
        {RcLockReplyMessage::TYPE, &OverlayBroker::Take<RcLockReplyMessage>},
        {RcApplyMessage::TYPE, &OverlayBroker::Take<RcApplyMessage>},
        {RcDoneMessage::TYPE, &OverlayBroker::Take<RcDoneMessage>},
        {RcUnlockMessage::TYPE, &OverlayBroker::Take<RcUnlockMessage>},
        {RcStepMessage::TYPE, &OverlayBroker::Take<RcStepMessage>},
        {RcStatusMessage::TYPE, &OverlayBroker::Take<RcStatusMessage>},
        {PathNoticeMessage::TYPE, &OverlayBroker::Take<PathNoticeMessage>},
        {PathEndMessage::TYPE, &OverlayBroker::Take<PathEndMessage>},
        {PathMessage::TYPE, &OverlayBroker::Take<PathMessage>},
        {RcConstructMessage::TYPE, &OverlayBroker::Take<RcConstructMessage>},
        {RcReplyMessage::TYPE, &OverlayBroker::Take<RcReplyMessage>},
    };
    return readers;
}

void
OverlayBroker::ReceiveControl(MessageType type, NodeId from, Ptr<Packet> packet)
{
    NS_LOG_FUNCTION(this << MessageTypeName(type) << from);
    if (GetNeighbours().contains(from))
    {
        TakeClient(type, from, packet);
        return;
    }
    const auto reader = Readers().find(type);
    if (reader == Readers().end())
    {
        Drop("not for an overlay's broker: " + MessageTypeName(type), packet->GetSize());
        return;
    }
    (this->*reader->second)(from, packet);
}

template <typename Message>
void
OverlayBroker::Take(NodeId from, Ptr<Packet> packet)
{
    const auto message = ReadControl<Message>(packet, from);
    if (!message)
    {
        return;
    }
    OverlayAckMessage ack;
    ack.control = message->control;
    SendControl(ack, from);
    PeerHeard(from);
    if (m_control.CheckNew(from, message->control))
    {
        m_handledBytes = packet->GetSize() + CommonMessage::BYTES;
        Handle(*message, from);
        m_handledBytes = 0;
    }
    else
    {
        Drop("repeated " + MessageTypeName(Message::TYPE), packet->GetSize());
    }
}

void
OverlayBroker::TakeAck(NodeId from, Ptr<Packet> packet)
{
    const auto message = ReadControl<OverlayAckMessage>(packet, from);
    if (!message)
    {
        return;
    }
    PeerHeard(from);
    if (!m_control.Acknowledge(from, message->control))
    {
        Drop("ov_ack of nothing", packet->GetSize());
    }
}

void
OverlayBroker::TakeClient(MessageType type, NodeId from, Ptr<Packet> packet)
{
    if (type == SubscribeMessage::TYPE)
    {
        TakeClientFilters<SubscribeMessage>(m_clientSubscriptions, from, packet);
    }
    else if (type == UnsubscribeMessage::TYPE)
    {
        TakeClientFilters<UnsubscribeMessage>(m_clientSubscriptions, from, packet);
    }
    else if (type == AnnounceMessage::TYPE)
    {
        TakeClientFilters<AnnounceMessage>(m_clientAdvertised, from, packet);
    }
    else if (type == UnannounceMessage::TYPE)
    {
        TakeClientFilters<UnannounceMessage>(m_clientAdvertised, from, packet);
    }
    else
    {
        Drop("not from a client: " + MessageTypeName(type), packet->GetSize());
    }
}

template <typename Message>
void
OverlayBroker::TakeClientFilters(FilterTable& table, NodeId from, Ptr<Packet> packet)
{
    const auto message = ReadControl<Message>(packet, from);
    if (!message)
    {
        return;
    }
    bool hasChanged;
    if constexpr (requires { message->lifetimeMs; })
    {
        if (table.Of(from).Filters().size() + message->filters.size() > m_maxFilters)
        {
            Drop("too many filters", packet->GetSize());
            return;
        }
        const Time until =
            message->lifetimeMs == 0
                ? Time::Max()
                : Simulator::Now() + std::min(MilliSeconds(message->lifetimeMs), LONGEST_LIFETIME);
        hasChanged = table.Add(from, message->filters, until);
    }
    else
    {
        hasChanged = table.Remove(from, message->filters);
    }
    if (hasChanged)
    {
        InterestChanged();
    }
}

void
OverlayBroker::Handle(const OverlayAdvertiseMessage& message, NodeId from)
{
    HandleFilters(TrafficKind::ADVERTISEMENT, message, from);
}

void
OverlayBroker::Handle(const OverlaySubscribeMessage& message, NodeId from)
{
    HandleFilters(TrafficKind::SUBSCRIPTION, message, from);
}

void
OverlayBroker::HandleFilters(TrafficKind kind, const OriginFilters& message, NodeId from)
{
    OverlayLink* link = m_links.Find(from);
    if (!link)
    {
        Refuse("filters without a link");
        return;
    }
    if (link->isHeld)
    {
        Hold(*link, [this, kind, message, from] { AcceptFilters(kind, message, from); });
        return;
    }
    AcceptFilters(kind, message, from);
}

void
OverlayBroker::AcceptFilters(TrafficKind kind, const OriginFilters& message, NodeId from)
{
    const auto& table =
        kind == TrafficKind::SUBSCRIPTION ? m_routes.Subscriptions() : m_routes.Advertisements();
    const auto known = table.All().find(message.origin);
    const bool isKnown = known != table.All().end();
    const std::size_t count = isKnown ? known->second.filters->Filters().size() : 0;
    if (message.origin == GetNodeId() || !m_book->AddressOf(message.origin) ||
        message.action > static_cast<uint8_t>(FilterAction::UNSTAGE) ||
        count + message.filters.size() > m_maxFilters)
    {
        Refuse("filters of an impossible origin");
        return;
    }
    m_strategy.RecordFilters(kind, message.filters, FlowDirection::IN, from);
    const OverlayLink* link = m_links.Find(from);
    const bool isStaged = message.action >= static_cast<uint8_t>(FilterAction::STAGE) ||
                          (link && link->state == LinkState::STANDBY);
    if (isStaged)
    {
        if (kind == TrafficKind::ADVERTISEMENT || !m_routes.TakeStaged(message, from, m_maxFilters))
        {
            Refuse("filters that are known");
        }
        return;
    }
    const NodeId via = m_member.Successor(from);
    if (isKnown && !m_links.Find(known->second.via))
    {
        m_routes.Redirect({message.origin}, known->second.via, via);
    }
    if (!m_routes.Take(kind, message, via))
    {
        Refuse("filters that are known");
    }
}

// ---- reconfiguration

void
OverlayBroker::Handle(const OverlayLinkMessage& message, NodeId from)
{
    if (message.plan == NO_PLAN)
    {
        HandleReopening(message, from);
        return;
    }
    UpdateRules();
    m_member.Receive(message, from);
}

void
OverlayBroker::Handle(const RcEvalMessage& message, NodeId from)
{
    UpdateRules();
    m_evaluator.Receive(message, from);
}

void
OverlayBroker::Handle(const RcResultMessage& message, NodeId from)
{
    m_executor.Receive(message, from);
}

void
OverlayBroker::Handle(const RcLockMessage& message, NodeId from)
{
    UpdateRules();
    m_member.Receive(message, from);
}

void
OverlayBroker::Handle(const RcLockReplyMessage& message, NodeId from)
{
    m_executor.Receive(message, from);
}

void
OverlayBroker::Handle(const RcApplyMessage& message, NodeId from)
{
    m_member.Receive(message, from);
}

void
OverlayBroker::Handle(const RcDoneMessage& message, NodeId from)
{
    m_executor.Receive(message, from);
}

void
OverlayBroker::Handle(const RcUnlockMessage& message, NodeId from)
{
    m_member.Receive(message, from);
}

void
OverlayBroker::Handle(const RcStepMessage& message, NodeId from)
{
    m_member.Receive(message, from);
}

void
OverlayBroker::Handle(const RcStatusMessage& message, NodeId from)
{
    m_member.Receive(message, from);
}

NodeId
OverlayBroker::Self() const
{
    return GetNodeId();
}

const ReconfigurationRules&
OverlayBroker::Rules() const
{
    return m_rules;
}

void
OverlayBroker::UpdateRules()
{
    m_rules.locks = m_lockRule;
    m_rules.lease = m_lease;
    m_rules.maxDegree = m_maxDegree;
    m_rules.maxAttempts = m_maxAttempts;
    m_rules.isFrozen = m_isFrozen || m_reopening.IsPending();
    if (const auto strategy = m_strategy.GetStrategy())
    {
        m_rules.isEvaluated = strategy->IsEvaluated();
        m_rules.threshold = strategy->Threshold();
        m_rules.period = strategy->Period();
    }
}

OverlayLinks&
OverlayBroker::Links()
{
    return m_links;
}

void
OverlayBroker::MoveExecuted()
{
    m_strategy.Interrupt();
}

const FlowTable&
OverlayBroker::PredictedFlows()
{
    return m_strategy.Predicted();
}

const OverlayCosts&
OverlayBroker::Costs() const
{
    return m_strategy.Costs();
}

std::set<NodeId>
OverlayBroker::OriginsNotVia(NodeId neighbour) const
{
    return m_routes.OriginsNotVia(neighbour);
}

void
OverlayBroker::RedirectAll(NodeId from, NodeId to)
{
    m_routes.Redirect(m_routes.OriginsVia(from), from, to);
}

void
OverlayBroker::Redirect(const std::set<NodeId>& origins, NodeId from, NodeId to)
{
    m_routes.Redirect(origins, from, to);
}

void
OverlayBroker::Unstage()
{
    m_routes.Unstage();
}

void
OverlayBroker::MovesChanged()
{
    std::vector<RouteDetour> detours;
    for (const auto& [plan, move] : m_member.Moves())
    {
        if (move.IsCommitted() || move.stage == MoveStage::OPENING)
        {
            continue;
        }
        RouteDetour detour;
        const bool isMover = move.position == 0;
        detour.before = isMover ? move.path.front() : move.Before();
        detour.after = isMover ? move.path.back() : move.After();
        detour.origins = isMover ? m_routes.OriginsVia(detour.before) : move.origins;
        detour.isEnd = move.position <= 1;
        detours.push_back(std::move(detour));
    }
    m_routes.SetDetours(std::move(detours));
}

void
OverlayBroker::LinkChanged(NodeId peer, bool isUp, PlanId plan)
{
    NS_LOG_FUNCTION(this << peer << isUp << plan);
    m_strategy.LinkChanged(peer);
    m_linkChange(peer, isUp, plan);
}

void
OverlayBroker::LockChanged(PlanId plan, LockChange change)
{
    NS_LOG_FUNCTION(this << plan << LockChangeName(change));
    m_lockChange(plan, change);
}

void
OverlayBroker::PlanChanged(const PlanReport& report)
{
    NS_LOG_FUNCTION(this << report.plan << PlanStateName(report.state) << report.reason);
    m_planChange(report);
}

void
OverlayBroker::Refuse(const std::string& reason)
{
    Drop(reason, m_handledBytes);
}

// ---- failures

void
OverlayBroker::PeerLost(NodeId peer)
{
    NS_LOG_FUNCTION(this << peer);
    if (OverlayLink* link = m_links.Find(peer))
    {
        link->isLost = true;
    }
}

void
OverlayBroker::PeerHeard(NodeId peer)
{
    OverlayLink* link = m_links.Find(peer);
    if (link && link->isLost && link->state == LinkState::ACTIVE && !m_reopening.IsPending())
    {
        link->isLost = false;
        m_routes.Synchronise(peer);
    }
}

void
OverlayBroker::Reopen()
{
    NS_LOG_FUNCTION(this);
    m_hasFailed = false;
    for (auto& [peer, link] : m_links.All())
    {
        OverlayLinkMessage open;
        open.epoch = m_links.LastEpoch(peer) + 1;
        open.operation = static_cast<uint8_t>(LinkOperation::OPEN);
        m_awaited.insert(peer);
        SendReliably(peer, open);
    }
    UpdateOwn();
}

void
OverlayBroker::HandleReopening(const OverlayLinkMessage& message, NodeId from)
{
    NS_LOG_FUNCTION(this << +message.operation << from);
    const auto operation = static_cast<LinkOperation>(message.operation);
    if (operation == LinkOperation::OPEN)
    {
        m_member.PeerReturned(from);
    }
    else if (m_awaited.erase(from) == 0)
    {
        Refuse("ov_link out of turn");
        return;
    }
    OverlayLink* link = m_links.Find(from);
    OverlayLinkMessage answer;
    answer.epoch = message.epoch;
    answer.operation = static_cast<uint8_t>(LinkOperation::CLOSED);
    if (operation == LinkOperation::OPEN && !link)
    {
        SendReliably(from, answer);
    }
    else if (operation == LinkOperation::CLOSED && link)
    {
        m_links.Remove(from);
    }
    else if (link && (operation == LinkOperation::OPEN || operation == LinkOperation::ACCEPT))
    {
        link->epoch = std::max(m_links.LastEpoch(from), message.epoch);
        m_links.Learn(from, link->epoch);
        link->state = LinkState::ACTIVE;
        link->plan = NO_PLAN;
        link->isLost = false;
        if (operation == LinkOperation::OPEN)
        {
            answer.epoch = link->epoch;
            answer.operation = static_cast<uint8_t>(LinkOperation::ACCEPT);
            SendReliably(from, answer);
        }
        Release(from);
        m_routes.Synchronise(from);
    }
    else
    {
        Refuse("ov_link out of turn");
    }
}

} // namespace ns3::pubsub::broker
