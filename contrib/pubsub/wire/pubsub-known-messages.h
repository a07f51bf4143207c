// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_KNOWN_MESSAGES_H
#define PUBSUB_KNOWN_MESSAGES_H

#include "pubsub-wire-archive.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace ns3::pubsub
{

/**
 * @ingroup pubsub
 * @brief A message from the air, and the octets that it was read from.
 * @tparam Message a struct with Fields()
 */
template <typename Message>
struct KnownMessage
{
    std::vector<uint8_t> octets; ///< all that was read
    Message message;             ///< what they say
};

/**
 * @ingroup pubsub
 * @brief Read a message, unless that was done for somebody else: a broadcast is heard by many.
 *
 * Some that were read are remembered, as many as there are places: whatever comes from the air, no
 * more memory is used. What a message says depends on nothing but its octets, so it makes no
 * difference to a simulation where it is taken from.
 * @tparam Message a struct with Fields()
 * @param octets of the message, and perhaps more behind it
 * @return the message and its octets; nothing if they are too few or not well formed
 */
template <typename Message>
std::shared_ptr<const KnownMessage<Message>>
ReadMessage(std::span<const uint8_t> octets)
{
    // More than there are frames on the air at one time, but in the largest of networks.
    constexpr std::size_t places = 256;
    // Beacons begin with a number and the sender's filters, events with who published them.
    constexpr std::size_t beginning = 64;
    static std::array<std::shared_ptr<const KnownMessage<Message>>, places> known;
    const auto first = octets.first(std::min(octets.size(), beginning));
    const std::string_view text(reinterpret_cast<const char*>(first.data()), first.size());
    auto& place = known[(std::hash<std::string_view>()(text) + octets.size()) % places];
    if (place && place->octets.size() <= octets.size() &&
        std::equal(place->octets.begin(), place->octets.end(), octets.begin()))
    {
        return place;
    }
    auto fresh = std::make_shared<KnownMessage<Message>>();
    WireReader reader(octets);
    Message::Fields(reader, fresh->message);
    if (!reader.IsGood())
    {
        return nullptr;
    }
    fresh->octets.assign(octets.begin(), octets.begin() + reader.Bytes());
    place = std::move(fresh);
    return place;
}

} // namespace ns3::pubsub

#endif
