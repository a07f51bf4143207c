// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-endpoint.h"

#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3::pubsub
{

NS_LOG_COMPONENT_DEFINE("PubSubEndpoint");

NS_OBJECT_ENSURE_REGISTERED(Endpoint);

TypeId
Endpoint::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::Endpoint")
            .SetParent<Application>()
            .SetGroupName("PubSub")
            .AddTraceSource("TxControl",
                            "A control message was sent: type, UDP payload in bytes, the node it "
                            "is meant for",
                            MakeTraceSourceAccessor(&Endpoint::m_txControl),
                            "ns3::pubsub::Endpoint::ControlTracedCallback")
            .AddTraceSource("RxControl",
                            "A control message was received: type, UDP payload in bytes, sender",
                            MakeTraceSourceAccessor(&Endpoint::m_rxControl),
                            "ns3::pubsub::Endpoint::ControlTracedCallback")
            .AddTraceSource("TxData",
                            "The publisher sent its event: event, message type, UDP payload in "
                            "bytes, the node it is sent to",
                            MakeTraceSourceAccessor(&Endpoint::m_txData),
                            "ns3::pubsub::Endpoint::DataTracedCallback")
            .AddTraceSource("Forward",
                            "Another node sent an event on: event, message type, UDP payload in "
                            "bytes, the node it is sent to",
                            MakeTraceSourceAccessor(&Endpoint::m_forward),
                            "ns3::pubsub::Endpoint::DataTracedCallback")
            .AddTraceSource("Deliver",
                            "An event was handed to the subscriber on this node: event, whether "
                            "the inherent subscription matches it",
                            MakeTraceSourceAccessor(&Endpoint::m_deliver),
                            "ns3::pubsub::Endpoint::DeliverTracedCallback")
            .AddTraceSource("Drop",
                            "A packet was not used: reason, UDP payload in bytes",
                            MakeTraceSourceAccessor(&Endpoint::m_drop),
                            "ns3::pubsub::Endpoint::DropTracedCallback")
            .AddTraceSource("SubscriptionChange",
                            "The inherent subscription changed: filter, whether it is wanted now",
                            MakeTraceSourceAccessor(&Endpoint::m_subscriptionChange),
                            "ns3::pubsub::Endpoint::SubscriptionTracedCallback")
            .AddTraceSource("Published",
                            "The node published an event, before it is sent",
                            MakeTraceSourceAccessor(&Endpoint::m_published),
                            "ns3::pubsub::Endpoint::PublishedTracedCallback");
    return tid;
}

Endpoint::Endpoint() = default;

Endpoint::~Endpoint() = default;

void
Endpoint::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_isRunning = false;
    Application::DoDispose();
}

NodeId
Endpoint::GetNodeId() const
{
    return GetNode()->GetId();
}

void
Endpoint::Subscribe(const Filter& filter)
{
    NS_LOG_FUNCTION(this << filter.Text());
    if (m_inherent.Add(filter))
    {
        m_topicList.push_back(filter);
        m_subscriptionChange(filter, true);
        InterestChanged();
    }
}

void
Endpoint::Unsubscribe(const Filter& filter)
{
    NS_LOG_FUNCTION(this << filter.Text());
    if (m_inherent.Remove(filter))
    {
        std::erase(m_topicList, filter);
        m_subscriptionChange(filter, false);
        InterestChanged();
    }
}

const Subscription&
Endpoint::GetInherent() const
{
    return m_inherent;
}

const std::vector<Filter>&
Endpoint::GetTopicList() const
{
    return m_topicList;
}

void
Endpoint::Advertise(const std::vector<WeightedFilter>& topics)
{
    NS_LOG_FUNCTION(this << topics.size());
    m_advertised = topics;
    InterestChanged();
}

const std::vector<WeightedFilter>&
Endpoint::GetAdvertised() const
{
    return m_advertised;
}

bool
Endpoint::IsRunning() const
{
    return m_isRunning;
}

void
Endpoint::Silence()
{
    NS_LOG_FUNCTION(this);
    m_isSilent = true;
}

bool
Endpoint::IsSilent() const
{
    return m_isSilent;
}

Time
Endpoint::DuplicateLifetime() const
{
    return m_duplicateLifetime;
}

