// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_FRAME_STREAM_H
#define SDN_FRAME_STREAM_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief Cuts the bytes of a TCP connection into messages, each behind its length.
 *
 *      0               4
 *     +---------------+--------------------------+
 *     | length u32    | a message, common header |
 *     |               | first: that many octets  |
 *     +---------------+--------------------------+
 *
 * A length above the limit breaks the stream: where the next message begins is unknown.
 */
class FrameStream
{
  public:
    /// Octets of a length.
    static constexpr std::size_t LENGTH_BYTES = 4;

    /// @param longest octets that a message may have
    explicit FrameStream(std::size_t longest);

    /**
     * @brief Take octets as they arrive.
     * @param octets any number
     */
    void Feed(std::span<const uint8_t> octets);

    /// @return the next message that is complete, if any
    std::optional<std::vector<uint8_t>> Next();

    /// @return whether a length was above the limit
    bool IsBroken() const;

  private:
    std::size_t m_longest;         ///< message
    std::vector<uint8_t> m_octets; ///< that have arrived
    std::size_t m_at = 0;          ///< those before are read
    bool m_isBroken = false;       ///< whether a length was above the limit
};

} // namespace ns3::pubsub::sdn

#endif
