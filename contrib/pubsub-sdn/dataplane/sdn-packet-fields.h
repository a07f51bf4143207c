// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_PACKET_FIELDS_H
#define SDN_PACKET_FIELDS_H

#include "ns3/packet.h"
#include "ns3/sdn-flow-match.h"

#include <cstdint>
#include <optional>

namespace ns3::pubsub::sdn
{

/**
 * @brief Read what a flow entry can match.
 * @param packet of IPv6 or IPv4, any bytes
 * @param protocol its EtherType
 * @param inPort it came in by
 * @return the fields, or nothing where it is malformed: cut short, of another version than its
 * EtherType, or longer by its own account than it is
 */
std::optional<FlowKey> FieldsOf(const Packet& packet, uint16_t protocol, uint32_t inPort);

/**
 * @brief Decrement the hop limit (of IPv4: the time to live).
 * @param packet for which FieldsOf() has a result
 * @param protocol its EtherType
 * @return whether it may go on
 */
bool DecrementHopLimit(Packet& packet, uint16_t protocol);

} // namespace ns3::pubsub::sdn

#endif
