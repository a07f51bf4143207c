// SPDX-License-Identifier: GPL-2.0-only
#include "broker-trees.h"

#include "broker-input.h"

#include "ns3/log.h"

#include <functional>
#include <queue>
#include <utility>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerTrees");

namespace
{

constexpr uint32_t MOST_LINKS = 4; ///< of a broker in a deg4 tree

/// Makes a tree of at least one broker.
using TreeMaker = BrokerGraph (*)(uint32_t brokers, Ptr<UniformRandomVariable> random);

/**
 * @param brokers number of them
 * @param parent returns the earlier broker that a broker joins
 * @return the tree
 */
BrokerGraph
Attach(uint32_t brokers, const std::function<BrokerId(BrokerId)>& parent)
{
    BrokerGraph tree(brokers);
    for (BrokerId broker = 1; broker < brokers; ++broker)
    {
        tree.AddLink(parent(broker), broker);
    }
    return tree;
}

/**
 * @param brokers number of them
 * @param random source
 * @return a random recursive tree with at most four links at each broker
 */
BrokerGraph
MakeBoundedTree(uint32_t brokers, Ptr<UniformRandomVariable> random)
{
    BrokerGraph tree(brokers);
    std::vector<BrokerId> open{0}; // those with room for a link
    for (BrokerId broker = 1; broker < brokers; ++broker)
    {
        const auto place = random->GetInteger(0, static_cast<uint32_t>(open.size() - 1));
        const BrokerId parent = open[place];
        tree.AddLink(parent, broker);
        if (tree.Neighbours(parent).size() == MOST_LINKS)
        {
            open.erase(open.begin() + place);
        }
        open.push_back(broker);
    }
    return tree;
}

/**
 * @param brokers number of them
 * @param random source
 * @return a random recursive tree
 */
BrokerGraph
MakeRecursiveTree(uint32_t brokers, Ptr<UniformRandomVariable> random)
{
    return Attach(brokers, [&](BrokerId broker) { return random->GetInteger(0, broker - 1); });
}

/**
 * @param brokers number of them
 * @param random source
 * @return the tree of a random Pruefer sequence
 */
BrokerGraph
MakePrueferTree(uint32_t brokers, Ptr<UniformRandomVariable> random)
{
    BrokerGraph tree(brokers);
    if (brokers < 2)
    {
        return tree;
    }
    std::vector<BrokerId> sequence(brokers - 2);
    std::vector<uint32_t> uses(brokers, 0); // left in the sequence
    for (BrokerId& broker : sequence)
    {
        broker = random->GetInteger(0, brokers - 1);
        ++uses[broker];
    }
    std::priority_queue<BrokerId, std::vector<BrokerId>, std::greater<>> leaves;
    for (BrokerId broker = 0; broker < brokers; ++broker)
    {
        if (uses[broker] == 0)
        {
            leaves.push(broker);
        }
    }
    for (BrokerId broker : sequence)
    {
        tree.AddLink(broker, leaves.top());
        leaves.pop();
        if (--uses[broker] == 0)
        {
            leaves.push(broker);
        }
    }
    const BrokerId last = leaves.top();
    leaves.pop();
    tree.AddLink(last, leaves.top());
    return tree;
}

/**
 * @param brokers number of them
 * @param random source
 * @return a tree of preferential attachment
 */
BrokerGraph
MakePreferentialTree(uint32_t brokers, Ptr<UniformRandomVariable> random)
{
    std::vector<BrokerId> ends; // each broker once for each of its links
    return Attach(brokers, [&](BrokerId broker) {
        const BrokerId parent =
            ends.empty() ? 0 : ends[random->GetInteger(0, static_cast<uint32_t>(ends.size() - 1))];
        ends.push_back(parent);
        ends.push_back(broker);
        return parent;
    });
}

/**
 * @param brokers number of them
 * @return a complete binary tree
 */
BrokerGraph
MakeBinaryTree(uint32_t brokers, Ptr<UniformRandomVariable> /* random */)
{
    return Attach(brokers, [](BrokerId broker) { return (broker - 1) / 2; });
}

/**
 * @param brokers number of them
 * @return a path
 */
BrokerGraph
MakePath(uint32_t brokers, Ptr<UniformRandomVariable> /* random */)
{
    return Attach(brokers, [](BrokerId broker) { return broker - 1; });
}

/**
 * @param brokers number of them
 * @return a star around broker 0
 */
BrokerGraph
MakeStar(uint32_t brokers, Ptr<UniformRandomVariable> /* random */)
{
    return Attach(brokers, [](BrokerId) { return BrokerId{0}; });
}

/// The kinds, the default first.
const std::vector<std::pair<std::string, TreeMaker>> TREE_MAKERS{
    {"deg4", MakeBoundedTree},
    {"recursive", MakeRecursiveTree},
    {"prufer", MakePrueferTree},
    {"pa", MakePreferentialTree},
    {"binary", MakeBinaryTree},
    {"path", MakePath},
    {"star", MakeStar},
};

} // namespace

const std::vector<std::string>&
TreeKinds()
{
    static const std::vector<std::string> kinds = [] {
        std::vector<std::string> names;
        for (const auto& [name, maker] : TREE_MAKERS)
        {
            names.push_back(name);
        }
        return names;
    }();
    return kinds;
}

BrokerGraph
MakeTree(const std::string& kind, uint32_t brokers, Ptr<UniformRandomVariable> random)
{
    NS_LOG_FUNCTION(kind << brokers);
    if (brokers == 0 || brokers > MOST_BROKERS)
    {
        throw BrokerInputError("a tree of " + std::to_string(brokers) +
                               " brokers cannot be made; expected 1 to " +
                               std::to_string(MOST_BROKERS));
    }
    for (const auto& [name, maker] : TREE_MAKERS)
    {
        if (name == kind)
        {
            return maker(brokers, random);
        }
    }
    throw BrokerInputError("'" + kind + "' is not a kind of tree; expected one of " +
                           Listed(TreeKinds()));
}

} // namespace ns3::pubsub::broker
