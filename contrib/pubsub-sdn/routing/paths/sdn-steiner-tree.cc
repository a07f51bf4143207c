// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-steiner-tree.h"

#include "sdn-overlay-forest.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace ns3::pubsub::sdn
{

namespace
{

/// The terminal that is nearest to a cluster.
struct NearestTerminal
{
    double distance = std::numeric_limits<double>::infinity(); ///< sum of weights
    ClusterId terminal = NO_CLUSTER;                           ///< which
    ClusterId previous = NO_CLUSTER; ///< the cluster before on the path; NO_CLUSTER at a terminal
    EdgeId edge = 0;                 ///< from the cluster before
};

/**
 * @param view of the graph
 * @param terminals some
 * @param weights by edge
 * @return by cluster
 */
std::vector<NearestTerminal>
NearestTerminals(const GraphView& view,
                 const std::vector<ClusterId>& terminals,
                 const std::vector<double>& weights)
{
    using Entry = std::pair<double, ClusterId>;
    std::vector<NearestTerminal> nearest(view.Graph().Size());
    std::vector<bool> isDone(view.Graph().Size(), false);
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    for (const ClusterId terminal : terminals)
    {
        nearest[terminal].distance = 0.0;
        nearest[terminal].terminal = terminal;
        open.emplace(0.0, terminal);
    }
    while (!open.empty())
    {
        const ClusterId cluster = open.top().second;
        open.pop();
        if (isDone[cluster])
        {
            continue;
        }
        isDone[cluster] = true;
        view.ForEachNeighbour(cluster, [&](const ClusterNeighbour& neighbour) {
            const double distance = nearest[cluster].distance + weights[neighbour.edge];
            if (distance < nearest[neighbour.cluster].distance)
            {
                nearest[neighbour.cluster] = {.distance = distance,
                                              .terminal = nearest[cluster].terminal,
                                              .previous = cluster,
                                              .edge = neighbour.edge};
                open.emplace(distance, neighbour.cluster);
            }
        });
    }
    return nearest;
}

/// An edge and what it costs to join what is at its ends by it.
using WeighedEdge = std::pair<double, EdgeId>;

/**
 * @brief Kruskal's algorithm.
 * @param candidates edges in any order
 * @param clusters number of them
 * @param ends returns what an edge joins
 * @return the edges of the lightest spanning tree, of equal ones those of smaller numbers
 */
std::vector<EdgeId>
LightestTree(std::vector<WeighedEdge> candidates,
             uint32_t clusters,
             const std::function<std::pair<ClusterId, ClusterId>(EdgeId)>& ends)
{
    std::sort(candidates.begin(), candidates.end());
    ClusterSets sets(clusters);
    std::vector<EdgeId> tree;
    for (const auto& [weight, edge] : candidates)
    {
        const auto [a, b] = ends(edge);
        if (sets.Join(a, b))
        {
            tree.push_back(edge);
        }
    }
    return tree;
}

/**
 * @param view of the graph
 * @param nearest terminals of the clusters
 * @param weights by edge
 * @return the edges that join regions of terminals, each with the weight of the path between the
 * terminals over it
 */
std::vector<WeighedEdge>
EdgesBetweenRegions(const GraphView& view,
                    const std::vector<NearestTerminal>& nearest,
                    const std::vector<double>& weights)
{
    std::vector<WeighedEdge> edges;
    for (EdgeId edge = 0; edge < view.Graph().Edges().size(); ++edge)
    {
        const NearestTerminal& a = nearest[view.Graph().Edge(edge).a];
        const NearestTerminal& b = nearest[view.Graph().Edge(edge).b];
        const bool isReached = a.terminal != NO_CLUSTER && b.terminal != NO_CLUSTER;
        if (view.HasEdge(edge) && isReached && a.terminal != b.terminal)
        {
            edges.emplace_back(a.distance + weights[edge] + b.distance, edge);
        }
    }
    view.CountExamined(view.Graph().Edges().size());
    return edges;
}

/**
 * @param view of the graph
 * @param forest with a tree
 * @param weights by edge
 * @return all edges between the clusters of the tree, with their weights
 */
std::vector<WeighedEdge>
EdgesWithin(const GraphView& view, const OverlayForest& forest, const std::vector<double>& weights)
{
    std::vector<WeighedEdge> edges;
    for (EdgeId edge = 0; edge < view.Graph().Edges().size(); ++edge)
    {
        const ClusterEdge& ends = view.Graph().Edge(edge);
        if (view.HasEdge(edge) && forest.Touches(ends.a) && forest.Touches(ends.b))
        {
            edges.emplace_back(weights[edge], edge);
        }
    }
    view.CountExamined(view.Graph().Edges().size());
    return edges;
}

} // namespace

std::vector<EdgeId>
SteinerTree(const GraphView& view,
            const std::vector<ClusterId>& terminals,
            const std::vector<double>& weights)
{
    const ClusterGraph& graph = view.Graph();
    const std::vector<NearestTerminal> nearest = NearestTerminals(view, terminals, weights);
    const auto regions = [&](EdgeId edge) {
        return std::pair(nearest[graph.Edge(edge).a].terminal,
                         nearest[graph.Edge(edge).b].terminal);
    };
    const auto clusters = [&](EdgeId edge) {
        return std::pair(graph.Edge(edge).a, graph.Edge(edge).b);
    };
    OverlayForest paths(graph);
    const auto bridges =
        LightestTree(EdgesBetweenRegions(view, nearest, weights), graph.Size(), regions);
    for (const EdgeId bridge : bridges)
    {
        paths.Add(bridge);
        for (ClusterId cluster : {graph.Edge(bridge).a, graph.Edge(bridge).b})
        {
            for (; nearest[cluster].previous != NO_CLUSTER; cluster = nearest[cluster].previous)
            {
                paths.Add(nearest[cluster].edge);
            }
        }
    }
    OverlayForest tree(graph,
                       LightestTree(EdgesWithin(view, paths, weights), graph.Size(), clusters));
    tree.PruneLeaves(terminals);
    return tree.Edges();
}

} // namespace ns3::pubsub::sdn
