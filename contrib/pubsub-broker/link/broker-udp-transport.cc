// SPDX-License-Identifier: GPL-2.0-only
#include "broker-udp-transport.h"

#include "ns3/inet-socket-address.h"
#include "ns3/log.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerUdpTransport");

NS_OBJECT_ENSURE_REGISTERED(UdpTransport);

TypeId
UdpTransport::GetTypeId()
{
    static TypeId tid = TypeId("ns3::pubsub::broker::UdpTransport")
                            .SetParent<DatagramTransport>()
                            .SetGroupName("PubSub")
                            .AddConstructor<UdpTransport>()
                            .AddAttribute("Ttl",
                                          "Time to live of a datagram: links that it may cross.",
                                          UintegerValue(1),
                                          MakeUintegerAccessor(&UdpTransport::m_ttl),
                                          MakeUintegerChecker<uint8_t>(1))
                            .AddAttribute("MaxPayload",
                                          "Longest payload that is accepted, bytes. IPv4 fragments "
                                          "a datagram that is longer than a link's frame.",
                                          UintegerValue(LONGEST_PAYLOAD),
                                          MakeUintegerAccessor(&UdpTransport::m_maxPayload),
                                          MakeUintegerChecker<uint32_t>(0, LONGEST_PAYLOAD));
    return tid;
}

UdpTransport::UdpTransport() = default;

UdpTransport::~UdpTransport() = default;

void
UdpTransport::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_socket = nullptr;
    DatagramTransport::DoDispose();
}

bool
UdpTransport::Open(Ptr<Node> node, uint16_t port)
{
    NS_LOG_FUNCTION(this << node << port);
    const auto socket = Socket::CreateSocket(node, UdpSocketFactory::GetTypeId());
    socket->SetIpTtl(m_ttl);
    if (socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), port)) != 0)
    {
        return false;
    }
    socket->SetRecvCallback(MakeCallback(&UdpTransport::Receive, this));
    m_socket = socket;
    m_port = port;
    return true;
}

void
UdpTransport::Close()
{
    NS_LOG_FUNCTION(this);
    m_socket->Close();
    m_socket = nullptr;
}

bool
UdpTransport::IsOpen() const
{
    return m_socket != nullptr;
}

bool
UdpTransport::Send(Ptr<Packet> packet, Ipv4Address to)
{
    NS_LOG_FUNCTION(this << to);
    return packet->GetSize() <= m_maxPayload &&
           m_socket->SendTo(packet, 0, InetSocketAddress(to, m_port)) >= 0;
}

void
UdpTransport::Receive(Ptr<Socket> socket)
{
    NS_LOG_FUNCTION(this << socket);
    Address from;
    while (Ptr<Packet> packet = socket->RecvFrom(from))
    {
        Deliver(packet, InetSocketAddress::ConvertFrom(from).GetIpv4());
    }
}

} // namespace ns3::pubsub::broker
