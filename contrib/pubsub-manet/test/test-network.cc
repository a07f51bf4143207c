// SPDX-License-Identifier: GPL-2.0-only
#include "test-network.h"

#include "ns3/error-model.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device-container.h"
#include "ns3/simulator.h"

#include <cstdio>

namespace ns3::pubsub::manet
{

TestNetwork::TestNetwork(uint32_t nodes, const ObjectFactory& protocol)
    : m_channel(CreateObject<SimpleChannel>()),
      m_sent(nodes),
      m_delivered(nodes)
{
    m_nodes.Create(nodes);
    m_channel->SetAttribute("Delay", TimeValue(MicroSeconds(10)));
    NetDeviceContainer devices;
    for (NodeId i = 0; i < nodes; ++i)
    {
        auto device = CreateObject<SimpleNetDevice>();
        device->SetAddress(Mac48Address::Allocate());
        m_nodes.Get(i)->AddDevice(device);
        device->SetChannel(m_channel);
        m_devices.push_back(device);
        devices.Add(device);
    }
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(m_nodes);
    Ipv4AddressHelper addresses("10.0.0.0", "255.0.0.0");
    addresses.Assign(devices);
    for (NodeId i = 0; i < nodes; ++i)
    {
        auto application = protocol.Create<Endpoint>();
        m_nodes.Get(i)->AddApplication(application);
        application->SetStartTime(Seconds(0));
        application->AssignStreams(i);
        application->TraceConnectWithoutContext("TxData", MakeBoundCallback(&Forwarded, this, i));
        application->TraceConnectWithoutContext("Forward", MakeBoundCallback(&Forwarded, this, i));
        application->TraceConnectWithoutContext("Deliver",
                                                MakeBoundCallback(&DeliveredTo, this, i));
        application->TraceConnectWithoutContext("TxControl",
                                                MakeBoundCallback(&Controlled, this, i));
        application->TraceConnectWithoutContext("ParentChange",
                                                MakeBoundCallback(&Changed, this, i));
        application->TraceConnectWithoutContext("Drop", MakeBoundCallback(&Dropped, this, i));
        m_protocols.push_back(application);
        for (NodeId other = 0; other < i; ++other)
        {
            Disconnect(i, other);
        }
    }
}

void
TestNetwork::Connect(NodeId a, NodeId b)
{
    m_channel->UnBlackList(m_devices[a], m_devices[b]);
    m_channel->UnBlackList(m_devices[b], m_devices[a]);
}

void
TestNetwork::ConnectOneWay(NodeId from, NodeId to)
{
    m_channel->UnBlackList(m_devices[from], m_devices[to]);
}

void
TestNetwork::Disconnect(NodeId a, NodeId b)
{
    m_channel->BlackList(m_devices[a], m_devices[b]);
    m_channel->BlackList(m_devices[b], m_devices[a]);
}

void
TestNetwork::LosePackets(double share)
{
    for (NodeId i = 0; i < m_devices.size(); ++i)
    {
        auto losses = CreateObject<RateErrorModel>();
        losses->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        losses->SetRate(share);
        losses->AssignStreams(m_devices.size() + i);
        m_devices[i]->SetReceiveErrorModel(losses);
    }
}

void
TestNetwork::JoinAt(NodeId node, Time when)
{
    m_protocols[node]->SetStartTime(when);
}

void
TestNetwork::Subscribe(NodeId node, const std::string& filter)
{
    m_protocols[node]->Subscribe(*Filter::Parse(filter));
}

void
TestNetwork::PublishFrom(NodeId node, const std::string& topic, Time first, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i)
    {
        Simulator::Schedule(first + MilliSeconds(100) * i - Simulator::Now(),
                            &Endpoint::Publish,
                            m_protocols[node],
                            *Topic::Parse(topic),
                            64);
    }
}

void
TestNetwork::RunUntil(Time until)
{
    Simulator::Stop(until - Simulator::Now());
    Simulator::Run();
}

uint32_t
TestNetwork::Sent(NodeId node) const
{
    return m_sent[node];
}

uint32_t
TestNetwork::Delivered(NodeId node) const
{
    return m_delivered[node];
}

const std::vector<std::string>&
TestNetwork::Timeline() const
{
    return m_timeline;
}

const std::vector<std::string>&
TestNetwork::Events() const
{
    return m_events;
}

uint32_t
TestNetwork::Cycles() const
{
    return m_cycles;
}

uint32_t
TestNetwork::ParentChanges() const
{
    return m_changes;
}

const std::map<std::string, uint32_t>&
TestNetwork::Drops() const
{
    return m_drops;
}

void
TestNetwork::Forwarded(TestNetwork* network,
                       NodeId node,
                       const EventMessage& event,
                       MessageType type,
                       uint32_t,
                       NodeId)
{
    ++network->m_sent[node];
    char line[80];
    std::snprintf(line,
                  sizeof(line),
                  "%.3f %u %s %u.%u",
                  Simulator::Now().GetSeconds(),
                  node,
                  MessageTypeName(type).c_str(),
                  event.publisher,
                  event.sequence);
    network->m_events.emplace_back(line);
}

void
TestNetwork::DeliveredTo(TestNetwork* network, NodeId node, const EventMessage&, bool wanted)
{
    network->m_delivered[node] += wanted ? 1 : 0;
}

void
TestNetwork::Controlled(TestNetwork* network, NodeId node, MessageType type, uint32_t, NodeId to)
{
    if (type != BeaconMessage::TYPE)
    {
        char line[80];
        std::snprintf(line,
                      sizeof(line),
                      "%.3f %u %s>%d",
                      Simulator::Now().GetSeconds(),
                      node,
                      MessageTypeName(type).c_str(),
                      static_cast<int32_t>(to));
        network->m_timeline.emplace_back(line);
    }
}

void
TestNetwork::Changed(TestNetwork* network, NodeId node, const ParentChange& change)
{
    ++network->m_changes;
    auto& parents = network->m_parents[change.root];
    parents[node] = change.newParent;
    std::set<NodeId> visited;
    for (NodeId at = node; at != NO_NODE; at = parents.contains(at) ? parents[at] : NO_NODE)
    {
        if (!visited.insert(at).second)
        {
            ++network->m_cycles;
            return;
        }
    }
}

void
TestNetwork::Dropped(TestNetwork* network, NodeId, std::string reason, uint32_t)
{
    ++network->m_drops[reason];
}

} // namespace ns3::pubsub::manet
