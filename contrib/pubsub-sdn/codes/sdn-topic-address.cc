// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-topic-address.h"

#include <arpa/inet.h>
#include <array>

namespace ns3::pubsub::sdn
{

namespace
{

/// Octets of an IPv6 address.
using AddressOctets = std::array<uint8_t, 16>;

/// Place of the kind in an address, in bits.
constexpr std::size_t KIND_AT = 23;

/// Prefix ff00::/8, flag T and scope 8 (organisation).
constexpr uint8_t FIRST_OCTET = 0xff;
constexpr uint8_t SECOND_OCTET = 0x18; ///< flags and scope

/**
 * @param address any
 * @return its octets
 */
AddressOctets
AddressOctetsOf(const Ipv6Address& address)
{
    AddressOctets octets;
    address.GetBytes(octets.data());
    return octets;
}

/**
 * @param octets of an address
 * @param index of a bit
 * @return the bit
 */
bool
BitOf(const AddressOctets& octets, std::size_t index)
{
    return octets[index / 8] >> (7 - index % 8) & 1;
}

/**
 * @brief Set a bit of an address.
 * @param octets of the address
 * @param index of the bit
 */
void
SetBit(AddressOctets& octets, std::size_t index)
{
    octets[index / 8] |= static_cast<uint8_t>(0x80 >> (index % 8));
}

} // namespace

bool
AddressPrefix::Contains(const Ipv6Address& other) const
{
    const AddressOctets ours = AddressOctetsOf(address);
    const AddressOctets theirs = AddressOctetsOf(other);
    for (std::size_t octet = 0; octet * 8 < length; ++octet)
    {
        const std::size_t rest = length - octet * 8;
        const auto mask = static_cast<uint8_t>(rest >= 8 ? 0xff : 0xff00 >> rest);
        if ((ours[octet] ^ theirs[octet]) & mask)
        {
            return false;
        }
    }
    return true;
}

bool
AddressPrefix::Contains(const AddressPrefix& other) const
{
    return length <= other.length && Contains(other.address);
}

std::string
AddressPrefix::Text() const
{
    return AddressText(address) + (length == 128 ? "" : "/" + std::to_string(length));
}

std::strong_ordering
AddressPrefix::operator<=>(const AddressPrefix& other) const
{
    const auto order = AddressOctetsOf(address) <=> AddressOctetsOf(other.address);
    return order == std::strong_ordering::equal ? length <=> other.length : order;
}

bool
AddressPrefix::operator==(const AddressPrefix& other) const
{
    return address == other.address && length == other.length;
}

Ipv6Address
AddressOf(EventKind kind, const BitString& code)
{
    AddressOctets octets{FIRST_OCTET, SECOND_OCTET};
    const auto value = static_cast<uint8_t>(kind);
    if (value & 2)
    {
        SetBit(octets, KIND_AT);
    }
    if (value & 1)
    {
        SetBit(octets, KIND_AT + 1);
    }
    for (std::size_t i = 0; i < code.Size(); ++i)
    {
        if (code[i])
        {
            SetBit(octets, CODE_AT + i);
        }
    }
    return Ipv6Address(octets.data());
}

AddressPrefix
PrefixOf(EventKind kind, const BitString& code)
{
    return {AddressOf(kind, code), static_cast<uint8_t>(CODE_AT + code.Size())};
}

std::optional<EventAddress>
ReadEventAddress(const Ipv6Address& address)
{
    const AddressOctets octets = AddressOctetsOf(address);
    const bool isSystem = octets[0] == FIRST_OCTET && octets[1] == SECOND_OCTET;
    if (!isSystem || octets[2] >> 1 != 0)
    {
        return std::nullopt;
    }
    EventAddress parts;
    const int kind = BitOf(octets, KIND_AT) * 2 + BitOf(octets, KIND_AT + 1);
    parts.kind = static_cast<EventKind>(kind);
    for (std::size_t i = CODE_AT; i < octets.size() * 8; ++i)
    {
        parts.field.PushBack(BitOf(octets, i));
    }
    return parts;
}

std::string
AddressText(const Ipv6Address& address)
{
    const AddressOctets octets = AddressOctetsOf(address);
    std::array<char, INET6_ADDRSTRLEN> text{};
    return inet_ntop(AF_INET6, octets.data(), text.data(), text.size());
}

} // namespace ns3::pubsub::sdn
