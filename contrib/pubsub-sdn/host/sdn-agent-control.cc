// SPDX-License-Identifier: GPL-2.0-only
//
// What a host and its controller tell each other, and the notices that a host floods.

#include "sdn-agent.h"

#include "ns3/log.h"
#include "ns3/sdn-wire-bits.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnAgentControl");

namespace
{

/// Octets of filters in one notice at most, so that the datagram fits a frame of 1,500 octets.
constexpr std::size_t NOTICE_OCTETS = 1200;

} // namespace

void
SdnAgent::Leave()
{
    NS_LOG_FUNCTION(this);
    if (m_isAttached && !m_announced.empty())
    {
        Flood<SdnSubscribeMessage>(EventKind::SUBSCRIBE, {}, true);
    }
    m_announced.clear();
}

void
SdnAgent::ChannelOpened()
{
    NS_LOG_FUNCTION(this);
    SdnJoinMessage join;
    join.role = static_cast<uint8_t>(ChannelRole::HOST);
    join.clusters = {m_cluster};
    m_channel->Send(join);
    SdnRegisterMessage message;
    message.host = GetNodeId();
    message.cluster = m_cluster;
    for (const auto& [topic, rate] : m_registered)
    {
        message.topic = topic;
        message.rateBps = rate;
        m_channel->Send(message);
    }
    m_greeting.Cancel();
    m_unanswered = 0;
    Greet();
}

void
SdnAgent::ChannelClosed(const std::string& reason)
{
    NS_LOG_FUNCTION(this << reason);
    m_isAttached = false;
    m_greeting.Cancel();
}

template <typename Message>
std::shared_ptr<const Message>
SdnAgent::ReadChannel(const ChannelMessage& message)
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
SdnAgent::ReceiveControl(const ChannelMessage& message)
{
    if (message.type == SdnCodesMessage::TYPE)
    {
        if (const auto codes = ReadChannel<SdnCodesMessage>(message))
        {
            TakeCodes(*codes);
        }
    }
    else if (message.type == SdnRefusalMessage::TYPE)
    {
        if (const auto refusal = ReadChannel<SdnRefusalMessage>(message))
        {
            TakeRefusal(*refusal);
        }
    }
    else if (message.type == SdnPolicyMessage::TYPE)
    {
        if (const auto policy = ReadChannel<SdnPolicyMessage>(message))
        {
            TakePolicy(*policy);
        }
    }
    else if (message.type == SdnAttachedMessage::TYPE)
    {
        const auto attached = ReadChannel<SdnAttachedMessage>(message);
        if (attached && attached->host == GetNodeId() && !m_isAttached)
        {
            m_isAttached = true;
            m_greeting.Cancel();
            if (m_notices > 0)
            {
                // Another controller may have missed notices: repeat all.
                m_announced = {GetTopicList().begin(), GetTopicList().end()};
                Flood<SdnSubscribeMessage>(EventKind::SUBSCRIBE, GetTopicList(), true);
            }
            Announce();
        }
    }
    else if (message.type != SdnJoinMessage::TYPE)
    {
        Drop("unexpected " + MessageTypeName(message.type),
             static_cast<uint32_t>(message.frame.size()));
    }
}

void
SdnAgent::TakeCodes(const SdnCodesMessage& codes)
{
    NS_LOG_FUNCTION(this << codes.epoch << codes.codes.size());
    for (const CodeItem& item : codes.codes)
    {
        if (const auto code = BitsOf(item.own))
        {
            m_codes[item.topic] = *code;
        }
        else
        {
            Drop("malformed code", static_cast<uint32_t>(item.own.octets.size()));
        }
    }
    JoinGroups();
    SendHeld();
}

void
SdnAgent::TakeRefusal(const SdnRefusalMessage& refusal)
{
    NS_LOG_FUNCTION(this << refusal.topic.Text());
    m_refused(refusal.topic, refusal.sentence);
    for (const EventMessage& event : m_held)
    {
        if (event.content.topic == refusal.topic)
        {
            Drop("topic refused", event.payloadBytes);
        }
    }
    std::erase_if(m_held, [&](const auto& held) { return held.content.topic == refusal.topic; });
}

