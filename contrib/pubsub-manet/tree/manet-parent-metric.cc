// SPDX-License-Identifier: GPL-2.0-only
#include "manet-parent-metric.h"

#include <algorithm>

namespace ns3::pubsub::manet
{

double
MarginalOverhead(const std::vector<WeightedFilter>& events,
                 const Subscription& effective,
                 const Subscription& inherent,
                 const Subscription& proxied)
{
    double overhead = 0.0;
    for (const WeightedFilter& event : events)
    {
        if (proxied.Covers(event.filter))
        {
            continue;
        }
        double each = 0.0;
        for (const Filter& filter : effective.Filters())
        {
            const auto wanted = filter.Intersection(event.filter);
            if (wanted && !proxied.Covers(*wanted))
            {
                each = std::max(each, inherent.Covers(*wanted) ? 1.0 : 2.0);
            }
        }
        overhead += event.count * each;
    }
    return overhead;
}

Subscription
ProxiedForOthers(const std::vector<WeightedFilter>& proxied, const Subscription& own)
{
    Subscription others;
    for (const WeightedFilter& entry : proxied)
    {
        const auto& filters = own.Filters();
        const bool mine = std::binary_search(filters.begin(), filters.end(), entry.filter);
        if (entry.count > (mine ? 1 : 0))
        {
            others.Add(entry.filter);
        }
    }
    return others;
}

double
ParentMetricValue(ParentMetric metric, std::size_t hops, double marginal)
{
    switch (metric)
    {
    case ParentMetric::HOPS:
        return static_cast<double>(hops);
    case ParentMetric::OVERHEAD:
        return marginal;
    case ParentMetric::COMBO:
        return marginal * static_cast<double>(hops);
    }
    return 0.0;
}

} // namespace ns3::pubsub::manet
