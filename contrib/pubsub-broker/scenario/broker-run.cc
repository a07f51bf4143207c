// SPDX-License-Identifier: GPL-2.0-only
#include "broker-run.h"

#include "ns3/log.h"

#include <iomanip>
#include <iostream>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerRun");

namespace
{

/// Time in which the last messages arrive: enough for a thousand hops on idle links of 1 ms.
const Time SETTLE = Seconds(1);

} // namespace

BrokerRun::BrokerRun(const ScenarioParameters& parameters,
                     BrokerNetwork& network,
                     const BrokerGraph& tree,
                     uint32_t captureBytes)
    : ScenarioRun(parameters, network.GetNodes(), SETTLE),
      m_network(network),
      m_hops(tree.Distances())
{
    NS_LOG_FUNCTION(this << captureBytes);
    for (uint32_t i = 0; i < network.GetClients().GetN(); ++i)
    {
        network.GetClient(i)->TraceConnectWithoutContext("Completed",
                                                         MakeBoundCallback(&Completed, this));
    }
    const uint64_t captures = captureBytes > 0 ? network.GetLinks().GetDevices().GetN() : 0;
    const std::string folder = MakeOutputFolder(captures, "link directions");
    if (folder.empty())
    {
        return;
    }
    m_recorder =
        std::make_unique<TraceRecorder>(folder, network.GetNodes(), [this](const auto& event) {
            return FindDue(event);
        });
    m_stores = std::make_unique<StoreRecorder>(folder, network, tree);
    m_nodeTable = std::make_unique<TraceTable<WiredNodeRow>>(folder);
    m_linkTable = std::make_unique<TraceTable<LinkRow>>(folder);
    const uint32_t brokers = network.GetBrokers().GetN();
    for (uint32_t i = 0; i < network.GetNodes().GetN(); ++i)
    {
        const auto node = network.GetNodes().Get(i);
        const std::string name =
            i < brokers ? "broker " + std::to_string(i) : "client " + std::to_string(i - brokers);
        m_nodeTable->Write({.node = node->GetId(), .name = name, .ipv4 = Ipv4TextOf(node, 1)});
    }
    network.GetLinks().Describe(*m_linkTable);
    network.GetLinks().TraceDrops(m_recorder.get());
    if (captureBytes > 0)
    {
        network.GetLinks().Capture(folder, captureBytes);
    }
}

BrokerRun::~BrokerRun() = default;

StoreRecorder*
BrokerRun::GetRecorder() const
{
    return m_stores.get();
}

void
BrokerRun::CloseOutputs()
{
    NS_LOG_FUNCTION(this);
    if (m_recorder)
    {
        m_recorder->Close();
        m_stores->Close();
        m_nodeTable->Close();
        m_linkTable->Close();
    }
}

std::pair<uint32_t, uint16_t>
BrokerRun::PlaceOf(NodeId node) const
{
    const NodeId first = m_network.GetBrokers().Get(0)->GetId();
    const uint32_t place = node - first;
    const uint32_t brokers = m_network.GetBrokers().GetN();
    return place < brokers ? std::pair<uint32_t, uint16_t>{place, 0}
                           : std::pair<uint32_t, uint16_t>{
                                 m_network.GetClient(place - brokers)->GetBroker() - first,
                                 1};
}

std::vector<DueReceiver>
BrokerRun::FindDue(const EventMessage& event) const
{
    const auto [from, fromLinks] = PlaceOf(event.publisher);
    const NodeContainer nodes = m_network.GetNodes();
    std::vector<DueReceiver> due;
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        const auto endpoint = PubSubOf(*node);
        if (endpoint->GetNodeId() != event.publisher && endpoint->IsRunning() &&
            endpoint->GetInherent().Matches(event.content))
        {
            const auto [to, toLinks] = PlaceOf(endpoint->GetNodeId());
            const int links = fromLinks + m_hops(from, to) + toLinks;
            due.push_back({endpoint->GetNodeId(), static_cast<uint16_t>(links)});
        }
    }
    return due;
}

void
BrokerRun::Completed(BrokerRun* self, const RequestingClient::Result& result)
{
    ++self->m_requests;
    self->m_answered += result.isAnswered;
    self->m_answerHops += result.hops;
}

void
BrokerRun::PrintRequests() const
{
    NS_LOG_FUNCTION(this);
    std::cout << m_answered << " of " << m_requests << " requests answered";
    if (m_answered > 0)
    {
        std::cout << std::fixed << std::setprecision(3) << ", mean distance "
                  << static_cast<double>(m_answerHops) / static_cast<double>(m_answered) << " hops";
    }
    std::cout << std::endl;
    PrintSummary();
}

} // namespace ns3::pubsub::broker
