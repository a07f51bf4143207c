// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-random-demand.h"

#include "ns3/broker-input.h"

#include <algorithm>
#include <numeric>

namespace ns3::pubsub::sdn
{

namespace
{

/**
 * @brief Refuse limits that are out of order.
 * @param what they limit
 * @param least lower limit
 * @param most upper limit
 * @param bound of both
 */
void
RequireLimits(const std::string& what, double least, double most, double bound)
{
    if (!(least >= 1.0 && least <= most && most <= bound))
    {
        throw broker::BrokerInputError("the limits of " + what +
                                       " are out of order; expected at least 1, the larger one "
                                       "second, and no more than there can be");
    }
}

/**
 * @param clusters number of all
 * @param count of those to draw
 * @param random source
 * @return different clusters, ascending
 */
std::vector<ClusterId>
DrawClusters(uint32_t clusters, uint32_t count, Ptr<UniformRandomVariable> random)
{
    std::vector<ClusterId> all(clusters);
    std::iota(all.begin(), all.end(), 0);
    for (uint32_t i = 0; i < count; ++i)
    {
        std::swap(all[i], all[random->GetInteger(i, clusters - 1)]);
    }
    all.resize(count);
    std::sort(all.begin(), all.end());
    return all;
}

} // namespace

std::vector<TopicDemand>
DrawDemand(const RandomDemand& settings, uint32_t clusters, Ptr<UniformRandomVariable> random)
{
    RequireLimits("publishers", settings.leastPublishers, settings.mostPublishers, clusters);
    RequireLimits("subscribers", settings.leastSubscribers, settings.mostSubscribers, clusters);
    RequireLimits("load", settings.leastLoad, settings.mostLoad, 1e9);
    std::vector<TopicDemand> demands;
    for (TopicId topic = 0; topic < settings.topics; ++topic)
    {
        TopicDemand demand{.topic = topic};
        const uint32_t publishers =
            random->GetInteger(settings.leastPublishers, settings.mostPublishers);
        for (const ClusterId cluster : DrawClusters(clusters, publishers, random))
        {
            demand.publishers.push_back({.cluster = cluster, .share = 1.0});
        }
        const uint32_t subscribers =
            random->GetInteger(settings.leastSubscribers, settings.mostSubscribers);
        demand.subscribers = DrawClusters(clusters, subscribers, random);
        demand.load = random->GetInteger(static_cast<uint32_t>(settings.leastLoad),
                                         static_cast<uint32_t>(settings.mostLoad));
        if (settings.branching > 0 && topic > 0)
        {
            demand.father = (topic - 1) / settings.branching;
            const auto& inherited = demands[demand.father].subscribers;
            demand.subscribers.insert(demand.subscribers.end(), inherited.begin(), inherited.end());
            demand.subscribers = demand.AllowedSubscribers(); // ascending, each once
        }
        demands.push_back(demand);
    }
    return demands;
}

std::string
NameOfDrawnTopic(TopicId topic, uint32_t branching)
{
    const std::string word = "t" + std::to_string(topic);
    return branching == 0 || topic == 0
               ? word
               : NameOfDrawnTopic((topic - 1) / branching, branching) + "." + word;
}

} // namespace ns3::pubsub::sdn
