// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-known-filters.h"

#include "pubsub-recent-texts.h"
#include "pubsub-simulation-owned.h"

#include <string>

namespace ns3::pubsub
{

namespace
{

/// Filters that are remembered: more than a published experiment has (12,000).
using KnownFilters = RecentTexts<Filter, 16384>;

} // namespace

std::optional<Filter>
ReadFilter(std::string_view text)
{
    return SimulationOwned<KnownFilters>::Get().Find(text, [text] {
        return Filter::Parse(std::string(text));
    });
}

} // namespace ns3::pubsub
