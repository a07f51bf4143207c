// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_STORE_GREEDY_H
#define BROKER_STORE_GREEDY_H

#include "ns3/broker-graph.h"

#include <optional>
#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief What the greedy algorithm counts as saved by replicas of a target server.
 */
enum class StoreGain
{
    PATH,   ///< only replicas on the path to the target serve a request
    NEAREST ///< the nearest of the replicas and the target serves it
};

/**
 * @ingroup pubsub-broker
 * @param name path or nearest
 * @return the gain; nothing for another name
 */
std::optional<StoreGain> ParseStoreGain(const std::string& name);

/**
 * @ingroup pubsub-broker
 * @brief The demand of one topic on a tree of brokers. What it refers to is kept elsewhere.
 */
struct TopicDemand
{
    const BrokerGraph& tree;           ///< on which requests travel
    const std::vector<double>& demand; ///< requests/s at each broker
};

/**
 * @ingroup pubsub-broker
 * @brief The greedy algorithm for one topic and one target server. It chooses one broker at a time,
 * each with the largest gain together with those chosen before; of equal ones, the smallest id.
 *
 * With the gain `path`, a choice costs O(N) time for N brokers. With `nearest`, gains are evaluated
 * only where their upper bound, the value before the last choice, exceeds the best found.
 *
 * @param topic its tree and demand
 * @param target broker of the server; never chosen
 * @param copies brokers to choose, at most all but the target
 * @param gain what is saved
 * @return the brokers, in the order in which they were chosen
 */
std::vector<BrokerId> ChooseReplicas(const TopicDemand& topic,
                                     BrokerId target,
                                     uint32_t copies,
                                     StoreGain gain);

/**
 * @ingroup pubsub-broker
 * @brief The modified greedy algorithm: the greedy algorithm with each broker as the target.
 * @param topic its tree and demand
 * @param copies brokers that each run chooses
 * @param gain what is saved
 * @param probabilities weights of the runs, one for each target; empty: 1 each
 * @return for each broker the sum of the weights of the runs that chose it
 */
std::vector<double> ModifiedGreedyVotes(const TopicDemand& topic,
                                        uint32_t copies,
                                        StoreGain gain,
                                        const std::vector<double>& probabilities = {});

} // namespace ns3::pubsub::broker

#endif
