// SPDX-License-Identifier: GPL-2.0-only
#include "broker-linked-endpoint.h"

#include "broker-udp-transport.h"

#include "ns3/log.h"
#include "ns3/node.h"

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerLinkedEndpoint");

NS_OBJECT_ENSURE_REGISTERED(LinkedEndpoint);

TypeId
LinkedEndpoint::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::broker::LinkedEndpoint").SetParent<Endpoint>().SetGroupName("PubSub");
    return tid;
}

LinkedEndpoint::LinkedEndpoint() = default;

LinkedEndpoint::~LinkedEndpoint() = default;

void
LinkedEndpoint::Connect(NodeId node, Ipv4Address address, bool isBroker)
{
    NS_LOG_FUNCTION(this << node << address << isBroker);
    m_neighbours[node] = {address, isBroker};
    m_nodes[address] = node;
}

const std::map<NodeId, LinkedEndpoint::Neighbour>&
LinkedEndpoint::GetNeighbours() const
{
    return m_neighbours;
}

void
LinkedEndpoint::SetTransport(Ptr<DatagramTransport> transport)
{
    NS_LOG_FUNCTION(this << transport);
    NS_ASSERT_MSG(!IsRunning(), "node " << GetNodeId() << " is running");
    m_transport = transport;
}

void
LinkedEndpoint::DoDispose()
{
    NS_LOG_FUNCTION(this);
    if (m_transport)
    {
        m_transport->Dispose();
        m_transport = nullptr;
    }
    Endpoint::DoDispose();
}

void
LinkedEndpoint::OpenTransport()
{
    NS_LOG_FUNCTION(this);
    if (!m_transport)
    {
        m_transport = CreateObject<UdpTransport>();
    }
    m_transport->SetReceiver(MakeCallback(&LinkedEndpoint::Receive, this));
    if (!m_transport->Open(GetNode(), PORT))
    {
        NS_FATAL_ERROR("node " << GetNodeId() << ": UDP port " << PORT << " is taken");
    }
}

void
LinkedEndpoint::CloseTransport()
{
    NS_LOG_FUNCTION(this);
    m_transport->Close();
}

void
LinkedEndpoint::SendEvent(const EventMessage& event, NodeId to)
{
    EventMessage next = event;
    ++next.hops;
    auto packet = Create<Packet>(event.payloadBytes);
    packet->AddHeader(MessageHeader<EventMessage>(next));
    TraceData(event, EventMessage::TYPE, Transmit(packet, EventMessage::TYPE, to), to);
}

std::optional<Ipv4Address>
LinkedEndpoint::AddressOfPeer(NodeId peer) const
{
    const auto neighbour = m_neighbours.find(peer);
    return neighbour == m_neighbours.end() ? std::nullopt
                                           : std::optional(neighbour->second.address);
}

std::optional<NodeId>
LinkedEndpoint::PeerAt(Ipv4Address address) const
{
    const auto node = m_nodes.find(address);
    return node == m_nodes.end() ? std::nullopt : std::optional(node->second);
}

uint32_t
LinkedEndpoint::Transmit(Ptr<Packet> packet, MessageType type, NodeId to)
{
    const auto address = AddressOfPeer(to);
    NS_ASSERT_MSG(address, "node " << to << " is no peer");
    if (IsSilent() || !m_transport || !m_transport->IsOpen())
    {
        return 0;
    }
    CommonMessage common;
    common.type = static_cast<uint8_t>(type);
    common.node = GetNodeId();
    packet->AddHeader(MessageHeader<CommonMessage>(common));
    const uint32_t bytes = packet->GetSize();
    if (!m_transport->Send(packet, *address))
    {
        Drop("socket refused " + MessageTypeName(type), bytes);
        return 0;
    }
    return bytes;
}

void
LinkedEndpoint::Receive(Ptr<Packet> packet, Ipv4Address address)
{
    const uint32_t bytes = packet->GetSize();
    CommonMessage common;
    if (!ReadCommon(packet, common))
    {
        return;
    }
    if (PeerAt(address) != common.node)
    {
        Drop("not from a neighbour", bytes);
        return;
    }
    const MessageType type{common.type};
    if (type != EventMessage::TYPE)
    {
        ReceiveControl(type, common.node, packet);
        return;
    }
    const auto event = Read<EventMessage>(packet);
    if (event && IsPossible(*event))
    {
        ReceiveEvent(*event, common.node);
    }
}

} // namespace ns3::pubsub::broker
