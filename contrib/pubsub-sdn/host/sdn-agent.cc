// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-agent.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/sdn-wire-bits.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnAgent");

NS_OBJECT_ENSURE_REGISTERED(SdnAgent);

TypeId
SdnAgent::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::sdn::SdnAgent")
            .SetParent<Endpoint>()
            .SetGroupName("PubSub")
            .AddConstructor<SdnAgent>()
            .AddAttribute("RepresentativeCopy",
                          "Whether the representative broker gets a copy of each event by TCP.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&SdnAgent::m_hasCopies),
                          MakeBooleanChecker())
            .AddAttribute("GreetingInterval",
                          "Time between two greetings on the data link until the controller has "
                          "found the port.",
                          TimeValue(MilliSeconds(200)),
                          MakeTimeAccessor(&SdnAgent::m_greetingInterval),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute("GreetingLimit",
                          "Greetings without an answer after which the host tries the next "
                          "controller: its switch may have gone to another one.",
                          UintegerValue(15),
                          MakeUintegerAccessor(&SdnAgent::m_greetingLimit),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("MaxHeldEvents",
                          "Events that wait for the code of their topic at most; one more is a "
                          "drop.",
                          UintegerValue(1000),
                          MakeUintegerAccessor(&SdnAgent::m_mostHeld),
                          MakeUintegerChecker<uint32_t>())
            .AddTraceSource("ControlSent",
                            "A control message was sent",
                            MakeTraceSourceAccessor(&SdnAgent::m_controlSent),
                            "ns3::pubsub::sdn::ControlRecordTracedCallback")
            .AddTraceSource("Refused",
                            "The server gives a topic no code: topic, why",
                            MakeTraceSourceAccessor(&SdnAgent::m_refused),
                            "ns3::pubsub::sdn::SdnAgent::RefusedTracedCallback");
    return tid;
}

SdnAgent::SdnAgent() = default;

SdnAgent::~SdnAgent() = default;

void
SdnAgent::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_greeting.Cancel();
    m_link = nullptr;
    m_channel = nullptr;
    m_device = nullptr;
    Endpoint::DoDispose();
}

void
SdnAgent::SetDataLink(Ptr<NetDevice> device, ClusterId cluster)
{
    NS_LOG_FUNCTION(this << device << cluster);
    m_device = device;
    m_cluster = cluster;
}

void
SdnAgent::SetControllers(const std::vector<InetSocketAddress>& controllers)
{
    NS_LOG_FUNCTION(this << controllers.size());
    m_controllers = controllers;
}

void
SdnAgent::Register(const Topic& topic, uint64_t rateBps)
{
    NS_LOG_FUNCTION(this << topic.Text() << rateBps);
    const auto [place, isNew] = m_registered.emplace(topic, rateBps);
    if ((!isNew && place->second == rateBps) || !m_channel || !m_channel->IsOpen())
    {
        place->second = rateBps;
        return; // the rest follows when the channel opens
    }
    place->second = rateBps;
    SdnRegisterMessage message;
    message.host = GetNodeId();
    message.cluster = m_cluster;
    message.topic = topic;
    message.rateBps = rateBps;
    m_channel->Send(message);
}

std::size_t
SdnAgent::KnownCodes() const
{
    return m_codes.size();
}

std::optional<Ipv6Address>
SdnAgent::AddressFor(const Topic& topic) const
{
    const auto code = m_codes.find(topic);
    return code == m_codes.end() ? std::nullopt
                                 : std::optional(AddressOf(EventKind::PUBLISH, code->second));
}

Ipv6Address
SdnAgent::SourceAddress() const
{
    return HostAddressOf(m_cluster, GetNodeId());
}

bool
SdnAgent::IsAttached() const
{
    return m_isAttached;
}

uint32_t
SdnAgent::NoticesSent() const
{
    return m_notices;
}

void
SdnAgent::OpenTransport()
{
    NS_LOG_FUNCTION(this);
    NS_ABORT_MSG_UNLESS(m_device, "node " << GetNodeId() << " has no data link");
    m_link = CreateObject<DataLink>();
    m_link->Open(
        m_device,
        SourceAddress(),
        [this](const EventPacket& packet) { ReceiveData(packet); },
        [this](const std::string& reason, uint32_t bytes) { Drop(reason, bytes); });
    JoinGroups();
    m_channel = CreateObject<ControlChannel>();
    m_channel->TraceConnectWithoutContext("Sent", MakeCallback(&SdnAgent::TraceChannel, this));
    m_channel->Connect(GetNode(),
                       m_controllers,
                       {.node = GetNodeId(), .role = ChannelRole::HOST},
                       {.opened = [this] { ChannelOpened(); },
                        .received = [this](const auto& message) { ReceiveControl(message); },
                        .closed = [this](const auto& reason) { ChannelClosed(reason); }});
}

