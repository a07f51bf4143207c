// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-topic-router.h"

#include "ns3/abort.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/sdn-overlay-forest.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnTopicRouter");

NS_OBJECT_ENSURE_REGISTERED(TopicRouter);

namespace
{

/**
 * @param edges ascending
 * @param edge any
 * @return whether it is among them
 */
bool
UsesEdge(const std::vector<EdgeId>& edges, EdgeId edge)
{
    return std::binary_search(edges.begin(), edges.end(), edge);
}

} // namespace

TypeId
TopicRouter::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::sdn::TopicRouter")
            .SetParent<Object>()
            .SetGroupName("PubSubSdn")
            .AddAttribute("Repair",
                          "What happens when links fail: algorithm-3 mends the affected overlays "
                          "(by Algorithm 3 where the router has it), full computes all anew",
                          EnumValue(RepairMode::LOCAL),
                          MakeEnumAccessor<RepairMode>(&TopicRouter::m_repair),
                          MakeEnumChecker(RepairMode::LOCAL,
                                          "algorithm-3",
                                          RepairMode::FULL,
                                          "full",
                                          RepairMode::NONE,
                                          "none"));
    return tid;
}

TopicRouter::TopicRouter() = default;

TopicRouter::~TopicRouter() = default;

void
TopicRouter::SetGraph(const ClusterGraph& graph)
{
    NS_LOG_FUNCTION(this << graph.Size() << graph.Edges().size());
    m_graph = graph;
    m_topics.clear();
    m_hasFailed.assign(graph.Edges().size(), false);
    m_residuals.clear();
    for (const ClusterEdge& edge : graph.Edges())
    {
        m_residuals.push_back(RoundedLoad(edge.capacityBps));
    }
}

const ClusterGraph&
TopicRouter::GetGraph() const
{
    return m_graph;
}

void
TopicRouter::SetCapacity(EdgeId edge, double capacityBps)
{
    NS_LOG_FUNCTION(this << edge << capacityBps);
    const double before = RoundedLoad(m_graph.Edge(edge).capacityBps);
    m_residuals.at(edge) += RoundedLoad(capacityBps) - before;
    m_graph.SetCapacity(edge, capacityBps);
}

std::vector<TopicId>
TopicRouter::Compute(const std::vector<TopicDemand>& demands)
{
    NS_LOG_FUNCTION(this << demands.size());
    std::map<TopicId, RoutedTopic> previous;
    previous.swap(m_topics);
    for (const auto& [id, topic] : previous)
    {
        Charge(topic, -1);
    }
    std::vector<TopicId> changed;
    for (const std::size_t index : RoutingOrder(demands))
    {
        const TopicDemand& demand = demands[index];
        RoutedTopic& topic = m_topics[demand.topic];
        topic.demand = demand;
        topic.overlay = DoBuild(demand);
        Charge(topic, 1);
        const auto old = previous.find(demand.topic);
        if (topic.overlay != (old == previous.end() ? TopicOverlay{} : old->second.overlay))
        {
            changed.push_back(demand.topic);
        }
    }
    for (const auto& [id, topic] : previous)
    {
        if (!m_topics.contains(id) && topic.overlay != TopicOverlay{})
        {
            changed.push_back(id);
        }
    }
    return changed;
}

std::vector<TopicId>
TopicRouter::DemandChanged(const TopicDemand& demand)
{
    return DemandsChanged({demand});
}

std::vector<TopicId>
TopicRouter::DemandsChanged(const std::vector<TopicDemand>& demands)
{
    NS_LOG_FUNCTION(this << demands.size());
    std::map<TopicId, TopicDemand> previous;
    for (const TopicDemand& demand : demands)
    {
        RoutedTopic& topic = m_topics[demand.topic];
        NS_ABORT_MSG_UNLESS(previous.emplace(demand.topic, topic.demand).second,
                            "two demands of topic " << demand.topic);
        Charge(topic, -1); // with the old load
        topic.demand = demand;
        Charge(topic, 1);
    }
    const auto order =
        Select([&](const RoutedTopic& topic) { return previous.contains(topic.demand.topic); });
    return RerouteEach(order, [&](const RoutedTopic& topic) {
        return DoChange(previous.at(topic.demand.topic), topic.demand, topic.overlay);
    });
}

