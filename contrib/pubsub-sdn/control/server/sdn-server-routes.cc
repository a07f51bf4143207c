// SPDX-License-Identifier: GPL-2.0-only
//
// How the server computes routes.

#include "sdn-server.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnServerRoutes");

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

} // namespace ns3::pubsub::sdn
