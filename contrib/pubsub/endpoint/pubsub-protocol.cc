// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-protocol.h"

#include "ns3/inet-socket-address.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::pubsub
{

NS_LOG_COMPONENT_DEFINE("PubSubProtocol");

NS_OBJECT_ENSURE_REGISTERED(PubSubProtocol);

namespace
{

/// Octets of a CommonMessage.
constexpr uint32_t COMMON_BYTES = 8;

} // namespace

TypeId
PubSubProtocol::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PubSubProtocol")
            .SetParent<Application>()
            .SetGroupName("PubSub")
            .AddAttribute("ForwardJitter",
                          "Greatest wait before an event is broadcast on, drawn uniformly, s "
                          "(ns-3's AODV uses 10 ms for its broadcasts)",
                          TimeValue(MilliSeconds(10)),
                          MakeTimeAccessor(&PubSubProtocol::m_forwardJitter),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("DuplicateLifetime",
                          "How long an event is remembered to recognise copies of it, s (our "
                          "choice, far above any path's delay)",
                          TimeValue(Seconds(30)),
                          MakeTimeAccessor(&PubSubProtocol::m_duplicateLifetime),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("MaxHops",
                          "Links an event may cross (our choice; ODMRP's draft-00 has TTL 32)",
                          UintegerValue(32),
                          MakeUintegerAccessor(&PubSubProtocol::m_maxHops),
                          MakeUintegerChecker<uint32_t>(1, 255))
            .AddAttribute("MaxMessageBytes",
                          "Greatest beacon before it is split in several frames, bytes of UDP "
                          "payload (below the MTU of ns-3's Wi-Fi device, 2296, less headers)",
                          UintegerValue(2200),
                          MakeUintegerAccessor(&PubSubProtocol::m_maxMessageBytes),
                          MakeUintegerChecker<uint32_t>(256, 2200))
            .AddTraceSource("TxControl",
                            "A control message was broadcast: type, UDP payload in bytes, the "
                            "neighbour it is meant for",
                            MakeTraceSourceAccessor(&PubSubProtocol::m_txControl),
                            "ns3::pubsub::PubSubProtocol::ControlTracedCallback")
            .AddTraceSource("RxControl",
                            "A control message was received: type, UDP payload in bytes, sender",
                            MakeTraceSourceAccessor(&PubSubProtocol::m_rxControl),
                            "ns3::pubsub::PubSubProtocol::ControlTracedCallback")
            .AddTraceSource(
                "TxData",
                "The publisher broadcast its event: event, message type, UDP payload in "
                "bytes",
                MakeTraceSourceAccessor(&PubSubProtocol::m_txData),
                "ns3::pubsub::PubSubProtocol::DataTracedCallback")
            .AddTraceSource("Forward",
                            "A relay broadcast an event: event, message type, UDP payload in bytes",
                            MakeTraceSourceAccessor(&PubSubProtocol::m_forward),
                            "ns3::pubsub::PubSubProtocol::DataTracedCallback")
            .AddTraceSource("Deliver",
                            "An event was handed to the subscriber on this node: event, whether "
                            "the inherent subscription matches it",
                            MakeTraceSourceAccessor(&PubSubProtocol::m_deliver),
                            "ns3::pubsub::PubSubProtocol::DeliverTracedCallback")
            .AddTraceSource("Drop",
                            "A packet was not used: reason, UDP payload in bytes",
                            MakeTraceSourceAccessor(&PubSubProtocol::m_drop),
                            "ns3::pubsub::PubSubProtocol::DropTracedCallback")
            .AddTraceSource("ParentChange",
                            "The node has another parent in a tree, or none",
                            MakeTraceSourceAccessor(&PubSubProtocol::m_parentChange),
                            "ns3::pubsub::PubSubProtocol::ParentChangeTracedCallback")
            .AddTraceSource("SubscriptionChange",
                            "The inherent subscription changed: filter, whether it is wanted now",
                            MakeTraceSourceAccessor(&PubSubProtocol::m_subscriptionChange),
                            "ns3::pubsub::PubSubProtocol::SubscriptionTracedCallback")
            .AddTraceSource("Published",
                            "The node published an event, before it is sent",
                            MakeTraceSourceAccessor(&PubSubProtocol::m_published),
                            "ns3::pubsub::PubSubProtocol::PublishedTracedCallback");
    return tid;
}

PubSubProtocol::PubSubProtocol()
    : m_random(CreateObject<UniformRandomVariable>())
{
}

PubSubProtocol::~PubSubProtocol() = default;

void
PubSubProtocol::DoDispose()
{
    m_socket = nullptr;
    m_random = nullptr;
    Application::DoDispose();
}

NodeId
PubSubProtocol::GetNodeId() const
{
    return GetNode()->GetId();
}

int64_t
PubSubProtocol::AssignStreams(int64_t stream)
{
    m_random->SetStream(stream);
    return 1;
}

void
PubSubProtocol::Subscribe(const Filter& filter)
{
    if (m_inherent.Add(filter))
    {
        m_topicList.push_back(filter);
        m_subscriptionChange(filter, true);
        InterestChanged();
    }
}

void
PubSubProtocol::Unsubscribe(const Filter& filter)
{
    if (m_inherent.Remove(filter))
    {
        std::erase(m_topicList, filter);
        m_subscriptionChange(filter, false);
        InterestChanged();
    }
}

const Subscription&
PubSubProtocol::GetInherent() const
{
    return m_inherent;
}

const std::vector<Filter>&
PubSubProtocol::GetTopicList() const
{
    return m_topicList;
}

void
PubSubProtocol::Advertise(const std::vector<WeightedFilter>& topics)
{
    m_advertised = topics;
    InterestChanged();
}

const std::vector<WeightedFilter>&
PubSubProtocol::GetAdvertised() const
{
    return m_advertised;
}

bool
PubSubProtocol::IsRunning() const
{
    return m_socket != nullptr;
}

void
PubSubProtocol::Silence()
{
    m_silent = true;
}

void
PubSubProtocol::StartApplication()
{
    OpenSocket();
    Join();
}

void
PubSubProtocol::StopApplication()
{
    if (!IsRunning())
    {
        return;
    }
    Leave();
    for (EventId& forward : m_pendingForwards)
    {
        forward.Cancel();
    }
    m_pendingForwards.clear();
    m_socket->Close();
    m_socket = nullptr;
}

void
PubSubProtocol::OpenSocket()
{
    m_socket = Socket::CreateSocket(GetNode(), UdpSocketFactory::GetTypeId());
    m_socket->SetAllowBroadcast(true);
    m_socket->SetIpTtl(1);
    if (m_socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT)) != 0)
    {
        NS_FATAL_ERROR("node " << GetNodeId() << ": UDP port " << PORT << " is taken");
    }
    m_socket->BindToNetDevice(Radio());
    m_socket->SetRecvCallback(MakeCallback(&PubSubProtocol::Receive, this));
}

