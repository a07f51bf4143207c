// SPDX-License-Identifier: GPL-2.0-only
#include "manet-downstream-table.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("DownstreamTable");

DownstreamTable::DownstreamTable(const BloomShape& shape)
    : m_shape(shape)
{
}

void
DownstreamTable::BeginRound(Time settled)
{
    NS_LOG_FUNCTION(this);
    ++m_round;
    m_settled = settled;
}

bool
DownstreamTable::Ask(NodeId neighbour, const BloomFilter& filter, Time now, Time expires)
{
    NS_LOG_FUNCTION(this);
    std::erase_if(m_entries, [now](const auto& entry) { return entry.second.expires <= now; });
    if (filter.IsEmpty())
    {
        m_entries.erase(neighbour);
        return true;
    }
    if (m_entries.size() >= MAX_NEIGHBOURS && !m_entries.contains(neighbour))
    {
        return false;
    }
    m_entries.insert_or_assign(neighbour, Entry{filter, expires, m_round});
    return true;
}

bool
DownstreamTable::Overhear(NodeId neighbour, const BloomFilter& filter, Time now)
{
    NS_LOG_FUNCTION(this);
    const auto at = m_entries.find(neighbour);
    if (at == m_entries.end())
    {
        return false;
    }
    BloomFilter wanted = filter;
    if (now < m_settled)
    {
        wanted.Unite(at->second.filter);
    }
    if (wanted == at->second.filter)
    {
        return false;
    }
    if (wanted.IsEmpty())
    {
        m_entries.erase(at);
    }
    else
    {
        at->second.filter = wanted;
    }
    return true;
}

BloomFilter
DownstreamTable::Wanted(Time now) const
{
    NS_LOG_FUNCTION(this);
    BloomFilter all(m_shape);
    for (const auto& [neighbour, entry] : m_entries)
    {
        if (entry.expires > now)
        {
            all.Unite(entry.filter);
        }
    }
    return all;
}

BloomFilter
DownstreamTable::WantedLately(Time now, NodeId nextHop) const
{
    NS_LOG_FUNCTION(this);
    BloomFilter lately(m_shape);
    for (const auto& [neighbour, entry] : m_entries)
    {
        if (entry.expires > now && neighbour != nextHop && m_round - entry.round <= 1)
        {
            lately.Unite(entry.filter);
        }
    }
    return lately;
}

bool
DownstreamTable::IsEmpty(Time now) const
{
    return std::none_of(m_entries.begin(), m_entries.end(), [now](const auto& entry) {
        return entry.second.expires > now;
    });
}

} // namespace ns3::pubsub::manet
