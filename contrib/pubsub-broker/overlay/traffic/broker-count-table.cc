// SPDX-License-Identifier: GPL-2.0-only
#include "broker-count-table.h"

#include "ns3/log.h"

#include <algorithm>
#include <set>
#include <utility>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerCountTable");

void
CountTable::Record(const CountKey& key, uint64_t count)
{
    NS_LOG_FUNCTION(this << count);
    m_rows[key] += count;
}

void
CountTable::RecordFlow(const FlowRow& row, const std::vector<RoutedFilter>& matching)
{
    NS_LOG_FUNCTION(this << row.flow);
    // Several clients may have subscribed with the same filter: each row counts the flow once.
    std::set<CountKey> rows;
    for (const RoutedFilter& subscription : matching)
    {
        const Filter& filter = subscription.filter;
        // A notification does not go back to the neighbour that sent it.
        if (subscription.place != row.from || subscription.place == LOCAL_CLIENTS)
        {
            rows.insert(
                {TrafficKind::NOTIFICATION, filter, FlowDirection::OUT, subscription.place});
            rows.insert({TrafficKind::NOTIFICATION, filter, FlowDirection::IN, row.from});
        }
    }
    for (const CountKey& key : rows)
    {
        Record(key, row.count);
    }
}

void
CountTable::Clear()
{
    NS_LOG_FUNCTION(this);
    m_rows.clear();
    m_messages.clear();
}

void
CountTable::RecordFilters(CountedFilters message)
{
    NS_LOG_FUNCTION(this << message.filters.size());
    m_messages.push_back(std::move(message));
}

uint64_t
CountTable::Count(const CountKey& key) const
{
    const auto place = m_rows.find(key);
    uint64_t count = place == m_rows.end() ? 0 : place->second;
    for (const CountedFilters& message : m_messages)
    {
        if (message.kind == key.kind && message.direction == key.direction &&
            message.place == key.place)
        {
            count += std::count(message.filters.begin(), message.filters.end(), key.filter);
        }
    }
    return count;
}

} // namespace ns3::pubsub::broker
