// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-unicast-endpoint.h"

#include "ns3/inet-socket-address.h"
#include "ns3/ipv4.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/udp-socket-factory.h"

namespace ns3::pubsub
{

NS_LOG_COMPONENT_DEFINE("PubSubUnicastEndpoint");

NS_OBJECT_ENSURE_REGISTERED(UnicastEndpoint);

TypeId
UnicastEndpoint::GetTypeId()
{
    static TypeId tid = TypeId("ns3::pubsub::UnicastEndpoint")
                            .SetParent<Endpoint>()
                            .SetGroupName("PubSub")
                            .AddConstructor<UnicastEndpoint>();
    return tid;
}

UnicastEndpoint::UnicastEndpoint() = default;

UnicastEndpoint::~UnicastEndpoint() = default;

void
UnicastEndpoint::Install(const NodeContainer& nodes)
{
    NS_LOG_FUNCTION(nodes.GetN());
    std::vector<Peer> all;
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        auto endpoint = CreateObject<UnicastEndpoint>();
        (*node)->AddApplication(endpoint);
        endpoint->SetStartTime(Seconds(0));
        // Interface 0 is the loopback.
        all.push_back({endpoint, (*node)->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal()});
    }
    for (const Peer& one : all)
    {
        for (const Peer& other : all)
        {
            if (other.endpoint != one.endpoint)
            {
                one.endpoint->m_peers.push_back(other);
            }
        }
    }
}

void
UnicastEndpoint::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_peers.clear();
    m_socket = nullptr;
    Endpoint::DoDispose();
}

void
UnicastEndpoint::OpenTransport()
{
    NS_LOG_FUNCTION(this);
    m_socket = Socket::CreateSocket(GetNode(), UdpSocketFactory::GetTypeId());
    m_socket->SetIpTtl(TTL);
    m_socket->SetIpRecvTtl(true);
    if (m_socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT)) != 0)
    {
        NS_FATAL_ERROR("node " << GetNodeId() << ": UDP port " << PORT << " is taken");
    }
    m_socket->SetRecvCallback(MakeCallback(&UnicastEndpoint::Receive, this));
}

void
UnicastEndpoint::CloseTransport()
{
    NS_LOG_FUNCTION(this);
    m_socket->Close();
    m_socket = nullptr;
}

void
UnicastEndpoint::Join()
{
}

void
UnicastEndpoint::Leave()
{
}

void
UnicastEndpoint::Originate(const EventMessage& event)
{
    NS_LOG_FUNCTION(this << event.sequence);
    for (const Peer& peer : m_peers)
    {
        if (peer.endpoint->IsRunning() && peer.endpoint->GetInherent().Matches(event.content))
        {
            SendTo(event, peer);
        }
    }
}

void
UnicastEndpoint::SendTo(const EventMessage& event, const Peer& peer)
{
    if (IsSilent())
    {
        return;
    }
    EventMessage first = event;
    first.hops = 1;
    CommonMessage common;
    common.type = static_cast<uint8_t>(EventMessage::TYPE);
    common.node = GetNodeId();
    Ptr<Packet> packet = Create<Packet>(event.payloadBytes);
    packet->AddHeader(MessageHeader<EventMessage>(first));
    packet->AddHeader(MessageHeader<CommonMessage>(common));
    const uint32_t bytes = packet->GetSize();
    if (m_socket->SendTo(packet, 0, InetSocketAddress(peer.address, PORT)) < 0)
    {
        Drop("socket refused " + MessageTypeName(EventMessage::TYPE), bytes);
        return;
    }
    TraceData(event, EventMessage::TYPE, bytes, peer.endpoint->GetNodeId());
}

void
UnicastEndpoint::Receive(Ptr<Socket> socket)
{
    NS_LOG_FUNCTION(this << socket);
    Address from;
    while (Ptr<Packet> packet = socket->RecvFrom(from))
    {
        ReceiveOne(packet);
    }
}

void
UnicastEndpoint::ReceiveOne(Ptr<Packet> packet)
{
    const uint32_t bytes = packet->GetSize();
    SocketIpTtlTag ttl;
    const bool hasTtl = packet->RemovePacketTag(ttl);
    CommonMessage common;
    if (!ReadCommon(packet, common))
    {
        return;
    }
    const MessageType type{common.type};
    if (type != EventMessage::TYPE)
    {
        Drop("not for this protocol: " + MessageTypeName(type), bytes);
        return;
    }
    const auto read = Read<EventMessage>(packet);
    if (read && IsPossible(*read))
    {
        EventMessage event = *read;
        event.hops = hasTtl && ttl.GetTtl() <= TTL ? TTL - ttl.GetTtl() + 1 : event.hops;
        Accept(event);
    }
}

} // namespace ns3::pubsub
