// SPDX-License-Identifier: GPL-2.0-only
//
// How a standby follows the server in charge and takes its place.

#include "sdn-server.h"

#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnServerStandby");

namespace
{

/// How long a standby waits for the other server that it has never heard.
constexpr int64_t TAKEOVER_SECONDS = 3;

} // namespace

void
SdnServer::FollowPeer()
{
    NS_LOG_FUNCTION(this);
    m_primary = MakeChannel();
    m_primary->Connect(GetNode(),
                       {*m_peer},
                       {.node = GetNode()->GetId(), .role = ChannelRole::STANDBY},
                       {.opened =
                            [this] {
                                m_takeover.Cancel();
                                m_primary->Send(JoinOf());
                            },
                        .received = [this](const auto& message) { ReceiveFromServer(message); },
                        .closed = [this](const auto&) { TakeCharge(); }});
    m_takeover = Simulator::Schedule(Seconds(TAKEOVER_SECONDS), &SdnServer::TakeCharge, this);
}

void
SdnServer::TakeCharge()
{
    NS_LOG_FUNCTION(this);
    m_takeover.Cancel();
    if (m_primary)
    {
        m_primary->Close();
        m_primary = nullptr;
    }
    m_isInCharge = true;
    ++m_term;
    m_sent = m_routes;
    if (m_isStarted)
    {
        for (ClusterId cluster = 0; cluster < m_clusterCount; ++cluster)
        {
            m_everServed.insert(cluster);
        }
    }
    // Those that connected to the standby have gone on: they connect again.
    for (const auto& [node, controller] : m_controllers)
    {
        controller.channel->Close();
    }
    m_controllers.clear();
}

void
SdnServer::SendSnapshot()
{
    NS_LOG_FUNCTION(this);
    for (const auto& [topic, hosts] : m_publishers)
    {
        for (const auto& [host, message] : hosts)
        {
            m_standby->Send(message);
        }
    }
    for (const auto& [host, interest] : m_interests.Hosts())
    {
        m_standby->Send(m_interests.NoticeOf(host));
    }
    for (const auto& [cluster, report] : m_view.Reports())
    {
        const std::string json = report.Json();
        SdnTopologyMessage message;
        message.cluster = cluster;
        message.report.assign(json.begin(), json.end());
        m_standby->Send(message);
    }
    if (!m_policy.Rules().empty())
    {
        const std::string text = m_policy.Text();
        SdnPolicyMessage policy;
        policy.text.assign(text.begin(), text.end());
        m_standby->Send(policy);
    }
    if (m_isStarted)
    {
        m_standby->Send(SdnCommitMessage{.batch = m_batches});
    }
}

void
SdnServer::Relay(const ChannelMessage& message)
{
    if (m_standby)
    {
        m_standby->SendFrame(message.frame);
    }
}

void
SdnServer::ReceiveFromServer(const ChannelMessage& message)
{
    if (message.type == SdnJoinMessage::TYPE)
    {
        const auto join = ReadChannel<SdnJoinMessage>(message);
        if (join && ChannelRole{join->role} == ChannelRole::SERVER)
        {
            m_term = std::max(m_term, join->term);
        }
    }
    else if (message.type == SdnCommitMessage::TYPE)
    {
        const auto commit = ReadChannel<SdnCommitMessage>(message);
        if (commit)
        {
            m_batches = commit->batch;
            m_mustStart = true;
            ComputeRoutes();
        }
    }
    else if (message.type == SdnPolicyMessage::TYPE)
    {
        const auto policy = ReadChannel<SdnPolicyMessage>(message);
        if (policy)
        {
            MergePolicy(std::string(policy->text.begin(), policy->text.end()));
        }
    }
    else
    {
        TakeInput(message);
    }
}

} // namespace ns3::pubsub::sdn
