// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_SHORTEST_PATHS_H
#define SDN_SHORTEST_PATHS_H

#include "sdn-graph-view.h"

#include <limits>
#include <optional>
#include <vector>

namespace ns3::pubsub::sdn
{

/// Edges of a path where there is none.
inline constexpr uint32_t NO_HOPS = std::numeric_limits<uint32_t>::max();

/**
 * @ingroup pubsub-sdn
 * @brief A path of the fewest edges from some clusters to some others.
 *
 * Of equally short paths it ends at the target with the smallest number, and each predecessor on it
 * is that with the smallest number.
 *
 * @param view of the graph
 * @param isSource by cluster
 * @param isTarget by cluster; no source is one
 * @param width least residual of an edge that may be used
 * @return the edges; nothing if there is no path
 */
std::optional<std::vector<EdgeId>> ShortestPath(const GraphView& view,
                                                const std::vector<bool>& isSource,
                                                const std::vector<bool>& isTarget,
                                                double width);

/// A tree of shortest paths to one cluster.
struct HopTree
{
    std::vector<uint32_t> hops;     ///< by cluster; NO_HOPS where no path leads
    std::vector<ClusterId> parents; ///< by cluster: the next on its path, that of the smallest
                                    ///< number; NO_CLUSTER at the root and without path
};

/**
 * @ingroup pubsub-sdn
 * @brief The shortest paths from all clusters to one, by breadth-first search.
 * @param view of the graph
 * @param root where the paths end
 * @return the tree
 */
HopTree HopsTo(const GraphView& view, ClusterId root);

/**
 * @ingroup pubsub-sdn
 * @brief The part of a tree of shortest paths that some clusters need.
 * @param view of the graph
 * @param tree of shortest paths
 * @param clusters whose paths are wanted; those without path are left out
 * @return the edges of the paths, ascending, each once
 */
std::vector<EdgeId> EdgesOfPaths(const GraphView& view,
                                 const HopTree& tree,
                                 const std::vector<ClusterId>& clusters);

/**
 * @ingroup pubsub-sdn
 * @brief A spanning tree: the shortest paths to the cluster with the smallest number.
 * @param view of the graph
 * @return its edges, ascending; such a tree for each piece of the view
 */
std::vector<EdgeId> BreadthFirstTree(const GraphView& view);

} // namespace ns3::pubsub::sdn

#endif
