// SPDX-License-Identifier: GPL-2.0-only
//
// Six switches in two rings, a host at each, and a scripted controller that speaks OpenFlow with
// all of them. It shows how a controller uses the switches, and writes what tests compare with
// other people's tools:
//
//   control-<switch>.pcap   the OpenFlow channel, as IP packets (link type 101)
//   forwarding.txt          rows "datapath in_port source address out_ports", as the switches
//                           forward events; its first row, "until_ns T", is the time up to which
//                           the channel counts
//
//        h0      h1      h2
//        |       |       |
//        s0 ---- s1 ---- s2
//        |       |       |
//        s3 ---- s4 ---- s5
//        |       |       |
//        h3      h4      h5
//
// A topic is a prefix of IPv6 multicast addresses. Its tree is random; each switch has a group with
// a bucket per port of the tree, and an entry of the prefix that decrements the hop limit and gives
// the packet to the group.

#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/pubsub-sdn-module.h"

#include <array>
#include <iostream>
#include <map>
#include <numeric>
#include <set>

using namespace ns3;
using namespace ns3::pubsub::sdn;

namespace
{

/// Switches, each with a host.
constexpr uint32_t SWITCHES = 6;
/// Links between switches.
constexpr std::array<std::pair<uint32_t, uint32_t>, 7> LINKS{
    {{0, 1}, {1, 2}, {3, 4}, {4, 5}, {0, 3}, {1, 4}, {2, 5}}};
/// Length of the part of an event's address that all have: 16 bits of multicast, 7 of the system,
/// 2 of the kind.
constexpr uint8_t FIXED_BITS = 25;

/// A topic: bits behind the fixed part of the address.
struct ExampleTopic
{
    uint16_t bits;  ///< left-aligned
    uint8_t length; ///< how many count

    /// @return an address of it, with these bits behind the prefix
    /// @param rest bits behind the prefix
    Ipv6Address Address(uint32_t rest = 0) const
    {
        std::array<uint8_t, 16> octets{0xff, 0x18};
        // The code begins at bit 25.
        octets[3] = bits >> 9 & 0x7f;
        octets[4] = bits >> 1 & 0xff;
        octets[5] = bits << 7 & 0x80;
        octets[14] = rest >> 8;
        octets[15] = rest;
        return Ipv6Address(octets.data());
    }

    /// @return length of its prefix
    uint8_t PrefixLength() const
    {
        return FIXED_BITS + length;
    }
};

/// A parent topic, two children, and topics beside it.
constexpr std::array<ExampleTopic, 6> TOPICS{
    {{0x8000, 2}, {0x8000, 4}, {0x9000, 5}, {0x4000, 3}, {0xc000, 12}, {0xe000, 16}}};

/// The controller's side of the channel to one switch.
class ScriptedController : public SimpleRefCount<ScriptedController>
{
  public:
    /**
     * @param node of the controller
     * @param onReady called with the datapath and a channel when its features are known
     */
    ScriptedController(Ptr<Node> node,
                       std::function<void(uint64_t, Ptr<OpenFlowConnection>)> onReady)
        : m_onReady(std::move(onReady))
    {
        m_listener = Socket::CreateSocket(node, TcpSocketFactory::GetTypeId());
        m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), OPENFLOW_PORT));
        m_listener->Listen();
        m_listener->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Callback<void, Ptr<Socket>, const Address&>(
                [this](Ptr<Socket> socket, const Address&) { Accept(socket); }));
    }

    /// @return messages of each type that came
    const std::map<std::string, uint32_t>& Received() const
    {
        return m_received;
    }

  private:
    /// @param socket that was accepted
    void Accept(Ptr<Socket> socket)
    {
        auto connection = CreateObject<OpenFlowConnection>();
        m_connections.push_back(connection);
        OpenFlowConnection* channel = PeekPointer(connection);
        connection->Accept(socket,
                           {.opened = [channel] { channel->Send(FeaturesRequest{}); },
                            .received =
                                [this, channel](uint32_t, const OpenFlowMessage& message) {
                                    ++m_received[OpenFlowTypeName(TypeOf(message))];
                                    if (const auto* features = std::get_if<FeaturesReply>(&message))
                                    {
                                        m_onReady(features->datapathId, channel);
                                    }
                                },
                            .closed = [](const std::string&) {}});
    }

    std::function<void(uint64_t, Ptr<OpenFlowConnection>)> m_onReady; ///< features are known
    Ptr<Socket> m_listener;                                           ///< of TCP
    std::vector<Ptr<OpenFlowConnection>> m_connections;               ///< all
    std::map<std::string, uint32_t> m_received;                       ///< by type
};

