// SPDX-License-Identifier: GPL-2.0-only
#include "broker-initial-trees.h"

#include "ns3/broker-input.h"
#include "ns3/broker-trees.h"
#include "ns3/log.h"

#include <algorithm>
#include <limits>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerInitialTrees");

const std::vector<std::string>&
InitialTreeKinds()
{
    static const std::vector<std::string> kinds{"random-labelled", "mst-delay", "recursive"};
    return kinds;
}

BrokerGraph
MakeInitialTree(const std::string& kind,
                uint32_t brokers,
                Ptr<UniformRandomVariable> random,
                const BrokerDelay& delay)
{
    NS_LOG_FUNCTION(kind << brokers);
    if (kind == "random-labelled" || kind == "recursive")
    {
        return MakeTree(kind == "recursive" ? kind : "prufer", brokers, random);
    }
    if (kind != "mst-delay")
    {
        throw BrokerInputError("'" + kind + "' is not a kind of initial tree; expected one of " +
                               Listed(InitialTreeKinds()));
    }
    if (brokers == 0 || brokers > MOST_BROKERS)
    {
        throw BrokerInputError("a tree of " + std::to_string(brokers) +
                               " brokers cannot be made; expected 1 to " +
                               std::to_string(MOST_BROKERS));
    }
    return LeastDelayTree(brokers, delay);
}

BrokerGraph
LeastDelayTree(uint32_t brokers, const BrokerDelay& delay)
{
    NS_LOG_FUNCTION(brokers);
    BrokerGraph tree(brokers);
    std::vector<int64_t> least(brokers, std::numeric_limits<int64_t>::max()); // to the tree
    std::vector<BrokerId> nearest(brokers, 0);                                // in the tree
    std::vector<BrokerId> outside(brokers - 1);
    for (BrokerId broker = 1; broker < brokers; ++broker)
    {
        outside[broker - 1] = broker;
    }
    BrokerId joined = 0;
    while (!outside.empty())
    {
        for (BrokerId broker : outside)
        {
            const int64_t distance = delay(joined, broker);
            if (distance < least[broker])
            {
                least[broker] = distance;
                nearest[broker] = joined;
            }
        }
        const auto next =
            std::min_element(outside.begin(), outside.end(), [&](BrokerId a, BrokerId b) {
                return least[a] < least[b];
            });
        joined = *next;
        tree.AddLink(nearest[joined], joined);
        outside.erase(next);
    }
    return tree;
}

} // namespace ns3::pubsub::broker