void
SdnAgent::TakePolicy(const SdnPolicyMessage& policy)
{
    NS_LOG_FUNCTION(this << policy.text.size());
    try
    {
        m_policy = Policy::Parse(std::string(policy.text.begin(), policy.text.end()));
    }
    catch (const PolicyError& error)
    {
        NS_LOG_INFO(error.what());
        Drop("malformed policy", static_cast<uint32_t>(policy.text.size()));
    }
}

void
SdnAgent::Greet()
{
    NS_LOG_FUNCTION(this);
    if (++m_unanswered > m_greetingLimit)
    {
        m_channel->TryNext();
        return;
    }
    m_greeting = Simulator::Schedule(m_greetingInterval, &SdnAgent::Greet, this);
    SdnGreetingMessage greeting;
    greeting.cluster = m_cluster;
    greeting.sequence = ++m_greetings;
    const uint32_t bytes = m_link->Send(MakeDatagram(greeting, GetNodeId()),
                                        AddressOf(EventKind::CONTROL, BitString()));
    TraceControl(SdnGreetingMessage::TYPE, bytes, NO_NODE);
    TraceChannel(SdnGreetingMessage::TYPE, bytes, NO_NODE);
}

void
SdnAgent::Announce()
{
    if (!m_isAttached || IsSilent())
    {
        return;
    }
    const std::set<Filter> wanted(GetTopicList().begin(), GetTopicList().end());
    std::vector<Filter> added;
    std::vector<Filter> removed;
    std::ranges::set_difference(wanted, m_announced, std::back_inserter(added));
    std::ranges::set_difference(m_announced, wanted, std::back_inserter(removed));
    if (!added.empty())
    {
        Flood<SdnSubscribeMessage>(EventKind::SUBSCRIBE, added);
    }
    if (!removed.empty())
    {
        Flood<SdnUnsubscribeMessage>(EventKind::UNSUBSCRIBE, removed);
    }
    m_announced = wanted;
}

template <typename Notice>
void
SdnAgent::Flood(EventKind kind, const std::vector<Filter>& filters, bool isComplete)
{
    NS_LOG_FUNCTION(this << static_cast<int>(kind) << filters.size());
    auto next = filters.begin();
    do
    {
        Notice notice;
        notice.host = GetNodeId();
        notice.cluster = m_cluster;
        notice.sequence = ++m_notices;
        notice.timeNs = static_cast<uint64_t>(Simulator::Now().GetNanoSeconds());
        notice.isComplete = isComplete && next == filters.begin();
        for (std::size_t octets = 0; next != filters.end() && octets < NOTICE_OCTETS; ++next)
        {
            octets += 1 + next->WireLength();
            notice.filters.push_back(*next);
        }
        const BitString code = notice.filters.empty() ? BitString() : CodeFor(notice.filters[0]);
        const uint32_t bytes =
            m_link->Send(MakeDatagram(notice, GetNodeId()), AddressOf(kind, code));
        TraceControl(Notice::TYPE, bytes, NO_NODE);
        TraceChannel(Notice::TYPE, bytes, NO_NODE);
    } while (next != filters.end());
}

BitString
SdnAgent::CodeFor(const Filter& filter) const
{
    const std::vector<std::string> words = filter.Words();
    BitString best;
    std::string text;
    for (const std::string& word : words)
    {
        text += (text.empty() ? "" : ".") + word;
        const auto code = m_codes.find(Topic::Parse(text).value_or(Topic()));
        best = code == m_codes.end() ? best : code->second;
    }
    return best;
}

void
SdnAgent::TraceChannel(MessageType type, uint32_t bytes, NodeId peer)
{
    if (bytes > 0)
    {
        m_controlSent({.from = GetNodeId(),
                       .to = peer,
                       .channel = type == SdnCopyMessage::TYPE ? "copy" : "host",
                       .type = MessageTypeName(type),
                       .bytes = bytes});
    }
}

} // namespace ns3::pubsub::sdn
