// SPDX-License-Identifier: GPL-2.0-only
#include "broker-filter-sets.h"

#include <algorithm>

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

std::vector<std::string>
ElementsWhere(const std::vector<RoutedFilter>& rows,
              const std::function<bool(const RoutedFilter&)>& isWanted,
              SetElements kind)
{
    std::vector<std::string> elements;
    for (const RoutedFilter& row : rows)
    {
        if (!isWanted(row))
        {
            continue;
        }
        if (kind == SetElements::FILTERS)
        {
            elements.push_back(row.filter.Text());
            continue;
        }
        for (const Predicate& predicate : row.filter.Predicates())
        {
            elements.push_back(predicate.Text());
        }
    }
    std::sort(elements.begin(), elements.end());
    elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
    return elements;
}

SetOverlap
OverlapOf(const std::vector<std::string>& a, const std::vector<std::string>& b)
{
    int64_t shared = 0;
    for (auto one = a.begin(), other = b.begin(); one != a.end() && other != b.end();)
    {
        const auto order = *one <=> *other;
        shared += order == 0;
        one += order <= 0;
        other += order >= 0;
    }
    return {shared, static_cast<int64_t>(a.size() + b.size()) - shared};
}

} // namespace ns3::pubsub::broker
