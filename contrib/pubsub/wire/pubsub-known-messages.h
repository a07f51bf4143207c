// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_KNOWN_MESSAGES_H
#define PUBSUB_KNOWN_MESSAGES_H

#include "pubsub-simulation-owned.h"
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
 * @brief The messages of one type that were read lately, so that one of many receivers reads them.
 *
 * It has a fixed number of places: whatever is received, no more memory is used. What a message
 * holds depends on nothing but its octets, so it makes no difference to a simulation whether it is
 * read again. The simulation owns the object (SimulationOwned).
 *
 * @tparam Message a struct with Fields()
 */
template <typename Message>
class KnownMessages
{
  public:
    /// @copydoc ReadMessage
    std::shared_ptr<const KnownMessage<Message>> Read(std::span<const uint8_t> octets)
    {
        const auto first = octets.first(std::min(octets.size(), BEGINNING));
        const std::string_view text(reinterpret_cast<const char*>(first.data()), first.size());
        auto& place = m_places[(std::hash<std::string_view>()(text) + octets.size()) % PLACES];
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

  private:
    /// More than there are frames on the air at one time, except in very large networks.
    static constexpr std::size_t PLACES = 256;

    /// Octets that tell messages apart: beacons begin with a number and the sender's filters,
    /// events with their publisher.
    static constexpr std::size_t BEGINNING = 64;

    std::array<std::shared_ptr<const KnownMessage<Message>>, PLACES> m_places; ///< by hash
};

/**
 * @ingroup pubsub
 * @brief Read a message, unless that was done for another receiver of the same octets.
 * @tparam Message a struct with Fields()
 * @param octets of the message, and perhaps more behind it
 * @return the message and its octets; nothing if they are too few or not well formed
 */
template <typename Message>
std::shared_ptr<const KnownMessage<Message>>
ReadMessage(std::span<const uint8_t> octets)
{
    return SimulationOwned<KnownMessages<Message>>::Get().Read(octets);
}

} // namespace ns3::pubsub

#endif
