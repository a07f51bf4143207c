// SPDX-License-Identifier: GPL-2.0-only
//
// How the routes reach the controllers: in batches that all of them confirm.

#include "sdn-server.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnServerBatches");

namespace
{

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

} // namespace

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

} // namespace ns3::pubsub::sdn
