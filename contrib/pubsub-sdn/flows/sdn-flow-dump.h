// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_FLOW_DUMP_H
#define SDN_FLOW_DUMP_H

#include "ns3/ipv4-address.h"
#include "ns3/nstime.h"
#include "ns3/sdn-topic-address.h"

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace ns3::pubsub::sdn
{

/// A flow entry and its counters as `ovs-ofctl dump-flows` prints them.
struct DumpedFlow
{
    uint64_t cookie = 0;                   ///< of the controller
    Time duration;                         ///< since it was installed
    uint8_t table = 0;                     ///< number of the table
    uint64_t packets = 0;                  ///< that have matched
    uint64_t octets = 0;                   ///< of these packets
    uint16_t idleTimeout = 0;              ///< in seconds; 0: none
    uint16_t hardTimeout = 0;              ///< in seconds; 0: none
    uint16_t priority = 32768;             ///< of the entry
    std::optional<uint32_t> inPort;        ///< match
    std::optional<uint16_t> ethType;       ///< match
    std::optional<uint8_t> ipProtocol;     ///< match
    std::optional<AddressPrefix> ipv6From; ///< match of the source
    std::optional<AddressPrefix> ipv6To;   ///< match of the destination
    std::optional<Ipv4Address> ipv4To;     ///< match of the destination
    uint8_t ipv4Length = 32;               ///< bits of the IPv4 destination that match
    std::vector<std::string> actions;      ///< such as `dec_ttl`; none: packets are dropped
};

/**
 * @param flow an entry
 * @return its line, without the end of line
 */
std::string DumpLine(const DumpedFlow& flow);

/// @return the action `dec_ttl`
std::string TextOfDecrement();

/**
 * @param group number of a group
 * @return the action `group:N`
 */
std::string TextOfGroup(uint32_t group);

/**
 * @param port number of a port, or a reserved one of OpenFlow
 * @param maxOctets that go to the controller, for the port CONTROLLER
 * @return the action `output:N`, `CONTROLLER:65535`, `IN_PORT` and so on
 */
std::string TextOfOutput(uint32_t port, uint16_t maxOctets = 0xffff);

/**
 * @brief Write the table of a switch as `ovs-ofctl -O OpenFlow13 dump-flows` prints it.
 * @param out where
 * @param flows entries; sorted by descending priority, then by text of the line's match
 */
void WriteFlowDump(std::ostream& out, const std::vector<DumpedFlow>& flows);

} // namespace ns3::pubsub::sdn

#endif
