// SPDX-License-Identifier: GPL-2.0-only
#include "fuzz-network.h"

#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/pubsub-helper.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/udp-header.h"
#include "ns3/udp-socket-factory.h"

namespace ns3::pubsub::manet
{

namespace
{

constexpr uint32_t LINE = 4;             ///< nodes that run the protocol
constexpr NodeId HOSTILE = LINE;         ///< the one that does not
const Time INTERVAL = MicroSeconds(100); ///< between hostile packets
const Time DELAY = MicroSeconds(10);     ///< of a packet, less than INTERVAL

/**
 * @param a a node
 * @param b another
 * @return whether they hear each other
 */
bool
IsLink(NodeId a, NodeId b)
{
    return b == HOSTILE ? a == 1 || a == 2 : a + 1 == b;
}

/**
 * @param reason of a drop
 * @return whether it means that the packet is no message
 */
bool
IsMalformed(const std::string& reason)
{
    return reason.starts_with("malformed") || reason == "not a message" ||
           reason == "sender is not a neighbour";
}

} // namespace

FuzzNetwork::FuzzNetwork(const std::string& protocol)
    : m_mutator(NS_TEST_SOURCEDIR, 1000, LINE + 1)
{
    m_nodes.Create(LINE + 1);
    auto channel = CreateObject<SimpleChannel>();
    channel->SetAttribute("Delay", TimeValue(DELAY));
    NetDeviceContainer devices;
    for (NodeId i = 0; i <= LINE; ++i)
    {
        auto device = CreateObject<SimpleNetDevice>();
        device->SetAddress(Mac48Address::Allocate());
        m_nodes.Get(i)->AddDevice(device);
        device->SetChannel(channel);
        devices.Add(device);
        for (NodeId other = 0; other < i; ++other)
        {
            if (!IsLink(other, i))
            {
                channel->BlackList(DynamicCast<SimpleNetDevice>(devices.Get(other)), device);
                channel->BlackList(device, DynamicCast<SimpleNetDevice>(devices.Get(other)));
            }
        }
    }
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(m_nodes);
    m_hostile = Ipv4AddressHelper("10.0.0.0", "255.0.0.0").Assign(devices).GetAddress(HOSTILE);

    NodeContainer line;
    for (NodeId i = 0; i < LINE; ++i)
    {
        line.Add(m_nodes.Get(i));
    }
    const auto applications = PubSubHelper(protocol).Install(line);
    PubSubHelper::AssignStreams(line, 0);
    for (NodeId i = 0; i < LINE; ++i)
    {
        auto application = DynamicCast<Endpoint>(applications.Get(i));
        application->TraceConnectWithoutContext("Drop", MakeBoundCallback(&Dropped, this, i));
        application->TraceConnectWithoutContext("Deliver", MakeBoundCallback(&Delivered, this, i));
        application->TraceConnectWithoutContext("TxControl",
                                                MakeBoundCallback(&Controlled, this, i));
        application->TraceConnectWithoutContext("TxData", MakeBoundCallback(&SentData, this, i));
        application->TraceConnectWithoutContext("Forward", MakeBoundCallback(&SentData, this, i));
        m_protocols.push_back(application);
    }
    for (NodeId i = 0; i <= LINE; ++i)
    {
        m_nodes.Get(i)->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
            "LocalDeliver",
            MakeBoundCallback(&Arrived, this, i));
    }
    m_socket = Socket::CreateSocket(m_nodes.Get(HOSTILE), UdpSocketFactory::GetTypeId());
    m_socket->SetAllowBroadcast(true);
    m_socket->Bind();
    m_names = m_mutator.Names();
    Wait(Seconds(1));
    m_protocols.front()->Advertise({{*Filter::Parse("enemy.troop.status"), 100}});
    m_protocols.back()->Subscribe(*Filter::Parse("enemy.#"));
}

FuzzNetwork::~FuzzNetwork()
{
    m_socket = nullptr;
    m_protocols.clear();
    m_nodes = NodeContainer();
    Simulator::Destroy();
}

uint32_t
FuzzNetwork::PublishAndCount(uint32_t count)
{
    m_wantedFrom = m_sequence;
    m_got = 0;
    for (uint32_t i = 0; i < count; ++i)
    {
        ++m_sequence;
        m_protocols.front()->Publish(Content{*Topic::Parse("enemy.troop.status"), {}}, 64);
        Wait(Seconds(1));
    }
    Wait(Seconds(10));
    return m_got;
}

void
FuzzNetwork::Attack(uint64_t perMessage)
{
    const uint64_t packets = perMessage * m_names.size();
    Simulator::ScheduleNow(&FuzzNetwork::SendNext, this, packets - 1);
    Wait(INTERVAL * static_cast<int64_t>(packets));
    for (auto& [node, reception] : m_receptions)
    {
        Close(reception);
    }
}

