// SPDX-License-Identifier: GPL-2.0-only
#include "broker-filter-changes.h"

#include "ns3/log.h"

#include <algorithm>
#include <iterator>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerFilterChanges");

namespace
{

/**
 * @brief Add what one set of filters has and another has not.
 * @param changes added to
 * @param some filters; null: none
 * @param others filters; null: none
 * @param change without its filter
 */
void
AddMissing(std::vector<FilterChange>& changes,
           const FilterPool::Shared& some,
           const FilterPool::Shared& others,
           FilterChange change)
{
    static const std::vector<Filter> none;
    const auto& has = some ? some->Filters() : none;
    const auto& hasNot = others ? others->Filters() : none;
    std::vector<Filter> missing;
    std::set_difference(has.begin(),
                        has.end(),
                        hasNot.begin(),
                        hasNot.end(),
                        std::back_inserter(missing));
    for (Filter& filter : missing)
    {
        change.filter = std::move(filter);
        changes.push_back(change);
    }
}

} // namespace

std::vector<FilterChange>
FilterChanges::EndStep(const OriginTable& table)
{
    NS_LOG_FUNCTION(this);
    std::vector<FilterChange> changes;
    if (m_version == table.GetVersion())
    {
        return changes;
    }
    std::map<NodeId, Known> now;
    for (const auto& [origin, entry] : table.All())
    {
        now[origin] = {entry.via, entry.filters};
        const Known before = m_before.contains(origin) ? m_before[origin] : Known();
        if (before.filters != entry.filters)
        {
            AddMissing(changes, entry.filters, before.filters, {{}, entry.via, true});
            AddMissing(changes, before.filters, entry.filters, {{}, entry.via, false});
        }
    }
    for (const auto& [origin, before] : m_before)
    {
        if (!now.contains(origin))
        {
            AddMissing(changes, before.filters, nullptr, {{}, before.via, false});
        }
    }
    m_before = std::move(now);
    m_version = table.GetVersion();
    return changes;
}

void
FilterChanges::Clear()
{
    m_before.clear();
    m_version = 0;
}

} // namespace ns3::pubsub::broker
