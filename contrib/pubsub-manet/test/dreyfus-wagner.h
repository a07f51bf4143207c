// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_DREYFUS_WAGNER_H
#define PUBSUB_DREYFUS_WAGNER_H

#include "ns3/oracle-trees.h"

#include <set>

namespace ns3
{

/**
 * @brief Dreyfus and Wagner's recursion as it stands in the book, over all sets of receivers and
 * all nodes: slow, and plain enough to hold FewestTransmitters() against it.
 * @param multicast a task with few receivers
 * @return the smallest set of transmitters that it finds first
 */
std::set<NodeId> TransmittersOfFullTable(const Multicast& multicast);

} // namespace ns3

#endif
