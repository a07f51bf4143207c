// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_SOURCE_ROUTING_H
#define SDN_SOURCE_ROUTING_H

#include "ns3/ipv6-header.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/sdn-flow-match.h"

#include <cstdint>

namespace ns3::pubsub::sdn
{

class SdnSwitch;

/**
 * @ingroup pubsub-sdn
 * @brief A data plane in which packets carry where they go, instead of entries per topic.
 *
 * The switch where a publisher's host hangs is the ingress: a prefix of event addresses leads to
 * what it writes into the packet. A port to a host is an egress: the switch takes it out again, so
 * that hosts send and receive plain events with every data plane.
 */
class SourceRouting : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @brief Forward a packet if it is one of this data plane, or enters it here.
     * @param device the switch
     * @param inPort it came in by
     * @param header of the packet, which it still has
     * @param packet which
     * @return whether the packet was forwarded or dropped; otherwise the flow table decides
     */
    virtual bool Forward(SdnSwitch& device,
                         uint32_t inPort,
                         const Ipv6Header& header,
                         Ptr<const Packet> packet) = 0;

    /// @return prefixes that lead to what is written into packets: state at an ingress
    virtual std::size_t IngressEntries() const = 0;

    /// @return entries per link or egress: state at every switch
    virtual std::size_t LinkEntries() const = 0;
};

} // namespace ns3::pubsub::sdn

#endif
