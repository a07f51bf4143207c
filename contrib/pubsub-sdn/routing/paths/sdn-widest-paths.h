// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_WIDEST_PATHS_H
#define SDN_WIDEST_PATHS_H

#include "sdn-graph-view.h"
#include "sdn-overlay-forest.h"

#include <limits>
#include <optional>
#include <vector>

namespace ns3::pubsub::sdn
{

/// Width where there is no path. A width itself may be negative, on overloaded edges.
inline constexpr double NO_PATH = -std::numeric_limits<double>::infinity();

/// Width of the path from a cluster to itself.
inline constexpr double UNLIMITED = std::numeric_limits<double>::infinity();

/**
 * @ingroup pubsub-sdn
 * @brief The maximum spanning tree of a graph by residual (Kruskal), of equal edges that with the
 * smaller number. Its path between two clusters is a widest one of the graph.
 * @param view of the graph
 * @return its edges, ascending; those of a forest if the view is in pieces
 */
std::vector<EdgeId> WidestTree(const GraphView& view);

/// The path from a cluster along a tree to the tree's root.
struct TreeStep
{
    double width = NO_PATH;      ///< least residual of the path's edges
    ClusterId next = NO_CLUSTER; ///< the next cluster on it; NO_CLUSTER at the root or without path
    EdgeId edge = 0;             ///< to the next cluster
};

/**
 * @ingroup pubsub-sdn
 * @brief The paths from all clusters along a tree to one of them.
 * @param view of the graph
 * @param tree edges of a forest
 * @param root where the paths end
 * @return by cluster
 */
std::vector<TreeStep> StepsToRoot(const GraphView& view, const OverlayForest& tree, ClusterId root);

/**
 * @ingroup pubsub-sdn
 * @brief The widths of the widest paths from some clusters to each, by Dijkstra's algorithm.
 * @param view of the graph
 * @param isSource by cluster
 * @return by cluster; UNLIMITED at the sources, NO_PATH where none leads
 */
std::vector<double> WidestWidths(const GraphView& view, const std::vector<bool>& isSource);

/**
 * @ingroup pubsub-sdn
 * @brief A widest path from some clusters to some others; of the widest, a shortest one.
 *
 * Of equally wide and short paths it ends at the target with the smallest number, and each
 * predecessor on it is that with the smallest number. Dijkstra's algorithm with both criteria in
 * one label can miss the shortest path, so the width is found first and then the path among the
 * edges that have it.
 *
 * @param view of the graph
 * @param isSource by cluster
 * @param isTarget by cluster; no source is one
 * @return the edges; nothing if there is no path
 */
std::optional<std::vector<EdgeId>> WidestShortestPath(const GraphView& view,
                                                      const std::vector<bool>& isSource,
                                                      const std::vector<bool>& isTarget);

} // namespace ns3::pubsub::sdn

#endif
