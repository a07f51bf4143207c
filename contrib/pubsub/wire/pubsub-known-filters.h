// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_KNOWN_FILTERS_H
#define PUBSUB_KNOWN_FILTERS_H

#include "ns3/pubsub-filter.h"

#include <optional>
#include <string_view>

namespace ns3::pubsub
{

/**
 * @ingroup pubsub
 * @brief Read a filter from its text, which is likely to have been read before.
 *
 * Every neighbour of a node reads the same filters from each of its beacons. The simulation owns
 * the filters that were read, up to a number of them: whatever is received, no more memory is used.
 * @param text see Filter::Parse
 * @return the filter, or nothing if the text is not one
 */
std::optional<Filter> ReadFilter(std::string_view text);

} // namespace ns3::pubsub

#endif
