// SPDX-License-Identifier: GPL-2.0-only
#include "broker-filter-sets.h"

#include <algorithm>
#include <iterator>

namespace ns3::pubsub::broker
{

double
SetOverlap::Index() const
{
    return either == 0 ? 0.0 : static_cast<double>(common) / static_cast<double>(either);
}

bool
SetOverlap::operator<(const SetOverlap& other) const
{
    // Two empty sets have nothing in common, so 0 of 1 stands for them.
    return common * std::max<int64_t>(other.either, 1) <
           other.common * std::max<int64_t>(either, 1);
}

std::vector<Filter>
FiltersWhere(const std::vector<RoutedFilter>& rows,
             const std::function<bool(const RoutedFilter&)>& isWanted)
{
    std::vector<Filter> filters;
    for (const RoutedFilter& row : rows)
    {
        if (isWanted(row))
        {
            filters.push_back(row.filter);
        }
    }
    std::sort(filters.begin(), filters.end());
    filters.erase(std::unique(filters.begin(), filters.end()), filters.end());
    return filters;
}

SetOverlap
OverlapOf(const std::vector<Filter>& a, const std::vector<Filter>& b)
{
    std::vector<Filter> common;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
    const auto shared = static_cast<int64_t>(common.size());
    return {shared, static_cast<int64_t>(a.size() + b.size()) - shared};
}

} // namespace ns3::pubsub::broker
