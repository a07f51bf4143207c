// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-subscription.h"

#include <algorithm>
#include <utility>

namespace ns3::pubsub
{

Subscription::Subscription(const std::vector<Filter>& filters)
    : m_filters(filters)
{
    std::sort(m_filters.begin(), m_filters.end());
    m_filters.erase(std::unique(m_filters.begin(), m_filters.end()), m_filters.end());
}

bool
Subscription::Add(const Filter& filter)
{
    const auto at = std::lower_bound(m_filters.begin(), m_filters.end(), filter);
    if (at != m_filters.end() && *at == filter)
    {
        return false;
    }
    m_filters.insert(at, filter);
    return true;
}

bool
Subscription::Remove(const Filter& filter)
{
    const auto at = std::lower_bound(m_filters.begin(), m_filters.end(), filter);
    if (at == m_filters.end() || *at != filter)
    {
        return false;
    }
    m_filters.erase(at);
    return true;
}

void
Subscription::Merge(const Subscription& other)
{
    std::vector<Filter> merged;
    merged.reserve(m_filters.size() + other.m_filters.size());
    std::set_union(m_filters.begin(),
                   m_filters.end(),
                   other.m_filters.begin(),
                   other.m_filters.end(),
                   std::back_inserter(merged));
    m_filters.swap(merged);
}

bool
Subscription::Matches(const Content& content) const
{
    return std::any_of(m_filters.begin(), m_filters.end(), [&content](const Filter& filter) {
        return filter.Matches(content);
    });
}

bool
Subscription::Covers(const Filter& filter) const
{
    return std::any_of(m_filters.begin(), m_filters.end(), [&filter](const Filter& ours) {
        return ours.Covers(filter);
    });
}

bool
Subscription::Covers(const Subscription& other) const
{
    return std::all_of(other.m_filters.begin(),
                       other.m_filters.end(),
                       [this](const Filter& filter) { return Covers(filter); });
}

Subscription
Subscription::Reduced() const
{
    Subscription reduced;
    for (const Filter& filter : m_filters)
    {
        // Without predicates to relax, only a wildcard can cover another filter: no need to
        // compare.
        const bool isPlain = filter.Predicates().empty();
        const bool covered =
            std::any_of(m_filters.begin(), m_filters.end(), [&](const Filter& other) {
                return (!isPlain || other.IsSubtree()) && other != filter && other.Covers(filter);
            });
        if (!covered)
        {
            reduced.m_filters.push_back(filter);
        }
    }
    return reduced;
}

std::size_t
Subscription::WireLength() const
{
    std::size_t bytes = 0;
    for (const Filter& filter : m_filters)
    {
        bytes += 1 + filter.WireLength();
    }
    return bytes;
}

Subscription
Subscription::WidenedTo(std::size_t maxBytes) const
{
    Subscription fitting = Reduced();
    while (fitting.WireLength() > maxBytes && fitting.m_filters.size() > 1)
    {
        const auto narrowest =
            std::max_element(fitting.m_filters.begin(),
                             fitting.m_filters.end(),
                             [](const Filter& a, const Filter& b) {
                                 return std::pair(a.Predicates().size(), a.Words().size()) <
                                        std::pair(b.Predicates().size(), b.Words().size());
                             });
        fitting.Add(narrowest->Widened());
        fitting = fitting.Reduced();
    }
    return fitting;
}

} // namespace ns3::pubsub