void
Endpoint::SetDuplicateLifetime(Time lifetime)
{
    m_duplicateLifetime = lifetime;
}

void
Endpoint::StartApplication()
{
    NS_LOG_FUNCTION(this);
    OpenTransport();
    m_isRunning = true;
    Join();
}

void
Endpoint::StopApplication()
{
    NS_LOG_FUNCTION(this);
    if (!m_isRunning)
    {
        return;
    }
    Leave();
    CloseTransport();
    m_isRunning = false;
}

void
Endpoint::Publish(const Content& content, uint16_t payloadBytes)
{
    NS_LOG_FUNCTION(this << content.topic.Text() << payloadBytes);
    NS_ABORT_MSG_UNLESS(content.IsWellFormed(),
                        "cannot publish these attributes: " << content.AttributesText());
    if (!IsRunning())
    {
        Drop("published while away", payloadBytes);
        return;
    }
    EventMessage event;
    event.publisher = GetNodeId();
    event.sequence = ++m_eventSequence;
    event.publishedNs = static_cast<uint64_t>(Simulator::Now().GetNanoSeconds());
    event.content = content;
    event.payloadBytes = payloadBytes;
    m_published(event);
    m_seen.CheckAndRemember(event.publisher, event.sequence, Simulator::Now(), m_duplicateLifetime);
    Originate(event);
}

std::span<const uint8_t>
Endpoint::Octets(Ptr<const Packet> packet, uint32_t count)
{
    m_octets.resize(std::max<std::size_t>(m_octets.size(), count));
    return {m_octets.data(), packet->CopyData(m_octets.data(), count)};
}

bool
Endpoint::ReadCommon(Ptr<Packet> packet, CommonMessage& common)
{
    const uint32_t bytes = packet->GetSize();
    WireReader reader(Octets(packet, CommonMessage::BYTES));
    CommonMessage::Fields(reader, common);
    packet->RemoveAtStart(reader.Bytes());
    if (!reader.IsGood() || common.magic != CommonMessage::MAGIC ||
        common.version != CommonMessage::VERSION)
    {
        Drop("not a message", bytes);
        return false;
    }
    return true;
}

bool
Endpoint::IsPossible(const EventMessage& event)
{
    const bool possible = event.publisher != NO_NODE && event.content.IsWellFormed();
    if (!possible)
    {
        Drop("malformed event", event.payloadBytes);
    }
    return possible;
}

void
Endpoint::InterestChanged()
{
}

void
Endpoint::EventHeard(const EventMessage&)
{
}

bool
Endpoint::Accept(const EventMessage& event)
{
    // A node ignores what others send as its own events.
    if (event.publisher == GetNodeId() || m_seen.CheckAndRemember(event.publisher,
                                                                  event.sequence,
                                                                  Simulator::Now(),
                                                                  m_duplicateLifetime))
    {
        Drop("duplicate", event.payloadBytes);
        return false;
    }
    EventHeard(event);
    if (m_inherent.Matches(event.content))
    {
        m_deliver(event, true);
    }
    return true;
}

void
Endpoint::Drop(const std::string& reason, uint32_t bytes)
{
    NS_LOG_DEBUG("node " << GetNodeId() << " drops " << bytes << " bytes: " << reason);
    m_drop(reason, bytes);
}

void
Endpoint::TraceData(const EventMessage& event, MessageType type, uint32_t bytes, NodeId nextHop)
{
    NS_LOG_FUNCTION(this);
    if (bytes > 0 && event.publisher == GetNodeId())
    {
        m_txData(event, type, bytes, nextHop);
    }
    else if (bytes > 0)
    {
        m_forward(event, type, bytes, nextHop);
    }
}

void
Endpoint::TraceControl(MessageType type, uint32_t bytes, NodeId nextHop)
{
    NS_LOG_FUNCTION(this);
    if (bytes > 0)
    {
        m_txControl(type, bytes, nextHop);
    }
}

Ptr<Endpoint>
PubSubOf(Ptr<Node> node)
{
    for (uint32_t i = 0; i < node->GetNApplications(); ++i)
    {
        if (auto endpoint = DynamicCast<Endpoint>(node->GetApplication(i)))
        {
            return endpoint;
        }
    }
    NS_ABORT_MSG("node " << node->GetId() << " has no publish/subscribe protocol");
}

} // namespace ns3::pubsub
