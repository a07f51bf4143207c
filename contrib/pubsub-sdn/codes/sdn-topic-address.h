// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_TOPIC_ADDRESS_H
#define SDN_TOPIC_ADDRESS_H

#include "sdn-bit-string.h"

#include "ns3/ipv6-address.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

namespace ns3::pubsub::sdn
{

/// What an event is for: the two bits before the code of its topic.
enum class EventKind : uint8_t
{
    PUBLISH = 0,     ///< a notification, which goes to the subscribers
    SUBSCRIBE = 1,   ///< flooded to all clusters
    UNSUBSCRIBE = 2, ///< flooded to all clusters
    CONTROL = 3      ///< reserved for messages of the system itself
};

/**
 * @ingroup pubsub-sdn
 * @brief An IPv6 prefix that flow entries match.
 *
 * Prefixes are ordered by address, then by length, so that a prefix comes before those inside it.
 */
struct AddressPrefix
{
    Ipv6Address address; ///< the bits of the prefix, then zeros
    uint8_t length = 0;  ///< bits that have to match, at most 128

    /**
     * @param other an address
     * @return whether its first bits are those of the prefix
     */
    bool Contains(const Ipv6Address& other) const;

    /**
     * @param other a prefix
     * @return whether all addresses of the other one are in this one
     */
    bool Contains(const AddressPrefix& other) const;

    /// @return text such as `ff18:20::/28`; without the length if it is 128
    std::string Text() const;

    /**
     * @brief Order by address, then by length.
     * @param other another
     * @return the order
     */
    std::strong_ordering operator<=>(const AddressPrefix& other) const;

    /**
     * @brief Equality of address and length.
     * @param other another
     * @return whether equal
     */
    bool operator==(const AddressPrefix& other) const;
};

/// The parts of an event's address that differ between events.
struct EventAddress
{
    EventKind kind = EventKind::PUBLISH; ///< what the event is for
    BitString field;                     ///< all 103 bits of the code field

    /**
     * @brief Equality of all parts.
     * @param other another
     * @return whether equal
     */
    bool operator==(const EventAddress& other) const = default;
};

/// Bits of an address before the code field.
inline constexpr uint8_t CODE_AT = 25;

/**
 * @brief The multicast address of an event.
 * @verbatim
     0        8     12     16            23     25                                   127
    +--------+------+------+-------------+------+--------------------------------------+
    |  0xff  |  1   |  8   | system id 0 | kind | code of the topic, padded with zeros |
    +--------+------+------+-------------+------+--------------------------------------+
       8 bits  flags  scope     7 bits    2 bits                103 bits
   @endverbatim
 * The flag T (RFC 4291) marks an address that no authority has assigned; scope 8 is an
 * organisation.
 * @param kind of the event
 * @param code of its topic: TopicCodes::OwnCode()
 * @return the address
 */
Ipv6Address AddressOf(EventKind kind, const BitString& code);

/**
 * @param kind of events
 * @param code first bits of the code field; empty for all events of the kind
 * @return the prefix of the addresses of such events
 */
AddressPrefix PrefixOf(EventKind kind, const BitString& code);

/**
 * @brief Read an address back.
 * @param address any, for example that of a received packet
 * @return its parts, or nothing if it is no address of an event
 */
std::optional<EventAddress> ReadEventAddress(const Ipv6Address& address);

/**
 * @param address any
 * @return its shortest text as RFC 5952 has it, such as `ff18:20::`
 */
std::string AddressText(const Ipv6Address& address);

} // namespace ns3::pubsub::sdn

#endif
