// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-packet-fields.h"

#include "ns3/ipv4-header.h"
#include "ns3/ipv6-header.h"
#include "ns3/node.h"
#include "ns3/sdn-openflow-constants.h"

#include <array>
#include <vector>

namespace ns3::pubsub::sdn
{

namespace
{

/// Bytes of an IPv6 header.
constexpr uint32_t IPV6_BYTES = 40;
/// Bytes of an IPv4 header without options.
constexpr uint32_t IPV4_BYTES = 20;

/**
 * @param protocol next header of IPv6
 * @return whether it is an extension header that others follow: hop-by-hop options, routing, or
 * destination options
 */
bool
IsExtension(uint8_t protocol)
{
    return protocol == 0 || protocol == 43 || protocol == 60;
}

/**
 * @brief Find the protocol behind the extension headers.
 * @param packet of IPv6
 * @param protocol next header of its first one
 * @return the protocol, or nothing where a header is cut short
 */
std::optional<uint8_t>
FinalProtocol(const Packet& packet, uint8_t protocol)
{
    std::vector<uint8_t> octets(packet.GetSize());
    packet.CopyData(octets.data(), octets.size());
    std::size_t at = IPV6_BYTES;
    while (IsExtension(protocol))
    {
        if (at + 8 > octets.size())
        {
            return std::nullopt;
        }
        protocol = octets[at];
        at += 8 * (1 + octets[at + 1]);
    }
    return at <= octets.size() ? std::optional(protocol) : std::nullopt;
}

std::optional<FlowKey>
Ipv6Fields(const Packet& packet, uint32_t inPort)
{
    std::array<uint8_t, IPV6_BYTES> header;
    if (packet.GetSize() < IPV6_BYTES)
    {
        return std::nullopt;
    }
    packet.CopyData(header.data(), IPV6_BYTES);
    const uint32_t payload = header[4] << 8 | header[5];
    if (header[0] >> 4 != 6 || payload > packet.GetSize() - IPV6_BYTES)
    {
        return std::nullopt;
    }
    uint8_t protocol = header[6];
    if (IsExtension(protocol))
    {
        const auto last = FinalProtocol(packet, protocol);
        if (!last)
        {
            return std::nullopt;
        }
        protocol = *last;
    }
    FlowKey key;
    key.SetTypes(inPort, ETHER_TYPE_IPV6, protocol);
    key.SetIpv6(true, header.data() + 8);
    key.SetIpv6(false, header.data() + 24);
    return key;
}

std::optional<FlowKey>
Ipv4Fields(const Packet& packet, uint32_t inPort)
{
    std::array<uint8_t, IPV4_BYTES> header;
    if (packet.GetSize() < IPV4_BYTES)
    {
        return std::nullopt;
    }
    packet.CopyData(header.data(), IPV4_BYTES);
    const uint32_t total = header[2] << 8 | header[3];
    // ns-3's Ipv4Header would lose options, so packets with options are refused.
    if (header[0] != 0x45 || total < IPV4_BYTES || total > packet.GetSize())
    {
        return std::nullopt;
    }
    FlowKey key;
    key.SetTypes(inPort, ETHER_TYPE_IPV4, header[9]);
    key.words[4] = uint32_t{header[16]} << 24 | header[17] << 16 | header[18] << 8 | header[19];
    return key;
}

} // namespace

std::optional<FlowKey>
FieldsOf(const Packet& packet, uint16_t protocol, uint32_t inPort)
{
    switch (protocol)
    {
    case ETHER_TYPE_IPV6:
        return Ipv6Fields(packet, inPort);
    case ETHER_TYPE_IPV4:
        return Ipv4Fields(packet, inPort);
    default:
        return std::nullopt;
    }
}

bool
DecrementHopLimit(Packet& packet, uint16_t protocol)
{
    if (protocol == ETHER_TYPE_IPV6)
    {
        Ipv6Header header;
        packet.RemoveHeader(header);
        const uint8_t limit = header.GetHopLimit();
        if (limit <= 1)
        {
            packet.AddHeader(header);
            return false;
        }
        header.SetHopLimit(limit - 1);
        packet.AddHeader(header);
        return true;
    }
    Ipv4Header header;
    packet.RemoveHeader(header);
    if (Node::ChecksumEnabled())
    {
        header.EnableChecksum();
    }
    const uint8_t limit = header.GetTtl();
    header.SetTtl(limit <= 1 ? limit : limit - 1);
    packet.AddHeader(header);
    return limit > 1;
}

} // namespace ns3::pubsub::sdn
