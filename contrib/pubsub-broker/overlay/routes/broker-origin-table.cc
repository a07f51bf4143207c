// SPDX-License-Identifier: GPL-2.0-only
#include "broker-origin-table.h"

#include "ns3/log.h"
#include "ns3/pubsub-simulation-owned.h"

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerOriginTable");

bool
OriginTable::IsNews(const OriginFilters& message, NodeId via) const
{
    const auto known = m_entries.find(message.origin);
    if (known == m_entries.end())
    {
        return true;
    }
    const auto age = static_cast<int32_t>(message.sequence - known->second.sequence);
    // A change may take several messages of one sequence. All changes come the way that leads to
    // the origin: another neighbour has nothing to say about it.
    return age >= 0 && known->second.via == via;
}

bool
OriginTable::Apply(const OriginFilters& message, NodeId via)
{
    NS_LOG_FUNCTION(this << message.origin << message.sequence << via);
    if (!IsNews(message, via))
    {
        return false;
    }
    const auto known = m_entries.find(message.origin);
    const bool isNew = known == m_entries.end();
    const auto action = static_cast<FilterAction>(message.action);
    Subscription filters;
    if (!isNew && action != FilterAction::REPLACE)
    {
        filters = *known->second.filters;
    }
    for (const Filter& filter : message.filters)
    {
        action == FilterAction::REMOVE ? filters.Remove(filter) : filters.Add(filter);
    }
    const bool isSame = !isNew && filters.Filters() == known->second.filters->Filters();
    if (isSame && known->second.sequence == message.sequence)
    {
        return false;
    }
    Entry& entry = m_entries[message.origin];
    entry.via = isNew ? via : entry.via;
    entry.sequence = message.sequence;
    entry.hops = message.hops;
    entry.filters =
        SimulationOwned<FilterPool>::Get().Share(message.origin, message.sequence, filters);
    ++m_version;
    ++m_filtersVersion;
    return true;
}

void
OriginTable::Redirect(const std::set<NodeId>& origins, NodeId via)
{
    NS_LOG_FUNCTION(this << origins.size() << via);
    for (NodeId origin : origins)
    {
        const auto known = m_entries.find(origin);
        if (known != m_entries.end())
        {
            known->second.via = via;
        }
    }
    ++m_version;
}

void
OriginTable::Erase(NodeId origin)
{
    NS_LOG_FUNCTION(this << origin);
    m_entries.erase(origin);
    ++m_version;
    ++m_filtersVersion;
}

void
OriginTable::Clear()
{
    NS_LOG_FUNCTION(this);
    m_entries.clear();
    ++m_version;
    ++m_filtersVersion;
}

std::set<NodeId>
OriginTable::NotVia(NodeId neighbour) const
{
    std::set<NodeId> origins;
    for (const auto& [origin, entry] : m_entries)
    {
        if (entry.via != neighbour)
        {
            origins.insert(origin);
        }
    }
    return origins;
}

std::set<NodeId>
OriginTable::Via(NodeId neighbour) const
{
    std::set<NodeId> origins;
    for (const auto& [origin, entry] : m_entries)
    {
        if (entry.via == neighbour)
        {
            origins.insert(origin);
        }
    }
    return origins;
}

std::size_t
OriginTable::Size() const
{
    std::size_t size = 0;
    for (const auto& [origin, entry] : m_entries)
    {
        size += entry.filters->Filters().size();
    }
    return size;
}

} // namespace ns3::pubsub::broker
