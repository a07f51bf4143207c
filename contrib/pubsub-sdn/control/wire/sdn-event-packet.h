// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_EVENT_PACKET_H
#define SDN_EVENT_PACKET_H

#include "ns3/ipv6-address.h"
#include "ns3/packet.h"
#include "ns3/pubsub-message.h"
#include "ns3/sdn-clusters.h"
#include "ns3/sdn-topic-address.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/**
 * @file
 * @ingroup pubsub-sdn
 * IPv6 packets of events on data links.
 */

namespace ns3::pubsub::sdn
{

/// Hop limit of an event when it leaves its host.
inline constexpr uint8_t EVENT_HOP_LIMIT = 64;

/// An IPv6 packet with a UDP datagram to the port of events.
struct EventPacket
{
    Ipv6Address source;               ///< of the host
    Ipv6Address destination;          ///< kind and topic
    uint8_t hopLimit = 0;             ///< that is left
    std::span<const uint8_t> payload; ///< of UDP, in the octets that were read
};

/**
 * @param cluster of a host
 * @param host its node
 * @return its unicast address: fd00::/16, the cluster in bits 32 to 63, the node in the last 32
 */
Ipv6Address HostAddressOf(ClusterId cluster, NodeId host);

/**
 * @param cluster any
 * @return the prefix of its hosts' addresses
 */
AddressPrefix SourcePrefixOf(ClusterId cluster);

/**
 * @brief Put UDP and IPv6 headers in front of a message, with a checksum.
 * @param message payload of UDP
 * @param source of the packet
 * @param destination of the packet
 * @return the IPv6 packet
 */
Ptr<Packet> MakeEventPacket(Ptr<const Packet> message,
                            const Ipv6Address& source,
                            const Ipv6Address& destination);

/**
 * @brief Read an IPv6 packet, which may be anything.
 * @param octets from its first on; they have to stay where they are
 * @return its parts; nothing unless it is a whole UDP datagram to the port of events with a correct
 * checksum
 */
std::optional<EventPacket> ReadEventPacket(std::span<const uint8_t> octets);

/**
 * @brief Put the common header in front of a message.
 * @tparam Message a struct with Fields()
 * @param message what to send
 * @param node that sends
 * @return payload of UDP
 */
template <typename Message>
Ptr<Packet>
MakeDatagram(const Message& message, NodeId node)
{
    CommonMessage common;
    common.type = static_cast<uint8_t>(Message::TYPE);
    common.node = node;
    auto packet = Create<Packet>(PayloadBytes(message));
    packet->AddHeader(MessageHeader<Message>(message));
    packet->AddHeader(MessageHeader<CommonMessage>(common));
    return packet;
}

} // namespace ns3::pubsub::sdn

#endif
