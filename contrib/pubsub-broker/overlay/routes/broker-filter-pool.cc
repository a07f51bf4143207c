// SPDX-License-Identifier: GPL-2.0-only
#include "broker-filter-pool.h"

#include <algorithm>

namespace ns3::pubsub::broker
{

FilterPool::Shared
FilterPool::Share(NodeId origin, uint32_t sequence, const Subscription& filters)
{
    const auto isUnused = [](const auto& set) { return set.expired(); };
    if (m_sets.size() >= m_limit)
    {
        std::erase_if(m_sets, [&isUnused](const auto& entry) {
            return std::all_of(entry.second.begin(), entry.second.end(), isUnused);
        });
        m_limit = std::max(MANY, 2 * m_sets.size());
    }
    auto& sets = m_sets[{origin, sequence}];
    std::erase_if(sets, isUnused);
    for (const auto& set : sets)
    {
        const Shared known = set.lock();
        if (known && known->Filters() == filters.Filters())
        {
            return known;
        }
    }
    auto fresh = std::make_shared<const AdvertisedFilters>(filters);
    sets.push_back(fresh);
    return fresh;
}

} // namespace ns3::pubsub::broker
