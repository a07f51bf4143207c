// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_BIER_HEADER_H
#define SDN_BIER_HEADER_H

#include "ns3/header.h"

#include <bitset>
#include <cstddef>
#include <cstdint>

namespace ns3::pubsub::sdn
{

/// Bits that a BIER packet of ours can have: what an IPv6 option of 255 bytes has room for.
inline constexpr std::size_t BIER_MAX_BITS = 1024;

/// A set of egresses. Bit i stands for the egress with BFR-id i+1.
using BierBits = std::bitset<BIER_MAX_BITS>;

/**
 * @ingroup pubsub-sdn
 * @brief A hop-by-hop options header of IPv6 with one option: the BIER header of RFC 8296.
 *
 * @verbatim
   |next header | length     | type 0x3e  | bytes      |  IPv6 option, experimental (RFC 4727)
   |         BIFT-id (20 bits)         |TC|S|    TTL   |  RFC 8296 from here
   | 5 | version | BSL |        entropy (20)           |
   |OAM| reserved | DSCP | protocol 6 |     BFIR-id    |
   |                  bit string ...                   |
   @endverbatim
 */
class BierHeader : public Header
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;
    void Print(std::ostream& os) const override;

    /**
     * @param bits length of a bit string
     * @return whether RFC 8296 has it, and an option has room for it
     */
    static bool IsLength(uint32_t bits);

    uint8_t nextHeader = 17; ///< what follows
    uint8_t ttl = 64;        ///< hops that are left
    uint16_t length = 256;   ///< of the bit string: 64, 128, 256, 512 or 1,024
    uint16_t ingress = 0;    ///< BFIR-id: the switch that put the header in, or 0
    BierBits egresses;       ///< the first `length` of them count
};

} // namespace ns3::pubsub::sdn

#endif
