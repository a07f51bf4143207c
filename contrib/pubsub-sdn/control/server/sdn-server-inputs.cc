// SPDX-License-Identifier: GPL-2.0-only
//
// What the server learns from controllers, and a policy. A standby takes the same inputs.

#include "sdn-server.h"

#include "ns3/broker-input.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnServerInputs");

namespace
{

/// Topics that are registered at most.
constexpr std::size_t MOST_TOPICS = 65536;

} // namespace

bool
SdnServer::IsFromOwner(ClusterId cluster)
{
    const auto owner = m_owners.find(cluster);
    const bool isTrue = cluster < m_clusterCount &&
                        (!m_sender || (owner != m_owners.end() && owner->second == *m_sender));
    if (!isTrue)
    {
        Drop("not of the sender's cluster", 0);
    }
    return isTrue;
}

bool
SdnServer::TakeInput(const ChannelMessage& message)
{
    const MessageType type = message.type;
    if (type == SdnRegisterMessage::TYPE)
    {
        const auto fields = ReadChannel<SdnRegisterMessage>(message);
        if (fields)
        {
            TakeRegistration(*fields);
        }
        return fields != nullptr;
    }
    if (type == SdnSubscribeMessage::TYPE)
    {
        const auto fields = ReadChannel<SdnSubscribeMessage>(message);
        if (fields)
        {
            TakeNotice(*fields);
        }
        return fields != nullptr;
    }
    if (type == SdnUnsubscribeMessage::TYPE)
    {
        const auto fields = ReadChannel<SdnUnsubscribeMessage>(message);
        if (fields)
        {
            TakeNotice(*fields);
        }
        return fields != nullptr;
    }
    if (type == SdnTopologyMessage::TYPE)
    {
        const auto fields = ReadChannel<SdnTopologyMessage>(message);
        return fields && TakeTopology(*fields);
    }
    if (type == SdnStatisticsMessage::TYPE)
    {
        const auto fields = ReadChannel<SdnStatisticsMessage>(message);
        if (fields)
        {
            TakeStatistics(*fields);
        }
        return fields != nullptr;
    }
    Drop("unexpected " + MessageTypeName(type), static_cast<uint32_t>(message.frame.size()));
    return false;
}

void
SdnServer::TakeRegistration(const SdnRegisterMessage& message)
{
    if (!IsFromOwner(message.cluster))
    {
        return;
    }
    if (m_publishers.size() >= MOST_TOPICS && !m_publishers.contains(message.topic))
    {
        Drop("too many topics", 0);
        return;
    }
    auto& hosts = m_publishers[message.topic];
    const auto known = hosts.find(message.host);
    const uint64_t before = known == hosts.end() ? 0 : known->second.rateBps;
    if (known != hosts.end() && before == message.rateBps &&
        known->second.cluster == message.cluster)
    {
        return;
    }
    hosts[message.host] = message;
    if (!m_history.contains(message.topic))
    {
        double& load = m_loads[message.topic];
        load += static_cast<double>(message.rateBps) - static_cast<double>(before);
    }
    m_newTopics.push_back(message.topic);
    ComputeSoon("subscription", Simulator::Now());
}

template <typename Notice>
void
SdnServer::TakeNotice(const Notice& notice)
{
    if (IsFromOwner(notice.cluster) && m_interests.Apply(notice))
    {
        ComputeSoon("subscription", NanoSeconds(static_cast<int64_t>(notice.timeNs)));
    }
}

bool
SdnServer::TakeTopology(const SdnTopologyMessage& message)
{
    try
    {
        const auto report =
            TopologyReport::Parse(std::string(message.report.begin(), message.report.end()));
        const bool isKnown = std::ranges::all_of(report.trunks, [this](const auto& trunk) {
            return trunk.far.cluster < m_clusterCount;
        });
        if (!IsFromOwner(message.cluster))
        {
            return false;
        }
        if (report.cluster != message.cluster || !isKnown)
        {
            Drop("unknown cluster", static_cast<uint32_t>(message.report.size()));
            return false;
        }
        if (m_view.Take(report, Simulator::Now()))
        {
            ComputeSoon("topology", NanoSeconds(static_cast<int64_t>(message.timeNs)));
        }
        return true;
    }
    catch (const broker::BrokerInputError& error)
    {
        NS_LOG_INFO(error.what());
        Drop("malformed report", static_cast<uint32_t>(message.report.size()));
        return false;
    }
}

std::string
SdnServer::MergePolicy(const std::string& xml)
{
    NS_LOG_FUNCTION(this << xml.size());
    try
    {
        const Policy newer = Policy::Parse(xml);
        newer.CheckClusters(m_clusterCount);
        Policy merged = m_policy;
        const std::vector<PolicyRule> changed = merged.Merge(newer);
        SdnPolicyMessage message;
        const std::string text = merged.Text();
        if (text.size() > 0xffff)
        {
            throw PolicyError("the policy has " + std::to_string(text.size()) +
                              " octets; expected at most 65535");
        }
        m_policy = merged;
        for (const PolicyRule& rule : changed)
        {
            m_policyRule({.topic = rule.topics.Text(),
                          .cluster = rule.cluster,
                          .level = NameOfLevel(rule.level),
                          .action = NameOfAction(rule.action)});
        }
        message.text.assign(text.begin(), text.end());
        for (const auto& [node, controller] : m_controllers)
        {
            controller.channel->Send(message);
        }
        if (m_isInCharge && m_standby)
        {
            m_standby->Send(message);
        }
        ComputeSoon("policy", Simulator::Now());
    }
    catch (const broker::BrokerInputError& error)
    {
        Drop("refused policy", static_cast<uint32_t>(xml.size()));
        return error.what();
    }
    return "";
}

} // namespace ns3::pubsub::sdn
