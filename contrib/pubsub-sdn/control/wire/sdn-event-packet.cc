// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-event-packet.h"

#include "ns3/ipv6-header.h"
#include "ns3/udp-header.h"

#include <algorithm>
#include <array>

namespace ns3::pubsub::sdn
{

namespace
{

constexpr uint16_t EVENT_PORT = 9999;      ///< of UDP
constexpr uint8_t UDP_PROTOCOL = 17;       ///< next header
constexpr std::size_t IPV6_BYTES = 40;     ///< of the header
constexpr std::size_t UDP_BYTES = 8;       ///< of the header
constexpr std::size_t SOURCE_AT = 8;       ///< in the IPv6 header
constexpr std::size_t DESTINATION_AT = 24; ///< in the IPv6 header

/**
 * @param octets some
 * @param at offset
 * @return the number of two octets there
 */
uint16_t
NumberAt(std::span<const uint8_t> octets, std::size_t at)
{
    return static_cast<uint16_t>(octets[at] << 8 | octets[at + 1]);
}

/**
 * @param octets of an IPv6 packet with UDP
 * @return whether the checksum is correct (RFC 8200, section 8.1)
 */
bool
HasGoodChecksum(std::span<const uint8_t> octets)
{
    uint64_t sum = UDP_PROTOCOL + (octets.size() - IPV6_BYTES);
    for (std::size_t i = SOURCE_AT; i < octets.size(); ++i)
    {
        sum += i % 2 == 0 ? static_cast<uint64_t>(octets[i]) << 8 : octets[i];
    }
    while (sum > 0xffff)
    {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    return sum == 0xffff && NumberAt(octets, IPV6_BYTES + 6) != 0;
}

} // namespace

Ipv6Address
HostAddressOf(ClusterId cluster, NodeId host)
{
    std::array<uint8_t, 16> octets{0xfd};
    for (std::size_t i = 0; i < 4; ++i)
    {
        octets[4 + i] = static_cast<uint8_t>(cluster >> (24 - 8 * i));
        octets[12 + i] = static_cast<uint8_t>(host >> (24 - 8 * i));
    }
    return Ipv6Address(octets.data());
}

AddressPrefix
SourcePrefixOf(ClusterId cluster)
{
    return {.address = HostAddressOf(cluster, 0), .length = 64};
}

Ptr<Packet>
MakeEventPacket(Ptr<const Packet> message,
                const Ipv6Address& source,
                const Ipv6Address& destination)
{
    const Ptr<Packet> packet = message->Copy();
    UdpHeader udp;
    udp.SetSourcePort(EVENT_PORT);
    udp.SetDestinationPort(EVENT_PORT);
    udp.EnableChecksums();
    udp.InitializeChecksum(source, destination, UDP_PROTOCOL);
    packet->AddHeader(udp);
    Ipv6Header header;
    header.SetSource(source);
    header.SetDestination(destination);
    header.SetNextHeader(UDP_PROTOCOL);
    header.SetHopLimit(EVENT_HOP_LIMIT);
    header.SetPayloadLength(static_cast<uint16_t>(packet->GetSize()));
    packet->AddHeader(header);
    return packet;
}

std::optional<EventPacket>
ReadEventPacket(std::span<const uint8_t> octets)
{
    if (octets.size() < IPV6_BYTES + UDP_BYTES || octets[0] >> 4 != 6 ||
        NumberAt(octets, 4) != octets.size() - IPV6_BYTES || octets[6] != UDP_PROTOCOL ||
        NumberAt(octets, IPV6_BYTES + 2) != EVENT_PORT ||
        NumberAt(octets, IPV6_BYTES + 4) != octets.size() - IPV6_BYTES || !HasGoodChecksum(octets))
    {
        return std::nullopt;
    }
    std::array<uint8_t, 16> address{};
    EventPacket packet;
    std::copy_n(octets.begin() + SOURCE_AT, address.size(), address.begin());
    packet.source = Ipv6Address(address.data());
    std::copy_n(octets.begin() + DESTINATION_AT, address.size(), address.begin());
    packet.destination = Ipv6Address(address.data());
    packet.hopLimit = octets[7];
    packet.payload = octets.subspan(IPV6_BYTES + UDP_BYTES);
    return packet;
}

} // namespace ns3::pubsub::sdn
