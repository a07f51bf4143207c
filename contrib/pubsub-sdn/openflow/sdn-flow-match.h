// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_FLOW_MATCH_H
#define SDN_FLOW_MATCH_H

#include "ns3/ipv4-address.h"
#include "ns3/ipv6-address.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief The IPv6 addresses that agree with a value in the bits of a mask.
 */
struct Ipv6Pattern
{
    Ipv6Address value; ///< 0 where the mask is 0
    Ipv6Address mask;  ///< any bits; most often a prefix

    /**
     * @brief Make the pattern of a prefix.
     * @param address with any bits after the prefix
     * @param length of the prefix, 0 to 128 bits
     * @return the pattern
     */
    static Ipv6Pattern Prefix(Ipv6Address address, uint8_t length);

    /// @return the length of the prefix that the mask is, or nothing where it is none
    std::optional<uint8_t> PrefixLength() const;

    bool operator==(const Ipv6Pattern&) const = default;
};

/**
 * @ingroup pubsub-sdn
 * @brief The IPv4 addresses that agree with a value in the bits of a mask.
 */
struct Ipv4Pattern
{
    uint32_t value = 0;         ///< 0 where the mask is 0; host order
    uint32_t mask = 0xffffffff; ///< any bits; host order

    /**
     * @brief Make the pattern of a prefix.
     * @param address with any bits after the prefix
     * @param length of the prefix, 0 to 32 bits
     * @return the pattern
     */
    static Ipv4Pattern Prefix(Ipv4Address address, uint8_t length);

    bool operator==(const Ipv4Pattern&) const = default;
};

/**
 * @ingroup pubsub-sdn
 * @brief What a flow entry can match of a packet: its fields as two rows of 64-bit words.
 *
 * Both a packet and the masks of a match are one, so that masking, comparison and hashing are the
 * same few operations for all fields. An IPv4 address takes the place of an IPv6 destination.
 */
struct FlowKey
{
    /// Words: port and types, source (2), destination (2).
    std::array<uint64_t, 5> words{};

    /**
     * @brief Write the port, EtherType and protocol.
     * @param inPort the packet came in by
     * @param etherType of the packet
     * @param protocol of IP
     */
    void SetTypes(uint32_t inPort, uint16_t etherType, uint8_t protocol)
    {
        words[0] = uint64_t{inPort} << 32 | uint64_t{etherType} << 8 | protocol;
    }

    /**
     * @brief Write an IPv6 address.
     * @param isSource whether it is the source
     * @param octets 16 of them
     */
    void SetIpv6(bool isSource, const uint8_t* octets);

    bool operator==(const FlowKey&) const = default;
};

/**
 * @ingroup pubsub-sdn
 * @brief Which packets a flow entry is for. What is not set matches everything.
 *
 * The standard's prerequisites hold: ipProtocol needs an etherType of IPv4 or IPv6, ipv6Source and
 * ipv6Destination need that of IPv6, ipv4Destination that of IPv4.
 */
struct FlowMatch
{
    std::optional<uint32_t> inPort{};             ///< the packet came in by
    std::optional<uint16_t> etherType{};          ///< ETHER_TYPE_IPV4 or ETHER_TYPE_IPV6
    std::optional<uint8_t> ipProtocol{};          ///< 17 for UDP
    std::optional<Ipv6Pattern> ipv6Source{};      ///< of the packet
    std::optional<Ipv6Pattern> ipv6Destination{}; ///< of the packet
    std::optional<Ipv4Pattern> ipv4Destination{}; ///< of the packet

    /**
     * @brief Make the match of events: UDP over IPv6 to the addresses of a prefix.
     * @param address with any bits after the prefix
     * @param length of the prefix
     * @return the match
     */
    static FlowMatch Events(Ipv6Address address, uint8_t length);

    /// @return whether the standard's prerequisites hold and no value has bits outside its mask
    bool IsValid() const;

    /// @return the bits that it compares
    FlowKey Mask() const;

    /// @return what these bits have to be
    FlowKey Value() const;

    /// @return it in the syntax of `ovs-ofctl`, such as "udp6,ipv6_dst=ff18:180::/26"
    std::string ToString() const;

    bool operator==(const FlowMatch&) const = default;
};

} // namespace ns3::pubsub::sdn

#endif
