// SPDX-License-Identifier: GPL-2.0-only
//
// The connections of the server: who is at their other ends, and what a new controller gets.

#include "sdn-server.h"

#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnServerChannels");

SdnJoinMessage
SdnServer::JoinOf() const
{
    SdnJoinMessage join;
    join.role = static_cast<uint8_t>(m_isInCharge ? ChannelRole::SERVER : ChannelRole::STANDBY);
    join.term = m_term;
    return join;
}

void
SdnServer::AcceptPeer(Ptr<Socket> socket)
{
    NS_LOG_FUNCTION(this << socket);
    const auto channel = MakeChannel();
    m_unnamed.push_back(channel);
    ControlChannel* raw = PeekPointer(channel); // the channel owns these functions
    channel->Accept(
        socket,
        {.node = GetNode()->GetId(),
         .role = m_isInCharge ? ChannelRole::SERVER : ChannelRole::STANDBY,
         .term = m_term},
        {.opened = [] {},
         .received = [this, raw](const auto& message) { ReceiveFromPeer(raw, message); },
         .closed = [this, raw](const auto&) { PeerClosed(raw); }});
}

void
SdnServer::ReceiveFromPeer(Ptr<ControlChannel> channel, const ChannelMessage& message)
{
    if (message.type == SdnJoinMessage::TYPE)
    {
        const auto join = ReadChannel<SdnJoinMessage>(message);
        if (join)
        {
            TakeJoin(channel, message.from, *join);
        }
        return;
    }
    const auto controller = m_controllers.find(message.from);
    if (!m_isInCharge || controller == m_controllers.end() || controller->second.channel != channel)
    {
        Drop("not from a controller", static_cast<uint32_t>(message.frame.size()));
    }
    else if (message.type == SdnInstalledMessage::TYPE)
    {
        const auto installed = ReadChannel<SdnInstalledMessage>(message);
        if (installed)
        {
            TakeInstalled(message.from, *installed);
        }
    }
    else
    {
        m_sender = message.from;
        if (TakeInput(message))
        {
            Relay(message);
        }
        m_sender.reset();
    }
}

void
SdnServer::TakeJoin(Ptr<ControlChannel> channel, NodeId from, const SdnJoinMessage& join)
{
    NS_LOG_FUNCTION(this << from << static_cast<int>(join.role) << join.clusters.size());
    const bool isFirst = std::erase(m_unnamed, channel) > 0;
    if (ChannelRole{join.role} == ChannelRole::STANDBY)
    {
        m_standby = channel;
        channel->Send(JoinOf());
        if (m_isInCharge)
        {
            SendSnapshot();
        }
        return;
    }
    if (ChannelRole{join.role} != ChannelRole::CONTROLLER)
    {
        Drop("unexpected sdn_join", 0);
        return;
    }
    JoinedController& controller = m_controllers[from];
    controller.channel = channel;
    if (isFirst)
    {
        channel->Send(JoinOf()); // it says its clusters if we are in charge
        return;
    }
    std::erase_if(m_owners, [&](const auto& owner) { return owner.second == from; });
    controller.clusters.clear();
    for (const ClusterId cluster : join.clusters)
    {
        if (cluster >= m_clusterCount)
        {
            Drop("unknown cluster", 0);
            continue;
        }
        const auto owner = m_owners.find(cluster);
        if (owner != m_owners.end())
        {
            m_controllers.at(owner->second).clusters.erase(cluster);
        }
        m_owners[cluster] = from;
        controller.clusters.insert(cluster);
    }
    SendAll(from);
    ComputeSoon("topology", Simulator::Now());
}

void
SdnServer::PeerClosed(Ptr<ControlChannel> channel)
{
    NS_LOG_FUNCTION(this);
    std::erase(m_unnamed, channel);
    if (channel == m_standby)
    {
        m_standby = nullptr;
        return;
    }
    const auto controller = std::ranges::find_if(m_controllers, [&](const auto& each) {
        return each.second.channel == channel;
    });
    if (controller == m_controllers.end())
    {
        return;
    }
    const NodeId node = controller->first;
    std::erase_if(m_owners, [&](const auto& owner) { return owner.second == node; });
    m_controllers.erase(controller);
    if (m_batch && m_batch->waiting.erase(node) > 0)
    {
        AdvanceBatch();
    }
}

void
SdnServer::SendAll(NodeId node)
{
    const JoinedController& controller = m_controllers.at(node);
    ControlChannel& channel = *controller.channel;
    RegisterTopics();
    std::vector<TopicId> topics = m_registry->Tree().BreadthFirst();
    std::ranges::sort(topics);
    for (const SdnCodesMessage& message : CodesOf(topics))
    {
        channel.Send(message);
    }
    if (!m_policy.Rules().empty())
    {
        const std::string text = m_policy.Text();
        SdnPolicyMessage policy;
        policy.text.assign(text.begin(), text.end());
        channel.Send(policy);
    }
    for (const auto& [host, interest] : m_interests.Hosts())
    {
        channel.Send(m_interests.NoticeOf(host));
    }
    for (const auto& [topic, hosts] : m_publishers)
    {
        for (const auto& [host, message] : hosts)
        {
            if (controller.clusters.contains(message.cluster))
            {
                channel.Send(message);
            }
        }
    }
    for (const ClusterId cluster : controller.clusters)
    {
        const auto report = m_view.Reports().find(cluster);
        if (report != m_view.Reports().end())
        {
            const std::string json = report->second.Json();
            SdnTopologyMessage message;
            message.cluster = cluster;
            message.report.assign(json.begin(), json.end());
            channel.Send(message);
        }
    }
    if (!m_isStarted)
    {
        return; // the first routes follow
    }
    bool isTakenOver = false;
    for (const ClusterId cluster : controller.clusters)
    {
        isTakenOver = isTakenOver || m_everServed.contains(cluster);
        m_everServed.insert(cluster);
    }
    const uint32_t batch = ++m_batches;
    SendRoutesTo(node, m_sent, {}, true, batch);
    if (isTakenOver)
    {
        const Time now = Simulator::Now();
        m_syncs[batch] = {.caused = m_noted.value_or(now),
                          .cause = "failure",
                          .detected = now,
                          .computed = now,
                          .storedEdges = m_router->StoredEdges()};
        m_noted.reset();
    }
}

} // namespace ns3::pubsub::sdn
