// SPDX-License-Identifier: GPL-2.0-only
//
// What the server hears from controllers and from the other server.

#include "sdn-server.h"

#include "ns3/broker-input.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/sdn-wire-bits.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnServerChannels");

namespace
{

/// Codes in one message at most.
constexpr std::size_t CODES_IN_MESSAGE = 100;

/// Topics that are registered at most.
constexpr std::size_t MOST_TOPICS = 65536;

/// Characters of a refusal at most.
constexpr std::size_t SENTENCE_LENGTH = 255;

/// How long a standby waits for the other server that it has never heard.
constexpr int64_t TAKEOVER_SECONDS = 3;

} // namespace

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

template <typename Message>
std::shared_ptr<const Message>
SdnServer::ReadChannel(const ChannelMessage& message)
{
    auto fields = message.Read<Message>();
    if (!fields)
    {
        Drop("malformed " + MessageTypeName(message.type),
             static_cast<uint32_t>(message.frame.size()));
    }
    return fields;
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
    for (std::size_t at = 0; at < topics.size(); at += CODES_IN_MESSAGE)
    {
        const auto end = std::min(topics.size(), at + CODES_IN_MESSAGE);
        channel.Send(CodesOf({topics.begin() + static_cast<std::ptrdiff_t>(at),
                              topics.begin() + static_cast<std::ptrdiff_t>(end)}));
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
SdnServer::RegisterTopics()
{
    std::vector<TopicId> added;
    bool isRecoded = false;
    for (const Topic& topic : m_newTopics)
    {
        if (m_refusedTopics.contains(topic))
        {
            continue;
        }
        double rate = 0.0;
        for (const auto& [host, message] : m_publishers[topic])
        {
            rate += static_cast<double>(message.rateBps);
        }
        try
        {
            const TopicRegistration result = m_registry->Register(topic, rate);
            added.insert(added.end(), result.added.begin(), result.added.end());
            isRecoded = isRecoded || result.isRecoded;
        }
        catch (const broker::BrokerInputError& error)
        {
            Drop("refused topic", 0);
            m_refusedTopics.insert(topic);
            SdnRefusalMessage refusal;
            refusal.topic = topic;
            refusal.sentence = std::string(error.what()).substr(0, SENTENCE_LENGTH);
            for (const auto& [node, controller] : m_controllers)
            {
                controller.channel->Send(refusal);
            }
        }
    }
    m_newTopics.clear();
    if (isRecoded)
    {
        added = m_registry->Tree().BreadthFirst();
        std::ranges::sort(added);
    }
    SendCodes(added);
}

void
SdnServer::SendCodes(const std::vector<TopicId>& topics)
{
    for (const TopicId topic : topics)
    {
        if (m_isInCharge)
        {
            m_topicCode({.epoch = m_registry->Codes().Epoch(),
                         .topic = m_registry->Tree().NameOf(topic).Text(),
                         .code = m_registry->Codes().CodeOf(topic).Text(),
                         .coding = NameOfCoding(m_coding)});
        }
    }
    for (std::size_t at = 0; m_isInCharge && at < topics.size(); at += CODES_IN_MESSAGE)
    {
        const auto end = std::min(topics.size(), at + CODES_IN_MESSAGE);
        const SdnCodesMessage message =
            CodesOf({topics.begin() + static_cast<std::ptrdiff_t>(at),
                     topics.begin() + static_cast<std::ptrdiff_t>(end)});
        for (const auto& [node, controller] : m_controllers)
        {
            controller.channel->Send(message);
        }
    }
}

SdnCodesMessage
SdnServer::CodesOf(const std::vector<TopicId>& topics)
{
    SdnCodesMessage message;
    message.epoch = m_registry->Codes().Epoch();
    message.sequence = ++m_codeSequence;
    message.coding = static_cast<uint8_t>(m_coding);
    for (const TopicId topic : topics)
    {
        CodeItem item;
        item.topic = m_registry->Tree().NameOf(topic);
        item.own = ItemOf(m_registry->Codes().OwnCode(topic));
        for (const AddressPrefix& cover : m_registry->Codes().CoverOf(topic))
        {
            item.covers.push_back(ItemOf(CodeBitsOf(cover)));
        }
        message.codes.push_back(item);
    }
    return message;
}

} // namespace ns3::pubsub::sdn
