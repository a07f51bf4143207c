// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_HOST_ROUTES_H
#define SDN_HOST_ROUTES_H

#include "ns3/sdn-switch-network.h"

namespace ns3::pubsub::sdn
{

/**
 * @brief Give each switch a flow entry for the IPv4 address of each host and broker host. It leads
 * along a shortest path; of several, by the port with the smallest number.
 *
 * The entries are there from the beginning and cost no message: the rivals that need them are not
 * charged for a routing protocol.
 *
 * @param network whose hosts have data addresses
 */
void InstallHostRoutes(const SwitchNetwork& network);

} // namespace ns3::pubsub::sdn

#endif
