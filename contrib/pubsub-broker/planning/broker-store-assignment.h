// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_STORE_ASSIGNMENT_H
#define BROKER_STORE_ASSIGNMENT_H

#include "broker-store-plan.h"

#include "ns3/broker-store-greedy.h"
#include "ns3/random-variable-stream.h"

#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief What brokers are worth as stores: the results of Steps 1 and 2 of the placement algorithm.
 */
struct StoreRanking
{
    std::vector<std::vector<double>> votes; ///< for each topic, of each broker (s_t)
    std::vector<double> weights;            ///< of each topic: its part of all requests (w_t)
    std::vector<double> scores;             ///< of each broker: its votes by the topics' weights
};

/**
 * @ingroup pubsub-broker
 * @brief Rank the brokers: Steps 1 and 2 of the placement algorithm.
 * @param instance planned for
 * @param gain of the greedy algorithm
 * @param probabilities with which each broker publishes; empty: all alike, and votes are counts
 * @return votes, weights and scores
 */
StoreRanking RankBrokers(const StoreInstance& instance,
                         StoreGain gain,
                         const std::vector<double>& probabilities = {});

/**
 * @param values any
 * @param count of indices, at most all
 * @return the indices of the largest values, in descending order; of equal ones the smallest first
 */
std::vector<uint32_t> LargestFirst(const std::vector<double>& values, uint32_t count);

/**
 * @param instance with demand
 * @return for each topic the replicas that it is assigned in a round of `wrr`: its demand by that
 * of the topic with the least (but some) demand, rounded up
 */
std::vector<uint32_t> RelativeWeights(const StoreInstance& instance);

/**
 * @param relativeWeights of the topics
 * @param copies wanted of each
 * @return for each round of `wrr` the replicas that each topic is assigned
 */
std::vector<std::vector<uint32_t>> RoundShares(const std::vector<uint32_t>& relativeWeights,
                                               const std::vector<uint32_t>& copies);

/**
 * @ingroup pubsub-broker
 * @brief Assign the replicas topic by topic, those of larger weight first: Step 4 of the placement
 * algorithm.
 *
 * A topic is assigned the stores with room in descending order of its votes. Of those with equal
 * votes, it is the one with the larger score, then that with the smaller id.
 *
 * @param instance planned for
 * @param stores where they are
 * @param ranking of the brokers
 * @return the replicas, fewer than wanted where no store has room
 */
ReplicaLists AssignByTopic(const StoreInstance& instance,
                           const std::vector<BrokerId>& stores,
                           const StoreRanking& ranking);

/**
 * @ingroup pubsub-broker
 * @brief Assign the replicas as AssignByTopic(), but in rounds like weighted round robin: in each
 * round a topic is assigned at most as many as its relative weight.
 * @param instance planned for
 * @param stores where they are
 * @param ranking of the brokers
 * @return the replicas
 */
ReplicaLists AssignByRounds(const StoreInstance& instance,
                            const std::vector<BrokerId>& stores,
                            const StoreRanking& ranking);

/**
 * @ingroup pubsub-broker
 * @brief Assign the replicas of each topic, topics in random order, to random stores with room.
 * @param instance planned for
 * @param stores where they are
 * @param random source
 * @return the replicas
 */
ReplicaLists AssignRandomly(const StoreInstance& instance,
                            const std::vector<BrokerId>& stores,
                            Ptr<UniformRandomVariable> random);

} // namespace ns3::pubsub::broker

#endif
