// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_OVERLAY_FOREST_H
#define SDN_OVERLAY_FOREST_H

#include "ns3/sdn-cluster-graph.h"

#include <set>
#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief Sets of clusters that are joined, one pair after the other (union-find). The smallest
 * number of a set stands for it.
 */
class ClusterSets
{
  public:
    /// @param clusters number of them, each in a set of its own
    explicit ClusterSets(uint32_t clusters);

    /**
     * @param cluster any
     * @return the smallest cluster of its set
     */
    ClusterId Find(ClusterId cluster);

    /**
     * @brief Join the sets of two clusters.
     * @param a a cluster
     * @param b another
     * @return whether they were in different sets
     */
    bool Join(ClusterId a, ClusterId b);

  private:
    std::vector<ClusterId> m_parents; ///< towards the smallest cluster of a set
};

/**
 * @ingroup pubsub-sdn
 * @brief The edges of an overlay while it is built or mended.
 */
class OverlayForest
{
  public:
    /**
     * @param graph of the clusters, which must outlive the forest
     * @param edges to begin with
     */
    explicit OverlayForest(const ClusterGraph& graph, const std::vector<EdgeId>& edges = {});

    /// @param edge to add, unless it is there
    void Add(EdgeId edge);

    /// @param edges to add, unless they are there
    void AddAll(const std::vector<EdgeId>& edges);

    /// @return the edges, ascending
    std::vector<EdgeId> Edges() const;

    /**
     * @param edge any
     * @return whether it is there
     */
    bool Has(EdgeId edge) const
    {
        return m_edges.contains(edge);
    }

    /// @return whether there is no edge
    bool IsEmpty() const
    {
        return m_edges.empty();
    }

    /**
     * @param cluster any
     * @return whether it is at the end of an edge
     */
    bool Touches(ClusterId cluster) const
    {
        return m_degrees[cluster] > 0;
    }

    /// @return by cluster whether it is at the end of an edge
    std::vector<bool> TouchedClusters() const;

    /// @return the sets of clusters that the edges join
    ClusterSets Trees() const;

    /// @return whether no edges form a cycle
    bool IsForest() const;

    /**
     * @brief Remove, again and again, the leaves that are no terminals.
     * @param terminals of the topic
     */
    void PruneLeaves(const std::vector<ClusterId>& terminals);

    /**
     * @brief Remove a cluster with its edge if it is a leaf.
     * @param cluster no terminal any more
     * @param terminals of the topic
     * @param isRecursive whether to remove the leaves, too, that follow and are no terminals
     */
    void RemoveLeaf(ClusterId cluster, const std::vector<ClusterId>& terminals, bool isRecursive);

    /**
     * @brief Remove the trees without a terminal.
     * @param terminals of the topic
     */
    void RemoveFragments(const std::vector<ClusterId>& terminals);

  private:
    /// @param edge to remove
    void Remove(EdgeId edge);

    /**
     * @param leaf a cluster with one edge
     * @return the edge
     */
    EdgeId EdgeOfLeaf(ClusterId leaf) const;

    const ClusterGraph& m_graph;     ///< of the clusters
    std::set<EdgeId> m_edges;        ///< so far
    std::vector<uint32_t> m_degrees; ///< by cluster
};

} // namespace ns3::pubsub::sdn

#endif
