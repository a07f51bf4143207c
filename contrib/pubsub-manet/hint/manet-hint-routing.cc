// SPDX-License-Identifier: GPL-2.0-only
#include "manet-hint-routing.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/pubsub-protocol-registry.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <limits>

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("HintRouting");

NS_OBJECT_ENSURE_REGISTERED(HintRouting);

namespace
{

const RegisteredProtocol g_hint({
    .name = "hint",
    .label = "Hint",
    .type = "ns3::HintRouting",
    .attribute = "Suppression",
    .value = "AnyCopy",
    .rank = 50,
});
const RegisteredProtocol g_hintPerTarget({
    .name = "hint-per-target",
    .label = "Hint per target",
    .type = "ns3::HintRouting",
    .attribute = "Suppression",
    .value = "PerTarget",
    .rank = 51,
});

} // namespace

TypeId
HintRouting::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::HintRouting")
            .SetParent<BeaconingProtocol>()
            .SetGroupName("PubSub")
            .AddConstructor<HintRouting>()
            .AddAttribute(
                "BeaconPeriod",
                "Time between two beacons of a node, the same on all nodes, s (Hansell's "
                "reproduction of 2020, whose values are mostly the original's)",
                TimeValue(Seconds(5)),
                MakeTimeAccessor(&HintRouting::SetBeaconPeriod, &HintRouting::BeaconPeriod),
                MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute(
                "BeaconIdle",
                "Whether a node that subscribes to nothing beacons, too (the paper: every "
                "broker; Hansell's reproduction: false)",
                BooleanValue(true),
                MakeBooleanAccessor(&HintRouting::m_beaconIdle),
                MakeBooleanChecker())
            .AddAttribute("Credits",
                          "Relays of one event by nodes that bring it closer to nobody (0, 1 and 2 "
                          "in Hansell's reproduction; which one is usual is our choice)",
                          UintegerValue(1),
                          MakeUintegerAccessor(&HintRouting::m_credits),
                          MakeUintegerChecker<uint8_t>())
            .AddAttribute("HintDelay",
                          "Wait before a relay for each beacon missed from the closest node, s "
                          "(Hansell's reproduction: 0.1 s)",
                          TimeValue(MilliSeconds(100)),
                          MakeTimeAccessor(&HintRouting::m_hintDelay),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("MaxHint",
                          "Beacons missed after which a node is forgotten (Hansell's reproduction)",
                          UintegerValue(10),
                          MakeUintegerAccessor(&HintRouting::m_maxHint),
                          MakeUintegerChecker<uint8_t>(0, 254))
            .AddAttribute(
                "MissTolerance",
                "How late a beacon may be before it counts as missed, beacon periods "
                "(Hansell's reproduction: 0; half a period lets nodes that have gone pass "
                "for neighbours, and fewer events arrive)",
                DoubleValue(0.0),
                MakeDoubleAccessor(&HintRouting::m_missTolerance),
                MakeDoubleChecker<double>(0.0, 10.0))
            .AddAttribute(
                "Suppression",
                "Which copy heard cancels a relay that waits: AnyCopy as published, or "
                "PerTarget, one that is as close to every node this relay comes closer to "
                "(our choice)",
                EnumValue(SuppressionRule::ANY_COPY),
                MakeEnumAccessor<SuppressionRule>(&HintRouting::m_suppression),
                MakeEnumChecker(SuppressionRule::ANY_COPY,
                                "AnyCopy",
                                SuppressionRule::PER_TARGET,
                                "PerTarget"));
    return tid;
}

HintRouting::HintRouting() = default;

HintRouting::~HintRouting() = default;

void
HintRouting::DoDispose()
{
    NS_LOG_FUNCTION(this);
    CancelPlanned();
    BeaconingProtocol::DoDispose();
}

Hints
HintRouting::GetHints() const
{
    return m_table.All(Simulator::Now());
}

void
HintRouting::Join()
{
    NS_LOG_FUNCTION(this);
    m_table.Configure(BeaconPeriod(), m_missTolerance, m_maxHint);
    BeaconingProtocol::Join();
}

void
HintRouting::Leave()
{
    NS_LOG_FUNCTION(this);
    CancelPlanned();
    m_table.Clear();
    BeaconingProtocol::Leave();
}

void
HintRouting::InterestChanged()
{
    NS_LOG_FUNCTION(this);
    const bool interested = !GetInherent().IsEmpty();
    if (m_interested && !interested)
    {
        m_goodbyeUntil = Simulator::Now() + BeaconPeriod();
    }
    m_interested = interested;
}

bool
HintRouting::HasNews() const
{
    return m_beaconIdle || m_interested || Simulator::Now() < m_goodbyeUntil;
}

void
HintRouting::BeaconReceived(NodeId from, const BeaconMessage&)
{
    NS_LOG_FUNCTION(this);
    m_table.Expire(Simulator::Now());
    m_table.Heard(from, Neighbours().Find(from)->inherent, Simulator::Now());
}

void
HintRouting::ReceiveControl(MessageType type, Ptr<Packet> packet, NodeId from)
{
    if (type != HintEventMessage::TYPE)
    {
        BeaconingProtocol::ReceiveControl(type, packet, from);
        return;
    }
    const uint32_t bytes = packet->GetSize();
    const auto message = ReadCarried<HintEventMessage>(packet);
    if (!message)
    {
        return;
    }
    Hints hints;
    if (!ReadList(message->header, hints))
    {
        Drop("malformed " + MessageTypeName(type), bytes);
    }
    else if (Accept(message->event))
    {
        FirstCopy(*message, std::move(hints));
    }
    else
    {
        AnotherCopy(message->event, hints);
    }
}

void
HintRouting::EventReceived(const EventMessage& event, NodeId)
{
    Drop("not for this protocol: " + MessageTypeName(EventMessage::TYPE), event.payloadBytes);
}

bool
HintRouting::ShouldForward(const EventMessage&, NodeId)
{
    return false; // events go in messages of their own, never as plain ones
}

HintRouting::Key
HintRouting::KeyOf(const EventMessage& event)
{
    return {event.publisher, event.sequence};
}

bool
HintRouting::ReadList(const HintEventMessage& header, Hints& hints)
{
    for (const HintDestination& destination : header.destinations)
    {
        if (destination.node == NO_NODE ||
            !hints.emplace(destination.node, destination.hint).second)
        {
            return false;
        }
    }
    return true;
}

void
HintRouting::WriteList(Hints& hints, Message& message) const
{
    message.header.destinations.clear();
    const std::size_t taken = MessageHeader<CommonMessage>().GetSerializedSize() +
                              MessageHeader<Message>(message).GetSerializedSize() +
                              message.event.payloadBytes;
    const std::size_t room = MaxMessageBytes() - std::min<std::size_t>(taken, MaxMessageBytes());
    const std::size_t most =
        std::min<std::size_t>(room / HintDestination::BYTES, std::numeric_limits<uint8_t>::max());
    auto& list = message.header.destinations;
    for (const auto& [node, hint] : hints)
    {
        list.push_back({node, hint});
    }
    if (list.size() > most)
    {
        std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) {
            return a.hint < b.hint;
        });
        list.resize(most);
        std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) {
            return a.node < b.node;
        });
        hints.clear();
        ReadList(message.header, hints);
    }
}

