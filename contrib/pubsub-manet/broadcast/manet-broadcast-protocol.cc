// SPDX-License-Identifier: GPL-2.0-only
#include "manet-broadcast-protocol.h"

#include "ns3/inet-socket-address.h"
#include "ns3/log.h"
#include "ns3/loopback-net-device.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("PubSubProtocol");

NS_OBJECT_ENSURE_REGISTERED(BroadcastProtocol);

TypeId
BroadcastProtocol::GetTypeId()
{
    // The name that users type, as in --ns3::PubSubProtocol::ForwardJitter=20ms.
    static TypeId tid =
        TypeId("ns3::PubSubProtocol")
            .SetParent<Endpoint>()
            .SetGroupName("PubSub")
            .AddAttribute("ForwardJitter",
                          "Greatest wait before an event is broadcast on, drawn uniformly, s "
                          "(ns-3's AODV uses 10 ms for its broadcasts)",
                          TimeValue(MilliSeconds(10)),
                          MakeTimeAccessor(&BroadcastProtocol::m_forwardJitter),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("DuplicateLifetime",
                          "How long an event is remembered to recognise copies of it, s (our "
                          "choice, far above any path's delay)",
                          TimeValue(Seconds(30)),
                          MakeTimeAccessor(&BroadcastProtocol::SetDuplicateLifetime,
                                           &BroadcastProtocol::DuplicateLifetime),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("MaxHops",
                          "Links an event may cross (our choice; ODMRP's draft-00 has TTL 32)",
                          UintegerValue(32),
                          MakeUintegerAccessor(&BroadcastProtocol::m_maxHops),
                          MakeUintegerChecker<uint32_t>(1, 255))
            .AddAttribute("MaxMessageBytes",
                          "Greatest beacon before it is split in several frames, bytes of UDP "
                          "payload (below the MTU of ns-3's Wi-Fi device, 2296, less headers)",
                          UintegerValue(2200),
                          MakeUintegerAccessor(&BroadcastProtocol::m_maxMessageBytes),
                          MakeUintegerChecker<uint32_t>(256, 2200));
    return tid;
}

BroadcastProtocol::BroadcastProtocol()
    : m_random(CreateObject<UniformRandomVariable>())
{
}

BroadcastProtocol::~BroadcastProtocol() = default;

void
BroadcastProtocol::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_device = nullptr;
    m_socket = nullptr;
    m_random = nullptr;
    Endpoint::DoDispose();
}

void
BroadcastProtocol::SetDevice(Ptr<NetDevice> device)
{
    NS_LOG_FUNCTION(this << device);
    m_device = device;
}

int64_t
BroadcastProtocol::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    m_random->SetStream(stream);
    return 1;
}

void
BroadcastProtocol::OpenTransport()
{
    NS_LOG_FUNCTION(this);
    m_socket = Socket::CreateSocket(GetNode(), UdpSocketFactory::GetTypeId());
    m_socket->SetAllowBroadcast(true);
    m_socket->SetIpTtl(1);
    if (m_socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT)) != 0)
    {
        NS_FATAL_ERROR("node " << GetNodeId() << ": UDP port " << PORT << " is taken");
    }
    m_socket->BindToNetDevice(FindDevice());
    m_socket->SetRecvCallback(MakeCallback(&BroadcastProtocol::Receive, this));
}

void
BroadcastProtocol::CloseTransport()
{
    NS_LOG_FUNCTION(this);
    for (EventId& forward : m_pendingForwards)
    {
        forward.Cancel();
    }
    m_pendingForwards.clear();
    m_socket->Close();
    m_socket = nullptr;
}

