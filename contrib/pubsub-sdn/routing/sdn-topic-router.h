// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_TOPIC_ROUTER_H
#define SDN_TOPIC_ROUTER_H

#include "sdn-topic-demand.h"
#include "sdn-topic-overlay.h"

#include "ns3/object.h"
#include "ns3/sdn-cluster-graph.h"
#include "ns3/sdn-graph-view.h"

#include <functional>
#include <map>
#include <set>
#include <vector>

namespace ns3::pubsub::sdn
{

/// What a router does when links fail or return.
enum class RepairMode
{
    LOCAL, ///< mend the affected overlays only (Algorithm 3 where the router has it)
    FULL,  ///< compute all overlays anew
    NONE   ///< nothing: overlays keep failed links
};

/**
 * @ingroup pubsub-sdn
 * @brief Computes the overlay of each topic on the graph of clusters and keeps it up to date.
 *
 * Set the graph, then call Compute(). Each call that changes overlays returns the topics whose
 * overlay is another than before. The router draws no random numbers.
 */
class TopicRouter : public Object
{
  public:
    /// @return the type
    static TypeId GetTypeId();

    TopicRouter();
    ~TopicRouter() override;

    /**
     * @brief Set the graph. Demands, overlays and failures that were set before are forgotten.
     * @param graph of the clusters
     */
    void SetGraph(const ClusterGraph& graph);

    /// @return the graph of the clusters
    const ClusterGraph& GetGraph() const;

    /**
     * @brief Change the capacity of an edge, e.g. when one of several trunks fails. Overlays stay.
     * @param edge its number
     * @param capacityBps of all its trunks that are up, bit/s
     */
    void SetCapacity(EdgeId edge, double capacityBps);

    /**
     * @brief Compute all overlays from these demands alone.
     * @param demands of different topics, in any order
     * @return the topics whose overlay changed, in the order of routing, then the removed ones
     */
    std::vector<TopicId> Compute(const std::vector<TopicDemand>& demands);

    /**
     * @brief Adapt the overlays of some topics to new demands.
     *
     * A subscription to a topic changes the demands of its descendants, too: pass all of them. A
     * topic without publishers and subscribers stays known, with an empty overlay.
     *
     * @param demands of different topics, in any order; topics may be new
     * @return the topics whose overlay changed, in the order of routing
     */
    std::vector<TopicId> DemandsChanged(const std::vector<TopicDemand>& demands);

    /**
     * @brief Adapt the overlay of one topic to its new demand.
     * @param demand of the topic
     * @return the topics whose overlay changed
     */
    std::vector<TopicId> DemandChanged(const TopicDemand& demand);

    /**
     * @brief Edges failed. The failure of a cluster is that of all its edges.
     * @param edges that carry nothing from now on
     * @return the topics whose overlay changed
     */
    std::vector<TopicId> EdgesFailed(const std::vector<EdgeId>& edges);

    /**
     * @brief Edges work again. Partitioned topics are tried again, the others stay as they are.
     * @param edges that had failed
     * @return the topics whose overlay changed
     */
    std::vector<TopicId> EdgesRestored(const std::vector<EdgeId>& edges);

    /**
     * @param topic any
     * @return its overlay, which is empty for an unknown topic
     */
    const TopicOverlay& OverlayOf(TopicId topic) const;

    /**
     * @param topic any
     * @return its demand; one without publishers and subscribers for an unknown topic
     */
    const TopicDemand& DemandOf(TopicId topic) const;

    /// @return the known topics, ascending
    std::vector<TopicId> Topics() const;

    /**
     * @param edge any
     * @return its capacity less the loads of the topics on it, bit/s; negative if overloaded
     */
    double Residual(EdgeId edge) const;

    /// @return the least residual of all edges that work, bit/s; infinite without such an edge
    double MinResidual() const;

