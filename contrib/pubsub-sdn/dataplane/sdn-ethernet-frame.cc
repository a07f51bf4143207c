// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-ethernet-frame.h"

#include "ns3/sdn-openflow-constants.h"

#include <algorithm>
#include <array>

namespace ns3::pubsub::sdn
{

namespace
{

/// An Ethernet address.
using EthernetAddress = std::array<uint8_t, 6>;

/**
 * @param address 16 octets of IPv6 or 4 of IPv4
 * @return the Ethernet address that goes with it
 */
EthernetAddress
EthernetAddressOf(std::span<const uint8_t> address)
{
    const auto last = address.last(4);
    if (address.size() == 16 && address[0] == 0xff)
    {
        return {0x33, 0x33, last[0], last[1], last[2], last[3]};
    }
    if (address.size() == 4 && address[0] >> 4 == 14)
    {
        return {0x01, 0x00, 0x5e, static_cast<uint8_t>(last[1] & 0x7f), last[2], last[3]};
    }
    return {0x02, 0x00, last[0], last[1], last[2], last[3]};
}

} // namespace

std::vector<uint8_t>
FrameOf(const Packet& packet, uint16_t protocol, std::size_t most)
{
    std::vector<uint8_t> frame(ETHERNET_HEADER + packet.GetSize());
    packet.CopyData(frame.data() + ETHERNET_HEADER, packet.GetSize());
    const auto octets = std::span<const uint8_t>(frame).subspan(ETHERNET_HEADER);
    const bool isIpv6 = protocol == ETHER_TYPE_IPV6;
    const std::size_t size = isIpv6 ? 16 : 4;
    const std::size_t source = isIpv6 ? 8 : 12;
    EthernetAddress from{};
    EthernetAddress to{};
    if (octets.size() >= source + 2 * size)
    {
        from = EthernetAddressOf(octets.subspan(source, size));
        to = EthernetAddressOf(octets.subspan(source + size, size));
        // A sender is never a group.
        from[0] &= 0xfe;
    }
    std::ranges::copy(to, frame.begin());
    std::ranges::copy(from, frame.begin() + 6);
    frame[12] = protocol >> 8;
    frame[13] = protocol & 0xff;
    frame.resize(std::min(frame.size(), most));
    return frame;
}

std::optional<FramedPacket>
PacketOf(std::span<const uint8_t> frame)
{
    if (frame.size() < ETHERNET_HEADER + 20)
    {
        return std::nullopt;
    }
    const uint16_t protocol = frame[12] << 8 | frame[13];
    auto octets = frame.subspan(ETHERNET_HEADER);
    std::size_t size = 0;
    if (protocol == ETHER_TYPE_IPV6 && octets.size() >= 40)
    {
        size = 40 + (octets[4] << 8 | octets[5]);
    }
    else if (protocol == ETHER_TYPE_IPV4)
    {
        size = octets[2] << 8 | octets[3];
    }
    if (size == 0 || size > octets.size())
    {
        return std::nullopt;
    }
    // Short frames of Ethernet are padded.
    octets = octets.first(size);
    return FramedPacket{Create<Packet>(octets.data(), octets.size()), protocol};
}

} // namespace ns3::pubsub::sdn
