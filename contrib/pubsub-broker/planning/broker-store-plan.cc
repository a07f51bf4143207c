// SPDX-License-Identifier: GPL-2.0-only
#include "broker-store-plan.h"

#include "ns3/broker-input.h"
#include "ns3/log.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerStorePlan");

std::vector<uint32_t>
HopsToNearest(const BrokerGraph& tree, const std::vector<BrokerId>& brokers)
{
    constexpr uint32_t unknown = std::numeric_limits<uint32_t>::max();
    std::vector<uint32_t> hops(tree.Size(), unknown);
    std::vector<BrokerId> queue = brokers;
    queue.reserve(tree.Size() + brokers.size());
    for (BrokerId broker : brokers)
    {
        hops[broker] = 0;
    }
    for (std::size_t head = 0; head < queue.size(); ++head)
    {
        for (BrokerId next : tree.Neighbours(queue[head]))
        {
            if (hops[next] == unknown)
            {
                hops[next] = hops[queue[head]] + 1;
                queue.push_back(next);
            }
        }
    }
    return hops;
}

StorePlan
EvaluatePlan(const StoreInstance& instance, std::vector<BrokerId> stores, ReplicaLists replicas)
{
    NS_LOG_FUNCTION(stores.size());
    StorePlan plan{std::move(stores), std::move(replicas)};
    for (std::size_t index = 0; index < instance.topics.size(); ++index)
    {
        const StoredTopic& topic = instance.topics[index];
        const std::vector<BrokerId>& brokers = plan.replicas[index];
        plan.shortReplicas += topic.copies - std::min<std::size_t>(topic.copies, brokers.size());
        if (brokers.empty())
        {
            continue;
        }
        const std::vector<uint32_t> hops = HopsToNearest(instance.tree, brokers);
        for (BrokerId broker = 0; broker < hops.size(); ++broker)
        {
            plan.cost += topic.demand[broker] * hops[broker];
        }
    }
    const double demand = instance.TotalDemand();
    plan.meanHops = demand > 0.0 ? plan.cost / demand : 0.0;
    return plan;
}

StorePlan
ReadStorePlan(const std::string& file, const StoreInstance& instance)
{
    NS_LOG_FUNCTION(file);
    WordLines lines(file);
    const auto has = [](const std::vector<BrokerId>& brokers, BrokerId broker) {
        return std::find(brokers.begin(), brokers.end(), broker) != brokers.end();
    };
    std::vector<BrokerId> stores;
    ReplicaLists replicas(instance.topics.size());
    std::vector<std::pair<BrokerId, InputLine>> places; // of the replicas
    while (lines.Next())
    {
        const std::vector<std::string>& words = lines.Words();
        const bool isStore = words[0] == "store" && words.size() == 2;
        if (!isStore && (words[0] != "replica" || words.size() != 3))
        {
            lines.Refuse("'store BROKER' or 'replica TOPIC BROKER'");
        }
        const BrokerId broker =
            lines.Number(words.size() - 1, 0, instance.tree.Size() - 1, "a broker");
        const auto topic = isStore ? std::nullopt : instance.FindTopic(words[1]);
        if (!isStore && !topic)
        {
            lines.Refuse("a topic of the instance instead of '" + words[1] + "'");
        }
        std::vector<BrokerId>& brokers = isStore ? stores : replicas[*topic];
        if (has(brokers, broker))
        {
            lines.Refuse("each line only once");
        }
        brokers.push_back(broker);
        if (!isStore)
        {
            places.emplace_back(broker, lines.Line());
        }
    }
    for (const auto& [broker, line] : places)
    {
        if (!has(stores, broker))
        {
            lines.RefuseLine(line, "a line 'store " + std::to_string(broker) + "'");
        }
    }
    return EvaluatePlan(instance, std::move(stores), std::move(replicas));
}

} // namespace ns3::pubsub::broker
