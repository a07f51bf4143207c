// SPDX-License-Identifier: GPL-2.0-only
#include "broker-underlay.h"

#include "ns3/abort.h"
#include "ns3/broker-input.h"
#include "ns3/log.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerUnderlay");

Underlay::Underlay(uint32_t routers)
    : m_ports(routers)
{
    NS_ABORT_MSG_IF(routers > MOST_ROUTERS, routers << " routers, expected at most 65535");
}

Underlay::Underlay(const BrokerGraph& graph, const LinkSpeed& speed)
    : Underlay(graph.Size())
{
    for (const auto& [a, b] : graph.Links())
    {
        AddLink(a, b, speed);
    }
}

RouterId
Underlay::AddRouter()
{
    NS_ABORT_MSG_IF(Size() == MOST_ROUTERS, "more than 65535 routers");
    m_ports.emplace_back();
    return Size() - 1;
}

bool
Underlay::AddLink(RouterId a, RouterId b, const LinkSpeed& speed)
{
    NS_LOG_FUNCTION(this << a << b << speed.delayNs << speed.rateBps);
    NS_ABORT_MSG_IF(a == b || std::max(a, b) >= Size(), "no link can join " << a << " and " << b);
    NS_ABORT_MSG_IF(speed.delayNs < 0 || speed.rateBps == 0, "a link needs a delay and a rate");
    // The end with fewer links is the one to search.
    const auto& fewer = m_ports[a].size() < m_ports[b].size() ? m_ports[a] : m_ports[b];
    const RouterId other = &fewer == &m_ports[a] ? b : a;
    if (std::any_of(fewer.begin(), fewer.end(), [other](const UnderlayPort& port) {
            return port.neighbour == other;
        }))
    {
        return false;
    }
    const auto link = static_cast<uint32_t>(m_links.size());
    const auto atA = static_cast<PortId>(m_ports[a].size());
    const auto atB = static_cast<PortId>(m_ports[b].size());
    m_ports[a].push_back({.neighbour = b, .reverse = atB, .link = link});
    m_ports[b].push_back({.neighbour = a, .reverse = atA, .link = link});
    m_links.push_back({.a = a, .b = b, .speed = speed});
    return true;
}

uint32_t
Underlay::Size() const
{
    return static_cast<uint32_t>(m_ports.size());
}

const std::vector<UnderlayLink>&
Underlay::Links() const
{
    return m_links;
}

const std::vector<UnderlayPort>&
Underlay::Ports(RouterId router) const
{
    return m_ports[router];
}

void
Underlay::RequireConnected(const std::string& source) const
{
    NS_LOG_FUNCTION(this << source);
    if (m_links.empty())
    {
        throw BrokerInputError(source + " has no link; expected a connected graph");
    }
    std::vector<bool> isReached(Size(), false);
    std::vector<RouterId> queue{0};
    isReached[0] = true;
    for (std::size_t head = 0; head < queue.size(); ++head)
    {
        for (const UnderlayPort& port : m_ports[queue[head]])
        {
            if (!isReached[port.neighbour])
            {
                isReached[port.neighbour] = true;
                queue.push_back(port.neighbour);
            }
        }
    }
    if (queue.size() < Size())
    {
        throw BrokerInputError(source + " is not connected: its first router reaches " +
                               std::to_string(queue.size()) + " of " + std::to_string(Size()) +
                               " routers; expected a connected graph");
    }
}

std::vector<RouterId>
Underlay::DrawRouters(uint32_t count, Ptr<UniformRandomVariable> random) const
{
    NS_LOG_FUNCTION(this << count);
    if (count > Size())
    {
        throw BrokerInputError("the underlay has " + std::to_string(Size()) +
                               " routers, which cannot carry " + std::to_string(count) +
                               " brokers; expected at most one broker a router");
    }
    std::vector<RouterId> routers(Size());
    std::iota(routers.begin(), routers.end(), 0);
    for (uint32_t i = 0; i < count; ++i)
    {
        std::swap(routers[i], routers[random->GetInteger(i, Size() - 1)]);
    }
    routers.resize(count);
    return routers;
}

} // namespace ns3::pubsub::broker
