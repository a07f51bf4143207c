// SPDX-License-Identifier: GPL-2.0-only
//
// What a controller hears from hosts: topics, subscriptions and copies of events.

#include "sdn-controller.h"

#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnControllerHosts");

namespace
{

/// Bytes of the IPv6 and UDP headers of an event.
constexpr uint32_t PACKET_HEADERS = 48;

} // namespace

void
SdnController::AcceptHost(Ptr<Socket> socket)
{
    NS_LOG_FUNCTION(this << socket);
    const auto channel = MakeChannel("host");
    m_unnamed.push_back(channel);
    ControlChannel* raw = PeekPointer(channel); // the channel owns these functions
    channel->Accept(
        socket,
        {.node = GetNode()->GetId(), .role = ChannelRole::CONTROLLER},
        {.opened = [] {},
         .received = [this, raw](const auto& message) { ReceiveFromHost(raw, message); },
         .closed =
             [this, raw](const auto&) {
                 std::erase(m_unnamed, Ptr<ControlChannel>(raw));
                 std::erase_if(m_hosts, [raw](const auto& host) { return host.second == raw; });
             }});
}

void
SdnController::ReceiveFromHost(Ptr<ControlChannel> channel, const ChannelMessage& message)
{
    const auto bytes = static_cast<uint32_t>(message.frame.size());
    if (message.type == SdnJoinMessage::TYPE)
    {
        if (ReadChannel<SdnJoinMessage>(message))
        {
            std::erase(m_unnamed, channel);
            m_hosts[message.from] = channel;
            WelcomeHost(channel);
        }
    }
    else if (!m_hosts.contains(message.from) || m_hosts.at(message.from) != channel)
    {
        Drop("not from a host of ours", bytes);
    }
    else if (message.type == SdnRegisterMessage::TYPE)
    {
        const auto fields = ReadChannel<SdnRegisterMessage>(message);
        if (fields && fields->host == message.from)
        {
            TakeRegistration(*fields, true);
        }
    }
    else if (message.type == SdnCopyMessage::TYPE)
    {
        const auto copy = ReadChannel<Carrier<SdnCopyMessage>>(message);
        if (copy && copy->event.publisher == message.from && copy->event.content.IsWellFormed())
        {
            const uint32_t packet =
                MakeDatagram(copy->event, message.from)->GetSize() + PACKET_HEADERS;
            m_copies.Add({.cluster = copy->header.cluster, .event = copy->event},
                         packet,
                         Simulator::Now());
        }
        else if (copy)
        {
            Drop("forged sdn_copy", bytes);
        }
    }
    else
    {
        Drop("unexpected " + MessageTypeName(message.type), bytes);
    }
}

void
SdnController::WelcomeHost(Ptr<ControlChannel> channel)
{
    SdnJoinMessage join;
    join.role = static_cast<uint8_t>(ChannelRole::CONTROLLER);
    channel->Send(join);
    for (const auto& frame : m_codeFrames)
    {
        channel->SendFrame(frame);
    }
    if (!m_policy.empty())
    {
        SdnPolicyMessage policy;
        policy.text = m_policy;
        channel->Send(policy);
    }
}

void
SdnController::HostFound(NodeId host)
{
    NS_LOG_FUNCTION(this << host);
    const auto channel = m_hosts.find(host);
    for (const auto& [cluster, control] : m_clusters)
    {
        const auto* port = control->Links().PortOfHost(host);
        if (port && channel != m_hosts.end())
        {
            SdnAttachedMessage attached;
            attached.host = host;
            attached.switchNode = port->first;
            attached.port = port->second;
            channel->second->Send(attached);
            InstallSoon();
            return;
        }
    }
}

void
SdnController::TakeRegistration(const SdnRegisterMessage& message, bool isFromHost)
{
    auto& rate = m_state.publishers[message.topic];
    const bool isNew = !rate.contains(message.host);
    rate[message.host] = message.rateBps;
    m_publisherClusters[message.host] = message.cluster;
    if (isFromHost && m_isServed)
    {
        m_server->Send(message);
    }
    if (isNew)
    {
        InstallSoon();
    }
}

void
SdnController::ReadNotice(std::span<const uint8_t> message)
{
    const auto bytes = static_cast<uint32_t>(message.size());
    CommonMessage common;
    WireReader reader(message);
    CommonMessage::Fields(reader, common);
    if (!reader.IsGood() || common.magic != CommonMessage::MAGIC ||
        common.version != CommonMessage::VERSION)
    {
        Drop("not a message", bytes);
        return;
    }
    const ChannelMessage notice{.type = MessageType{common.type},
                                .from = common.node,
                                .frame = {message.begin(), message.end()}};
    if (notice.type == SdnSubscribeMessage::TYPE)
    {
        const auto fields = ReadChannel<SdnSubscribeMessage>(notice);
        if (fields)
        {
            TakeNotice(*fields, true);
        }
    }
    else if (notice.type == SdnUnsubscribeMessage::TYPE)
    {
        const auto fields = ReadChannel<SdnUnsubscribeMessage>(notice);
        if (fields)
        {
            TakeNotice(*fields, true);
        }
    }
    else
    {
        Drop("unexpected " + MessageTypeName(notice.type), bytes);
    }
}

template <typename Notice>
void
SdnController::TakeNotice(const Notice& notice, bool isFlooded)
{
    NS_LOG_FUNCTION(this << notice.host << notice.sequence << isFlooded);
    if (!m_state.interests.Apply(notice))
    {
        return;
    }
    if (m_clusters.contains(notice.cluster))
    {
        if (isFlooded && m_isServed)
        {
            m_server->Send(notice);
        }
        InstallSoon();
    }
}

template void SdnController::TakeNotice(const SdnSubscribeMessage& notice, bool isFlooded);
template void SdnController::TakeNotice(const SdnUnsubscribeMessage& notice, bool isFlooded);

} // namespace ns3::pubsub::sdn
