// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-protocol.h"

#include "ns3/inet-socket-address.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PubSubProtocol");

NS_OBJECT_ENSURE_REGISTERED(PubSubProtocol);

TypeId
PubSubProtocol::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PubSubProtocol")
            .SetParent<Application>()
            .SetGroupName("PubSub")
            .AddAttribute("BeaconPeriod",
                          "Time between two beacons of a node, s (our choice; OLSR's HELLO of "
                          "RFC 3626, section 18.2, has the same 2 s)",
                          TimeValue(Seconds(2)),
                          MakeTimeAccessor(&PubSubProtocol::m_beaconPeriod),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute("BeaconJitter",
                          "Greatest time that is taken off a beacon period, drawn uniformly for "
                          "each, s (RFC 5148, section 5.1; a quarter of the period)",
                          TimeValue(MilliSeconds(500)),
                          MakeTimeAccessor(&PubSubProtocol::m_beaconJitter),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("HoldBeacons",
                          "A neighbour is lost after this many beacon periods in silence (our "
                          "choice; RFC 3626's NEIGHB_HOLD_TIME is 3 HELLO intervals)",
                          UintegerValue(3),
                          MakeUintegerAccessor(&PubSubProtocol::m_holdBeacons),
                          MakeUintegerChecker<uint32_t>(1))
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
                            "ns3::PubSubProtocol::ControlTracedCallback")
            .AddTraceSource("RxControl",
                            "A control message was received: type, UDP payload in bytes, sender",
                            MakeTraceSourceAccessor(&PubSubProtocol::m_rxControl),
                            "ns3::PubSubProtocol::ControlTracedCallback")
            .AddTraceSource("TxData",
                            "The publisher broadcast its event: event, UDP payload in bytes",
                            MakeTraceSourceAccessor(&PubSubProtocol::m_txData),
                            "ns3::PubSubProtocol::DataTracedCallback")
            .AddTraceSource("Forward",
                            "A relay broadcast an event: event, UDP payload in bytes",
                            MakeTraceSourceAccessor(&PubSubProtocol::m_forward),
                            "ns3::PubSubProtocol::DataTracedCallback")
            .AddTraceSource("Deliver",
                            "An event was handed to the subscriber on this node: event, whether "
                            "the inherent subscription matches it",
                            MakeTraceSourceAccessor(&PubSubProtocol::m_deliver),
                            "ns3::PubSubProtocol::DeliverTracedCallback")
            .AddTraceSource("Drop",
                            "A packet was not used: reason, UDP payload in bytes",
                            MakeTraceSourceAccessor(&PubSubProtocol::m_drop),
                            "ns3::PubSubProtocol::DropTracedCallback")
            .AddTraceSource("ParentChange",
                            "The node has another parent in a tree, or none",
                            MakeTraceSourceAccessor(&PubSubProtocol::m_parentChange),
                            "ns3::PubSubProtocol::ParentChangeTracedCallback")
            .AddTraceSource("SubscriptionChange",
                            "The inherent subscription changed: filter, whether it is wanted now",
                            MakeTraceSourceAccessor(&PubSubProtocol::m_subscriptionChange),
                            "ns3::PubSubProtocol::SubscriptionTracedCallback")
            .AddTraceSource("Published",
                            "The node published an event, before it is sent",
                            MakeTraceSourceAccessor(&PubSubProtocol::m_published),
                            "ns3::PubSubProtocol::PublishedTracedCallback");
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
PubSubProtocol::Subscribe(const TopicFilter& filter)
{
    if (m_inherent.Add(filter))
    {
        m_topicList.push_back(filter);
        m_subscriptionChange(filter, true);
        InterestChanged();
    }
}

void
PubSubProtocol::Unsubscribe(const TopicFilter& filter)
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

const std::vector<TopicFilter>&
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
    m_beaconTimer =
        Simulator::Schedule(Jitter(m_beaconPeriod), &PubSubProtocol::SendBeacon, this);
}

