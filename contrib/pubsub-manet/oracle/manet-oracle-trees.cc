// SPDX-License-Identifier: GPL-2.0-only
#include "manet-oracle-trees.h"

#include "manet-node-set.h"

#include <algorithm>
#include <map>

namespace ns3::pubsub::manet
{

namespace
{

/**
 * @brief The nodes of one layer that serve those of the next.
 * @param links of all nodes
 * @param layer to choose from, in order of id
 * @param wanted nodes of the next layer
 * @return few of the layer
 */
std::vector<NodeId>
ServingLayer(const LinkGraph& links,
             const std::vector<NodeId>& layer,
             const std::set<NodeId>& wanted)
{
    NodeSet unserved(links.size(), wanted);
    const auto gain = [&](NodeId node) {
        return std::count_if(links[node].begin(), links[node].end(), [&](NodeId other) {
            return unserved.Contains(other);
        });
    };
    std::vector<NodeId> chosen;
    while (unserved.Size() > 0)
    {
        const NodeId best = *std::max_element(layer.begin(), layer.end(), [&](NodeId a, NodeId b) {
            return gain(a) < gain(b);
        });
        chosen.push_back(best);
        for (NodeId served : links[best])
        {
            unserved.Erase(served);
        }
    }
    return chosen;
}

} // namespace

std::set<NodeId>
ShortestPathTransmitters(const Multicast& multicast)
{
    const auto hops = HopsFrom(multicast.links, multicast.publisher);
    std::map<uint32_t, std::vector<NodeId>> layers;
    std::map<uint32_t, std::set<NodeId>> wanted;
    for (NodeId node = 0; node < hops.size(); ++node)
    {
        layers[hops[node]].push_back(node);
    }
    for (NodeId receiver : multicast.receivers)
    {
        wanted[hops[receiver]].insert(receiver);
    }
    std::set<NodeId> transmitters{multicast.publisher};
    while (!wanted.empty())
    {
        const auto farthest = std::prev(wanted.end());
        const uint32_t hop = farthest->first;
        if (hop == 0)
        {
            break;
        }
        const auto chosen = ServingLayer(multicast.links, layers[hop - 1], farthest->second);
        wanted.erase(farthest);
        transmitters.insert(chosen.begin(), chosen.end());
        wanted[hop - 1].insert(chosen.begin(), chosen.end());
    }
    return transmitters;
}

} // namespace ns3::pubsub::manet
