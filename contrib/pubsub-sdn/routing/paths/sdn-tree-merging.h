// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_TREE_MERGING_H
#define SDN_TREE_MERGING_H

#include "sdn-graph-view.h"
#include "sdn-overlay-forest.h"

#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief Add the paths of a maximum spanning tree from subscribers to publishers (lines 2 to 27 of
 * Algorithm 2).
 *
 * At each cluster a walk turns to the publisher with the widest path from there, of equal ones to
 * the one with the smallest number, and ends at any publisher. On one tree no walk turns back.
 *
 * @param view of the graph
 * @param publishers ascending
 * @param subscribers ascending
 * @param forest to add to
 */
void AddWalks(const GraphView& view,
              const std::vector<ClusterId>& publishers,
              const std::vector<ClusterId>& subscribers,
              OverlayForest& forest);

/**
 * @ingroup pubsub-sdn
 * @brief Join the terminals that are on no tree to a tree, one after the other, each by a path of
 * WidestShortestPath() (lines 35 to 37 of Algorithm 2).
 * @param view of the graph
 * @param terminals ascending; those that no path joins are left out
 * @param forest to add to, with at least one edge
 */
void AttachTerminals(const GraphView& view,
                     const std::vector<ClusterId>& terminals,
                     OverlayForest& forest);

/**
 * @ingroup pubsub-sdn
 * @brief Join trees, and terminals on no tree, by paths of WidestShortestPath() until they are one
 * (line 29 of Algorithm 2, line 4 of Algorithm 3).
 *
 * Each time it joins the tree with the smallest cluster to any other. A tree that reaches no other
 * is left as it is.
 *
 * @param view of the graph
 * @param terminals ascending
 * @param forest to add to, all of whose edges are in the view
 */
void MergeTrees(const GraphView& view,
                const std::vector<ClusterId>& terminals,
                OverlayForest& forest);

} // namespace ns3::pubsub::sdn

#endif
