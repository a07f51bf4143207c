// SPDX-License-Identifier: GPL-2.0-only
//
// How the server computes routes and has them installed.

#include "sdn-server.h"

#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnServerRoutes");

namespace
{

/// Periods of a topic's history that are kept.
constexpr std::size_t MOST_PERIODS = 4096;

/**
 * @param trunk any
 * @param clusters some
 * @return whether one of its ends is in one of them
 */
bool
Touches(const Trunk& trunk, const std::set<ClusterId>& clusters)
{
    return clusters.contains(trunk.a.cluster) || clusters.contains(trunk.b.cluster);
}

/**
 * @param routes some
 * @param topic of a route
 * @param source of a route
 * @return its trunks; none if there is no such route
 */
const std::vector<Trunk>&
TrunksOf(const RouteSet& routes, const Topic& topic, ClusterId source)
{
    static const std::vector<Trunk> NONE;
    const auto bySource = routes.find(topic);
    if (bySource == routes.end())
    {
        return NONE;
    }
    const auto trunks = bySource->second.find(source);
    return trunks == bySource->second.end() ? NONE : trunks->second;
}

/**
 * @param first routes
 * @param second routes
 * @return the topics and sources that differ
 */
std::set<TrunkAllocation::User>
ChangedRoutes(const RouteSet& first, const RouteSet& second)
{
    std::set<TrunkAllocation::User> changed;
    for (const RouteSet* routes : {&first, &second})
    {
        for (const auto& [topic, bySource] : *routes)
        {
            for (const auto& [source, trunks] : bySource)
            {
                const auto there = first.find(topic);
                const auto here = second.find(topic);
                const bool isInBoth = there != first.end() && here != second.end() &&
                                      there->second.contains(source) &&
                                      here->second.contains(source);
                if (!isInBoth || there->second.at(source) != here->second.at(source))
                {
                    changed.emplace(topic, source);
                }
            }
        }
    }
    return changed;
}

} // namespace

std::set<ClusterId>
SdnServer::ServedClusters() const
{
    std::set<ClusterId> served;
    for (const auto& [cluster, node] : m_owners)
    {
        served.insert(cluster);
    }
    return served;
}

void
SdnServer::ComputeSoon(const std::string& cause, Time caused)
{
    if (!m_reason)
    {
        m_reason = {.cause = cause, .caused = caused, .detected = Simulator::Now()};
    }
    if (m_isInCharge && !m_compute.IsPending() && !m_batch)
    {
        m_compute = Simulator::Schedule(m_routeDelay, &SdnServer::ComputeRoutes, this);
    }
}

bool
SdnServer::IsReadyToStart() const
{
    return m_mustStart || m_view.Reports().size() == m_clusterCount;
}

void
SdnServer::ComputeRoutes()
{
    NS_LOG_FUNCTION(this);
    m_compute.Cancel();
    RegisterTopics();
    if (!m_isStarted && !IsReadyToStart())
    {
        return; // the next report calls again
    }
    const bool isFirst = !m_isStarted;
    m_isStarted = true;
    if (m_isInCharge && m_standby)
    {
        m_standby->Send(SdnCommitMessage{.batch = m_batches});
    }
    UpdateGraph();
    UpdateDemands();
    RouteSet routes = RoutesOfOverlays();
    const std::vector<Trunk> flood = SpanningTrunks(m_trunks);
    const bool isFloodNew = flood != m_flood;
    m_flood = flood;
    TraceTrees(routes);
    m_routes = std::move(routes);
    if (isFirst)
    {
        m_reason->cause = "start";
        for (const ClusterId cluster : ServedClusters())
        {
            m_everServed.insert(cluster);
        }
    }
    if (!m_isInCharge)
    {
        m_sent = m_routes;
        m_reason.reset();
        return;
    }
    if (isFirst || isFloodNew || m_routes != m_sent)
    {
        m_isFloodNew = isFloodNew;
        StartBatch(isFirst);
    }
    else
    {
        m_reason.reset();
    }
}