Hints
HintRouting::Improve(const EventMessage& event, Hints& hints) const
{
    Hints known = m_table.Matching(event.content, Simulator::Now());
    if (GetInherent().Matches(event.content))
    {
        known[GetNodeId()] = 0;
    }
    known.erase(event.publisher); // has it
    Hints improved;
    for (const auto& [node, hint] : known)
    {
        const auto [at, isNew] = hints.emplace(node, hint);
        if (isNew || hint < at->second)
        {
            at->second = hint;
            improved[node] = hint;
        }
    }
    return improved;
}

void
HintRouting::Originate(const EventMessage& event)
{
    NS_LOG_FUNCTION(this);
    Message message{{m_credits, {}}, event};
    message.event.hops = 1;
    Hints hints;
    Improve(event, hints);
    WriteList(hints, message);
    SendCarried(message.header, message.event);
}

void
HintRouting::FirstCopy(Message message, Hints hints)
{
    const Key key = KeyOf(message.event);
    if (m_planned.contains(key))
    {
        return; // forgotten as seen, but still waiting
    }
    Planned planned;
    planned.improved = Improve(message.event, hints);
    uint8_t wait = m_maxHint;
    if (GetInherent().Matches(message.event.content))
    {
        wait = 0;
    }
    else if (!planned.improved.empty())
    {
        const auto less = [](const auto& a, const auto& b) { return a.second < b.second; };
        wait = std::min_element(planned.improved.begin(), planned.improved.end(), less)->second;
    }
    else if (message.header.credit > 0)
    {
        --message.header.credit;
    }
    else
    {
        return;
    }
    if (!CanCrossAnotherLink(message.event))
    {
        return;
    }
    ++message.event.hops;
    WriteList(hints, message);
    std::erase_if(planned.improved, [&](const auto& item) { return !hints.contains(item.first); });
    planned.message = std::move(message);
    planned.timer =
        Simulator::Schedule(m_hintDelay * static_cast<int64_t>(wait) + Jitter(ForwardJitter()),
                            &HintRouting::SendPlanned,
                            this,
                            key);
    m_planned[key] = std::move(planned);
}

void
HintRouting::AnotherCopy(const EventMessage& event, const Hints& hints)
{
    const auto it = m_planned.find(KeyOf(event));
    if (it != m_planned.end() && IsSuperfluous(it->second, hints))
    {
        it->second.timer.Cancel();
        m_planned.erase(it);
    }
}

bool
HintRouting::IsSuperfluous(const Planned& planned, const Hints& hints) const
{
    if (m_suppression == SuppressionRule::ANY_COPY)
    {
        return true;
    }
    const auto& improved = planned.improved;
    return std::all_of(improved.begin(), improved.end(), [&hints](const auto& item) {
        const auto heard = hints.find(item.first);
        return heard != hints.end() && heard->second <= item.second;
    });
}

void
HintRouting::SendPlanned(Key key)
{
    const auto planned = m_planned.extract(key);
    const Message& message = planned.mapped().message;
    SendCarried(message.header, message.event);
}

void
HintRouting::CancelPlanned()
{
    for (auto& [key, planned] : m_planned)
    {
        planned.timer.Cancel();
    }
    m_planned.clear();
}

} // namespace ns3::pubsub::manet