Ptr<NetDevice>
PubSubProtocol::Radio() const
{
    for (uint32_t i = 0; i < GetNode()->GetNDevices(); ++i)
    {
        if (GetNode()->GetDevice(i)->IsBroadcast())
        {
            return GetNode()->GetDevice(i);
        }
    }
    NS_FATAL_ERROR("node " << GetNodeId() << " has no broadcast device");
}

void
PubSubProtocol::Publish(const Content& content, uint16_t payloadBytes)
{
    NS_ABORT_MSG_UNLESS(content.IsWellFormed(),
                        "cannot publish these attributes: " << content.AttributesText());
    if (!IsRunning())
    {
        Drop("published while away", payloadBytes);
        return;
    }
    EventMessage event;
    event.publisher = GetNodeId();
    event.sequence = ++m_eventSequence;
    event.publishedNs = static_cast<uint64_t>(Simulator::Now().GetNanoSeconds());
    event.content = content;
    event.payloadBytes = payloadBytes;
    m_published(event);
    m_seen.IsDuplicate(event.publisher, event.sequence, Simulator::Now(), m_duplicateLifetime);
    Originate(event);
}

void
PubSubProtocol::Originate(const EventMessage& event)
{
    if (ShouldForward(event, GetNodeId()))
    {
        EventMessage first = event;
        first.hops = 1;
        SendEvent(first);
    }
}

void
PubSubProtocol::SendEvent(const EventMessage& event)
{
    Ptr<Packet> packet = Create<Packet>(event.payloadBytes);
    packet->AddHeader(MessageHeader<EventMessage>(event));
    TraceData(event, MessageType::EVENT, Broadcast(packet, MessageType::EVENT));
}

void
PubSubProtocol::TraceData(const EventMessage& event, MessageType type, uint32_t bytes)
{
    if (bytes > 0 && event.publisher == GetNodeId())
    {
        m_txData(event, type, bytes);
    }
    else if (bytes > 0)
    {
        m_forward(event, type, bytes);
    }
}

uint32_t
PubSubProtocol::Broadcast(Ptr<Packet> packet, MessageType type)
{
    if (m_silent)
    {
        return 0;
    }
    CommonMessage common;
    common.type = static_cast<uint8_t>(type);
    common.node = GetNodeId();
    packet->AddHeader(MessageHeader<CommonMessage>(common));
    const uint32_t bytes = packet->GetSize();
    const InetSocketAddress everyone(Ipv4Address::GetBroadcast(), PORT);
    if (m_socket->SendTo(packet, 0, everyone) < 0)
    {
        Drop("socket refused " + MessageTypeName(type), bytes);
        return 0;
    }
    return bytes;
}