Ptr<NetDevice>
BroadcastProtocol::FindDevice() const
{
    if (m_device)
    {
        return m_device;
    }
    std::vector<Ptr<NetDevice>> devices;
    for (uint32_t i = 0; i < GetNode()->GetNDevices(); ++i)
    {
        const auto device = GetNode()->GetDevice(i);
        // The loopback device reports that it can broadcast as well.
        if (device->IsBroadcast() && !DynamicCast<LoopbackNetDevice>(device))
        {
            devices.push_back(device);
        }
    }
    if (devices.empty())
    {
        NS_FATAL_ERROR("node " << GetNodeId() << " has no broadcast device");
    }
    if (devices.size() > 1)
    {
        NS_FATAL_ERROR("node " << GetNodeId() << " has " << devices.size()
                               << " devices that can broadcast, and the protocol uses one: name it "
                                  "with BroadcastProtocol::SetDevice()");
    }
    return devices.front();
}

void
BroadcastProtocol::Originate(const EventMessage& event)
{
    NS_LOG_FUNCTION(this);
    if (ShouldForward(event, GetNodeId()))
    {
        EventMessage first = event;
        first.hops = 1;
        SendEvent(first);
    }
}

void
BroadcastProtocol::SendEvent(const EventMessage& event)
{
    NS_LOG_FUNCTION(this);
    Ptr<Packet> packet = Create<Packet>(event.payloadBytes);
    packet->AddHeader(MessageHeader<EventMessage>(event));
    TraceData(event, EventMessage::TYPE, Broadcast(packet, EventMessage::TYPE), NO_NODE);
}

uint32_t
BroadcastProtocol::Broadcast(Ptr<Packet> packet, MessageType type)
{
    if (IsSilent())
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
BroadcastProtocol::Receive(Ptr<Socket> socket)
{
    Address from;
    while (Ptr<Packet> packet = socket->RecvFrom(from))
    {
        ReceiveOne(packet);
    }
}

void
BroadcastProtocol::ReceiveOne(Ptr<Packet> packet)
{
    const uint32_t bytes = packet->GetSize();
    CommonMessage common;
    if (!ReadCommon(packet, common))
    {
        return;
    }
    if (common.node == GetNodeId() || common.node == NO_NODE)
    {
        Drop("sender is not a neighbour", bytes);
        return;
    }
    const auto type = static_cast<MessageType>(common.type);
    NS_LOG_FUNCTION(this << MessageTypeName(type) << common.node);
    if (type != EventMessage::TYPE)
    {
        if (!CarriesEvent(type))
        {
            TraceReceivedControl(type, bytes, common.node);
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

void
BroadcastProtocol::ReceiveControl(MessageType type, Ptr<Packet> packet, NodeId)
{
    Drop("not for this protocol: " + MessageTypeName(type), packet->GetSize());
}

void
BroadcastProtocol::EventReceived(const EventMessage& event, NodeId from)
{
    NS_LOG_FUNCTION(this);
    if (Accept(event) && ShouldForward(event, from))
    {
        Relay(event);
    }
}

bool
BroadcastProtocol::CanCrossAnotherLink(const EventMessage& event)
{
    NS_LOG_FUNCTION(this);
    if (event.hops >= m_maxHops)
    {
        Drop("too many hops", event.payloadBytes);
        return false;
    }
    return true;
}

void
BroadcastProtocol::Relay(const EventMessage& event)
{
    NS_LOG_FUNCTION(this);
    if (!CanCrossAnotherLink(event))
    {
        return;
    }
    EventMessage onward = event;
    ++onward.hops;
    std::erase_if(m_pendingForwards, [](const EventId& id) { return id.IsExpired(); });
    m_pendingForwards.push_back(
        Simulator::Schedule(Jitter(m_forwardJitter), &BroadcastProtocol::SendEvent, this, onward));
}

Time
BroadcastProtocol::Jitter(Time max)
{
    return NanoSeconds(
        static_cast<int64_t>(m_random->GetValue(0.0, static_cast<double>(max.GetNanoSeconds()))));
}

double
BroadcastProtocol::Draw()
{
    return m_random->GetValue(0.0, 1.0);
}

Time
BroadcastProtocol::ForwardJitter() const
{
    return m_forwardJitter;
}

uint32_t
BroadcastProtocol::MaxMessageBytes() const
{
    return m_maxMessageBytes;
}

} // namespace ns3::pubsub::manet
