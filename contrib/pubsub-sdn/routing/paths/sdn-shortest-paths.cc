// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-shortest-paths.h"

#include <algorithm>
#include <queue>
#include <set>

namespace ns3::pubsub::sdn
{

namespace
{

/**
 * @brief Search from some clusters in breadth.
 * @param view of the graph
 * @param isSource by cluster
 * @param width least residual of an edge that may be used
 * @return by cluster: edges from the nearest source
 */
std::vector<uint32_t>
HopsFromSources(const GraphView& view, const std::vector<bool>& isSource, double width)
{
    std::vector<uint32_t> hops(view.Graph().Size(), NO_HOPS);
    std::queue<ClusterId> open;
    for (ClusterId cluster = 0; cluster < hops.size(); ++cluster)
    {
        if (isSource[cluster] && view.Has(cluster))
        {
            hops[cluster] = 0;
            open.push(cluster);
        }
    }
    while (!open.empty())
    {
        const ClusterId cluster = open.front();
        open.pop();
        view.ForEachNeighbour(cluster, [&](const ClusterNeighbour& neighbour) {
            if (hops[neighbour.cluster] == NO_HOPS && view.Residual(neighbour.edge) >= width)
            {
                hops[neighbour.cluster] = hops[cluster] + 1;
                open.push(neighbour.cluster);
            }
        });
    }
    return hops;
}

/**
 * @param view of the graph
 * @param hops by cluster, from the sources
 * @param cluster not a source
 * @param width least residual of an edge that may be used
 * @return the neighbour of the smallest number that is one edge nearer a source
 */
ClusterNeighbour
Predecessor(const GraphView& view,
            const std::vector<uint32_t>& hops,
            ClusterId cluster,
            double width)
{
    ClusterNeighbour result{.cluster = NO_CLUSTER, .edge = 0};
    view.ForEachNeighbour(cluster, [&](const ClusterNeighbour& neighbour) {
        if (result.cluster == NO_CLUSTER && hops[neighbour.cluster] != NO_HOPS &&
            hops[neighbour.cluster] + 1 == hops[cluster] && view.Residual(neighbour.edge) >= width)
        {
            result = neighbour;
        }
    });
    return result;
}

} // namespace

std::optional<std::vector<EdgeId>>
ShortestPath(const GraphView& view,
             const std::vector<bool>& isSource,
             const std::vector<bool>& isTarget,
             double width)
{
    const std::vector<uint32_t> hops = HopsFromSources(view, isSource, width);
    ClusterId end = NO_CLUSTER;
    for (ClusterId cluster = 0; cluster < hops.size(); ++cluster)
    {
        if (isTarget[cluster] && hops[cluster] != NO_HOPS &&
            (end == NO_CLUSTER || hops[cluster] < hops[end]))
        {
            end = cluster;
        }
    }
    if (end == NO_CLUSTER)
    {
        return std::nullopt;
    }
    std::vector<EdgeId> edges;
    while (hops[end] > 0)
    {
        const ClusterNeighbour previous = Predecessor(view, hops, end, width);
        edges.push_back(previous.edge);
        end = previous.cluster;
    }
    return edges;
}

HopTree
HopsTo(const GraphView& view, ClusterId root)
{
    constexpr double anyWidth = -std::numeric_limits<double>::infinity();
    std::vector<bool> isRoot(view.Graph().Size(), false);
    isRoot[root] = true;
    HopTree tree{.hops = HopsFromSources(view, isRoot, anyWidth), .parents = {}};
    for (ClusterId cluster = 0; cluster < tree.hops.size(); ++cluster)
    {
        const bool hasPath = tree.hops[cluster] != NO_HOPS && tree.hops[cluster] > 0;
        tree.parents.push_back(hasPath ? Predecessor(view, tree.hops, cluster, anyWidth).cluster
                                       : NO_CLUSTER);
    }
    return tree;
}

std::vector<EdgeId>
EdgesOfPaths(const GraphView& view, const HopTree& tree, const std::vector<ClusterId>& clusters)
{
    std::set<EdgeId> edges;
    for (ClusterId cluster : clusters)
    {
        while (tree.parents[cluster] != NO_CLUSTER)
        {
            edges.insert(*view.Graph().Find(cluster, tree.parents[cluster]));
            cluster = tree.parents[cluster];
        }
    }
    return {edges.begin(), edges.end()};
}

std::vector<EdgeId>
BreadthFirstTree(const GraphView& view)
{
    std::vector<EdgeId> edges;
    std::vector<bool> isReached(view.Graph().Size(), false);
    for (ClusterId root = 0; root < isReached.size(); ++root)
    {
        if (isReached[root] || !view.Has(root))
        {
            continue;
        }
        const HopTree tree = HopsTo(view, root);
        for (ClusterId cluster = root; cluster < isReached.size(); ++cluster)
        {
            isReached[cluster] = isReached[cluster] || tree.hops[cluster] != NO_HOPS;
            if (tree.parents[cluster] != NO_CLUSTER)
            {
                edges.push_back(*view.Graph().Find(cluster, tree.parents[cluster]));
            }
        }
    }
    std::sort(edges.begin(), edges.end());
    return edges;
}

} // namespace ns3::pubsub::sdn
