// SPDX-License-Identifier: GPL-2.0-only
#include "manet-tree.h"

#include <algorithm>

namespace ns3::pubsub::manet
{

std::vector<WeightedFilter>
Tree::Proxied() const
{
    std::map<Filter, uint16_t> counts;
    for (const auto& [node, child] : children)
    {
        for (const Filter& filter : child.effective.Filters())
        {
            ++counts[filter];
        }
    }
    std::vector<WeightedFilter> proxied;
    for (const auto& [filter, count] : counts)
    {
        proxied.push_back({filter, count});
    }
    return proxied;
}

Subscription
Tree::ProxiedSubscription() const
{
    Subscription proxied;
    for (const auto& [node, child] : children)
    {
        proxied.Merge(child.effective);
    }
    return proxied;
}

bool
Tree::IsWantedByChild(const Content& content) const
{
    return std::any_of(children.begin(), children.end(), [&content](const auto& child) {
        return child.second.effective.Matches(content);
    });
}

} // namespace ns3::pubsub::manet
