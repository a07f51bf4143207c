// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-random-graphs.h"

#include "sdn-cluster-graph.h"

#include "ns3/broker-input.h"

#include <algorithm>
#include <functional>
#include <set>
#include <string>

namespace ns3::pubsub::sdn
{

namespace
{

/// Edges that are being drawn.
using PairSet = std::set<std::pair<uint32_t, uint32_t>>;

/**
 * @param a a node
 * @param b another
 * @return them, the smaller first
 */
std::pair<uint32_t, uint32_t>
Ascending(uint32_t a, uint32_t b)
{
    return {std::min(a, b), std::max(a, b)};
}

/**
 * @param nodes number of them
 * @param pairs of them
 * @return whether each node reaches each other
 */
bool
AreConnected(uint32_t nodes, const PairSet& pairs)
{
    ClusterGraph graph(nodes);
    for (const auto& [a, b] : pairs)
    {
        graph.AddEdge(a, b, 0.0);
    }
    return graph.IsConnected();
}

/**
 * @param stubs ends of edges to come, by their node
 * @param pairs drawn so far
 * @return whether some two stubs can be joined
 */
bool
CanJoin(const std::vector<uint32_t>& stubs, const PairSet& pairs)
{
    for (std::size_t i = 0; i < stubs.size(); ++i)
    {
        for (std::size_t j = i + 1; j < stubs.size(); ++j)
        {
            if (stubs[i] != stubs[j] && !pairs.contains(Ascending(stubs[i], stubs[j])))
            {
                return true;
            }
        }
    }
    return false;
}

/**
 * @brief Remove a stub whose order among the others does not matter.
 * @param stubs some
 * @param place of the stub
 */
void
TakeStub(std::vector<uint32_t>& stubs, std::size_t place)
{
    stubs[place] = stubs.back();
    stubs.pop_back();
}

/**
 * @param nodes number of them
 * @param degree neighbours of each
 * @param random source
 * @return the edges; empty if the draws left stubs that cannot be joined
 */
PairSet
TryRegular(uint32_t nodes, uint32_t degree, Ptr<UniformRandomVariable> random)
{
    std::vector<uint32_t> stubs;
    for (uint32_t i = 0; i < nodes * degree; ++i)
    {
        stubs.push_back(i / degree);
    }
    PairSet pairs;
    uint32_t misses = 0;
    while (!stubs.empty())
    {
        const auto last = static_cast<uint32_t>(stubs.size() - 1);
        const uint32_t one = random->GetInteger(0, last);
        const uint32_t other = random->GetInteger(0, last);
        const auto pair = Ascending(stubs[one], stubs[other]);
        if (pair.first != pair.second && pairs.insert(pair).second)
        {
            TakeStub(stubs, std::max(one, other));
            TakeStub(stubs, std::min(one, other));
            misses = 0;
        }
        else if (++misses % 100 == 0 && !CanJoin(stubs, pairs))
        {
            return {};
        }
    }
    return pairs;
}

/**
 * @param nodes number of them
 * @param degree neighbours of each in the ring, even
 * @param rewiring probability that an edge gets another end
 * @param random source
 * @return the edges
 */
PairSet
TrySmallWorld(uint32_t nodes, uint32_t degree, double rewiring, Ptr<UniformRandomVariable> random)
{
    PairSet pairs;
    std::vector<uint32_t> degrees(nodes, degree);
    for (uint32_t i = 0; i < nodes * degree / 2; ++i)
    {
        pairs.insert(Ascending(i % nodes, (i % nodes + i / nodes + 1) % nodes));
    }
    for (uint32_t i = 0; i < nodes * degree / 2; ++i)
    {
        const uint32_t node = i % nodes;
        const uint32_t old = (node + i / nodes + 1) % nodes;
        if (random->GetValue(0.0, 1.0) >= rewiring || degrees[node] == nodes - 1)
        {
            continue;
        }
        uint32_t end = node;
        while (end == node || pairs.contains(Ascending(node, end)))
        {
            end = random->GetInteger(0, nodes - 1);
        }
        pairs.erase(Ascending(node, old));
        pairs.insert(Ascending(node, end));
        --degrees[old];
        ++degrees[end];
    }
    return pairs;
}

/**
 * @param nodes number of them
 * @param what is drawn
 * @param draw returns the edges of a graph; none if it failed
 * @return the edges of the first connected one
 */
NodePairs
DrawConnected(uint32_t nodes, const std::string& what, const std::function<PairSet()>& draw)
{
    for (uint32_t tries = 0; tries < GRAPH_TRIES; ++tries)
    {
        const PairSet pairs = draw();
        if (AreConnected(nodes, pairs))
        {
            return {pairs.begin(), pairs.end()};
        }
    }
    throw broker::BrokerInputError(
        "each of " + std::to_string(GRAPH_TRIES) + " draws of " + what +
        " is in pieces; expected a connected one: a larger degree helps");
}

} // namespace

NodePairs
DrawRegularGraph(uint32_t nodes, uint32_t degree, Ptr<UniformRandomVariable> random)
{
    const std::string what = "a regular graph of " + std::to_string(nodes) +
                             " clusters with degree " + std::to_string(degree);
    if (degree < 1 || degree >= nodes || uint64_t{nodes} * degree % 2 != 0)
    {
        throw broker::BrokerInputError("there is no " + what.substr(2) +
                                       "; expected a degree from 1 to the number of clusters less "
                                       "1, and an even product of the two");
    }
    return DrawConnected(nodes, what, [&] { return TryRegular(nodes, degree, random); });
}

NodePairs
DrawSmallWorld(uint32_t nodes, uint32_t degree, double rewiring, Ptr<UniformRandomVariable> random)
{
    const std::string what = "a small world of " + std::to_string(nodes) +
                             " clusters with degree " + std::to_string(degree);
    if (degree < 2 || degree % 2 != 0 || degree >= nodes)
    {
        throw broker::BrokerInputError(
            "there is no " + what.substr(2) +
            "; expected an even degree of at least 2, and more clusters");
    }
    if (!(rewiring >= 0.0 && rewiring <= 1.0))
    {
        throw broker::BrokerInputError("the probability of rewiring is " +
                                       std::to_string(rewiring) +
                                       "; expected a number from 0 to 1");
    }
    return DrawConnected(nodes, what, [&] {
        return TrySmallWorld(nodes, degree, rewiring, random);
    });
}

} // namespace ns3::pubsub::sdn
