// SPDX-License-Identifier: GPL-2.0-only
#include "broker-filter-table.h"

#include "ns3/log.h"

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerFilterTable");

bool
FilterTable::Add(NodeId neighbour, const std::vector<Filter>& filters, Time until)
{
    NS_LOG_FUNCTION(this << neighbour << filters.size() << until);
    bool isChanged = false;
    for (const Filter& filter : filters)
    {
        isChanged = m_filters[neighbour].Add(filter) || isChanged;
        if (until < Time::Max())
        {
            m_expiries[neighbour][filter] = until;
        }
        else
        {
            m_expiries[neighbour].erase(filter);
        }
    }
    return isChanged;
}

bool
FilterTable::Remove(NodeId neighbour, const std::vector<Filter>& filters)
{
    NS_LOG_FUNCTION(this << neighbour << filters.size());
    const auto known = m_filters.find(neighbour);
    if (known == m_filters.end())
    {
        return false;
    }
    bool isChanged = false;
    for (const Filter& filter : filters)
    {
        isChanged = known->second.Remove(filter) || isChanged;
        m_expiries[neighbour].erase(filter);
    }
    if (known->second.IsEmpty())
    {
        m_filters.erase(known);
        m_expiries.erase(neighbour);
    }
    return isChanged;
}

bool
FilterTable::Expire(Time now)
{
    NS_LOG_FUNCTION(this << now);
    std::map<NodeId, std::vector<Filter>> ended;
    for (const auto& [neighbour, expiries] : m_expiries)
    {
        for (const auto& [filter, until] : expiries)
        {
            if (until <= now)
            {
                ended[neighbour].push_back(filter);
            }
        }
    }
    for (const auto& [neighbour, filters] : ended)
    {
        Remove(neighbour, filters);
    }
    return !ended.empty();
}

void
FilterTable::Clear()
{
    NS_LOG_FUNCTION(this);
    m_filters.clear();
    m_expiries.clear();
}

const Subscription&
FilterTable::Of(NodeId neighbour) const
{
    static const Subscription none;
    const auto known = m_filters.find(neighbour);
    return known == m_filters.end() ? none : known->second;
}

const std::map<NodeId, Subscription>&
FilterTable::All() const
{
    return m_filters;
}

std::size_t
FilterTable::Size() const
{
    std::size_t size = 0;
    for (const auto& [neighbour, filters] : m_filters)
    {
        size += filters.Filters().size();
    }
    return size;
}

} // namespace ns3::pubsub::broker