/// The network and what it writes.
class ExampleNetwork
{
  public:
    /// @param folder for captures and tables
    explicit ExampleNetwork(std::string folder)
        : m_folder(std::move(folder))
    {
        m_switchNodes.Create(SWITCHES);
        m_hosts.Create(SWITCHES);
        m_controllerNode = CreateObject<Node>();
        m_random->SetStream(1);
        InternetStackHelper internet;
        internet.SetIpv6StackInstall(false);
        internet.Install(m_switchNodes);
        internet.Install(m_controllerNode);
        MakeSwitches();
        MakeControlNetwork();
        ChooseTrees();
        m_controller =
            Create<ScriptedController>(m_controllerNode,
                                       [this](uint64_t datapath, Ptr<OpenFlowConnection> channel) {
                                           Install(datapath, channel);
                                       });
    }

    /// @brief Install, forward probes, fail a link, ask for statistics.
    void Run()
    {
        Simulator::Schedule(Seconds(2), [this] { SendProbes(); });
        Simulator::Schedule(MilliSeconds(2500), [this] { TryAll(); });
        Simulator::Schedule(Seconds(4), [this] { ChangeEntries(); });
        Simulator::Schedule(Seconds(5), [this] { m_switches[0]->SetPortUp(2, false); });
        Simulator::Schedule(Seconds(6), [this] { AskAll(); });
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        WriteForwarding(m_folder, Seconds(3), m_forwarded);
        for (const auto& [type, count] : m_controller->Received())
        {
            std::cout << type << ": " << count << "\n";
        }
        std::cout << "probes forwarded: " << m_forwarded.size() << "\n";
    }

  private:
    /// @brief Link switches with hosts and with each other. Port 1 is the host's.
    void MakeSwitches()
    {
        PointToPointHelper links;
        links.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
        links.SetChannelAttribute("Delay", StringValue("10us"));
        for (uint32_t i = 0; i < SWITCHES; ++i)
        {
            const auto device = CreateObject<SdnSwitch>();
            m_switchNodes.Get(i)->AggregateObject(device);
            m_switches.push_back(device);
            const auto ends = links.Install(m_switchNodes.Get(i), m_hosts.Get(i));
            device->AddPort(ends.Get(0));
            m_hostDevices.Add(ends.Get(1));
            device->TraceConnectWithoutContext(
                "Forwarded",
                Callback<void, uint32_t, uint32_t, Ptr<const Packet>>(
                    [this, i](uint32_t in, uint32_t out, Ptr<const Packet> packet) {
                        Forwarded(i, in, out, packet);
                    }));
        }
        for (const auto& [a, b] : LINKS)
        {
            const auto ends = links.Install(m_switchNodes.Get(a), m_switchNodes.Get(b));
            m_ports[{a, b}] = m_switches[a]->AddPort(ends.Get(0));
            m_ports[{b, a}] = m_switches[b]->AddPort(ends.Get(1));
        }
    }

    /// @brief Link each switch with the controller, and capture there.
    void MakeControlNetwork()
    {
        PointToPointHelper links;
        links.SetDeviceAttribute("DataRate", StringValue("100Mbps"));
        links.SetChannelAttribute("Delay", StringValue("1ms"));
        Ipv4AddressHelper addresses("172.16.0.0", "255.255.255.252");
        for (uint32_t i = 0; i < SWITCHES; ++i)
        {
            const auto ends = links.Install(m_switchNodes.Get(i), m_controllerNode);
            const auto interfaces = addresses.Assign(ends);
            addresses.NewNetwork();
            m_switches[i]->ConnectTo({InetSocketAddress(interfaces.GetAddress(1), OPENFLOW_PORT)});
            links.EnablePcap(m_folder + "/control-" + std::to_string(i) + ".pcap",
                             ends.Get(0),
                             false,
                             true);
        }
    }