std::vector<TopicId>
TopicRouter::EdgesFailed(const std::vector<EdgeId>& edges)
{
    NS_LOG_FUNCTION(this << edges.size());
    for (const EdgeId edge : edges)
    {
        m_hasFailed.at(edge) = true;
    }
    if (m_repair == RepairMode::NONE)
    {
        return {};
    }
    if (m_repair == RepairMode::FULL)
    {
        return RebuildAll();
    }
    const auto affected = Select([&](const RoutedTopic& topic) {
        return std::any_of(edges.begin(), edges.end(), [&](EdgeId edge) {
            return UsesEdge(topic.overlay.edges, edge);
        });
    });
    return RerouteEach(affected, [&](const RoutedTopic& topic) {
        return DoRepair(topic.demand, topic.overlay);
    });
}

std::vector<TopicId>
TopicRouter::EdgesRestored(const std::vector<EdgeId>& edges)
{
    NS_LOG_FUNCTION(this << edges.size());
    for (const EdgeId edge : edges)
    {
        m_hasFailed.at(edge) = false;
    }
    if (m_repair == RepairMode::NONE)
    {
        return {};
    }
    if (m_repair == RepairMode::FULL)
    {
        return RebuildAll();
    }
    const auto partitioned =
        Select([](const RoutedTopic& topic) { return topic.overlay.isPartitioned; });
    return RerouteEach(partitioned, [&](const RoutedTopic& topic) {
        return DoRepair(topic.demand, topic.overlay);
    });
}

TopicOverlay
TopicRouter::DoChange(const TopicDemand& /* previous */,
                      const TopicDemand& demand,
                      const TopicOverlay& /* overlay */)
{
    return DoBuild(demand);
}

TopicOverlay
TopicRouter::DoRepair(const TopicDemand& demand, const TopicOverlay& /* overlay */)
{
    return DoBuild(demand);
}

std::vector<TopicId>
TopicRouter::RerouteEach(const std::vector<TopicId>& topics, const Reroute& reroute)
{
    std::vector<TopicId> changed;
    for (const TopicId id : topics)
    {
        RoutedTopic& topic = m_topics.at(id);
        Charge(topic, -1);
        TopicOverlay overlay = reroute(topic);
        if (overlay != topic.overlay)
        {
            topic.overlay = std::move(overlay);
            changed.push_back(id);
        }
        Charge(topic, 1);
    }
    return changed;
}

std::vector<TopicId>
TopicRouter::RebuildAll()
{
    std::vector<TopicDemand> demands;
    for (const auto& [id, topic] : m_topics)
    {
        demands.push_back(topic.demand);
    }
    return Compute(demands);
}

void
TopicRouter::Charge(const RoutedTopic& topic, int sign)
{
    if (topic.overlay.bySource.empty())
    {
        const double load = sign * topic.demand.AllowedLoad();
        for (const EdgeId edge : topic.overlay.edges)
        {
            m_residuals[edge] -= load;
        }
    }
    for (const auto& [source, edges] : topic.overlay.bySource)
    {
        const double load = sign * topic.demand.LoadOf(source);
        for (const EdgeId edge : edges)
        {
            m_residuals[edge] -= load;
        }
    }
}

std::vector<TopicId>
TopicRouter::Select(const std::function<bool(const RoutedTopic&)>& isWanted) const
{
    std::vector<TopicDemand> demands;
    for (const auto& [id, topic] : m_topics)
    {
        demands.push_back(topic.demand);
    }
    std::vector<TopicId> wanted;
    for (const std::size_t index : RoutingOrder(demands))
    {
        const TopicId id = demands[index].topic;
        if (isWanted(m_topics.at(id)))
        {
            wanted.push_back(id);
        }
    }
    return wanted;
}