void
SdnAgent::CloseTransport()
{
    NS_LOG_FUNCTION(this);
    m_greeting.Cancel();
    m_link->Close();
    m_link = nullptr;
    m_channel->Close();
    m_channel = nullptr;
    m_isAttached = false;
}

void
SdnAgent::Join()
{
    NS_LOG_FUNCTION(this);
    InterestChanged();
}

void
SdnAgent::InterestChanged()
{
    for (const WeightedFilter& topic : GetAdvertised())
    {
        const auto name = Topic::Parse(topic.filter.Text());
        if (name && !m_registered.contains(*name))
        {
            Register(*name, topic.count);
        }
    }
    if (IsRunning())
    {
        JoinGroups();
        Announce();
    }
}

void
SdnAgent::Originate(const EventMessage& event)
{
    NS_LOG_FUNCTION(this);
    const auto code = m_codes.find(event.content.topic);
    if (code != m_codes.end())
    {
        SendEvent(event, code->second);
        return;
    }
    if (m_held.size() >= m_mostHeld)
    {
        Drop("topic without a code", event.payloadBytes);
        return;
    }
    m_held.push_back(event);
    if (!m_registered.contains(event.content.topic))
    {
        Register(event.content.topic, 0);
    }
}

void
SdnAgent::JoinGroups()
{
    if (!m_link)
    {
        return;
    }
    std::set<Ipv6Address> groups;
    for (const auto& [topic, code] : m_codes)
    {
        const bool isWanted = std::ranges::any_of(GetTopicList(), [&](const Filter& filter) {
            return MayMatch(filter, topic);
        });
        if (isWanted)
        {
            groups.insert(AddressOf(EventKind::PUBLISH, code));
        }
    }
    m_link->SetGroups(std::move(groups));
}

void
SdnAgent::SendEvent(const EventMessage& event, const BitString& code)
{
    const Ptr<Packet> message = MakeDatagram(event, GetNodeId());
    const uint32_t bytes = m_link->Send(message, AddressOf(EventKind::PUBLISH, code));
    if (bytes == 0)
    {
        Drop("data link full", message->GetSize());
    }
    TraceData(event, EventMessage::TYPE, bytes, NO_NODE);
    if (m_hasCopies)
    {
        Carrier<SdnCopyMessage> copy;
        copy.header.cluster = m_cluster;
        copy.event = event;
        if (m_channel->Send(copy) == 0)
        {
            Drop("no channel for a copy", event.payloadBytes);
        }
    }
}

void
SdnAgent::SendHeld()
{
    std::deque<EventMessage> held;
    held.swap(m_held);
    for (const EventMessage& event : held)
    {
        const auto code = m_codes.find(event.content.topic);
        if (code == m_codes.end())
        {
            m_held.push_back(event);
        }
        else
        {
            SendEvent(event, code->second);
        }
    }
}

void
SdnAgent::ReceiveData(const EventPacket& packet)
{
    NS_LOG_FUNCTION(this << packet.destination);
    const auto bytes = static_cast<uint32_t>(packet.payload.size());
    const auto message = Create<Packet>(packet.payload.data(), bytes);
    CommonMessage common;
    if (!ReadCommon(message, common))
    {
        return;
    }
    if (MessageType{common.type} != EventMessage::TYPE)
    {
        Drop("unexpected " + MessageTypeName(MessageType{common.type}), bytes);
        return;
    }
    const auto event = Read<EventMessage>(message);
    if (!event || !IsPossible(*event))
    {
        return;
    }
    if (m_policy.Denies(PolicyLevel::BROKER, event->content.topic, m_cluster))
    {
        Drop("denied by the policy", event->payloadBytes);
        return;
    }
    EventMessage received = *event;
    received.hops = static_cast<uint8_t>(EVENT_HOP_LIMIT - packet.hopLimit + 1);
    Accept(received);
}

} // namespace ns3::pubsub::sdn
