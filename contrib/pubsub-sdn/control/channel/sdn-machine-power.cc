// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-machine-power.h"

#include "ns3/ipv4-routing-helper.h"
#include "ns3/ipv4-routing-table-entry.h"
#include "ns3/ipv4-static-routing.h"
#include "ns3/ipv4.h"

namespace ns3::pubsub::sdn
{

void
MachinePower::Off(Ptr<Node> node)
{
    m_node = node;
    m_wasUp.clear();
    m_gateways.clear();
    const auto ipv4 = node->GetObject<Ipv4>();
    const auto routing =
        Ipv4RoutingHelper::GetRouting<Ipv4StaticRouting>(ipv4->GetRoutingProtocol());
    for (uint32_t i = 0; routing && i < routing->GetNRoutes(); ++i)
    {
        const Ipv4RoutingTableEntry route = routing->GetRoute(i);
        if (route.IsDefault())
        {
            m_gateways[route.GetInterface()] = {.gateway = route.GetGateway(),
                                                .metric = routing->GetMetric(i)};
        }
    }
    for (uint32_t i = 1; i < ipv4->GetNInterfaces(); ++i)
    {
        m_wasUp[i] = ipv4->IsUp(i);
        ipv4->SetDown(i);
    }
}

void
MachinePower::On()
{
    if (!m_node)
    {
        return;
    }
    const auto ipv4 = m_node->GetObject<Ipv4>();
    const auto routing =
        Ipv4RoutingHelper::GetRouting<Ipv4StaticRouting>(ipv4->GetRoutingProtocol());
    for (const auto& [interface, wasUp] : m_wasUp)
    {
        if (wasUp)
        {
            ipv4->SetUp(interface);
        }
    }
    for (const auto& [interface, route] : m_gateways)
    {
        routing->SetDefaultRoute(route.gateway, interface, route.metric);
    }
    m_node = nullptr;
}

} // namespace ns3::pubsub::sdn
