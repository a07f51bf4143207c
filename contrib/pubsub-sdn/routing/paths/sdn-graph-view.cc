// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-graph-view.h"

namespace ns3::pubsub::sdn
{

GraphView::GraphView(const ClusterGraph& graph,
                     const std::vector<double>& residuals,
                     const std::vector<bool>& hasFailed,
                     const std::vector<ClusterId>& denied,
                     uint64_t& examined)
    : m_graph(graph),
      m_residuals(residuals),
      m_hasFailed(hasFailed),
      m_isDenied(graph.Size(), false),
      m_examined(examined)
{
    for (const ClusterId cluster : denied)
    {
        m_isDenied.at(cluster) = true;
    }
}

bool
GraphView::HasEdge(EdgeId edge) const
{
    const ClusterEdge& ends = m_graph.Edge(edge);
    return !m_hasFailed[edge] && Has(ends.a) && Has(ends.b);
}

} // namespace ns3::pubsub::sdn
