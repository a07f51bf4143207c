// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-widest-paths.h"

#include "sdn-shortest-paths.h"

#include <algorithm>
#include <queue>
#include <utility>

namespace ns3::pubsub::sdn
{

namespace
{

/**
 * @param view of the graph
 * @return the edges in the view, those with the largest residual first
 */
std::vector<EdgeId>
EdgesByResidual(const GraphView& view)
{
    std::vector<EdgeId> edges;
    for (EdgeId edge = 0; edge < view.Graph().Edges().size(); ++edge)
    {
        if (view.HasEdge(edge))
        {
            edges.push_back(edge);
        }
    }
    std::stable_sort(edges.begin(), edges.end(), [&](EdgeId a, EdgeId b) {
        return view.Residual(a) > view.Residual(b);
    });
    view.CountExamined(view.Graph().Edges().size());
    return edges;
}

/// Clusters to look at next, the one with the widest path first.
using WidestFirst = std::priority_queue<std::pair<double, ClusterId>>;

/**
 * @brief Find widest paths until one ends at a target.
 * @param view of the graph
 * @param isSource by cluster
 * @param isTarget by cluster, or nothing to look at all clusters
 * @return the width of each cluster that was reached; of targets, only the first one's is final
 */
std::vector<double>
GrowWidths(const GraphView& view,
           const std::vector<bool>& isSource,
           const std::vector<bool>* isTarget)
{
    std::vector<double> widths(view.Graph().Size(), NO_PATH);
    std::vector<bool> isDone(view.Graph().Size(), false);
    WidestFirst open;
    for (ClusterId cluster = 0; cluster < view.Graph().Size(); ++cluster)
    {
        if (isSource[cluster] && view.Has(cluster))
        {
            widths[cluster] = UNLIMITED;
            open.emplace(UNLIMITED, cluster);
        }
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
        if (isTarget && (*isTarget)[cluster])
        {
            break;
        }
        view.ForEachNeighbour(cluster, [&](const ClusterNeighbour& neighbour) {
            const double width = std::min(widths[cluster], view.Residual(neighbour.edge));
            if (width > widths[neighbour.cluster])
            {
                widths[neighbour.cluster] = width;
                open.emplace(width, neighbour.cluster);
            }
        });
    }
    return widths;
}

} // namespace

std::vector<EdgeId>
WidestTree(const GraphView& view)
{
    ClusterSets sets(view.Graph().Size());
    std::vector<EdgeId> tree;
    for (const EdgeId edge : EdgesByResidual(view))
    {
        if (sets.Join(view.Graph().Edge(edge).a, view.Graph().Edge(edge).b))
        {
            tree.push_back(edge);
        }
    }
    std::sort(tree.begin(), tree.end());
    return tree;
}

std::vector<TreeStep>
StepsToRoot(const GraphView& view, const OverlayForest& tree, ClusterId root)
{
    std::vector<TreeStep> steps(view.Graph().Size());
    steps[root].width = UNLIMITED;
    std::vector<ClusterId> open{root};
    while (!open.empty())
    {
        const ClusterId cluster = open.back();
        open.pop_back();
        view.ForEachNeighbour(cluster, [&](const ClusterNeighbour& neighbour) {
            TreeStep& step = steps[neighbour.cluster];
            if (tree.Has(neighbour.edge) && step.width == NO_PATH)
            {
                step.width = std::min(steps[cluster].width, view.Residual(neighbour.edge));
                step.next = cluster;
                step.edge = neighbour.edge;
                open.push_back(neighbour.cluster);
            }
        });
    }
    return steps;
}

std::vector<double>
WidestWidths(const GraphView& view, const std::vector<bool>& isSource)
{
    return GrowWidths(view, isSource, nullptr);
}

std::optional<std::vector<EdgeId>>
WidestShortestPath(const GraphView& view,
                   const std::vector<bool>& isSource,
                   const std::vector<bool>& isTarget)
{
    const std::vector<double> widths = GrowWidths(view, isSource, &isTarget);
    double width = NO_PATH;
    for (ClusterId cluster = 0; cluster < widths.size(); ++cluster)
    {
        width = isTarget[cluster] ? std::max(width, widths[cluster]) : width;
    }
    if (width == NO_PATH)
    {
        return std::nullopt;
    }
    return ShortestPath(view, isSource, isTarget, width);
}

} // namespace ns3::pubsub::sdn
