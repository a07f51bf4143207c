// SPDX-License-Identifier: GPL-2.0-only
#include "broker-advertised-filters.h"

#include <algorithm>

namespace ns3::pubsub::broker
{

bool
IsAdvertisedBy(const Filter& subscribed, const Filter& advertised, AdvertisedRule rule)
{
    return rule == AdvertisedRule::COVERED ? subscribed.Covers(advertised)
                                           : subscribed.Intersection(advertised).has_value();
}

AdvertisedFilters::AdvertisedFilters(const Subscription& filters)
    : Subscription(filters)
{
}

bool
AdvertisedFilters::Advertises(const Filter& filter, AdvertisedRule rule) const
{
    Known& known = m_known[static_cast<std::size_t>(rule)];
    const auto found = known.find(filter);
    if (found != known.end())
    {
        return found->second;
    }
    if (known.size() >= MOST)
    {
        known.clear();
    }
    const bool isAdvertised =
        std::any_of(Filters().begin(), Filters().end(), [&](const Filter& advertised) {
            return IsAdvertisedBy(filter, advertised, rule);
        });
    known.emplace(filter, isAdvertised);
    return isAdvertised;
}

} // namespace ns3::pubsub::broker