    /**
     * @param topic any
     * @param edge any
     * @return the load of the topic on the edge, bit/s
     */
    double LoadOn(TopicId topic, EdgeId edge) const;

    /**
     * @param edge any
     * @return whether it has failed
     */
    bool HasFailed(EdgeId edge) const;

    /// @return the topics on an edge whose residual is negative, ascending
    std::vector<TopicId> InfeasibleTopics() const;

    /// @return the topics of whose publishers some cannot reach a subscriber, ascending
    std::vector<TopicId> PartitionedTopics() const;

    /// @return how often an edge was looked at so far: the effort, the same on every machine
    uint64_t EdgesExamined() const;

    /// @return the edges that must be stored to know all overlays
    virtual uint64_t StoredEdges() const;

  protected:
    /// A topic that the router knows.
    struct RoutedTopic
    {
        TopicDemand demand{};   ///< its last
        TopicOverlay overlay{}; ///< for this demand
    };

    /**
     * @param demand of a topic
     * @return the graph as the topic may use it: without failed edges and denied clusters
     */
    GraphView ViewFor(const TopicDemand& demand) const;

    /**
     * @param edges of a shared overlay
     * @param demand of its topic
     * @return the overlay; it is partitioned where a publisher and a subscriber are in different
     * trees
     */
    TopicOverlay SharedOverlay(std::vector<EdgeId> edges, const TopicDemand& demand) const;

    /// @return the known topics with their overlays
    const std::map<TopicId, RoutedTopic>& Routed() const;

  private:
    /**
     * @brief Build an overlay. The topic's load is on no edge meanwhile.
     * @param demand of the topic
     * @return the overlay
     */
    virtual TopicOverlay DoBuild(const TopicDemand& demand) = 0;

    /**
     * @brief Adapt an overlay to another demand; by default, build it anew. The topic's load is on
     * no edge meanwhile.
     * @param previous demand
     * @param demand of now
     * @param overlay for the previous demand
     * @return the overlay of now
     */
    virtual TopicOverlay DoChange(const TopicDemand& previous,
                                  const TopicDemand& demand,
                                  const TopicOverlay& overlay);

    /**
     * @brief Mend an overlay that has failed edges or is partitioned; by default, build it anew.
     * The topic's load is on no edge meanwhile.
     * @param demand of the topic
     * @param overlay as it is
     * @return the overlay without failed edges
     */
    virtual TopicOverlay DoRepair(const TopicDemand& demand, const TopicOverlay& overlay);

    /// Takes a topic whose load is on no edge and returns its new overlay.
    using Reroute = std::function<TopicOverlay(const RoutedTopic&)>;

    /**
     * @brief Replace the overlays of topics, one after the other.
     * @param topics known ones, in the order of routing
     * @param reroute returns the new overlay
     * @return those whose overlay changed
     */
    std::vector<TopicId> RerouteEach(const std::vector<TopicId>& topics, const Reroute& reroute);

    /**
     * @brief Build all overlays again.
     * @return the topics whose overlay changed
     */
    std::vector<TopicId> RebuildAll();

    /**
     * @brief Put a topic's load on its edges, or take it off.
     * @param topic with an overlay
     * @param sign 1 or -1
     */
    void Charge(const RoutedTopic& topic, int sign);

    /**
     * @param isWanted returns whether a topic is wanted
     * @return the wanted topics in the order of routing
     */
    std::vector<TopicId> Select(const std::function<bool(const RoutedTopic&)>& isWanted) const;

    RepairMode m_repair{RepairMode::LOCAL};  ///< when links fail
    ClusterGraph m_graph;                    ///< of the clusters
    std::vector<double> m_residuals;         ///< by edge
    std::vector<bool> m_hasFailed;           ///< by edge
    std::map<TopicId, RoutedTopic> m_topics; ///< known ones
    mutable uint64_t m_edgesExamined{0};     ///< so far
};

} // namespace ns3::pubsub::sdn

#endif
