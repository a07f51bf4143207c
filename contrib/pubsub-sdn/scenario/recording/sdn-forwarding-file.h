// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_FORWARDING_FILE_H
#define SDN_FORWARDING_FILE_H

#include "ns3/ipv6-address.h"
#include "ns3/nstime.h"
#include "ns3/sdn-control-plane.h"
#include "ns3/sdn-switch-network.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>

namespace ns3::pubsub::sdn
{

/// Datapath of a switch, port in, source and destination of an event -> ports out.
using ForwardingTable =
    std::map<std::tuple<uint64_t, uint32_t, Ipv6Address, Ipv6Address>, std::set<uint32_t>>;

/**
 * @brief Find where the flow tables of all switches send events at present.
 * @param network with the switches
 * @param control with the agents of the network's hosts
 * @return the ports for each switch, each port in, and each topic of each publisher
 */
ForwardingTable FindForwarding(const SwitchNetwork& network, const ControlPlane& control);

/**
 * @brief Write a file `forwarding.txt`, which tests compare with other switches.
 *
 * Its first row is `until_ns T`: the OpenFlow messages before T ns make the tables. The others are
 * `datapath in_port source address out_ports`, where out_ports has commas, or is `-` for none.
 *
 * @param folder for the file
 * @param until time of the tables
 * @param table to write
 */
void WriteForwarding(const std::string& folder, Time until, const ForwardingTable& table);

} // namespace ns3::pubsub::sdn

#endif
