// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_STORE_PLAN_H
#define BROKER_STORE_PLAN_H

#include "broker-store-instance.h"

#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

/// For each topic of an instance, the brokers of its replicas in the order in which they were
/// chosen.
using ReplicaLists = std::vector<std::vector<BrokerId>>;

/**
 * @ingroup pubsub-broker
 * @brief Where stores are, which topics they hold, and what requests then cost.
 */
struct StorePlan
{
    std::vector<BrokerId> stores; ///< in the order in which they were chosen
    ReplicaLists replicas;        ///< of each topic
    double cost = 0.0;            ///< request hops/s of the topics that have a replica
    double meanHops = 0.0;        ///< cost by the requests/s of all topics
    uint32_t shortReplicas = 0;   ///< wanted replicas that are missing
};

/**
 * @ingroup pubsub-broker
 * @brief Compute what a plan costs if each request goes to the nearest replica of its topic.
 * @param instance planned for
 * @param stores where they are
 * @param replicas of each topic
 * @return the plan
 */
StorePlan EvaluatePlan(const StoreInstance& instance,
                       std::vector<BrokerId> stores,
                       ReplicaLists replicas);

/**
 * @ingroup pubsub-broker
 * @param tree of brokers
 * @param brokers at least one
 * @return hops from each broker of the tree to the nearest of these
 */
std::vector<uint32_t> HopsToNearest(const BrokerGraph& tree, const std::vector<BrokerId>& brokers);

/**
 * @ingroup pubsub-broker
 * @brief Read a plan from a file and evaluate it. Throws BrokerInputError where its content is
 * wrong.
 *
 * Its lines are `store BROKER` and `replica TOPIC BROKER`, in any order; `#` begins a comment. Each
 * replica is at a store. The capacity and the number of stores are not checked, so that plans that
 * ignore them can be evaluated.
 *
 * @param file its name
 * @param instance that the plan is for
 * @return the plan
 */
StorePlan ReadStorePlan(const std::string& file, const StoreInstance& instance);

} // namespace ns3::pubsub::broker

#endif
