// SPDX-License-Identifier: GPL-2.0-only
#include "broker-advertisement-table.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerAdvertisementTable");

AdvertisementTable::Change
AdvertisementTable::Record(const Filter& topic, const StoreRoute& route)
{
    NS_LOG_FUNCTION(this << topic.Text() << route.neighbour << route.store << route.hops);
    auto& routes = m_routes[topic];
    const auto known = std::find_if(routes.begin(), routes.end(), [&route](const auto& other) {
        return other.neighbour == route.neighbour && other.store == route.store;
    });
    if (known != routes.end() && known->hops == route.hops)
    {
        if (known->sequence >= route.sequence)
        {
            return Change::NONE;
        }
        *known = route;
        return known == routes.begin() ? Change::FIRST : Change::RENEWED;
    }
    if (routes.empty() || route.hops < routes.front().hops)
    {
        routes = {route};
        return Change::FIRST;
    }
    if (route.hops > routes.front().hops)
    {
        return Change::NONE;
    }
    routes.push_back(route);
    return Change::EQUAL;
}

AdvertisementTable::Loss
AdvertisementTable::Remove(const Filter& topic, NodeId neighbour, NodeId store)
{
    NS_LOG_FUNCTION(this << topic.Text() << neighbour << store);
    const auto known = m_routes.find(topic);
    if (known == m_routes.end())
    {
        return Loss::NONE;
    }
    auto& routes = known->second;
    const bool isFirst = routes.front().neighbour == neighbour && routes.front().store == store;
    std::erase_if(routes, [neighbour, store](const StoreRoute& route) {
        return route.neighbour == neighbour && route.store == store;
    });
    if (routes.empty())
    {
        m_routes.erase(known);
    }
    return isFirst ? Loss::FIRST : Loss::NONE;
}

std::map<Filter, StoreRoute>
AdvertisementTable::Expire(Time now)
{
    NS_LOG_FUNCTION(this << now);
    std::map<Filter, StoreRoute> lost;
    for (auto& [topic, routes] : m_routes)
    {
        const StoreRoute first = routes.front();
        std::erase_if(routes, [now](const StoreRoute& route) { return route.until <= now; });
        if (first.until <= now)
        {
            lost[topic] = first;
        }
    }
    std::erase_if(m_routes, [](const auto& entry) { return entry.second.empty(); });
    return lost;
}

void
AdvertisementTable::Clear()
{
    NS_LOG_FUNCTION(this);
    m_routes.clear();
}

const std::vector<StoreRoute>&
AdvertisementTable::RoutesOf(const Filter& topic) const
{
    static const std::vector<StoreRoute> none;
    const auto known = m_routes.find(topic);
    return known == m_routes.end() ? none : known->second;
}

std::vector<StoreRoute>
AdvertisementTable::RoutesFor(const Filter& filter, Time now) const
{
    std::vector<StoreRoute> best;
    bool coversAll = false;
    for (const auto& [topic, routes] : m_routes)
    {
        const bool covers = topic.Covers(filter);
        std::vector<StoreRoute> present;
        std::copy_if(routes.begin(),
                     routes.end(),
                     std::back_inserter(present),
                     [now](const StoreRoute& route) { return route.until > now; });
        const bool isNearer =
            best.empty() || (!present.empty() && present.front().hops < best.front().hops);
        if (!present.empty() && (covers || topic.Intersection(filter)) &&
            (covers == coversAll ? isNearer : covers))
        {
            best = present;
            coversAll = covers;
        }
    }
    std::sort(best.begin(), best.end(), [](const StoreRoute& a, const StoreRoute& b) {
        return std::tie(a.neighbour, a.store) < std::tie(b.neighbour, b.store);
    });
    return best;
}

const std::map<Filter, std::vector<StoreRoute>>&
AdvertisementTable::All() const
{
    return m_routes;
}

std::size_t
AdvertisementTable::Size() const
{
    std::size_t size = 0;
    for (const auto& [topic, routes] : m_routes)
    {
        size += routes.size();
    }
    return size;
}

} // namespace ns3::pubsub::broker
