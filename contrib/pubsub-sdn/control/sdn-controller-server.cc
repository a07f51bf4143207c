// SPDX-License-Identifier: GPL-2.0-only
//
// What a controller and the server tell each other.

#include "sdn-controller.h"

#include "ns3/broker-input.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/sdn-wire-bits.h"
#include "ns3/simulator.h"

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnControllerServer");

namespace
{

/// Messages of codes that are kept for new hosts at most.
constexpr std::size_t MOST_CODE_FRAMES = 65536;

} // namespace

void
SdnController::ServerOpened()
{
    NS_LOG_FUNCTION(this);
    m_isServed = false;
    SdnJoinMessage join;
    join.role = static_cast<uint8_t>(ChannelRole::CONTROLLER);
    m_server->Send(join); // the clusters follow when the server is known to be in charge
}

void
SdnController::TakeServer(const SdnJoinMessage& join)
{
    NS_LOG_FUNCTION(this << static_cast<int>(join.role) << join.term);
    if (ChannelRole{join.role} != ChannelRole::SERVER)
    {
        m_server->TryNext();
        return;
    }
    m_isServed = true;
    m_codeFrames.clear();
    SendState();
}

void
SdnController::SendState()
{
    NS_LOG_FUNCTION(this);
    m_isRouted = false;
    SdnJoinMessage join;
    join.role = static_cast<uint8_t>(ChannelRole::CONTROLLER);
    for (const auto& [cluster, control] : m_clusters)
    {
        join.clusters.push_back(cluster);
    }
    m_server->Send(join);
    m_reported.clear();
    for (const auto& [topic, hosts] : m_state.publishers)
    {
        for (const auto& [host, rate] : hosts)
        {
            SdnRegisterMessage message;
            message.host = host;
            message.cluster = m_publisherClusters.at(host);
            message.topic = topic;
            message.rateBps = rate;
            if (m_clusters.contains(message.cluster))
            {
                m_server->Send(message);
            }
        }
    }
    for (const auto& [host, interest] : m_state.interests.Hosts())
    {
        if (m_clusters.contains(interest.cluster))
        {
            m_server->Send(m_state.interests.NoticeOf(host));
        }
    }
    TopologyChanged();
}

void
SdnController::ReceiveFromServer(const ChannelMessage& message)
{
    const auto take = [&]<typename Message>(void (SdnController::*action)(const Message&)) {
        const auto fields = ReadChannel<Message>(message);
        if (fields)
        {
            (this->*action)(*fields);
        }
    };
    const MessageType type = message.type;
    if (type == SdnJoinMessage::TYPE)
    {
        take(&SdnController::TakeServer);
    }
    else if (type == SdnCodesMessage::TYPE)
    {
        const auto codes = ReadChannel<SdnCodesMessage>(message);
        if (codes)
        {
            TakeCodes(*codes, message.frame);
        }
    }
    else if (type == SdnRouteMessage::TYPE)
    {
        take(&SdnController::TakeRoute);
    }
    else if (type == SdnCommitMessage::TYPE)
    {
        take(&SdnController::TakeCommit);
    }
    else if (type == SdnTopologyMessage::TYPE)
    {
        take(&SdnController::TakeReport);
    }
    else if (type == SdnReplayMessage::TYPE)
    {
        take(&SdnController::TakeReplay);
    }
    else if (type == SdnSubscribeMessage::TYPE)
    {
        const auto notice = ReadChannel<SdnSubscribeMessage>(message);
        if (notice)
        {
            TakeNotice(*notice, false);
        }
    }
    else if (type == SdnRegisterMessage::TYPE)
    {
        const auto registration = ReadChannel<SdnRegisterMessage>(message);
        if (registration)
        {
            TakeRegistration(*registration, false);
        }
    }
    else if (type == SdnPolicyMessage::TYPE || type == SdnRefusalMessage::TYPE)
    {
        PassToHosts(message);
    }
    else
    {
        Drop("unexpected " + MessageTypeName(type), static_cast<uint32_t>(message.frame.size()));
    }
}

