// SPDX-License-Identifier: GPL-2.0-only
#include "overlay-cases.h"

#include "ns3/sdn-overlay-forest.h"
#include "ns3/sdn-source-tree-router.h"

#include <algorithm>
#include <limits>
#include <queue>
#include <sstream>

namespace ns3::pubsub::sdn
{

Ptr<UniformRandomVariable>
RandomNumbers(int64_t stream)
{
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(stream);
    return random;
}

ClusterGraph
DrawConnectedGraph(uint32_t clusters,
                   uint32_t more,
                   uint32_t mostCapacity,
                   Ptr<UniformRandomVariable> random)
{
    ClusterGraph graph(clusters);
    for (ClusterId cluster = 1; cluster < clusters; ++cluster)
    {
        graph.AddEdge(random->GetInteger(0, cluster - 1),
                      cluster,
                      random->GetInteger(1, mostCapacity));
    }
    for (uint32_t i = 0; i < more; ++i)
    {
        const ClusterId a = random->GetInteger(0, clusters - 1);
        const ClusterId b = random->GetInteger(0, clusters - 1);
        if (a != b && !graph.Find(a, b))
        {
            graph.AddEdge(a, b, random->GetInteger(1, mostCapacity));
        }
    }
    return graph;
}

TestView::TestView(const ClusterGraph& whole)
    : graph(whole),
      hasFailed(whole.Edges().size(), false)
{
    for (const ClusterEdge& edge : whole.Edges())
    {
        residuals.push_back(edge.capacityBps);
    }
}

GraphView
TestView::View() const
{
    return {graph, residuals, hasFailed, denied, examined};
}

double
ExactSteinerWeight(const GraphView& view,
                   const std::vector<ClusterId>& terminals,
                   const std::vector<double>& weights)
{
    constexpr double infinite = std::numeric_limits<double>::infinity();
    const uint32_t clusters = view.Graph().Size();
    const std::size_t sets = std::size_t{1} << terminals.size();
    std::vector<std::vector<double>> best(sets, std::vector(clusters, infinite));
    for (std::size_t i = 0; i < terminals.size(); ++i)
    {
        best[std::size_t{1} << i][terminals[i]] = 0.0;
    }
    for (std::size_t set = 1; set < sets; ++set)
    {
        std::vector<double>& row = best[set];
        for (std::size_t part = (set - 1) & set; part > 0; part = (part - 1) & set)
        {
            for (ClusterId cluster = 0; cluster < clusters; ++cluster)
            {
                row[cluster] =
                    std::min(row[cluster], best[part][cluster] + best[set ^ part][cluster]);
            }
        }
        for (uint32_t round = 0; round < clusters; ++round) // Bellman and Ford
        {
            for (EdgeId edge = 0; edge < weights.size(); ++edge)
            {
                const ClusterEdge& ends = view.Graph().Edge(edge);
                if (view.HasEdge(edge))
                {
                    row[ends.a] = std::min(row[ends.a], row[ends.b] + weights[edge]);
                    row[ends.b] = std::min(row[ends.b], row[ends.a] + weights[edge]);
                }
            }
        }
    }
    return terminals.empty() ? 0.0 : best[sets - 1][terminals.front()];
}

namespace
{

/// Checks the overlay of one topic.
class OverlayCheck
{
  public:
    /**
     * @param router with the topic
     * @param topic any
     * @param keepsFailed whether overlays may have failed edges
     */
    OverlayCheck(const TopicRouter& router, TopicId topic, bool keepsFailed)
        : m_router(router),
          m_graph(router.GetGraph()),
          m_demand(router.DemandOf(topic)),
          m_overlay(router.OverlayOf(topic)),
          m_keepsFailed(keepsFailed)
    {
    }

    /// @return what is wrong; empty if nothing is
    std::string Violation() const
    {
        if (!std::is_sorted(m_overlay.edges.begin(), m_overlay.edges.end()))
        {
            return "edges are not ascending";
        }
        for (const EdgeId edge : m_overlay.edges)
        {
            if (IsForbidden(edge))
            {
                return "a forbidden cluster";
            }
            if (m_router.HasFailed(edge) && !m_keepsFailed)
            {
                return "a failed edge";
            }
        }
        if (m_overlay.bySource.empty())
        {
            return ViolationOfTree(m_overlay.edges, m_demand.AllowedPublishers());
        }
        for (const auto& [source, edges] : m_overlay.bySource)
        {
            const std::string violation = ViolationOfTree(edges, {source});
            if (!violation.empty())
            {
                return violation;
            }
        }
        return "";
    }

