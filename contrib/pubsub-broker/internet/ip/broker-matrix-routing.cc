// SPDX-License-Identifier: GPL-2.0-only
#include "broker-matrix-routing.h"

#include "ns3/broker-addresses.h"
#include "ns3/icmpv4-l4-protocol.h"
#include "ns3/ipv4-route.h"
#include "ns3/log.h"
#include "ns3/net-device.h"
#include "ns3/output-stream-wrapper.h"

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerMatrixRouting");

NS_OBJECT_ENSURE_REGISTERED(MatrixRouting);

TypeId
MatrixRouting::GetTypeId()
{
    static TypeId tid = TypeId("ns3::pubsub::broker::MatrixRouting")
                            .SetParent<Ipv4RoutingProtocol>()
                            .SetGroupName("PubSub")
                            .AddConstructor<MatrixRouting>();
    return tid;
}

MatrixRouting::MatrixRouting() = default;

MatrixRouting::~MatrixRouting() = default;

void
MatrixRouting::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_ipv4 = nullptr;
    m_routes.clear();
    Ipv4RoutingProtocol::DoDispose();
}

void
MatrixRouting::Install(std::shared_ptr<const ForwardingMatrix> matrix,
                       RouterId router,
                       BrokerId broker,
                       const std::vector<Ptr<NetDevice>>& devices)
{
    NS_LOG_FUNCTION(this << router << broker << devices.size());
    m_matrix = std::move(matrix);
    m_router = router;
    m_broker = broker;
    for (const Ptr<NetDevice>& device : devices)
    {
        const auto route = Create<Ipv4Route>();
        // Without a gateway, the IP stack sends to the destination itself: the other end of the
        // link takes every frame.
        route->SetGateway(Ipv4Address::GetAny());
        route->SetOutputDevice(device);
        route->SetSource(broker == NO_BROKER ? Ipv4Address::GetAny() : AddressOfBroker(broker));
        m_routes.push_back(route);
    }
}

Ptr<Ipv4Route>
MatrixRouting::RouteTo(Ipv4Address address) const
{
    const BrokerId to = BrokerAtAddress(address.Get(), m_matrix->GetBrokers());
    if (to == NO_BROKER || to == m_broker)
    {
        return nullptr;
    }
    return m_routes[m_matrix->PortTo(to, m_router)];
}

Ptr<Ipv4Route>
MatrixRouting::RouteOutput(Ptr<Packet> p,
                           const Ipv4Header& header,
                           Ptr<NetDevice> oif,
                           Socket::SocketErrno& sockerr)
{
    NS_LOG_FUNCTION(this << p << header << oif);
    const bool isIcmp = header.GetProtocol() == Icmpv4L4Protocol::PROT_NUMBER;
    const auto route = isIcmp || m_broker == NO_BROKER ? nullptr : RouteTo(header.GetDestination());
    sockerr = route ? Socket::ERROR_NOTERROR : Socket::ERROR_NOROUTETOHOST;
    return route;
}

bool
MatrixRouting::RouteInput(Ptr<const Packet> p,
                          const Ipv4Header& header,
                          Ptr<const NetDevice> idev,
                          const UnicastForwardCallback& ucb,
                          const MulticastForwardCallback& mcb,
                          const LocalDeliverCallback& lcb,
                          const ErrorCallback& ecb)
{
    NS_LOG_FUNCTION(this << p << header << idev << &mcb);
    const Ipv4Address destination = header.GetDestination();
    if (m_broker != NO_BROKER && destination == AddressOfBroker(m_broker))
    {
        lcb(p, header, static_cast<uint32_t>(m_ipv4->GetInterfaceForDevice(idev)));
        return true;
    }
    const auto route = RouteTo(destination);
    if (!route)
    {
        ecb(p, header, Socket::ERROR_NOROUTETOHOST);
        return false;
    }
    ucb(route, p, header);
    return true;
}

void
MatrixRouting::NotifyInterfaceUp(uint32_t interface)
{
    NS_LOG_FUNCTION(this << interface);
}

void
MatrixRouting::NotifyInterfaceDown(uint32_t interface)
{
    NS_LOG_FUNCTION(this << interface);
}

void
MatrixRouting::NotifyAddAddress(uint32_t interface, Ipv4InterfaceAddress address)
{
    NS_LOG_FUNCTION(this << interface << address);
}

void
MatrixRouting::NotifyRemoveAddress(uint32_t interface, Ipv4InterfaceAddress address)
{
    NS_LOG_FUNCTION(this << interface << address);
}

void
MatrixRouting::SetIpv4(Ptr<Ipv4> ipv4)
{
    NS_LOG_FUNCTION(this << ipv4);
    m_ipv4 = ipv4;
}

void
MatrixRouting::PrintRoutingTable(Ptr<OutputStreamWrapper> stream, Time::Unit unit) const
{
    NS_LOG_FUNCTION(this << stream << static_cast<int>(unit));
    for (BrokerId broker = 0; broker < m_matrix->GetBrokers(); ++broker)
    {
        *stream->GetStream() << AddressOfBroker(broker) << " port "
                             << m_matrix->PortTo(broker, m_router) << "\n";
    }
}

} // namespace ns3::pubsub::broker