void
SdnController::PassToHosts(const ChannelMessage& message)
{
    if (message.type == SdnPolicyMessage::TYPE)
    {
        const auto policy = ReadChannel<SdnPolicyMessage>(message);
        if (!policy)
        {
            return;
        }
        m_policy = policy->text;
    }
    for (const auto& [host, channel] : m_hosts)
    {
        channel->SendFrame(message.frame);
    }
}

void
SdnController::TakeCodes(const SdnCodesMessage& codes, const std::vector<uint8_t>& frame)
{
    NS_LOG_FUNCTION(this << codes.codes.size());
    for (const CodeItem& item : codes.codes)
    {
        const auto own = BitsOf(item.own);
        KnownCode code;
        bool isGood = own.has_value();
        for (const BitsItem& cover : item.covers)
        {
            const auto bits = BitsOf(cover);
            isGood = isGood && bits;
            if (bits)
            {
                code.covers.push_back(PrefixOf(EventKind::PUBLISH, *bits));
            }
        }
        if (!isGood)
        {
            Drop("malformed code", static_cast<uint32_t>(frame.size()));
            continue;
        }
        code.own = *own;
        m_state.codes[item.topic] = code;
    }
    if (m_codeFrames.size() < MOST_CODE_FRAMES)
    {
        m_codeFrames.push_back(frame);
    }
    for (const auto& [host, channel] : m_hosts)
    {
        channel->SendFrame(frame);
    }
    InstallSoon();
}

void
SdnController::TakeRoute(const SdnRouteMessage& route)
{
    if (route.topic.IsSubtree())
    {
        m_stagedFlood = route.branches;
        return;
    }
    const auto topic = Topic::Parse(route.topic.Text());
    if (!topic)
    {
        Drop("route without a topic", 0);
        return;
    }
    m_staged[*topic][route.source] = route.branches;
}

void
SdnController::TakeCommit(const SdnCommitMessage& commit)
{
    NS_LOG_FUNCTION(this << commit.batch << static_cast<int>(commit.isComplete));
    if (commit.isComplete)
    {
        m_state.routes.clear();
        m_state.flood.clear();
        m_isRouted = true;
    }
    for (auto& [topic, bySource] : m_staged)
    {
        if (bySource.contains(NO_CLUSTER))
        {
            m_state.routes[topic].clear();
        }
        else
        {
            m_state.routes[topic].erase(NO_CLUSTER);
        }
        for (auto& [source, trunks] : bySource)
        {
            m_state.routes[topic][source] = std::move(trunks);
        }
    }
    if (m_stagedFlood)
    {
        m_state.flood = std::move(*m_stagedFlood);
    }
    m_staged.clear();
    m_stagedFlood.reset();
    m_batch = commit.batch;
    InstallAll();
}

void
SdnController::TakeReport(const SdnTopologyMessage& message)
{
    try
    {
        const auto report =
            TopologyReport::Parse(std::string(message.report.begin(), message.report.end()));
        const auto control = m_clusters.find(report.cluster);
        if (control != m_clusters.end())
        {
            control->second->Adopt(report);
        }
    }
    catch (const broker::BrokerInputError& error)
    {
        NS_LOG_INFO(error.what());
        Drop("malformed report", static_cast<uint32_t>(message.report.size()));
    }
}

void
SdnController::TakeReplay(const SdnReplayMessage& replay)
{
    NS_LOG_FUNCTION(this << replay.sinceNs << replay.topics.size());
    const std::set<Topic> topics(replay.topics.begin(), replay.topics.end());
    for (const EventCopy& copy : m_copies.Since(replay.sinceNs, topics))
    {
        const auto code = m_state.codes.find(copy.event.content.topic);
        const auto control = m_clusters.find(copy.cluster);
        const bool isSent = code != m_state.codes.end() && control != m_clusters.end() &&
                            control->second->Replay(copy.event, code->second.own);
        if (!isSent)
        {
            Drop("copy without a port", copy.event.payloadBytes);
        }
    }
}

} // namespace ns3::pubsub::sdn
