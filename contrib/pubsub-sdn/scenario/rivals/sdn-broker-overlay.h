// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_BROKER_OVERLAY_H
#define SDN_BROKER_OVERLAY_H

#include "ns3/nstime.h"
#include "ns3/sdn-switch-network.h"

#include <cstdint>

namespace ns3::pubsub::sdn
{

/**
 * @brief Install brokers and clients on a network of switches: the rival that filters at hosts.
 *
 * Each cluster has a broker on a host of its own. The brokers form a tree, a breadth-first tree of
 * the clusters from the one with the smallest eccentricity, and forward events by subscriptions. So
 * at each cluster on its way an event goes up to the broker and down again. Hosts are clients of
 * the broker of their cluster.
 *
 * @param network with broker hosts, data addresses and routes to them
 * @param processing time that a broker takes for each event
 */
void InstallBrokerOverlay(const SwitchNetwork& network, Time processing);

/**
 * @brief Assign random streams to brokers and clients.
 * @param network with brokers
 * @param stream the first
 * @return streams used
 */
int64_t AssignBrokerStreams(const SwitchNetwork& network, int64_t stream);

} // namespace ns3::pubsub::sdn

#endif
