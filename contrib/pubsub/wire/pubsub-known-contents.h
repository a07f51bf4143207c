// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_KNOWN_CONTENTS_H
#define PUBSUB_KNOWN_CONTENTS_H

#include "ns3/pubsub-content.h"

#include <cstdint>
#include <optional>
#include <span>

namespace ns3::pubsub
{

/**
 * @ingroup pubsub
 * @brief Read what an event is about from its octets, which are likely to have been read before.
 *
 * An event crosses many links, and each message has other octets: it counts the links. What the
 * event is about stays the same. The simulation owns what was read, up to a number of contents:
 * whatever is received, no more memory is used.
 * @param octets of a topic and of a list of names and values; all of them, and no more
 * @return the content, or nothing if a text is not well formed
 */
std::optional<Content> ReadContent(std::span<const uint8_t> octets);

} // namespace ns3::pubsub

#endif
