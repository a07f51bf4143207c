// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_TREES_H
#define BROKER_TREES_H

#include "broker-graph.h"

#include "ns3/random-variable-stream.h"

#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief The kinds of tree that MakeTree() makes; the first is the default.
 *
 * | kind | tree |
 * |---|---|
 * | deg4 | each broker joins a random earlier one that has fewer than 4 links |
 * | recursive | each broker joins a random earlier one |
 * | prufer | every labelled tree is as likely as any other (a random Pruefer sequence) |
 * | pa | each broker joins an earlier one with a probability in proportion to its links |
 * | binary | broker i joins broker (i - 1) / 2 |
 * | path | broker i joins broker i - 1 |
 * | star | all join broker 0 |
 *
 * @return their names
 */
const std::vector<std::string>& TreeKinds();

/**
 * @ingroup pubsub-broker
 * @brief Make a tree. Throws BrokerInputError where the kind is unknown or there is no broker.
 * @param kind one of TreeKinds()
 * @param brokers number of them
 * @param random source of deg4, recursive, prufer and pa; may be null for the other kinds
 * @return the tree
 */
BrokerGraph MakeTree(const std::string& kind, uint32_t brokers, Ptr<UniformRandomVariable> random);

} // namespace ns3::pubsub::broker

#endif
