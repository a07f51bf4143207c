// SPDX-License-Identifier: GPL-2.0-only
//
// What the switches of a cluster have counted, by topic and by edge.

#include "sdn-cluster-control.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnClusterCounters");

void
ClusterControl::SetPublished(std::map<Topic, uint64_t> counts)
{
    m_published = std::move(counts);
    m_hasPublished = true;
}

void
ClusterControl::AskStatistics()
{
    m_awaited.clear();
    for (const auto& [node, session] : m_sessions)
    {
        if (session->IsReady())
        {
            m_awaited.insert(node);
        }
    }
    for (const NodeId node : std::set<NodeId>(m_awaited))
    {
        m_sessions.at(node)->AskStatistics();
    }
}

void
ClusterControl::Count()
{
    const Time now = Simulator::Now();
    SdnStatisticsMessage message;
    message.cluster = m_cluster;
    message.periodNs = static_cast<uint64_t>((now - m_countedAt).GetNanoSeconds());
    m_countedAt = now;
    auto flows = m_hasPublished ? TopicSourceBytes() : CountFlows();
    if (m_hasPublished)
    {
        for (const auto& [topic, bytes] : m_published)
        {
            flows[{topic, m_cluster}] = bytes;
        }
    }
    for (const auto& [key, bytes] : flows)
    {
        message.topics.push_back({.topic = key.first, .source = key.second, .bytes = bytes});
    }
    std::map<ClusterId, uint64_t> edges;
    for (const auto& [node, session] : m_sessions)
    {
        for (const PortStatistics& port : session->PortCounters())
        {
            const ClusterLinks::PortKey key{node, port.port};
            uint64_t& last = m_sentBytes[key];
            const uint64_t bytes = port.sentBytes >= last ? port.sentBytes - last : port.sentBytes;
            last = port.sentBytes;
            const ClusterId far = m_links.ClusterAt(key);
            if (far != NO_CLUSTER && far != m_cluster)
            {
                edges[far] += bytes;
            }
        }
    }
    for (const auto& [cluster, bytes] : edges)
    {
        message.edges.push_back({.cluster = cluster, .bytes = bytes});
    }
    m_context.counted(message);
}

void
ClusterControl::TakeCounters(NodeId node)
{
    if (m_awaited.erase(node) > 0 && m_awaited.empty())
    {
        Count();
    }
}

ClusterControl::TopicSourceBytes
ClusterControl::CountFlows()
{
    TopicSourceBytes most;
    for (const auto& [node, session] : m_sessions)
    {
        std::map<FlowKeyOfTopic, uint64_t> grown;
        for (const FlowStatistics& flow : session->FlowCounters())
        {
            const auto& to = flow.match.ipv6Destination;
            const auto length = to ? to->PrefixLength() : std::nullopt;
            if (!length)
            {
                continue;
            }
            FlowKeyOfTopic key{.node = node, .prefix = {.address = to->value, .length = *length}};
            if (flow.match.ipv6Source)
            {
                std::array<uint8_t, 16> octets{};
                flow.match.ipv6Source->value.GetBytes(octets.data());
                key.source = static_cast<ClusterId>(octets[4]) << 24 | octets[5] << 16 |
                             octets[6] << 8 | octets[7];
            }
            uint64_t& last = m_flowBytes[key];
            grown[key] = flow.bytes >= last ? flow.bytes - last : flow.bytes;
            last = flow.bytes;
        }
        std::map<FlowKeyOfTopic, std::vector<Topic>> users;
        for (const auto& [source, plan] : session->Plans())
        {
            for (const auto& [topic, code] : m_context.state->codes)
            {
                const Ipv6Address address = AddressOf(EventKind::PUBLISH, code.own);
                const AddressPrefix* longest = nullptr;
                for (const auto& [prefix, ports] : plan.Installed().All())
                {
                    if (prefix.Contains(address) && (!longest || prefix.length > longest->length))
                    {
                        longest = &prefix;
                    }
                }
                if (longest)
                {
                    users[{.node = node, .source = source, .prefix = *longest}].push_back(topic);
                }
            }
        }
        for (const auto& [key, topics] : users)
        {
            for (const Topic& topic : topics)
            {
                uint64_t& bytes = most[{topic, key.source}];
                bytes = std::max(bytes, grown[key] / topics.size());
            }
        }
    }
    return most;
}

uint32_t
ClusterControl::TakeFlowMods()
{
    uint32_t sum = std::exchange(m_flowMods, 0);
    for (const auto& [node, session] : m_sessions)
    {
        sum += session->TakeFlowMods();
    }
    return sum;
}

uint32_t
ClusterControl::TakeGroupMods()
{
    uint32_t sum = std::exchange(m_groupMods, 0);
    for (const auto& [node, session] : m_sessions)
    {
        sum += session->TakeGroupMods();
    }
    return sum;
}

} // namespace ns3::pubsub::sdn
