// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-bier-header.h"

#include <bit>
#include <ostream>

namespace ns3::pubsub::sdn
{

NS_OBJECT_ENSURE_REGISTERED(BierHeader);

namespace
{

/// Bytes before the BIER header: those of the IPv6 extension header and of the option.
constexpr uint32_t OPTION_BYTES = 4;
/// Bytes of a BIER header before its bit string.
constexpr uint32_t FIXED_BYTES = 12;
/// Type of the option: experimental, to be skipped by those who do not know it, may change.
constexpr uint8_t OPTION_TYPE = 0x3e;
/// Protocol of what follows a BIER header: IPv6.
constexpr uint8_t BIER_IPV6 = 6;

} // namespace

TypeId
BierHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::pubsub::sdn::BierHeader")
                            .SetParent<Header>()
                            .SetGroupName("PubSub")
                            .AddConstructor<BierHeader>();
    return tid;
}

TypeId
BierHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

bool
BierHeader::IsLength(uint32_t bits)
{
    return std::has_single_bit(bits) && bits >= 64 && bits <= BIER_MAX_BITS;
}

uint32_t
BierHeader::GetSerializedSize() const
{
    return OPTION_BYTES + FIXED_BYTES + length / 8;
}

void
BierHeader::Serialize(Buffer::Iterator start) const
{
    start.WriteU8(nextHeader);
    start.WriteU8(GetSerializedSize() / 8 - 1);
    start.WriteU8(OPTION_TYPE);
    start.WriteU8(FIXED_BYTES + length / 8);
    start.WriteHtonU32(1U << 12 | 1U << 8 | ttl); // BIFT-id 1, bottom of stack
    const uint32_t code = std::countr_zero(uint32_t{length}) - 5;
    start.WriteHtonU32(5U << 28 | code << 20);
    start.WriteHtonU16(BIER_IPV6);
    start.WriteHtonU16(ingress);
    // BFR-id 1 is the last bit.
    for (uint32_t octet = length / 8; octet-- > 0;)
    {
        uint8_t bits = 0;
        for (uint32_t bit = 0; bit < 8; ++bit)
        {
            bits |= egresses[8 * octet + bit] << bit;
        }
        start.WriteU8(bits);
    }
}

uint32_t
BierHeader::Deserialize(Buffer::Iterator start)
{
    if (start.GetRemainingSize() < OPTION_BYTES + FIXED_BYTES)
    {
        return 0;
    }
    nextHeader = start.ReadU8();
    const uint32_t size = 8 * (1 + start.ReadU8());
    const uint8_t type = start.ReadU8();
    const uint8_t bytes = start.ReadU8();
    ttl = start.ReadNtohU32() & 0xff;
    const uint32_t word = start.ReadNtohU32();
    const uint16_t protocol = start.ReadNtohU16() & 0x3f;
    ingress = start.ReadNtohU16();
    const uint32_t bits = 32U << (word >> 20 & 0xf);
    if (type != OPTION_TYPE || word >> 28 != 5 || protocol != BIER_IPV6 || !IsLength(bits) ||
        bytes != FIXED_BYTES + bits / 8 || size != OPTION_BYTES + bytes ||
        start.GetRemainingSize() < bits / 8)
    {
        return 0;
    }
    length = bits;
    egresses.reset();
    for (uint32_t octet = length / 8; octet-- > 0;)
    {
        const uint8_t read = start.ReadU8();
        for (uint32_t bit = 0; bit < 8; ++bit)
        {
            egresses[8 * octet + bit] = read >> bit & 1;
        }
    }
    return size;
}

void
BierHeader::Print(std::ostream& os) const
{
    os << "BIER to " << egresses.count() << " egresses, TTL " << unsigned{ttl};
}

} // namespace ns3::pubsub::sdn
