// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_ETHERNET_FRAME_H
#define SDN_ETHERNET_FRAME_H

#include "ns3/packet.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/**
 * @file
 * @ingroup pubsub-sdn
 * OpenFlow carries Ethernet frames, and our links have PPP. PACKET_IN puts an Ethernet header in
 * front of a packet, PACKET_OUT takes it off again.
 *
 * A multicast destination is 33:33 (IPv6) or 01:00:5e (IPv4) and the end of the address, as on
 * real Ethernet. Other addresses are locally administered: 02:00 and the last four octets.
 */

namespace ns3::pubsub::sdn
{

/// Bytes of an Ethernet header.
inline constexpr uint32_t ETHERNET_HEADER = 14;

/// A packet out of a frame.
struct FramedPacket
{
    Ptr<Packet> packet;    ///< without the Ethernet header and padding
    uint16_t protocol = 0; ///< its EtherType
};

/**
 * @brief Put an Ethernet header in front of a packet.
 * @param packet of IPv6 or IPv4
 * @param protocol its EtherType
 * @param most bytes of the frame
 * @return the beginning of the frame
 */
std::vector<uint8_t> FrameOf(const Packet& packet, uint16_t protocol, std::size_t most);

/**
 * @brief Take a packet out of a frame.
 * @param frame any bytes
 * @return the packet, or nothing where it is none of IPv6 or IPv4
 */
std::optional<FramedPacket> PacketOf(std::span<const uint8_t> frame);

} // namespace ns3::pubsub::sdn

#endif
