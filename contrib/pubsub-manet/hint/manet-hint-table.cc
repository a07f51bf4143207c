// SPDX-License-Identifier: GPL-2.0-only
#include "manet-hint-table.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("HintTable");

void
HintTable::Configure(Time period, double tolerance, uint8_t maxHint)
{
    NS_LOG_FUNCTION(this);
    m_period = period;
    m_tolerance = tolerance;
    m_maxHint = maxHint;
}

void
HintTable::Heard(NodeId node, const Subscription& wanted, Time now)
{
    NS_LOG_FUNCTION(this);
    if (wanted.IsEmpty())
    {
        m_entries.erase(node);
        return;
    }
    Entry& entry = m_entries[node];
    entry.wanted = wanted; // into the memory of the last one
    entry.heard = now;
}

void
HintTable::Expire(Time now)
{
    NS_LOG_FUNCTION(this);
    std::erase_if(m_entries,
                  [&](const auto& item) { return Missed(item.second, now) > m_maxHint; });
}

void
HintTable::Clear()
{
    m_entries.clear();
}

Hints
HintTable::All(Time now) const
{
    return Those(now, [](const Subscription&) { return true; });
}

Hints
HintTable::Matching(const Content& content, Time now) const
{
    return Those(now, [&content](const Subscription& wanted) { return wanted.Matches(content); });
}

template <typename Predicate>
Hints
HintTable::Those(Time now, Predicate isOne) const
{
    Hints hints;
    for (const auto& [node, entry] : m_entries)
    {
        if (const uint64_t missed = Missed(entry, now); missed <= m_maxHint && isOne(entry.wanted))
        {
            hints.emplace_hint(hints.end(), node, static_cast<uint8_t>(missed));
        }
    }
    return hints;
}

uint64_t
HintTable::Missed(const Entry& entry, Time now) const
{
    if (now - entry.heard < m_period)
    {
        return 0; // as below, but most are asked for within a period
    }
    const double periods = (now - entry.heard).GetSeconds() / m_period.GetSeconds();
    return static_cast<uint64_t>(std::max(0.0, periods - m_tolerance));
}

} // namespace ns3::pubsub::manet