void
PubSubProtocol::StopApplication()
{
    if (!IsRunning())
    {
        return;
    }
    Leave();
    m_beaconTimer.Cancel();
    for (EventId& forward : m_pendingForwards)
    {
        forward.Cancel();
    }
    m_pendingForwards.clear();
    m_neighbours = NeighbourTable();
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
PubSubProtocol::Publish(const Topic& topic, uint16_t payloadBytes)
{
    if (!IsRunning())
    {
        Drop("published while away", payloadBytes);
        return;
    }
    EventMessage event;
    event.publisher = GetNodeId();
    event.sequence = ++m_eventSequence;
    event.publishedNs = static_cast<uint64_t>(Simulator::Now().GetNanoSeconds());
    event.topic = topic;
    event.payloadBytes = payloadBytes;
    m_published(event);
    m_seen.IsDuplicate(event.publisher, event.sequence, Simulator::Now(), m_duplicateLifetime);
    if (ShouldForward(event))
    {
        event.hops = 1;
        Ptr<Packet> packet = Create<Packet>(payloadBytes);
        packet->AddHeader(MessageHeader<EventMessage>(event));
        const uint32_t bytes = Broadcast(packet, MessageType::EVENT);
        if (bytes > 0)
        {
            m_txData(event, bytes);
        }
    }
}

void
PubSubProtocol::ForwardEvent(const EventMessage& event)
{
    std::erase_if(m_pendingForwards, [](const EventId& id) { return id.IsExpired(); });
    Ptr<Packet> packet = Create<Packet>(event.payloadBytes);
    packet->AddHeader(MessageHeader<EventMessage>(event));
    const uint32_t bytes = Broadcast(packet, MessageType::EVENT);
    if (bytes > 0)
    {
        m_forward(event, bytes);
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

void
PubSubProtocol::ReceiveOne(Ptr<Packet> packet)
{
    const uint32_t bytes = packet->GetSize();
    MessageHeader<CommonMessage> header;
    packet->RemoveHeader(header);
    const CommonMessage& common = header.Get();
    if (!header.IsGood() || common.magic != CommonMessage::MAGIC ||
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
    if (type == MessageType::EVENT)
    {
        ReceiveEvent(packet, bytes);
        return;
    }
    m_rxControl(type, bytes, common.node);
    if (type == MessageType::BEACON)
    {
        ReceiveBeacon(packet, common.node);
    }
    else
    {
        ReceiveControl(type, packet, common.node);
    }
}

void
PubSubProtocol::ReceiveEvent(Ptr<Packet> packet, uint32_t bytes)
{
    auto event = Read<EventMessage>(packet);
    if (!event)
    {
        return;
    }
    if (event->payloadBytes != packet->GetSize() || event->publisher == NO_NODE)
    {
        Drop("malformed event", bytes);
        return;
    }
    if (m_seen.IsDuplicate(event->publisher, event->sequence, Simulator::Now(), m_duplicateLifetime))
    {
        Drop("duplicate", bytes);
        return;
    }
    EventHeard(*event);
    if (m_inherent.Matches(event->topic))
    {
        m_deliver(*event, true);
    }
    if (!ShouldForward(*event))
    {
        return;
    }
    if (event->hops >= m_maxHops)
    {
        Drop("too many hops", bytes);
        return;
    }
    event->hops++;
    m_pendingForwards.push_back(Simulator::Schedule(Jitter(m_forwardJitter),
                                                    &PubSubProtocol::ForwardEvent,
                                                    this,
                                                    *event));
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

NeighbourTable&
PubSubProtocol::Neighbours()
{
    return m_neighbours;
}

const NeighbourTable&
PubSubProtocol::Neighbours() const
{
    return m_neighbours;
}

Time
PubSubProtocol::Jitter(Time max)
{
    return NanoSeconds(static_cast<int64_t>(
        m_random->GetValue(0.0, static_cast<double>(max.GetNanoSeconds()))));
}

Time
PubSubProtocol::BeaconPeriod() const
{
    return m_beaconPeriod;
}

Time
PubSubProtocol::HoldTime() const
{
    return m_beaconPeriod * m_holdBeacons;
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

} // namespace ns3