void
PubSubProtocol::Receive(Ptr<Socket> socket)
{
    Address from;
    while (Ptr<Packet> packet = socket->RecvFrom(from))
    {
        ReceiveOne(packet);
    }
}

std::span<const uint8_t>
PubSubProtocol::Octets(Ptr<const Packet> packet, uint32_t count)
{
    m_octets.resize(std::max<std::size_t>(m_octets.size(), count));
    return {m_octets.data(), packet->CopyData(m_octets.data(), count)};
}

void
PubSubProtocol::ReceiveOne(Ptr<Packet> packet)
{
    const uint32_t bytes = packet->GetSize();
    CommonMessage common;
    WireReader reader(Octets(packet, COMMON_BYTES));
    CommonMessage::Fields(reader, common);
    packet->RemoveAtStart(reader.Bytes());
    if (!reader.IsGood() || common.magic != CommonMessage::MAGIC ||
        common.version != CommonMessage::VERSION)
    {
        Drop("not a message", bytes);
        return;
    }
    if (common.node == GetNodeId() || common.node == NO_NODE)
    {
        Drop("sender is not a neighbour", bytes);
        return;
    }
    const auto type = static_cast<MessageType>(common.type);
    if (type != MessageType::EVENT)
    {
        if (!CarriesEvent(type))
        {
            m_rxControl(type, bytes, common.node);
        }
        ReceiveControl(type, packet, common.node);
        return;
    }
    const auto event = Read<EventMessage>(packet);
    if (event && IsPossible(*event))
    {
        EventReceived(*event, common.node);
    }
}

bool
PubSubProtocol::IsPossible(const EventMessage& event)
{
    const bool possible = event.publisher != NO_NODE && event.content.IsWellFormed();
    if (!possible)
    {
        Drop("malformed event", event.payloadBytes);
    }
    return possible;
}

void
PubSubProtocol::ReceiveControl(MessageType type, Ptr<Packet> packet, NodeId)
{
    Drop("not for this protocol: " + MessageTypeName(type), packet->GetSize());
}

void
PubSubProtocol::InterestChanged()
{
}

void
PubSubProtocol::EventReceived(const EventMessage& event, NodeId from)
{
    if (Accept(event) && ShouldForward(event, from))
    {
        Relay(event);
    }
}

bool
PubSubProtocol::Accept(const EventMessage& event)
{
    // Whatever is said to be this node's own event, it does not hear of it from others.
    if (event.publisher == GetNodeId() ||
        m_seen.IsDuplicate(event.publisher, event.sequence, Simulator::Now(), m_duplicateLifetime))
    {
        Drop("duplicate", event.payloadBytes);
        return false;
    }
    EventHeard(event);
    if (m_inherent.Matches(event.content))
    {
        m_deliver(event, true);
    }
    return true;
}

bool
PubSubProtocol::MayGoOn(const EventMessage& event)
{
    if (event.hops >= m_maxHops)
    {
        Drop("too many hops", event.payloadBytes);
        return false;
    }
    return true;
}

void
PubSubProtocol::Relay(const EventMessage& event)
{
    if (!MayGoOn(event))
    {
        return;
    }
    EventMessage onward = event;
    ++onward.hops;
    std::erase_if(m_pendingForwards, [](const EventId& id) { return id.IsExpired(); });
    m_pendingForwards.push_back(
        Simulator::Schedule(Jitter(m_forwardJitter), &PubSubProtocol::SendEvent, this, onward));
}

void
PubSubProtocol::EventHeard(const EventMessage&)
{
}

void
PubSubProtocol::Drop(const std::string& reason, uint32_t bytes)
{
    NS_LOG_DEBUG("node " << GetNodeId() << " drops " << bytes << " bytes: " << reason);
    m_drop(reason, bytes);
}

Time
PubSubProtocol::Jitter(Time max)
{
    return NanoSeconds(
        static_cast<int64_t>(m_random->GetValue(0.0, static_cast<double>(max.GetNanoSeconds()))));
}

double
PubSubProtocol::Draw()
{
    return m_random->GetValue(0.0, 1.0);
}

Time
PubSubProtocol::ForwardJitter() const
{
    return m_forwardJitter;
}

uint32_t
PubSubProtocol::MaxMessageBytes() const
{
    return m_maxMessageBytes;
}

void
PubSubProtocol::TraceParentChange(const ParentChange& change)
{
    m_parentChange(change);
}

Ptr<PubSubProtocol>
PubSubOf(Ptr<Node> node)
{
    for (uint32_t i = 0; i < node->GetNApplications(); ++i)
    {
        if (auto protocol = DynamicCast<PubSubProtocol>(node->GetApplication(i)))
        {
            return protocol;
        }
    }
    NS_ABORT_MSG("node " << node->GetId() << " has no publish/subscribe protocol");
}

} // namespace ns3::pubsub
