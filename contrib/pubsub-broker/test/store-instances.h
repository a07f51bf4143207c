// SPDX-License-Identifier: GPL-2.0-only
#ifndef STORE_INSTANCES_H
#define STORE_INSTANCES_H

#include "ns3/broker-store-instance.h"
#include "ns3/random-variable-stream.h"

#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker-test
 * @brief An instance for the example of section 5.3 of the storage planning paper, whose topology
 * and demand (Fig. 3) are not at hand. It is ours: with it, the algorithm gives every number that
 * the paper prints for its example, without a tie.
 * @return the instance; its broker 0 is the paper's node 1
 */
StoreInstance PublishedExample();

/**
 * @ingroup pubsub-broker-test
 * @brief Make an instance with a random tree, demand, copies and limits.
 * @param random source
 * @param brokers number of them
 * @param levels of demand: 0: any number, so that no two sums are equal; else a whole number below
 * it, so that many are
 * @return the instance
 */
StoreInstance RandomInstance(Ptr<UniformRandomVariable> random, uint32_t brokers, uint32_t levels);

/**
 * @ingroup pubsub-broker-test
 * @param tree of brokers
 * @param demand of the only topic
 * @param stores number of them, and of copies
 * @return an instance with one topic
 */
StoreInstance OneTopic(BrokerGraph tree, std::vector<double> demand, uint32_t stores);

} // namespace ns3::pubsub::broker

#endif
