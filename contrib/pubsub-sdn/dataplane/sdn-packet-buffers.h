// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_PACKET_BUFFERS_H
#define SDN_PACKET_BUFFERS_H

#include "ns3/packet.h"

#include <cstdint>
#include <deque>
#include <optional>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief A packet that waits for the controller's decision.
 */
struct BufferedPacket
{
    uint32_t number = 0;   ///< of the buffer
    Ptr<Packet> packet;    ///< what waits
    uint16_t protocol = 0; ///< its EtherType
    uint32_t inPort = 0;   ///< it came in by
};

/**
 * @ingroup pubsub-sdn
 * @brief The packets of which the controller has only the beginning. The oldest makes place.
 */
class PacketBuffers
{
  public:
    /**
     * @brief Set the limit.
     * @param packets at most
     */
    void SetCapacity(uint32_t packets);

    /// @return packets at most
    uint32_t Capacity() const;

    /**
     * @brief Keep a packet.
     * @param packet which
     * @param protocol its EtherType
     * @param inPort it came in by
     * @return number of the buffer
     */
    uint32_t Keep(Ptr<Packet> packet, uint16_t protocol, uint32_t inPort);

    /**
     * @brief Take a packet out.
     * @param number of the buffer
     * @return the packet, if it is still there
     */
    std::optional<BufferedPacket> Take(uint32_t number);

    /// @brief Forget all.
    void Clear();

  private:
    std::deque<BufferedPacket> m_packets; ///< oldest first
    uint32_t m_capacity = 0;              ///< packets at most
    uint32_t m_next = 0;                  ///< number
};

} // namespace ns3::pubsub::sdn

#endif
