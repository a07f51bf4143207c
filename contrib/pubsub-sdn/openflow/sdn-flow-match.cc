// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-flow-match.h"

#include "sdn-openflow-constants.h"

#include <algorithm>
#include <bit>
#include <iomanip>
#include <sstream>

namespace ns3::pubsub::sdn
{

namespace
{

/// Octets of an IPv6 address.
using Octets = std::array<uint8_t, 16>;

/**
 * @param address any
 * @return its octets
 */
Octets
OctetsOf(const Ipv6Address& address)
{
    Octets octets;
    address.GetBytes(octets.data());
    return octets;
}

/**
 * @param octets of an address
 * @return the address
 */
Ipv6Address
AddressOf(Octets octets)
{
    return Ipv6Address(octets.data());
}

/**
 * @param length 0 to 128
 * @return octets with so many ones at their beginning
 */
Octets
PrefixMask(uint8_t length)
{
    Octets mask{};
    for (uint8_t bit = 0; bit < std::min<uint8_t>(length, 128); ++bit)
    {
        mask[bit / 8] |= 0x80 >> bit % 8;
    }
    return mask;
}

/**
 * @param pattern any
 * @return whether the value is 0 where the mask is
 */
bool
IsMasked(const Ipv6Pattern& pattern)
{
    const auto value = OctetsOf(pattern.value);
    const auto mask = OctetsOf(pattern.mask);
    return std::equal(value.begin(), value.end(), mask.begin(), [](uint8_t bits, uint8_t of) {
        return (bits & ~of) == 0;
    });
}

/**
 * @param match with the types of packets
 * @return the protocol as `ovs-ofctl` names it, such as "udp6"; empty where it has no name
 */
std::string
ProtocolName(const FlowMatch& match)
{
    const bool isIpv6 = match.etherType == ETHER_TYPE_IPV6;
    if (!isIpv6 && match.etherType != ETHER_TYPE_IPV4)
    {
        return "";
    }
    switch (match.ipProtocol.value_or(0))
    {
    case 1:
        return isIpv6 ? "" : "icmp";
    case 6:
        return isIpv6 ? "tcp6" : "tcp";
    case 17:
        return isIpv6 ? "udp6" : "udp";
    case 58:
        return isIpv6 ? "icmp6" : "";
    default:
        return "";
    }
}

/**
 * @param pattern any
 * @return it as `ovs-ofctl` writes it
 */
std::string
TextOf(const Ipv6Pattern& pattern)
{
    std::ostringstream text;
    text << pattern.value;
    const auto length = pattern.PrefixLength();
    if (!length)
    {
        text << '/' << pattern.mask;
    }
    else if (*length < 128)
    {
        text << '/' << unsigned{*length};
    }
    return text.str();
}

/**
 * @param pattern any
 * @return it as `ovs-ofctl` writes it
 */
std::string
TextOf(const Ipv4Pattern& pattern)
{
    std::ostringstream text;
    text << Ipv4Address(pattern.value);
    const int length = std::countl_one(pattern.mask);
    if (length + std::countr_zero(pattern.mask) < 32)
    {
        text << '/' << Ipv4Address(pattern.mask);
    }
    else if (length < 32)
    {
        text << '/' << length;
    }
    return text.str();
}

} // namespace

Ipv6Pattern
Ipv6Pattern::Prefix(Ipv6Address address, uint8_t length)
{
    auto value = OctetsOf(address);
    const auto mask = PrefixMask(length);
    for (std::size_t i = 0; i < value.size(); ++i)
    {
        value[i] &= mask[i];
    }
    return {AddressOf(value), AddressOf(mask)};
}

std::optional<uint8_t>
Ipv6Pattern::PrefixLength() const
{
    uint8_t length = 0;
    const auto octets = OctetsOf(mask);
    for (uint8_t octet : octets)
    {
        length += std::popcount(octet);
    }
    return octets == PrefixMask(length) ? std::optional(length) : std::nullopt;
}

Ipv4Pattern
Ipv4Pattern::Prefix(Ipv4Address address, uint8_t length)
{
    const uint32_t mask = length == 0 ? 0 : 0xffffffff << (32 - std::min<uint8_t>(length, 32));
    return {address.Get() & mask, mask};
}

void
FlowKey::SetIpv6(bool isSource, const uint8_t* octets)
{
    for (std::size_t word = 0; word < 2; ++word)
    {
        uint64_t value = 0;
        for (std::size_t i = 0; i < 8; ++i)
        {
            value = value << 8 | octets[8 * word + i];
        }
        words[(isSource ? 1 : 3) + word] = value;
    }
}

FlowMatch
FlowMatch::Events(Ipv6Address address, uint8_t length)
{
    FlowMatch match;
    match.etherType = ETHER_TYPE_IPV6;
    match.ipProtocol = 17;
    match.ipv6Destination = Ipv6Pattern::Prefix(address, length);
    return match;
}

bool
FlowMatch::IsValid() const
{
    const bool isIpv6 = etherType == ETHER_TYPE_IPV6;
    const bool isIpv4 = etherType == ETHER_TYPE_IPV4;
    if ((ipProtocol && !isIpv6 && !isIpv4) || ((ipv6Source || ipv6Destination) && !isIpv6) ||
        (ipv4Destination && !isIpv4))
    {
        return false;
    }
    return (!ipv6Source || IsMasked(*ipv6Source)) &&
           (!ipv6Destination || IsMasked(*ipv6Destination)) &&
           (!ipv4Destination || (ipv4Destination->value & ~ipv4Destination->mask) == 0);
}

FlowKey
FlowMatch::Mask() const
{
    FlowKey key;
    key.SetTypes(inPort ? 0xffffffff : 0, etherType ? 0xffff : 0, ipProtocol ? 0xff : 0);
    if (ipv6Source)
    {
        key.SetIpv6(true, OctetsOf(ipv6Source->mask).data());
    }
    if (ipv6Destination)
    {
        key.SetIpv6(false, OctetsOf(ipv6Destination->mask).data());
    }
    if (ipv4Destination)
    {
        key.words[4] = ipv4Destination->mask;
    }
    return key;
}

FlowKey
FlowMatch::Value() const
{
    FlowKey key;
    key.SetTypes(inPort.value_or(0), etherType.value_or(0), ipProtocol.value_or(0));
    if (ipv6Source)
    {
        key.SetIpv6(true, OctetsOf(ipv6Source->value).data());
    }
    if (ipv6Destination)
    {
        key.SetIpv6(false, OctetsOf(ipv6Destination->value).data());
    }
    if (ipv4Destination)
    {
        key.words[4] = ipv4Destination->value;
    }
    return key;
}

std::string
FlowMatch::ToString() const
{
    std::ostringstream text;
    const char* comma = "";
    const auto field = [&text, &comma](const auto&... parts) {
        text << comma;
        (text << ... << parts);
        comma = ",";
    };
    const std::string protocol = ProtocolName(*this);
    if (!protocol.empty())
    {
        field(protocol);
    }
    else if (etherType == ETHER_TYPE_IPV6 || etherType == ETHER_TYPE_IPV4)
    {
        field(etherType == ETHER_TYPE_IPV6 ? "ipv6" : "ip");
    }
    else if (etherType)
    {
        field("dl_type=0x", std::hex, std::setw(4), std::setfill('0'), *etherType, std::dec);
    }
    if (inPort)
    {
        field("in_port=", *inPort);
    }
    if (ipv6Source)
    {
        field("ipv6_src=", TextOf(*ipv6Source));
    }
    if (ipv6Destination)
    {
        field("ipv6_dst=", TextOf(*ipv6Destination));
    }
    if (ipv4Destination)
    {
        field("nw_dst=", TextOf(*ipv4Destination));
    }
    if (ipProtocol && protocol.empty())
    {
        field("nw_proto=", unsigned{*ipProtocol});
    }
    return text.str();
}

} // namespace ns3::pubsub::sdn
