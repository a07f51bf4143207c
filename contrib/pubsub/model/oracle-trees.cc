// SPDX-License-Identifier: GPL-2.0-only
#include "oracle-trees.h"

#include "ns3/assert.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <map>

namespace ns3
{

namespace
{

/// @param multicast a task @param transmitters some @return those that the publisher's frames reach
std::set<NodeId>
Linked(const Multicast& multicast, const std::set<NodeId>& transmitters)
{
    std::set<NodeId> linked{multicast.publisher};
    std::deque<NodeId> queue{multicast.publisher};
    while (!queue.empty())
    {
        const NodeId at = queue.front();
        queue.pop_front();
        for (NodeId next : multicast.links[at])
        {
            if (transmitters.contains(next) && linked.insert(next).second)
            {
                queue.push_back(next);
            }
        }
    }
    return linked;
}

/// @param multicast a task @param transmitters some nodes @return the receivers that hear none
std::set<NodeId>
Unserved(const Multicast& multicast, const std::set<NodeId>& transmitters)
{
    std::set<NodeId> unserved = multicast.receivers;
    for (NodeId node : transmitters)
    {
        for (NodeId served : ClosedNeighbourhood(multicast.links, node))
        {
            unserved.erase(served);
        }
    }
    return unserved;
}

/// @brief Leave out those without whom it is enough. @param multicast the task
/// @param transmitters enough
void
Prune(const Multicast& multicast, std::set<NodeId>& transmitters)
{
    for (NodeId node : std::set<NodeId>(transmitters))
    {
        transmitters.erase(node);
        if (!IsEnough(multicast, transmitters))
        {
            transmitters.insert(node);
        }
    }
}

/// The way from a set of transmitters to other nodes.
struct Ways
{
    std::vector<uint32_t> length; ///< transmitters to be added to reach a node and make it one
    std::vector<NodeId> before;   ///< the node before it
};

/// @param links of all nodes @param transmitters where the ways begin @return the shortest
Ways
WaysFrom(const LinkGraph& links, const std::set<NodeId>& transmitters)
{
    Ways ways{std::vector<uint32_t>(links.size(), NO_WAY),
              std::vector<NodeId>(links.size(), NO_NODE)};
    std::deque<NodeId> queue(transmitters.begin(), transmitters.end());
    for (NodeId node : transmitters)
    {
        ways.length[node] = 0;
    }
    while (!queue.empty())
    {
        const NodeId at = queue.front();
        queue.pop_front();
        for (NodeId next : links[at])
        {
            if (ways.length[next] == NO_WAY)
            {
                ways.length[next] = ways.length[at] + 1;
                ways.before[next] = at;
                queue.push_back(next);
            }
        }
    }
    return ways;
}

/// @param multicast a task @return whether all receivers can be reached
bool
CanBeDone(const Multicast& multicast)
{
    const auto hops = HopsFrom(multicast.links, multicast.publisher);
    return std::all_of(multicast.receivers.begin(), multicast.receivers.end(), [&](NodeId node) {
        return hops[node] != NO_WAY;
    });
}

/// What a node promises: a number, from the receivers it would serve and the transmitters it takes.
using Promise = std::function<double(double gain, double length)>;

/**
 * @brief Add transmitters, each time towards the node that promises most, and leave out again those
 * without whom it is enough.
 * @param multicast the task
 * @param transmitters to begin with, linked to the publisher
 * @param promise of a node
 * @return enough transmitters
 */
std::set<NodeId>
GrowGreedily(const Multicast& multicast, std::set<NodeId> transmitters, const Promise& promise)
{
    for (auto unserved = Unserved(multicast, transmitters); !unserved.empty();
         unserved = Unserved(multicast, transmitters))
    {
        const Ways ways = WaysFrom(multicast.links, transmitters);
        NodeId best = NO_NODE;
        double most = 0.0;
        for (NodeId node = 0; node < multicast.links.size(); ++node)
        {
            const auto near = ClosedNeighbourhood(multicast.links, node);
            const auto gain = std::count_if(near.begin(), near.end(), [&](NodeId other) {
                return unserved.contains(other);
            });
            if (gain > 0 && ways.length[node] < NO_WAY && promise(gain, ways.length[node]) > most)
            {
                most = promise(gain, ways.length[node]);
                best = node;
            }
        }
        NS_ASSERT_MSG(best != NO_NODE, "a receiver that cannot be reached");
        for (NodeId at = best; !transmitters.contains(at); at = ways.before[at])
        {
            transmitters.insert(at);
        }
    }
    Prune(multicast, transmitters);
    return transmitters;
}

/**
 * @brief Do without one transmitter after the other, and grow again what is then missing.
 * @param multicast the task
 * @param transmitters enough; other ones or fewer if they can be had
 * @param promise of a node
 */
void
Regrow(const Multicast& multicast, std::set<NodeId>& transmitters, const Promise& promise)
{
    for (NodeId node : std::set<NodeId>(transmitters))
    {
        LinkGraph links = multicast.links;
        links[node].clear();
        const Multicast muted{links, multicast.publisher, multicast.receivers};
        if (!CanBeDone(muted))
        {
            continue;
        }
        auto regrown = GrowGreedily(muted, Linked(muted, transmitters), promise);
        if (regrown.size() <= transmitters.size())
        {
            transmitters = std::move(regrown);
        }
    }
}

/**
 * @brief The nodes of one layer that serve those of the next.
 * @param links of all nodes
 * @param layer to choose from
 * @param unserved nodes of the next layer
 * @return few of the layer
 */
std::set<NodeId>
ServingLayer(const LinkGraph& links, const std::set<NodeId>& layer, std::set<NodeId> unserved)
{
    std::set<NodeId> chosen;
    while (!unserved.empty())
    {
        const auto gain = [&](NodeId node) {
            return std::count_if(links[node].begin(), links[node].end(), [&](NodeId other) {
                return unserved.contains(other);
            });
        };
        const NodeId best = *std::max_element(layer.begin(), layer.end(), [&](NodeId a, NodeId b) {
            return gain(a) < gain(b);
        });
        chosen.insert(best);
        for (NodeId served : links[best])
        {
            unserved.erase(served);
        }
    }
    return chosen;
}

} // namespace

std::set<NodeId>
ClosedNeighbourhood(const LinkGraph& links, NodeId node)
{
    std::set<NodeId> nodes(links[node].begin(), links[node].end());
    nodes.insert(node);
    return nodes;
}

std::vector<uint32_t>
HopsFrom(const LinkGraph& links, NodeId from)
{
    return WaysFrom(links, {from}).length;
}

bool
IsEnough(const Multicast& multicast, const std::set<NodeId>& transmitters)
{
    return transmitters.contains(multicast.publisher) &&
           Unserved(multicast, Linked(multicast, transmitters)).empty();
}

std::set<NodeId>
FewTransmitters(const Multicast& multicast)
{
    const Promise promises[] = {
        [](double, double length) { return 1.0 / length; },
        [](double gain, double length) { return gain / length; },
        [](double gain, double length) { return gain / (length * length); },
    };
    std::set<NodeId> best = ShortestPathTransmitters(multicast);
    Prune(multicast, best);
    for (const Promise& promise : promises)
    {
        auto transmitters = GrowGreedily(multicast, {multicast.publisher}, promise);
        for (const Promise& again : promises)
        {
            Regrow(multicast, transmitters, again);
        }
        if (transmitters.size() < best.size())
        {
            best = std::move(transmitters);
        }
    }
    return best;
}

std::set<NodeId>
ShortestPathTransmitters(const Multicast& multicast)
{
    const auto hops = HopsFrom(multicast.links, multicast.publisher);
    std::map<uint32_t, std::set<NodeId>> layers;
    std::map<uint32_t, std::set<NodeId>> wanted;
    for (NodeId node = 0; node < hops.size(); ++node)
    {
        layers[hops[node]].insert(node);
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

} // namespace ns3