    /// @brief Choose a random spanning tree and random subscribers for each topic.
    void ChooseTrees()
    {
        for (std::size_t topic = 0; topic < TOPICS.size(); ++topic)
        {
            std::vector<uint32_t> part(SWITCHES);
            std::iota(part.begin(), part.end(), 0);
            std::vector<std::pair<uint32_t, uint32_t>> links(LINKS.begin(), LINKS.end());
            for (std::size_t i = links.size() - 1; i > 0; --i)
            {
                std::swap(links[i], links[m_random->GetInteger(0, i)]);
            }
            for (const auto& [a, b] : links)
            {
                const uint32_t from = part[a];
                const uint32_t to = part[b];
                if (from == to)
                {
                    continue;
                }
                std::replace(part.begin(), part.end(), from, to);
                m_tree[topic][a].insert(m_ports.at({a, b}));
                m_tree[topic][b].insert(m_ports.at({b, a}));
            }
            for (uint32_t i = 0; i < SWITCHES; ++i)
            {
                if (m_random->GetInteger(0, 1) == 1)
                {
                    m_tree[topic][i].insert(1);
                }
            }
        }
    }

    /**
     * @brief Install all topics at a switch.
     * @param datapath of the switch
     * @param channel to it
     */
    void Install(uint64_t datapath, Ptr<OpenFlowConnection> channel)
    {
        m_channels[datapath] = channel;
        const auto index = static_cast<uint32_t>(datapath);
        channel->Send(FlowMod{.priority = 0, .applyActions = {OutputAction{PORT_CONTROLLER}}});
        for (std::size_t topic = 0; topic < TOPICS.size(); ++topic)
        {
            GroupMod group{.group = static_cast<uint32_t>(topic + 1)};
            for (uint32_t port : m_tree[topic][index])
            {
                group.buckets.push_back({{OutputAction{port}}});
            }
            channel->Send(group);
            channel->Send(FlowMod{
                .cookie = topic,
                .priority = TOPICS[topic].PrefixLength(),
                .match = FlowMatch::Events(TOPICS[topic].Address(), TOPICS[topic].PrefixLength()),
                .applyActions = {DecrementTtlAction{}, GroupAction{group.group}}});
        }
        channel->Send(BarrierRequest{});
        channel->Send(MultipartRequest{PortDescriptionRequest{}});
        channel->Send(RoleRequest{ControllerRole::MASTER, 1});
    }

    /// @brief Send one event of each topic, and one of none, from each host.
    void SendProbes()
    {
        for (uint32_t host = 0; host < SWITCHES; ++host)
        {
            for (const ExampleTopic& topic : TOPICS)
            {
                SendProbe(host, topic.Address(host + 1));
            }
            SendProbe(host, Ipv6Address("ff18:0:ffff::1"));
        }
    }

    /**
     * @brief Send an event.
     * @param host that sends
     * @param address of the event
     */
    void SendProbe(uint32_t host, Ipv6Address address)
    {
        m_hostDevices.Get(host)->Send(EventFrom(host, address), Address(), ETHER_TYPE_IPV6);
    }

    /**
     * @param host that sends
     * @return source of its events
     */
    static Ipv6Address SourceOf(uint32_t host)
    {
        return Ipv6Address(("fd00::" + std::to_string(host + 1)).c_str());
    }

    /**
     * @param host that sends
     * @param address of the event
     * @return the event
     */
    static Ptr<Packet> EventFrom(uint32_t host, Ipv6Address address)
    {
        auto packet = Create<Packet>(64);
        UdpHeader udp;
        udp.SetSourcePort(9999);
        udp.SetDestinationPort(9999);
        const Ipv6Address source = SourceOf(host);
        udp.EnableChecksums();
        udp.InitializeChecksum(source, address, UdpL4Protocol::PROT_NUMBER);
        packet->AddHeader(udp);
        Ipv6Header ip;
        ip.SetSource(source);
        ip.SetDestination(address);
        ip.SetNextHeader(17);
        ip.SetHopLimit(64);
        ip.SetPayloadLength(packet->GetSize());
        packet->AddHeader(ip);
        return packet;
    }

    /// @brief Give every switch an event of each topic, and one of none, by each of its ports.
    void TryAll()
    {
        for (uint32_t index = 0; index < SWITCHES; ++index)
        {
            for (uint32_t port = 1; port <= m_switches[index]->PortCount(); ++port)
            {
                for (const ExampleTopic& topic : TOPICS)
                {
                    Try(index, port, topic.Address(100 * port));
                }
                Try(index, port, Ipv6Address("ff18:0:ffff::2"));
            }
        }
    }

    /**
     * @brief Give a switch an event, as if it had come in by a port.
     * @param index of the switch
     * @param port it comes in by
     * @param address of the event
     */
    void Try(uint32_t index, uint32_t port, Ipv6Address address)
    {
        m_forwarded[{index, port, SourceOf(0), address}];
        const auto refusal = m_switches[index]->SendOut(
            {.inPort = port,
             .actions = {OutputAction{PORT_TABLE}},
             .frame = FrameOf(*EventFrom(0, address), ETHER_TYPE_IPV6, 1500)});
        NS_ABORT_IF(refusal);
    }

