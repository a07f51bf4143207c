// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_CLUSTER_GRAPH_H
#define SDN_CLUSTER_GRAPH_H

#include "sdn-clusters.h"

#include <optional>
#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief All trunks between two clusters, as one undirected edge.
 */
struct ClusterEdge
{
    ClusterId a = 0;          ///< the end with the smaller number
    ClusterId b = 0;          ///< the other end
    double capacityBps = 0.0; ///< of all trunks together, bit/s
};

/// An edge, seen from one of its ends.
struct ClusterNeighbour
{
    ClusterId cluster = 0; ///< at the other end
    EdgeId edge = 0;       ///< between the two
};

/**
 * @ingroup pubsub-sdn
 * @brief Clusters and the undirected edges between them.
 */
class ClusterGraph
{
  public:
    /// @param clusters number of them
    explicit ClusterGraph(uint32_t clusters = 0);

    /**
     * @brief Add an edge between two different clusters that have none yet.
     * @param a a cluster
     * @param b another
     * @param capacityBps of all trunks together, bit/s
     * @return its number: edges are numbered from 0 in the order of addition
     */
    EdgeId AddEdge(ClusterId a, ClusterId b, double capacityBps);

    /**
     * @brief Change the capacity of an edge.
     * @param edge its number
     * @param capacityBps of all trunks together, bit/s
     */
    void SetCapacity(EdgeId edge, double capacityBps);

    /// @return the number of clusters
    uint32_t Size() const
    {
        return static_cast<uint32_t>(m_neighbours.size());
    }

    /// @return the edges, by number
    const std::vector<ClusterEdge>& Edges() const
    {
        return m_edges;
    }

    /**
     * @param edge number of an edge
     * @return the edge
     */
    const ClusterEdge& Edge(EdgeId edge) const
    {
        return m_edges[edge];
    }

    /**
     * @param edge number of an edge
     * @param cluster one of its ends
     * @return the other end
     */
    ClusterId OtherEnd(EdgeId edge, ClusterId cluster) const
    {
        return m_edges[edge].a == cluster ? m_edges[edge].b : m_edges[edge].a;
    }

    /**
     * @param cluster any
     * @return its neighbours, in order of their numbers
     */
    const std::vector<ClusterNeighbour>& Neighbours(ClusterId cluster) const
    {
        return m_neighbours[cluster];
    }

    /**
     * @param a a cluster
     * @param b another
     * @return the edge between them; nothing if there is none
     */
    std::optional<EdgeId> Find(ClusterId a, ClusterId b) const;

    /// @return whether each cluster can be reached from each other; true without clusters
    bool IsConnected() const;

  private:
    std::vector<ClusterEdge> m_edges;                        ///< by number
    std::vector<std::vector<ClusterNeighbour>> m_neighbours; ///< of each cluster
};

} // namespace ns3::pubsub::sdn

#endif
