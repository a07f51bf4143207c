// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-cluster-graph.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3::pubsub::sdn
{

namespace
{

/**
 * @param neighbours of a cluster, in order of their numbers
 * @param cluster any
 * @return the first whose number is not less
 */
std::vector<ClusterNeighbour>::const_iterator
LowerBound(const std::vector<ClusterNeighbour>& neighbours, ClusterId cluster)
{
    return std::lower_bound(
        neighbours.begin(),
        neighbours.end(),
        cluster,
        [](const ClusterNeighbour& neighbour, ClusterId id) { return neighbour.cluster < id; });
}

} // namespace

ClusterGraph::ClusterGraph(uint32_t clusters)
    : m_neighbours(clusters)
{
}

EdgeId
ClusterGraph::AddEdge(ClusterId a, ClusterId b, double capacityBps)
{
    NS_ABORT_MSG_IF(std::max(a, b) >= Size() || a == b, a << "-" << b << " joins no two clusters");
    NS_ABORT_MSG_IF(Find(a, b), "there is an edge " << a << "-" << b);
    const auto edge = static_cast<EdgeId>(m_edges.size());
    m_edges.push_back({.a = std::min(a, b), .b = std::max(a, b), .capacityBps = capacityBps});
    m_neighbours[a].insert(LowerBound(m_neighbours[a], b), {.cluster = b, .edge = edge});
    m_neighbours[b].insert(LowerBound(m_neighbours[b], a), {.cluster = a, .edge = edge});
    return edge;
}

void
ClusterGraph::SetCapacity(EdgeId edge, double capacityBps)
{
    m_edges.at(edge).capacityBps = capacityBps;
}

std::optional<EdgeId>
ClusterGraph::Find(ClusterId a, ClusterId b) const
{
    const auto& neighbours = m_neighbours[a];
    const auto place = LowerBound(neighbours, b);
    return place != neighbours.end() && place->cluster == b ? std::optional(place->edge)
                                                            : std::nullopt;
}

bool
ClusterGraph::IsConnected() const
{
    std::vector<bool> isReached(Size(), false);
    std::vector<ClusterId> open;
    if (Size() > 0)
    {
        isReached[0] = true;
        open.push_back(0);
    }
    std::size_t reached = open.size();
    while (!open.empty())
    {
        const ClusterId cluster = open.back();
        open.pop_back();
        for (const ClusterNeighbour& neighbour : Neighbours(cluster))
        {
            if (!isReached[neighbour.cluster])
            {
                isReached[neighbour.cluster] = true;
                open.push_back(neighbour.cluster);
                ++reached;
            }
        }
    }
    return reached == Size();
}

} // namespace ns3::pubsub::sdn
