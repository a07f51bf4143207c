// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_IN_BLOOM_FORWARDING_H
#define SDN_IN_BLOOM_FORWARDING_H

#include "sdn-ingress-table.h"
#include "sdn-source-routing.h"

#include <array>
#include <bitset>
#include <map>
#include <vector>

namespace ns3::pubsub::sdn
{

/// A Bloom filter that a packet carries in the place of both its IPv6 addresses.
using InPacketFilter = std::bitset<256>;

/**
 * @brief Compute the identifier of a directed link (LIPSIN's link identity tag).
 * @param from number of the node that sends
 * @param to number of the node that receives
 * @param table which of several alternatives, 0 to 7
 * @param ones bits that are set
 * @return the identifier, the same in all runs
 */
InPacketFilter LinkIdentifier(uint32_t from, uint32_t to, uint8_t table, uint32_t ones = 5);

/// What an ingress writes into a packet.
struct InPacketRoute
{
    InPacketFilter filter; ///< union of the identifiers of all links
    uint8_t table = 0;     ///< alternative that they belong to
    bool operator==(const InPacketRoute&) const = default;
};

/// A link in the direction from the first node to the second.
using DirectedLink = std::pair<uint32_t, uint32_t>;

/**
 * @brief Choose the alternative of identifiers whose filter has the fewest ones, as LIPSIN does.
 * @param links of a tree, those to hosts included
 * @param tables alternatives, 1 to 8
 * @param ones bits of an identifier
 * @return the route
 */
InPacketRoute ChooseInPacketRoute(const std::vector<DirectedLink>& links,
                                  uint8_t tables = 8,
                                  uint32_t ones = 5);

/**
 * @ingroup pubsub-sdn
 * @brief LIPSIN (Jokela et al., SIGCOMM 2009): forwards by a Bloom filter of links in the packet.
 *
 * The ingress puts an IPv6 header in front of the event. Its source and destination are the 256
 * bits of the filter, its flow label the alternative of link identifiers, its next header 41
 * (IPv6). A switch sends the packet by each port whose identifier is in the filter. By chance it
 * may send it by others, too; the hop limit ends loops.
 */
class InBloomForwarding : public SourceRouting
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    InBloomForwarding();

    /**
     * @brief Say which link a port has.
     * @param port number, from 1
     * @param link from the switch
     * @param isEgress whether a host is at its end, which gets plain events
     */
    void SetLink(uint32_t port, DirectedLink link, bool isEgress);

    /**
     * @brief Say what events of a prefix get here as their route.
     * @param address with any bits after the prefix
     * @param length of the prefix
     * @param route what the packet gets
     */
    void SetIngress(Ipv6Address address, uint8_t length, const InPacketRoute& route);

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
    /// A port with its identifiers.
    struct Link
    {
        uint32_t port = 0;                         ///< number
        std::array<InPacketFilter, 8> identifiers; ///< by alternative
        bool isEgress = false;                     ///< whether a host is at its end
    };

    uint32_t m_ones;                       ///< bits of an identifier
    double m_maxFill;                      ///< ones of a filter at most, of all its bits
    std::vector<Link> m_links;             ///< by port
    IngressTable<InPacketRoute> m_ingress; ///< prefixes
};

} // namespace ns3::pubsub::sdn

#endif
