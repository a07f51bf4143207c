// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_STEINER_TREE_H
#define SDN_STEINER_TREE_H

#include "sdn-graph-view.h"

#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief A Steiner tree that weighs less than twice the lightest one, by Mehlhorn's method (1988).
 *
 * Each cluster belongs to its nearest terminal. A minimum spanning tree of these regions is
 * replaced by its paths. Then it is improved: a minimum spanning tree of all edges between its
 * clusters, less the leaves that are no terminals.
 *
 * @param view of the graph
 * @param terminals ascending
 * @param weights by edge, positive
 * @return the edges, ascending; those of a forest where no path joins the terminals
 */
std::vector<EdgeId> SteinerTree(const GraphView& view,
                                const std::vector<ClusterId>& terminals,
                                const std::vector<double>& weights);

} // namespace ns3::pubsub::sdn

#endif
