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
    static TypeId tid = TypeId("ns3::pubsub::broker::BrokerClient")
                            .SetParent<FilterEndpoint>()
                            .SetGroupName("PubSub")
                            .AddConstructor<BrokerClient>();
    return tid;
}

BrokerClient::BrokerClient() = default;

BrokerClient::~BrokerClient() = default;

NodeId
BrokerClient::GetBroker() const
{
    return GetNeighbours().empty() ? NO_NODE : GetNeighbours().begin()->first;
}

void
BrokerClient::Join()
{
    NS_LOG_FUNCTION(this);
    NS_ABORT_MSG_IF(GetBroker() == NO_NODE, "client " << GetNodeId() << " has no broker");
    FilterEndpoint::Join();
}

void
BrokerClient::Leave()
{
    NS_LOG_FUNCTION(this);
    FilterEndpoint::Leave();
    const auto send = [this](const auto& message) { SendControl(message, GetBroker()); };
    SendDifference<SubscribeMessage, UnsubscribeMessage>(m_sent, Subscription(), 0, send);
    SendDifference<AnnounceMessage, UnannounceMessage>(m_announced, Subscription(), 0, send);
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
BrokerClient::UpdateOwn()
{
    NS_LOG_FUNCTION(this);
    const auto send = [this](const auto& message) { SendControl(message, GetBroker()); };
    SendDifference<AnnounceMessage, UnannounceMessage>(m_announced,
                                                       Subscription(AdvertisedFilters()).Reduced(),
                                                       GetSoftState().LifetimeMs(),
                                                       send);
    SendDifference<SubscribeMessage, UnsubscribeMessage>(m_sent,
                                                         GetInherent().Reduced(),
                                                         GetSoftState().LifetimeMs(),
                                                         send);
}

void
BrokerClient::Refresh()
{
    NS_LOG_FUNCTION(this);
    const auto send = [this](const auto& message) { SendControl(message, GetBroker()); };
    SendAll<AnnounceMessage>(m_announced, GetSoftState().LifetimeMs(), send);
    SendAll<SubscribeMessage>(m_sent, GetSoftState().LifetimeMs(), send);
}

} // namespace ns3::pubsub::broker
