// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-known-filters.h"

#include "pubsub-simulation-owned.h"

#include <array>
#include <functional>
#include <string>

namespace ns3::pubsub
{

namespace
{

/// A filter that was read.
struct KnownFilter
{
    std::string text; ///< what was read
    Filter filter;    ///< the filter of that text
};

/// The filters that were read lately; one whose text has the same place takes the place.
struct KnownFilters
{
    std::array<KnownFilter, 1024> places; ///< by hash; the empty text is no filter
};

} // namespace

std::optional<Filter>
ReadFilter(std::string_view text)
{
    auto& places = SimulationOwned<KnownFilters>::Get().places;
    KnownFilter& known = places[std::hash<std::string_view>()(text) % places.size()];
    if (known.text == text && !text.empty())
    {
        return known.filter;
    }
    auto filter = Filter::Parse(std::string(text));
    if (filter)
    {
        known = {std::string(text), *filter};
    }
    return filter;
}

} // namespace ns3::pubsub