  private:
    /**
     * @param edge of the overlay
     * @return whether an end of it is denied
     */
    bool IsForbidden(EdgeId edge) const
    {
        const ClusterEdge& ends = m_graph.Edge(edge);
        return std::any_of(m_demand.denied.begin(), m_demand.denied.end(), [&](ClusterId denied) {
            return denied == ends.a || denied == ends.b;
        });
    }

    /**
     * @param from a cluster
     * @param isUsable returns whether an edge can be used
     * @return by cluster whether it is reached
     */
    template <typename Predicate>
    std::vector<bool> Reached(ClusterId from, Predicate&& isUsable) const
    {
        std::vector<bool> isReached(m_graph.Size(), false);
        std::queue<ClusterId> open;
        isReached[from] = true;
        open.push(from);
        while (!open.empty())
        {
            for (const ClusterNeighbour& next : m_graph.Neighbours(open.front()))
            {
                if (!isReached[next.cluster] && isUsable(next.edge))
                {
                    isReached[next.cluster] = true;
                    open.push(next.cluster);
                }
            }
            open.pop();
        }
        return isReached;
    }

    /**
     * @param edges of a tree
     * @param publishers that use it
     * @return what is wrong; empty if nothing is
     */
    std::string ViolationOfTree(const std::vector<EdgeId>& edges,
                                const std::vector<ClusterId>& publishers) const
    {
        if (!OverlayForest(m_graph, edges).IsForest())
        {
            return "a cycle";
        }
        const auto isOnTree = [&](EdgeId edge) {
            return std::binary_search(edges.begin(), edges.end(), edge);
        };
        const auto isWorking = [&](EdgeId edge) {
            return !m_router.HasFailed(edge) && !IsForbidden(edge);
        };
        for (const ClusterId publisher : publishers)
        {
            const std::vector<bool> byTree = Reached(publisher, isOnTree);
            const std::vector<bool> byGraph = Reached(publisher, isWorking);
            for (const ClusterId subscriber : m_demand.AllowedSubscribers())
            {
                if (!m_keepsFailed && byTree[subscriber] != byGraph[subscriber])
                {
                    return "a subscriber that could be reached is not, or the reverse";
                }
                if (!m_keepsFailed && !byTree[subscriber] && !m_overlay.isPartitioned)
                {
                    return "a partition that is not reported";
                }
            }
        }
        return "";
    }

    const TopicRouter& m_router;   ///< with the topic
    const ClusterGraph& m_graph;   ///< of the clusters
    const TopicDemand& m_demand;   ///< of the topic
    const TopicOverlay& m_overlay; ///< of the topic
    bool m_keepsFailed;            ///< whether the overlay may have failed edges
};

} // namespace

std::string
ViolationOf(const TopicRouter& router, bool keepsFailed)
{
    const ClusterGraph& graph = router.GetGraph();
    std::vector<double> residuals;
    for (const ClusterEdge& edge : graph.Edges())
    {
        residuals.push_back(RoundedLoad(edge.capacityBps));
    }
    std::ostringstream text;
    for (const TopicId topic : router.Topics())
    {
        const std::string violation = OverlayCheck(router, topic, keepsFailed).Violation();
        if (!violation.empty())
        {
            text << "topic " << topic << ": " << violation << "; ";
        }
        for (EdgeId edge = 0; edge < residuals.size(); ++edge)
        {
            residuals[edge] -= router.LoadOn(topic, edge);
        }
    }
    for (EdgeId edge = 0; edge < residuals.size(); ++edge)
    {
        if (residuals[edge] != router.Residual(edge)) // loads are rounded so that sums are exact
        {
            text << "edge " << edge << " has the residual " << router.Residual(edge)
                 << ", but its loads leave " << residuals[edge] << "; ";
        }
    }
    return text.str();
}

} // namespace ns3::pubsub::sdn
