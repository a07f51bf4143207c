// SPDX-License-Identifier: GPL-2.0-only
#include "store-instances.h"

#include "ns3/broker-trees.h"

namespace ns3::pubsub::broker
{

StoreInstance
PublishedExample()
{
    StoreInstance instance;
    instance.tree = BrokerGraph(6);
    for (const auto& [a, b] : std::vector<BrokerLink>{{0, 3}, {3, 4}, {1, 4}, {2, 4}, {4, 5}})
    {
        instance.tree.AddLink(a, b);
    }
    instance.stores = 3;
    instance.capacity = 2;
    instance.topics = {{"a", 2, {0, 5, 8, 0, 1, 3}},
                       {"b", 2, {2, 5, 12, 2, 4, 2}},
                       {"c", 2, {0, 1, 2, 0, 3, 0}}};
    return instance;
}

StoreInstance
RandomInstance(Ptr<UniformRandomVariable> random, uint32_t brokers, uint32_t levels)
{
    const auto upTo = [&](uint32_t most) { return random->GetInteger(1, most); };
    StoreInstance instance;
    instance.tree = MakeTree("recursive", brokers, random);
    instance.stores = upTo(brokers);
    instance.capacity = upTo(3);
    for (uint32_t topics = upTo(4); instance.topics.size() < topics;)
    {
        StoredTopic topic{"t" + std::to_string(instance.topics.size()), upTo(brokers), {}};
        while (topic.demand.size() < brokers)
        {
            topic.demand.push_back(levels > 0 ? random->GetInteger(0, levels - 1)
                                              : random->GetValue(0.0, 10.0));
        }
        instance.topics.push_back(topic);
    }
    return instance;
}

StoreInstance
OneTopic(BrokerGraph tree, std::vector<double> demand, uint32_t stores)
{
    return {std::move(tree), stores, 1, {{"t", stores, std::move(demand)}}};
}

} // namespace ns3::pubsub::broker