    /// @brief Change, delete and replace entries, let others end by themselves, send packets out.
    void ChangeEntries()
    {
        const auto parent = FlowMatch::Events(TOPICS[0].Address(), TOPICS[0].PrefixLength());
        for (const auto& [datapath, channel] : m_channels)
        {
            FlowMod temporary{.idleTimeout = 1,
                              .hardTimeout = 2,
                              .priority = 200,
                              .flags = FLOW_SEND_REMOVED,
                              .match = parent};
            temporary.match.inPort = 1;
            temporary.applyActions = {OutputAction{2}};
            channel->Send(temporary);
            channel->Send(
                FlowMod{.command = FlowCommand::DELETE_STRICT,
                        .priority = TOPICS[5].PrefixLength(),
                        .match = FlowMatch::Events(TOPICS[5].Address(), TOPICS[5].PrefixLength())});
            channel->Send(GroupMod{.command = GroupCommand::DELETE, .group = 6});
            FlowMatch unicast{.etherType = ETHER_TYPE_IPV4};
            unicast.ipv4Destination = Ipv4Pattern::Prefix(Ipv4Address("10.0.0.7"), 32);
            channel->Send(
                FlowMod{.priority = 32, .match = unicast, .applyActions = {OutputAction{1}}});
            channel->Send(FlowMod{.table = 7}); // refused: there is no such table
            channel->Send(PacketOut{.actions = {OutputAction{1}}, .frame = Frame()});
            channel->Send(BarrierRequest{});
        }
    }

    /// @return an event as an Ethernet frame
    static std::vector<uint8_t> Frame()
    {
        auto packet = Create<Packet>(16);
        Ipv6Header ip;
        ip.SetSource(Ipv6Address("fd00::ff"));
        ip.SetDestination(TOPICS[3].Address());
        ip.SetNextHeader(59);
        ip.SetHopLimit(1);
        ip.SetPayloadLength(packet->GetSize());
        packet->AddHeader(ip);
        return FrameOf(*packet, ETHER_TYPE_IPV6, 1500);
    }

    /// @brief Ask all switches for everything that can be asked.
    void AskAll()
    {
        for (const auto& [datapath, channel] : m_channels)
        {
            channel->Send(MultipartRequest{FlowStatisticsRequest{}});
            channel->Send(MultipartRequest{PortStatisticsRequest{}});
            channel->Send(GetConfigRequest{});
            channel->Send(SetConfig{.missSendLength = 256});
        }
    }

    /// @brief Write down a probe that left a switch.
    void Forwarded(uint32_t index, uint32_t in, uint32_t out, Ptr<const Packet> packet)
    {
        Ipv6Header ip;
        if (Simulator::Now() < Seconds(3) && packet->PeekHeader(ip) > 0)
        {
            m_forwarded[{index, in, ip.GetSource(), ip.GetDestination()}].insert(out);
        }
    }

    std::string m_folder;                                      ///< for files
    NodeContainer m_switchNodes;                               ///< with switches; ids from 0
    NodeContainer m_hosts;                                     ///< without a stack
    Ptr<Node> m_controllerNode;                                ///< of the controller
    std::vector<Ptr<SdnSwitch>> m_switches;                    ///< by number
    NetDeviceContainer m_hostDevices;                          ///< by number
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> m_ports; ///< from, to -> port of from
    /// Topic -> switch -> ports of its tree.
    std::map<std::size_t, std::map<uint32_t, std::set<uint32_t>>> m_tree;
    Ptr<UniformRandomVariable> m_random = CreateObject<UniformRandomVariable>(); ///< of trees
    Ptr<ScriptedController> m_controller;                                        ///< of all
    std::map<uint64_t, Ptr<OpenFlowConnection>> m_channels;                      ///< by datapath
    ForwardingTable m_forwarded;                                                 ///< events
};

} // namespace

int
main(int argc, char* argv[])
{
    std::string folder = ".";
    CommandLine cmd(__FILE__);
    cmd.AddValue("folder", "Where the captures and the table go.", folder);
    cmd.Parse(argc, argv);
    {
        ExampleNetwork network(folder);
        network.Run();
    }
    Simulator::Destroy();
    return 0;
}
