// SPDX-License-Identifier: GPL-2.0-only
#include "broker-network.h"

#include "ns3/internet-stack-helper.h"
#include "ns3/log.h"

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerNetwork");

namespace
{

/**
 * @brief Give a node an IPv4 stack and its application.
 * @tparam App type of the application
 * @param node without a stack
 */
template <typename App>
void
Install(Ptr<Node> node)
{
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(node);
    auto app = CreateObject<App>();
    node->AddApplication(app);
    app->SetStartTime(Seconds(0));
}

/**
 * @tparam App type of the application
 * @param node with such an application
 * @return the application
 */
template <typename App>
Ptr<App>
AppOf(Ptr<Node> node)
{
    return DynamicCast<App>(PubSubOf(node));
}

} // namespace

BrokerNetwork::BrokerNetwork(uint32_t brokers,
                             const std::vector<Link>& tree,
                             DataRate rate,
                             Time delay)
    : m_links(rate, delay)
{
    NS_LOG_FUNCTION(this << brokers << tree.size() << rate << delay);
    m_brokers.Create(brokers);
    for (uint32_t i = 0; i < brokers; ++i)
    {
        Install<StoringBroker>(m_brokers.Get(i));
    }
    for (const auto& [a, b] : tree)
    {
        Connect(m_brokers.Get(a), m_brokers.Get(b), true);
    }
}

Ptr<RequestingClient>
BrokerNetwork::AddClient(uint32_t broker)
{
    NS_LOG_FUNCTION(this << broker);
    const auto node = CreateObject<Node>();
    Install<RequestingClient>(node);
    m_clients.Add(node);
    Connect(m_brokers.Get(broker), node, false);
    return AppOf<RequestingClient>(node);
}

void
BrokerNetwork::Connect(Ptr<Node> a, Ptr<Node> b, bool isBroker)
{
    NS_LOG_FUNCTION(this << a->GetId() << b->GetId() << isBroker);
    const uint32_t end = m_links.GetDevices().GetN();
    m_links.Connect(a, b);
    AppOf<LinkedEndpoint>(a)->Connect(b->GetId(), m_links.AddressOf(end + 1), isBroker);
    AppOf<LinkedEndpoint>(b)->Connect(a->GetId(), m_links.AddressOf(end), true);
}

Ptr<StoringBroker>
BrokerNetwork::GetBroker(uint32_t number) const
{
    return AppOf<StoringBroker>(m_brokers.Get(number));
}

Ptr<RequestingClient>
BrokerNetwork::GetClient(uint32_t number) const
{
    return AppOf<RequestingClient>(m_clients.Get(number));
}

const NodeContainer&
BrokerNetwork::GetBrokers() const
{
    return m_brokers;
}

const NodeContainer&
BrokerNetwork::GetClients() const
{
    return m_clients;
}

NodeContainer
BrokerNetwork::GetNodes() const
{
    return NodeContainer(m_brokers, m_clients);
}

WiredLinks&
BrokerNetwork::GetLinks()
{
    return m_links;
}

int64_t
BrokerNetwork::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    int64_t used = 0;
    for (uint32_t i = 0; i < m_brokers.GetN(); ++i)
    {
        used += GetBroker(i)->AssignStreams(stream + used);
    }
    for (uint32_t i = 0; i < m_clients.GetN(); ++i)
    {
        used += GetClient(i)->AssignStreams(stream + used);
    }
    return used;
}

} // namespace ns3::pubsub::broker
