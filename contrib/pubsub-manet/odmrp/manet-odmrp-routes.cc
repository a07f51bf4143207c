// SPDX-License-Identifier: GPL-2.0-only
#include "manet-odmrp-routes.h"

#include "ns3/log.h"

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("OdmrpRoutes");

OdmrpRoute*
OdmrpRouteTable::Renew(uint32_t group, NodeId source, Time now)
{
    NS_LOG_FUNCTION(this);
    const auto key = std::make_pair(group, source);
    if (m_routes.size() >= MAX_ROUTES && !m_routes.contains(key))
    {
        std::erase_if(m_routes, [now](const auto& entry) { return entry.second.expires <= now; });
        if (m_routes.size() >= MAX_ROUTES)
        {
            return nullptr;
        }
    }
    OdmrpRoute& route = m_routes[key];
    route = OdmrpRoute();
    return &route;
}

OdmrpRoute*
OdmrpRouteTable::Find(uint32_t group, NodeId source, Time now)
{
    const auto at = m_routes.find({group, source});
    return at != m_routes.end() && at->second.expires > now ? &at->second : nullptr;
}

const OdmrpRoute*
OdmrpRouteTable::Find(uint32_t group, NodeId source, Time now) const
{
    const auto at = m_routes.find({group, source});
    return at != m_routes.end() && at->second.expires > now ? &at->second : nullptr;
}

std::vector<NodeId>
OdmrpRouteTable::Sources(uint32_t group, Time now) const
{
    NS_LOG_FUNCTION(this);
    std::vector<NodeId> sources;
    for (auto at = m_routes.lower_bound({group, 0});
         at != m_routes.end() && at->first.first == group;
         ++at)
    {
        if (at->second.expires > now)
        {
            sources.push_back(at->first.second);
        }
    }
    return sources;
}

} // namespace ns3::pubsub::manet