const TopicOverlay&
TopicRouter::OverlayOf(TopicId topic) const
{
    static const TopicOverlay empty{};
    const auto place = m_topics.find(topic);
    return place == m_topics.end() ? empty : place->second.overlay;
}

const TopicDemand&
TopicRouter::DemandOf(TopicId topic) const
{
    static const TopicDemand none{};
    const auto place = m_topics.find(topic);
    return place == m_topics.end() ? none : place->second.demand;
}

std::vector<TopicId>
TopicRouter::Topics() const
{
    std::vector<TopicId> topics;
    for (const auto& [id, topic] : m_topics)
    {
        topics.push_back(id);
    }
    return topics;
}

double
TopicRouter::Residual(EdgeId edge) const
{
    return m_residuals.at(edge);
}

double
TopicRouter::MinResidual() const
{
    double least = std::numeric_limits<double>::infinity();
    for (EdgeId edge = 0; edge < m_residuals.size(); ++edge)
    {
        least = m_hasFailed[edge] ? least : std::min(least, m_residuals[edge]);
    }
    return least;
}

double
TopicRouter::LoadOn(TopicId topic, EdgeId edge) const
{
    const TopicDemand& demand = DemandOf(topic);
    const TopicOverlay& overlay = OverlayOf(topic);
    if (overlay.bySource.empty())
    {
        return UsesEdge(overlay.edges, edge) ? demand.AllowedLoad() : 0.0;
    }
    double load = 0.0;
    for (const auto& [source, edges] : overlay.bySource)
    {
        load += UsesEdge(edges, edge) ? demand.LoadOf(source) : 0.0;
    }
    return load;
}

bool
TopicRouter::HasFailed(EdgeId edge) const
{
    return m_hasFailed.at(edge);
}

std::vector<TopicId>
TopicRouter::InfeasibleTopics() const
{
    std::vector<TopicId> topics;
    for (const auto& [id, topic] : m_topics)
    {
        if (std::any_of(topic.overlay.edges.begin(), topic.overlay.edges.end(), [&](EdgeId edge) {
                return m_residuals[edge] < 0.0;
            }))
        {
            topics.push_back(id);
        }
    }
    return topics;
}

std::vector<TopicId>
TopicRouter::PartitionedTopics() const
{
    std::vector<TopicId> topics;
    for (const auto& [id, topic] : m_topics)
    {
        if (topic.overlay.isPartitioned)
        {
            topics.push_back(id);
        }
    }
    return topics;
}

uint64_t
TopicRouter::EdgesExamined() const
{
    return m_edgesExamined;
}

uint64_t
TopicRouter::StoredEdges() const
{
    uint64_t stored = 0;
    for (const auto& [id, topic] : m_topics)
    {
        stored += topic.overlay.bySource.empty() ? topic.overlay.edges.size() : 0;
        for (const auto& [source, edges] : topic.overlay.bySource)
        {
            stored += edges.size();
        }
    }
    return stored;
}

GraphView
TopicRouter::ViewFor(const TopicDemand& demand) const
{
    return {m_graph, m_residuals, m_hasFailed, demand.denied, m_edgesExamined};
}

TopicOverlay
TopicRouter::SharedOverlay(std::vector<EdgeId> edges, const TopicDemand& demand) const
{
    ClusterSets trees = OverlayForest(m_graph, edges).Trees();
    std::set<ClusterId> roots;
    for (const ClusterId publisher : demand.AllowedPublishers())
    {
        for (const ClusterId subscriber : demand.AllowedSubscribers())
        {
            roots.insert(trees.Find(publisher));
            roots.insert(trees.Find(subscriber));
        }
    }
    std::sort(edges.begin(), edges.end());
    return {.edges = std::move(edges), .isPartitioned = roots.size() > 1, .bySource = {}};
}

const std::map<TopicId, TopicRouter::RoutedTopic>&
TopicRouter::Routed() const
{
    return m_topics;
}

} // namespace ns3::pubsub::sdn