void
FuzzNetwork::Say(const std::string& name, const FuzzMutator::Bytes& bytes)
{
    Simulator::ScheduleNow(&FuzzNetwork::Send,
                           this,
                           name,
                           FuzzMutator::Mutant{bytes, FuzzMutator::Change::NONE});
    Wait(INTERVAL);
}

void
FuzzNetwork::Send(const std::string& name, const FuzzMutator::Mutant& mutant)
{
    m_name = name;
    m_change = mutant.change;
    ++m_accounts[m_name].sent;
    m_socket->SendTo(Create<Packet>(mutant.bytes.data(), mutant.bytes.size()),
                     0,
                     InetSocketAddress(Ipv4Address::GetBroadcast(), Endpoint::PORT));
}

Ptr<Endpoint>
FuzzNetwork::At(NodeId node) const
{
    return m_protocols[node];
}

uint32_t
FuzzNetwork::ControlBytes(NodeId node) const
{
    return m_controlBytes.at(node);
}

void
FuzzNetwork::Wait(Time time)
{
    Simulator::Stop(time);
    Simulator::Run();
}

const std::map<std::string, FuzzNetwork::Account>&
FuzzNetwork::Accounts() const
{
    return m_accounts;
}

const std::map<std::string, uint64_t>&
FuzzNetwork::Reasons() const
{
    return m_reasons;
}

const std::map<std::string, uint64_t>&
FuzzNetwork::Faults() const
{
    return m_faults;
}

void
FuzzNetwork::SendNext(uint64_t left)
{
    const std::string& name = m_names[left % m_names.size()];
    Send(name, m_mutator.Next(name));
    if (left > 0)
    {
        Simulator::Schedule(INTERVAL, &FuzzNetwork::SendNext, this, left - 1);
    }
}

void
FuzzNetwork::Arrived(FuzzNetwork* network,
                     NodeId node,
                     const Ipv4Header& header,
                     Ptr<const Packet> packet,
                     uint32_t)
{
    if (node != HOSTILE && header.GetSource() == network->m_hostile)
    {
        Reception& reception = network->m_receptions[node];
        network->Close(reception);
        reception = {true, Simulator::GetEventCount(), 0, 0, 0, network->m_change, network->m_name};
    }
    else if (node == HOSTILE)
    {
        Ptr<Packet> datagram = packet->Copy();
        UdpHeader udp;
        datagram->RemoveHeader(udp);
        FuzzMutator::Bytes bytes(datagram->GetSize());
        datagram->CopyData(bytes.data(), bytes.size());
        network->m_mutator.Overhear(MessageTypeName(static_cast<MessageType>(bytes[3])), bytes);
    }
}

FuzzNetwork::Reception*
FuzzNetwork::Reading(NodeId node)
{
    const auto it = m_receptions.find(node);
    const bool now = it != m_receptions.end() && it->second.open &&
                     it->second.event == Simulator::GetEventCount();
    return now ? &it->second : nullptr;
}

void
FuzzNetwork::Dropped(FuzzNetwork* network, NodeId node, std::string reason, uint32_t)
{
    if (Reception* reception = network->Reading(node))
    {
        ++reception->drops;
        ++network->m_reasons[reason];
        reception->malformed += IsMalformed(reason) ? 1 : 0;
    }
}

void
FuzzNetwork::Delivered(FuzzNetwork* network, NodeId node, const EventMessage& event, bool)
{
    const bool ours = event.publisher == 0 && event.sequence > network->m_wantedFrom &&
                      event.sequence <= network->m_sequence;
    network->m_got += node == LINE - 1 && ours ? 1 : 0;
    if (Reception* reception = network->Reading(node))
    {
        ++reception->effects;
    }
}

void
FuzzNetwork::Controlled(FuzzNetwork* network, NodeId node, MessageType, uint32_t bytes, NodeId)
{
    network->m_controlBytes[node] = bytes;
    if (Reception* reception = network->Reading(node))
    {
        ++reception->effects;
    }
}

void
FuzzNetwork::SentData(FuzzNetwork* network,
                      NodeId node,
                      const EventMessage&,
                      MessageType,
                      uint32_t,
                      NodeId)
{
    if (Reception* reception = network->Reading(node))
    {
        ++reception->effects;
    }
}

void
FuzzNetwork::Close(Reception& reception)
{
    if (!reception.open)
    {
        return;
    }
    reception.open = false;
    Account& account = m_accounts[reception.name];
    ++account.received;
    ++(reception.malformed > 0 ? account.malformed
       : reception.drops > 0   ? account.refused
                               : account.taken);
    if (reception.malformed > 0 && reception.drops + reception.effects > 1)
    {
        ++m_faults["more came of a malformed " + reception.name + " than one drop"];
    }
    const bool broken = reception.change == FuzzMutator::Change::CUT ||
                        reception.change == FuzzMutator::Change::LONGER;
    if (broken && reception.drops == 0)
    {
        ++m_faults["a " + reception.name + " that was cut or longer was taken"];
    }
}

} // namespace ns3::pubsub::manet
