// SPDX-License-Identifier: GPL-2.0-only
//
// Loads of topics and edges: what was counted, and what is predicted.

#include "sdn-server.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnServerLoads");

namespace
{

/// Periods of a topic's history that are kept.
constexpr std::size_t MOST_PERIODS = 4096;

} // namespace

void
SdnServer::TakeStatistics(const SdnStatisticsMessage& message)
{
    if (!IsFromOwner(message.cluster))
    {
        return;
    }
    if (message.periodNs == 0)
    {
        Drop("malformed sdn_statistics", 0);
        return;
    }
    const double seconds = static_cast<double>(message.periodNs) / 1e9;
    for (const TopicBytes& item : message.topics)
    {
        double& load = m_counted[item.topic][item.source];
        load = std::max(load, static_cast<double>(item.bytes) * 8 / seconds);
    }
    for (const EdgeBytes& item : message.edges)
    {
        double& load = m_edgeCounted[std::minmax(message.cluster, item.cluster)];
        load = std::max(load, static_cast<double>(item.bytes) * 8 / seconds);
    }
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
