// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_GRAPH_VIEW_H
#define SDN_GRAPH_VIEW_H

#include "ns3/sdn-cluster-graph.h"

#include <cstdint>
#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief The part of a graph that a topic may use, with residuals, and a count of the effort.
 *
 * It refers to the graph and its residuals, which must outlive it.
 */
class GraphView
{
  public:
    /**
     * @param graph of the clusters
     * @param residuals by edge, bit/s
     * @param hasFailed by edge
     * @param denied clusters that are left out
     * @param examined counter of edges that are looked at
     */
    GraphView(const ClusterGraph& graph,
              const std::vector<double>& residuals,
              const std::vector<bool>& hasFailed,
              const std::vector<ClusterId>& denied,
              uint64_t& examined);

    /// @return the whole graph
    const ClusterGraph& Graph() const
    {
        return m_graph;
    }

    /**
     * @param cluster any
     * @return whether it is in the view
     */
    bool Has(ClusterId cluster) const
    {
        return !m_isDenied[cluster];
    }

    /**
     * @param edge any
     * @return whether it works and both ends are in the view
     */
    bool HasEdge(EdgeId edge) const;

    /**
     * @param edge any
     * @return its residual, bit/s
     */
    double Residual(EdgeId edge) const
    {
        return m_residuals[edge];
    }

    /**
     * @brief Visit the neighbours of a cluster in order of their numbers, and count the edges.
     * @tparam Visitor takes a ClusterNeighbour
     * @param cluster any
     * @param visit called with each neighbour in the view
     */
    template <typename Visitor>
    void ForEachNeighbour(ClusterId cluster, Visitor&& visit) const
    {
        for (const ClusterNeighbour& neighbour : m_graph.Neighbours(cluster))
        {
            ++m_examined;
            if (HasEdge(neighbour.edge))
            {
                visit(neighbour);
            }
        }
    }

    /**
     * @brief Count edges that were looked at.
     * @param edges number of them
     */
    void CountExamined(uint64_t edges) const
    {
        m_examined += edges;
    }

  private:
    const ClusterGraph& m_graph;            ///< of the clusters
    const std::vector<double>& m_residuals; ///< by edge
    const std::vector<bool>& m_hasFailed;   ///< by edge
    std::vector<bool> m_isDenied;           ///< by cluster
    uint64_t& m_examined;                   ///< effort
};

} // namespace ns3::pubsub::sdn

#endif