void
SdnServer::UpdateGraph()
{
    const Time now = Simulator::Now();
    m_trunks = m_view.Trunks(ServedClusters(), now - m_silenceGrace);
    m_allocation.SetTrunks(m_trunks);
    const auto capacityOf = [](const std::vector<UsableTrunk>& trunks) {
        double sum = 0.0;
        for (const UsableTrunk& trunk : trunks)
        {
            sum += static_cast<double>(trunk.bandwidthBps);
        }
        return sum;
    };
    const bool hasNew = std::ranges::any_of(m_trunks, [this](const auto& edge) {
        return !m_edges.contains(edge.first);
    });
    if (hasNew || m_edges.empty())
    {
        // Edges are numbered in order, so that ties do not depend on the order of reports.
        for (const auto& [key, trunks] : m_trunks)
        {
            m_edges.emplace(key, 0);
        }
        ClusterGraph graph(m_clusterCount);
        for (auto& [key, edge] : m_edges)
        {
            const auto trunks = m_trunks.find(key);
            const double capacity = trunks == m_trunks.end() ? 0.0 : capacityOf(trunks->second);
            edge = graph.AddEdge(key.first, key.second, capacity);
        }
        m_router->SetGraph(graph);
    }
    std::vector<EdgeId> failed;
    std::vector<EdgeId> restored;
    for (const auto& [key, edge] : m_edges)
    {
        const auto trunks = m_trunks.find(key);
        if (trunks == m_trunks.end())
        {
            if (!m_router->HasFailed(edge))
            {
                failed.push_back(edge);
            }
            continue;
        }
        if (m_router->HasFailed(edge))
        {
            restored.push_back(edge);
        }
        const double capacity = capacityOf(trunks->second);
        if (m_router->GetGraph().Edge(edge).capacityBps != capacity)
        {
            m_router->SetCapacity(edge, capacity);
        }
    }
    if (!restored.empty())
    {
        m_router->EdgesRestored(restored);
        m_reason->cause = "recovery";
    }
    if (!failed.empty())
    {
        m_router->EdgesFailed(failed);
        m_reason->cause = "failure";
    }
    if ((!failed.empty() || !restored.empty()) && m_noted)
    {
        m_reason->caused = *m_noted;
        m_noted.reset();
    }
    if (m_view.HasSilent() && m_isInCharge)
    {
        Simulator::Schedule(m_silenceGrace, [this, term = m_term] {
            if (m_isWorking && m_term == term && m_view.HasSilent() &&
                m_view.Trunks(ServedClusters(), Simulator::Now() - m_silenceGrace) != m_trunks)
            {
                ComputeSoon("failure", Simulator::Now());
            }
        });
    }
}

TopicDemand
SdnServer::DemandOf(TopicId topic) const
{
    const Topic& name = m_registry->Tree().NameOf(topic);
    TopicDemand demand{.topic = topic, .father = m_registry->Tree().Father(topic)};
    demand.subscribers = m_interests.ClustersFor(name);
    std::map<ClusterId, double> shares;
    const auto publishers = m_publishers.find(name);
    if (publishers != m_publishers.end())
    {
        for (const auto& [host, message] : publishers->second)
        {
            // A publisher of unknown rate counts as one of the smallest rate.
            shares[message.cluster] += std::max<double>(1.0, static_cast<double>(message.rateBps));
        }
    }
    for (const auto& [cluster, share] : shares)
    {
        demand.publishers.push_back({.cluster = cluster, .share = share});
    }
    const auto load = m_loads.find(name);
    demand.load = load == m_loads.end() ? 0.0 : load->second;
    demand.denied = m_policy.DeniedClusters(name);
    return demand;
}

void
SdnServer::UpdateDemands()
{
    std::vector<TopicDemand> changed;
    std::vector<TopicDemand> all;
    for (TopicId topic = 0; topic < m_registry->Tree().Size(); ++topic)
    {
        all.push_back(DemandOf(topic));
        if (m_router->DemandOf(topic) != all.back())
        {
            changed.push_back(all.back());
        }
    }
    if (m_router->Topics().empty() || m_recomputesAll)
    {
        m_router->Compute(all);
        m_recomputesAll = false;
    }
    else if (!changed.empty())
    {
        m_router->DemandsChanged(changed);
    }
}

RouteSet
SdnServer::RoutesOfOverlays()
{
    RouteSet routes;
    const auto& edges = m_router->GetGraph().Edges();
    for (TopicId topic = 0; topic < m_registry->Tree().Size(); ++topic)
    {
        const Topic& name = m_registry->Tree().NameOf(topic);
        const TopicOverlay& overlay = m_router->OverlayOf(topic);
        std::map<ClusterId, std::vector<EdgeId>> bySource = overlay.bySource;
        if (bySource.empty())
        {
            bySource[NO_CLUSTER] = overlay.edges;
        }
        for (const auto& [source, ids] : bySource)
        {
            std::set<NetworkView::EdgeKey> kept;
            for (const EdgeId edge : ids)
            {
                kept.insert({edges[edge].a, edges[edge].b});
            }
            m_allocation.Keep({name, source}, kept);
            std::vector<Trunk>& trunks = routes[name][source];
            for (const NetworkView::EdgeKey& edge : kept)
            {
                const auto trunk = m_allocation.Choose(edge, {name, source}, m_loads[name]);
                if (trunk)
                {
                    trunks.push_back(*trunk);
                }
            }
            std::ranges::sort(trunks);
        }
    }
    return routes;
}

