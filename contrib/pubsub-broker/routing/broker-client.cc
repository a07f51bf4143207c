// SPDX-License-Identifier: GPL-2.0-only
#include "broker-client.h"

#include "broker-filter-exchange.h"
#include "broker-messages.h"

#include "ns3/log.h"

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerClient");

NS_OBJECT_ENSURE_REGISTERED(BrokerClient);

TypeId
BrokerClient::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::broker::BrokerClient")
            .SetParent<LinkedEndpoint>()
            .SetGroupName("PubSub")
            .AddConstructor<BrokerClient>()
            .AddAttribute(
                "RefreshPeriod",
                "Time after which filters are sent again; they count for three periods. "
                "0: they are sent once and count for ever",
                TimeValue(Seconds(10)),
                MakeTimeAccessor(&BrokerClient::SetRefreshPeriod, &BrokerClient::GetRefreshPeriod),
                MakeTimeChecker(Seconds(0), Hours(24)));
    return tid;
}

BrokerClient::BrokerClient() = default;

BrokerClient::~BrokerClient() = default;

void
BrokerClient::SetRefreshPeriod(Time period)
{
    NS_LOG_FUNCTION(this << period);
    m_softState.SetPeriod(period);
}

Time
BrokerClient::GetRefreshPeriod() const
{
    return m_softState.GetPeriod();
}

int64_t
BrokerClient::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    m_softState.AssignStream(stream);
    return 1;
}

NodeId
BrokerClient::GetBroker() const
{
    return GetNeighbours().empty() ? NO_NODE : GetNeighbours().begin()->first;
}

void
BrokerClient::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_softState.Stop();
    LinkedEndpoint::DoDispose();
}

void
BrokerClient::Join()
{
    NS_LOG_FUNCTION(this);
    NS_ABORT_MSG_IF(GetBroker() == NO_NODE, "client " << GetNodeId() << " has no broker");
    m_softState.Start([this] { Refresh(); });
    Update();
}

void
BrokerClient::Leave()
{
    NS_LOG_FUNCTION(this);
    m_softState.Stop();
    const auto send = [this](const auto& message) { SendControl(message, GetBroker()); };
    SendDifference<SubscribeMessage, UnsubscribeMessage>(m_sent, Subscription(), 0, send);
    SendDifference<AnnounceMessage, UnannounceMessage>(m_announced, Subscription(), 0, send);
}

void
BrokerClient::InterestChanged()
{
    NS_LOG_FUNCTION(this);
    if (IsRunning())
    {
        Update();
    }
}

void
BrokerClient::Originate(const EventMessage& event)
{
    NS_LOG_FUNCTION(this << event.sequence);
    SendEvent(event, GetBroker());
}

void
BrokerClient::ReceiveControl(MessageType type, NodeId from, Ptr<Packet> packet)
{
    NS_LOG_FUNCTION(this << MessageTypeName(type) << from);
    Drop("not for a client: " + MessageTypeName(type), packet->GetSize());
}

void
BrokerClient::ReceiveEvent(const EventMessage& event, NodeId from)
{
    NS_LOG_FUNCTION(this << event.publisher << event.sequence << from);
    Accept(event);
}

void
BrokerClient::Update()
{
    NS_LOG_FUNCTION(this);
    const auto send = [this](const auto& message) { SendControl(message, GetBroker()); };
    std::vector<Filter> advertised;
    for (const WeightedFilter& topic : GetAdvertised())
    {
        advertised.push_back(topic.filter);
    }
    SendDifference<AnnounceMessage, UnannounceMessage>(m_announced,
                                                       Subscription(advertised).Reduced(),
                                                       m_softState.LifetimeMs(),
                                                       send);
    SendDifference<SubscribeMessage, UnsubscribeMessage>(m_sent,
                                                         GetInherent().Reduced(),
                                                         m_softState.LifetimeMs(),
                                                         send);
}

void
BrokerClient::Refresh()
{
    NS_LOG_FUNCTION(this);
    const auto send = [this](const auto& message) { SendControl(message, GetBroker()); };
    SendAll<AnnounceMessage>(m_announced, m_softState.LifetimeMs(), send);
    SendAll<SubscribeMessage>(m_sent, m_softState.LifetimeMs(), send);
}

} // namespace ns3::pubsub::broker
