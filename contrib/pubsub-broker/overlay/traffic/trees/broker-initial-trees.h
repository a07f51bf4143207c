// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_INITIAL_TREES_H
#define BROKER_INITIAL_TREES_H

#include "ns3/broker-graph.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

/// Returns the delay between two brokers over the underlay, in nanoseconds.
using BrokerDelay = std::function<int64_t(BrokerId from, BrokerId to)>;

/**
 * @ingroup pubsub-broker
 * @brief The trees with which an overlay can begin; the first is the default.
 *
 * | kind | tree |
 * |---|---|
 * | random-labelled | every labelled tree is as likely as any other |
 * | mst-delay | the spanning tree with the least sum of delays |
 * | recursive | each broker joins a random earlier one |
 *
 * @return their names
 */
const std::vector<std::string>& InitialTreeKinds();

/**
 * @ingroup pubsub-broker
 * @brief Make the initial tree. Throws BrokerInputError where the kind is unknown or there is no
 * broker.
 * @param kind one of InitialTreeKinds()
 * @param brokers number of them
 * @param random source of the random kinds; may be null for mst-delay
 * @param delay between brokers, for mst-delay; may be empty for the other kinds
 * @return the tree
 */
BrokerGraph MakeInitialTree(const std::string& kind,
                            uint32_t brokers,
                            Ptr<UniformRandomVariable> random,
                            const BrokerDelay& delay);

/**
 * @brief Make a spanning tree by Prim's algorithm from broker 0. Of equal delays, the broker with
 * the smallest id joins first, at the broker that joined first.
 * @param brokers number of them, at least one
 * @param delay between brokers
 * @return the tree with the least sum of delays
 */
BrokerGraph LeastDelayTree(uint32_t brokers, const BrokerDelay& delay);

} // namespace ns3::pubsub::broker

#endif