void
SdnServer::TraceTrees(const RouteSet& routes)
{
    if (!m_isInCharge)
    {
        return;
    }
    std::map<Topic, std::map<ClusterId, std::set<NetworkView::EdgeKey>>> trees;
    for (const auto& [topic, bySource] : routes)
    {
        for (const auto& [source, trunks] : bySource)
        {
            for (const Trunk& trunk : trunks)
            {
                trees[topic][source].insert({trunk.a.cluster, trunk.b.cluster});
            }
        }
    }
    const auto trace = [this](const auto& from, const auto& without, bool isPresent) {
        for (const auto& [topic, bySource] : from)
        {
            for (const auto& [source, edges] : bySource)
            {
                for (const auto& [a, b] : edges)
                {
                    const auto other = without.find(topic);
                    const bool isInBoth = other != without.end() &&
                                          other->second.contains(source) &&
                                          other->second.at(source).contains({a, b});
                    if (!isInBoth)
                    {
                        m_topicTree({.topic = topic.Text(),
                                     .source = source,
                                     .a = a,
                                     .b = b,
                                     .isPresent = isPresent});
                    }
                }
            }
        }
    };
    trace(m_traced, trees, false);
    trace(trees, m_traced, true);
    m_traced = std::move(trees);
}

void
SdnServer::StartBatch(bool isFirst)
{
    NS_LOG_FUNCTION(this << isFirst);
    const Time now = Simulator::Now();
    RouteBatch batch;
    RouteSet kept = m_routes;
    bool mustRemoveFirst = false;
    std::set<Topic> topics;
    for (const auto& [topic, source] : ChangedRoutes(m_sent, m_routes))
    {
        topics.insert(topic);
        const auto& before = TrunksOf(m_sent, topic, source);
        const auto& after = TrunksOf(m_routes, topic, source);
        std::vector<Trunk> alive;
        std::ranges::copy_if(before, std::back_inserter(alive), [this](const Trunk& trunk) {
            const auto edge = m_trunks.find({trunk.a.cluster, trunk.b.cluster});
            return edge != m_trunks.end() &&
                   std::ranges::any_of(edge->second, [&](const UsableTrunk& each) {
                       return each.trunk == trunk;
                   });
        });
        const bool isReplayed = m_replay == Replay::ALL && m_reason->cause == "failure";
        if (HasCycle(alive, after))
        {
            mustRemoveFirst = true;
            kept[topic][source].clear();
            std::ranges::set_intersection(before, after, std::back_inserter(kept[topic][source]));
        }
        if (isReplayed || (HasCycle(alive, after) && m_replay != Replay::NONE))
        {
            batch.replayed.push_back(topic);
        }
    }
    batch.topics.assign(topics.begin(), topics.end());
    batch.since = Max(now - m_replayMargin, Time(0));
    batch.record = {.caused = m_reason->caused,
                    .cause = m_reason->cause,
                    .detected = m_reason->detected,
                    .computed = now,
                    .topics = static_cast<uint32_t>(topics.size()),
                    .edgesExamined = m_router->EdgesExamined() - m_examinedBefore,
                    .storedEdges = m_router->StoredEdges()};
    m_examinedBefore = m_router->EdgesExamined();
    m_reason.reset();
    if (mustRemoveFirst)
    {
        batch.next = m_routes;
    }
    m_batch = batch;
    SendRoutes(mustRemoveFirst ? kept : m_routes, isFirst);
}

void
SdnServer::SendRoutes(const RouteSet& routes, bool isFirst)
{
    m_batch->number = ++m_batches;
    m_batch->waiting.clear();
    const RouteSet before = m_sent;
    m_sent = routes;
    for (const auto& [node, controller] : m_controllers)
    {
        if (SendRoutesTo(node, routes, before, isFirst, m_batch->number))
        {
            m_batch->waiting.insert(node);
        }
    }
    m_isFloodNew = false;
    m_batchTimeout = Simulator::Schedule(m_installTimeout, &SdnServer::GiveUpBatch, this);
    if (m_batch->waiting.empty())
    {
        AdvanceBatch();
    }
}

bool
SdnServer::SendRoutesTo(NodeId node,
                        const RouteSet& routes,
                        const RouteSet& before,
                        bool isComplete,
                        uint32_t batch)
{
    const JoinedController& controller = m_controllers.at(node);
    if (controller.clusters.empty())
    {
        return false;
    }
    const auto ours = [&](const std::vector<Trunk>& trunks) {
        std::vector<Trunk> found;
        std::ranges::copy_if(trunks, std::back_inserter(found), [&](const Trunk& trunk) {
            return Touches(trunk, controller.clusters);
        });
        return found;
    };
    bool isSent = isComplete;
    SdnRouteMessage message;
    message.batch = batch;
    for (const auto& [topic, source] : ChangedRoutes(before, routes))
    {
        message.topic = Filter(topic);
        message.source = source;
        message.branches = ours(TrunksOf(routes, topic, source));
        const bool isOwnSource = source != NO_CLUSTER && controller.clusters.contains(source);
        if (isOwnSource || message.branches != ours(TrunksOf(before, topic, source)))
        {
            controller.channel->Send(message);
            isSent = true;
        }
    }
    if (isComplete || m_isFloodNew)
    {
        message.topic = *Filter::Parse("#");
        message.source = NO_CLUSTER;
        message.branches = ours(m_flood);
        controller.channel->Send(message);
        isSent = true;
    }
    if (isSent)
    {
        SdnCommitMessage commit;
        commit.batch = batch;
        commit.isComplete = isComplete;
        controller.channel->Send(commit);
    }
    return isSent;
}

