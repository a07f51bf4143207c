// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_STAGE_WORKLOAD_H
#define BROKER_STAGE_WORKLOAD_H

#include "broker-subscription-types.h"

#include "ns3/broker-traffic-cost.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

/// What consumers subscribe to in a stage.
enum class StageSubscriptions
{
    DRAW,     ///< some of the stage's subscriptions, drawn by each consumer
    REASSIGN, ///< all subscriptions are divided among the consumers again in each stage
    OWN       ///< the same in all stages; only notifications change
};

/// Numbers of the workload; the defaults are those of Chi et al. 2014, section 5.
struct StageSettings
{
    uint32_t randomTypes = 1000;            ///< S1
    uint32_t baseTypes = 200;               ///< S2
    uint32_t derivedTypes = 400;            ///< S3, from S2
    uint32_t derivedTwiceTypes = 400;       ///< S4, from S3
    uint32_t matchedTypes = 1500;           ///< subscriptions that notifications are made from
    uint32_t producers = 200;               ///< clients that publish and advertise
    uint32_t consumers = 200;               ///< clients that subscribe
    uint32_t pairs = 50;                    ///< clients that publish and subscribe
    uint32_t notificationsPerProducer = 40; ///< types, of all stages
    uint32_t subscriptionsPerConsumer = 8;  ///< types, in each stage
    uint32_t stages = 10;                   ///< number of them
    StageSubscriptions subscriptions = StageSubscriptions::DRAW; ///< of consumers
    PairSettings types;                                          ///< of what types are made

    /// @return the numbers of types of the experiment with low relevancy (section 5.3)
    static StageSettings LowRelevancy();

    /**
     * @brief Divide the numbers of clients and types. The types per client stay.
     * @param divisor 1: as published; 5 and 25 for the smaller tiers
     * @return the numbers, rounded down
     */
    StageSettings DividedBy(uint32_t divisor) const;
};

/// A client of the workload. The lists by type hold indices into StageWorkload.
struct StageClient
{
    BrokerId broker = NO_BROKER;                      ///< that it is connected to
    std::vector<std::vector<uint32_t>> notifications; ///< types published, by stage
    std::vector<std::vector<uint32_t>> subscriptions; ///< types subscribed to, by stage
    bool isAdvertising = false;                       ///< whether it advertises what it publishes
};

/// Types and clients of all stages.
struct StageWorkload
{
    std::vector<AttributePairs> subscriptions; ///< types: S1, S2, S3, S4
    std::vector<AttributePairs> notifications; ///< types
    std::vector<StageClient> clients;          ///< producers, consumers, then pairs
    uint32_t stages = 0;                       ///< number of them

    /**
     * @return mean over the subscription types of the similarity to the most similar other one: the
     * relevancy of messages as a number
     */
    double Relevancy() const;

    /**
     * @param stage from 0
     * @return mean number of the stage's subscriptions, each client's on its own, that match a
     * notification type of the stage
     */
    double MatchesPerNotification(uint32_t stage) const;

    /**
     * @brief The flows of a stage, where each type is published equally often.
     * @param stage from 0
     * @param count notifications of each type
     * @return one flow for each client and type
     */
    std::vector<OverlayFlow> Flows(uint32_t stage, uint32_t count) const;

    /**
     * @brief The flows of a time with other subscriptions than those of the stage.
     * @param stage that notifications are of, from 0
     * @param wanted types that each client subscribes to
     * @param counts notifications of each type, by client
     * @return one flow for each client and type
     */
    std::vector<OverlayFlow> Flows(uint32_t stage,
                                   const std::vector<std::vector<uint32_t>>& wanted,
                                   const std::vector<uint32_t>& counts) const;
};

/**
 * @ingroup pubsub-broker
 * @brief Draw a workload. Throws BrokerInputError where a stage would have no subscriptions.
 *
 * The types draw from one stream and the clients' brokers from another, so that variants with other
 * types keep the brokers.
 *
 * @param settings numbers
 * @param brokers number of them
 * @param types source of types and of who has which
 * @param places source of the brokers of clients
 * @return the workload
 */
StageWorkload MakeStageWorkload(const StageSettings& settings,
                                uint32_t brokers,
                                Ptr<UniformRandomVariable> types,
                                Ptr<UniformRandomVariable> places);

} // namespace ns3::pubsub::broker

#endif
