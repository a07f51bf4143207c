// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_BIER_FORWARDING_H
#define SDN_BIER_FORWARDING_H

#include "sdn-bier-header.h"
#include "sdn-ingress-table.h"
#include "sdn-source-routing.h"

#include <cstddef>
#include <map>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief BIER (RFC 8279): a packet has one bit per egress, switches have no state per topic.
 *
 * An egress is a port to a host. The ingress puts an IPv6 hop-by-hop option with the header of RFC
 * 8296 into the event; the port to the host takes it out. At each switch a port has the set of
 * egresses that are reached by it, and the sets of different ports have no egress in common.
 */
class BierForwarding : public SourceRouting
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    BierForwarding();

    /**
     * @brief Say which egresses are reached by a port (its forwarding bit mask).
     * @param port number, from 1
     * @param egresses bits
     * @param isEgress whether the port is the egress itself, which gets plain events
     */
    void SetReach(uint32_t port, const BierBits& egresses, bool isEgress);

    /**
     * @brief Say to which egresses events of a prefix go that enter here.
     * @param address with any bits after the prefix
     * @param length of the prefix
     * @param egresses bits
     */
    void SetIngress(Ipv6Address address, uint8_t length, const BierBits& egresses);

    /**
     * @brief Events of a prefix enter no more.
     * @param address with any bits after the prefix
     * @param length of the prefix
     */
    void RemoveIngress(Ipv6Address address, uint8_t length);

    bool Forward(SdnSwitch& device,
                 uint32_t inPort,
                 const Ipv6Header& header,
                 Ptr<const Packet> packet) override;
    std::size_t IngressEntries() const override;
    std::size_t LinkEntries() const override;

  private:
    /**
     * @brief Set the length of the bit string.
     * @param bits 64, 128, 256, 512 or 1,024
     */
    void SetBits(uint16_t bits);

    /// @return the length of the bit string
    uint16_t Bits() const;

    /**
     * @brief Send copies by the ports that reach the egresses.
     * @param device the switch
     * @param inPort the packet came in by
     * @param header of IPv6, as the packet had it
     * @param bier header with the egresses
     * @param payload behind both
     */
    void SendCopies(SdnSwitch& device,
                    uint32_t inPort,
                    const Ipv6Header& header,
                    const BierHeader& bier,
                    Ptr<const Packet> payload);

    /// What a port reaches.
    struct Reach
    {
        BierBits egresses;     ///< bits
        bool isEgress = false; ///< whether it is the egress itself
    };

    uint16_t m_bits;                   ///< length of the bit string
    std::map<uint32_t, Reach> m_reach; ///< by port
    IngressTable<BierBits> m_ingress;  ///< prefixes
};

} // namespace ns3::pubsub::sdn

#endif
