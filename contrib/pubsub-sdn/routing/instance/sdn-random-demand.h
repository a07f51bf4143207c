// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_RANDOM_DEMAND_H
#define SDN_RANDOM_DEMAND_H

#include "ns3/random-variable-stream.h"
#include "ns3/sdn-topic-demand.h"

#include <string>
#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief Random demand of planning instances. Each number of clusters is drawn for each topic,
 * uniformly between its limits; so is the load.
 */
struct RandomDemand
{
    uint32_t topics = 50;          ///< number of them
    uint32_t branching = 0;        ///< children of a topic; 0: all topics are on the first level
    uint32_t leastPublishers = 1;  ///< of a topic
    uint32_t mostPublishers = 3;   ///< of a topic
    uint32_t leastSubscribers = 3; ///< of a topic, without those of its ancestors
    uint32_t mostSubscribers = 8;  ///< of a topic, without those of its ancestors
    double leastLoad = 1.0;        ///< of a topic, bit/s
    double mostLoad = 20.0;        ///< of a topic, bit/s
};

/**
 * @ingroup pubsub-sdn
 * @brief Draw demand. Loads are whole numbers, and publishers have equal shares.
 *
 * Topic i has the father (i - 1) / branching, where branching is not 0, and its father's
 * subscribers, too. Throws BrokerInputError where the limits are out of order or exceed the number
 * of clusters.
 *
 * @param settings of the demand
 * @param clusters number of them
 * @param random source
 * @return the demands by TopicId
 */
std::vector<TopicDemand> DrawDemand(const RandomDemand& settings,
                                    uint32_t clusters,
                                    Ptr<UniformRandomVariable> random);

/**
 * @param topic number of a topic of DrawDemand()
 * @param branching of the demand
 * @return a name whose words are those of its father and one more
 */
std::string NameOfDrawnTopic(TopicId topic, uint32_t branching);

} // namespace ns3::pubsub::sdn

#endif
