// SPDX-License-Identifier: GPL-2.0-only
#include "broker-rooted-tree.h"

namespace ns3::pubsub::broker
{

RootedTree::RootedTree(const BrokerGraph& tree, BrokerId root)
    : sizes(tree.Size(), 1),
      places(tree.Size())
{
    struct Step
    {
        BrokerId broker;
        uint32_t parent; ///< its place
        uint32_t depth;
    };

    brokers.reserve(tree.Size());
    parents.reserve(tree.Size());
    depths.reserve(tree.Size());
    std::vector<Step> stack{{root, 0, 0}};
    while (!stack.empty())
    {
        const Step step = stack.back();
        stack.pop_back();
        const auto place = static_cast<uint32_t>(brokers.size());
        places[step.broker] = place;
        brokers.push_back(step.broker);
        parents.push_back(step.parent);
        depths.push_back(step.depth);
        for (BrokerId next : tree.Neighbours(step.broker))
        {
            if (place == 0 || next != brokers[step.parent])
            {
                stack.push_back({next, place, step.depth + 1});
            }
        }
    }
    for (std::size_t place = brokers.size(); --place > 0;)
    {
        sizes[parents[place]] += sizes[place];
    }
}

std::vector<double>
RootedTree::SubtreeSums(const std::vector<double>& demand) const
{
    std::vector<double> sums(brokers.size());
    for (std::size_t place = 0; place < brokers.size(); ++place)
    {
        sums[place] = demand[brokers[place]];
    }
    for (std::size_t place = brokers.size(); --place > 0;)
    {
        sums[parents[place]] += sums[place];
    }
    return sums;
}

} // namespace ns3::pubsub::broker
