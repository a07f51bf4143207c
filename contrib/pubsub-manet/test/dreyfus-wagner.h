// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_DREYFUS_WAGNER_H
#define MANET_DREYFUS_WAGNER_H

#include "ns3/manet-oracle-trees.h"

#include <set>

namespace ns3::pubsub::manet
{

/**
 * @brief Dreyfus and Wagner's recursion as it stands in the book, over all sets of receivers and
 * all nodes: slow, and plain enough to hold FewestTransmitters() against it.
 * @param multicast a task with few receivers
 * @return the smallest set of transmitters that it finds first
 */
std::set<NodeId> TransmittersOfFullTable(const Multicast& multicast);

} // namespace ns3::pubsub::manet

#endif