void
SdnServer::TakeInstalled(NodeId from, const SdnInstalledMessage& message)
{
    NS_LOG_FUNCTION(this << from << message.batch);
    const auto sync = m_syncs.find(message.batch);
    if (sync != m_syncs.end())
    {
        sync->second.installed = Simulator::Now();
        sync->second.flowMods = message.flowMods;
        sync->second.groupMods = message.groupMods;
        m_routeUpdate(sync->second);
        m_syncs.erase(sync);
    }
    if (!m_batch)
    {
        return;
    }
    m_batch->record.flowMods += message.flowMods;
    m_batch->record.groupMods += message.groupMods;
    if (message.batch >= m_batch->number && m_batch->waiting.erase(from) > 0)
    {
        AdvanceBatch();
    }
}

void
SdnServer::AdvanceBatch()
{
    if (!m_batch->waiting.empty())
    {
        return;
    }
    m_batchTimeout.Cancel();
    if (m_batch->next)
    {
        const RouteSet routes = std::move(*m_batch->next);
        m_batch->next.reset();
        SendRoutes(routes, false);
        return;
    }
    RouteBatch done = std::move(*m_batch);
    m_batch.reset();
    done.record.installed = Simulator::Now();
    m_routeUpdate(done.record);
    m_installed(done.topics);
    if (!done.replayed.empty())
    {
        SdnReplayMessage replay;
        replay.sinceNs = static_cast<uint64_t>(done.since.GetNanoSeconds());
        replay.topics = done.replayed;
        for (const auto& [node, controller] : m_controllers)
        {
            controller.channel->Send(replay);
        }
    }
    if (m_reason)
    {
        m_compute = Simulator::Schedule(m_routeDelay, &SdnServer::ComputeRoutes, this);
    }
}

void
SdnServer::GiveUpBatch()
{
    NS_LOG_FUNCTION(this);
    Drop("batch not confirmed", static_cast<uint32_t>(m_batch->waiting.size()));
    m_batch->waiting.clear();
    AdvanceBatch();
}

void
SdnServer::ClosePeriod()
{
    NS_LOG_FUNCTION(this);
    m_periodEnd = Simulator::Schedule(m_period, &SdnServer::ClosePeriod, this);
    bool hasChanged = false;
    for (TopicId id = 0; id < m_registry->Tree().Size(); ++id)
    {
        const Topic& topic = m_registry->Tree().NameOf(id);
        double measured = 0.0;
        for (const auto& [source, load] : m_counted[topic])
        {
            measured += load;
        }
        std::vector<double>& history = m_history[topic];
        history.push_back(measured);
        if (history.size() > MOST_PERIODS)
        {
            history.erase(history.begin());
        }
        const double predicted = m_predictor->Predict(id, history);
        double& load = m_loads[topic];
        if (m_isInCharge)
        {
            m_topicLoad(
                {.topic = topic.Text(), .measuredBps = measured, .predictedBps = predicted});
        }
        const bool isEnough = std::abs(predicted - load) > m_threshold * std::max(load, 1.0);
        if (m_reroute == Reroute::ALL || (m_reroute == Reroute::CHANGED && isEnough))
        {
            load = predicted;
            hasChanged = true;
        }
    }
    TraceEdges();
    m_counted.clear();
    m_edgeCounted.clear();
    if (hasChanged && m_isStarted)
    {
        m_recomputesAll = m_recomputesAll || m_reroute == Reroute::ALL;
        ComputeSoon("prediction", Simulator::Now());
    }
}

void
SdnServer::TraceEdges()
{
    if (!m_isInCharge)
    {
        return;
    }
    for (const auto& [key, edge] : m_edges)
    {
        const double capacity = m_router->GetGraph().Edge(edge).capacityBps;
        const auto measured = m_edgeCounted.find(key);
        m_edgeLoad({.a = key.first,
                    .b = key.second,
                    .capacityBps = capacity,
                    .plannedBps = capacity - m_router->Residual(edge),
                    .measuredBps = measured == m_edgeCounted.end() ? 0.0 : measured->second});
    }
}

} // namespace ns3::pubsub::sdn
