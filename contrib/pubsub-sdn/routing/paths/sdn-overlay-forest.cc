// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-overlay-forest.h"

#include "ns3/assert.h"

#include <algorithm>
#include <numeric>

namespace ns3::pubsub::sdn
{

namespace
{

/**
 * @param clusters ascending
 * @param cluster any
 * @return whether it is among them
 */
bool
IsAmong(const std::vector<ClusterId>& clusters, ClusterId cluster)
{
    return std::binary_search(clusters.begin(), clusters.end(), cluster);
}

} // namespace

ClusterSets::ClusterSets(uint32_t clusters)
    : m_parents(clusters)
{
    std::iota(m_parents.begin(), m_parents.end(), 0);
}

ClusterId
ClusterSets::Find(ClusterId cluster)
{
    while (m_parents[cluster] != cluster)
    {
        m_parents[cluster] = m_parents[m_parents[cluster]];
        cluster = m_parents[cluster];
    }
    return cluster;
}

bool
ClusterSets::Join(ClusterId a, ClusterId b)
{
    const ClusterId one = Find(a);
    const ClusterId other = Find(b);
    m_parents[std::max(one, other)] = std::min(one, other);
    return one != other;
}

OverlayForest::OverlayForest(const ClusterGraph& graph, const std::vector<EdgeId>& edges)
    : m_graph(graph),
      m_degrees(graph.Size(), 0)
{
    AddAll(edges);
}

void
OverlayForest::Add(EdgeId edge)
{
    if (m_edges.insert(edge).second)
    {
        ++m_degrees[m_graph.Edge(edge).a];
        ++m_degrees[m_graph.Edge(edge).b];
    }
}

void
OverlayForest::AddAll(const std::vector<EdgeId>& edges)
{
    for (const EdgeId edge : edges)
    {
        Add(edge);
    }
}

void
OverlayForest::Remove(EdgeId edge)
{
    if (m_edges.erase(edge) > 0)
    {
        --m_degrees[m_graph.Edge(edge).a];
        --m_degrees[m_graph.Edge(edge).b];
    }
}

std::vector<EdgeId>
OverlayForest::Edges() const
{
    return {m_edges.begin(), m_edges.end()};
}

std::vector<bool>
OverlayForest::TouchedClusters() const
{
    std::vector<bool> isTouched(m_degrees.size());
    std::transform(m_degrees.begin(), m_degrees.end(), isTouched.begin(), [](uint32_t degree) {
        return degree > 0;
    });
    return isTouched;
}

ClusterSets
OverlayForest::Trees() const
{
    ClusterSets sets(m_graph.Size());
    for (const EdgeId edge : m_edges)
    {
        sets.Join(m_graph.Edge(edge).a, m_graph.Edge(edge).b);
    }
    return sets;
}

bool
OverlayForest::IsForest() const
{
    ClusterSets sets(m_graph.Size());
    return std::all_of(m_edges.begin(), m_edges.end(), [&](EdgeId edge) {
        return sets.Join(m_graph.Edge(edge).a, m_graph.Edge(edge).b);
    });
}

EdgeId
OverlayForest::EdgeOfLeaf(ClusterId leaf) const
{
    const auto& neighbours = m_graph.Neighbours(leaf);
    const auto place = std::find_if(neighbours.begin(), neighbours.end(), [&](const auto& each) {
        return m_edges.contains(each.edge);
    });
    NS_ASSERT(place != neighbours.end());
    return place->edge;
}

void
OverlayForest::RemoveLeaf(ClusterId cluster,
                          const std::vector<ClusterId>& terminals,
                          bool isRecursive)
{
    while (m_degrees[cluster] == 1 && !IsAmong(terminals, cluster))
    {
        const EdgeId edge = EdgeOfLeaf(cluster);
        Remove(edge);
        if (!isRecursive)
        {
            return;
        }
        cluster = m_graph.OtherEnd(edge, cluster);
    }
}

void
OverlayForest::PruneLeaves(const std::vector<ClusterId>& terminals)
{
    for (ClusterId cluster = 0; cluster < m_graph.Size(); ++cluster)
    {
        RemoveLeaf(cluster, terminals, true);
    }
}

void
OverlayForest::RemoveFragments(const std::vector<ClusterId>& terminals)
{
    ClusterSets trees = Trees();
    std::set<ClusterId> wanted;
    for (const ClusterId terminal : terminals)
    {
        wanted.insert(trees.Find(terminal));
    }
    for (const EdgeId edge : Edges())
    {
        if (!wanted.contains(trees.Find(m_graph.Edge(edge).a)))
        {
            Remove(edge);
        }
    }
}

} // namespace ns3::pubsub::sdn
