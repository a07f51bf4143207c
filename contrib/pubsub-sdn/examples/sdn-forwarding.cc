// SPDX-License-Identifier: GPL-2.0-only
//
// What does a delivery cost the processor? Switches form a random tree, a host hangs at each, and
// hosts in turn send UDP datagrams of IPv6 multicast to all others. Three ways to forward take
// turns in one process, on the same tree:
//
//   sdn     SdnSwitch on point-to-point links, one flow entry and one group per switch
//   router  ns-3's IPv6 multicast forwarding (Ipv6StaticRouting) on the same point-to-point links
//   bridge  ns3::BridgeNetDevice on CSMA links, which floods multicast
//
// benchmarks/sdn_forwarding.py reads what it prints.

#include "ns3/bridge-module.h"
#include "ns3/core-module.h"
#include "ns3/csma-module.h"
#include "ns3/internet-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/pubsub-sdn-module.h"

#include <algorithm>
#include <ctime>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>

using namespace ns3;
using namespace ns3::pubsub::sdn;

namespace
{

/// Port of the datagrams.
constexpr uint16_t UDP_PORT = 9999;
/// Bytes of a datagram behind its headers.
constexpr uint32_t PAYLOAD = 152;
/// All datagrams go there.
const Ipv6Address GROUP("ff18:180::1");

/// @return seconds that this process has used a processor
double
ProcessorSeconds()
{
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// A network that delivers to all hosts, by one way to forward.
class MulticastNetwork
{
  public:
    virtual ~MulticastNetwork() = default;

    /**
     * @brief Build hosts and their sockets, and link them.
     * @param parents of switches 1, 2, ... in the tree
     */
    void Build(const std::vector<uint32_t>& parents)
    {
        const uint32_t count = parents.size() + 1;
        m_hosts.Create(count);
        m_switches.Create(count);
        InternetStackHelper internet;
        internet.SetIpv4StackInstall(false);
        internet.Install(m_hosts);
        Link(parents);
        Ipv6AddressHelper addresses("fd00::", Ipv6Prefix(64));
        for (uint32_t i = 0; i < count; ++i)
        {
            const auto device = m_hosts.Get(i)->GetDevice(DeviceOf(i));
            addresses.Assign(NetDeviceContainer(device));
            const auto ipv6 = m_hosts.Get(i)->GetObject<Ipv6>();
            // No duplicate address detection, no router solicitations.
            m_hosts.Get(i)->GetObject<Icmpv6L4Protocol>()->SetAttribute("DAD", BooleanValue(false));
            Ipv6StaticRoutingHelper().GetStaticRouting(ipv6)->SetDefaultMulticastRoute(
                ipv6->GetInterfaceForDevice(device));
            const auto socket = Socket::CreateSocket(m_hosts.Get(i), UdpSocketFactory::GetTypeId());
            socket->Bind(Inet6SocketAddress(Ipv6Address::GetAny(), UDP_PORT));
            socket->Ipv6JoinGroup(GROUP);
            socket->SetRecvCallback(Callback<void, Ptr<Socket>>([this](Ptr<Socket> from) {
                while (const auto packet = from->Recv())
                {
                    m_received += packet->GetSize() == PAYLOAD;
                }
            }));
            m_sockets.push_back(socket);
        }
    }

    /**
     * @brief Send from one host after the other, and wait for the arrival.
     * @param datagrams how many
     * @return deliveries
     */
    uint64_t Send(uint32_t datagrams)
    {
        m_received = 0;
        for (uint32_t i = 0; i < datagrams; ++i)
        {
            Simulator::Schedule(MilliSeconds(i), [this, i] {
                m_sockets[i % m_sockets.size()]->SendTo(Create<Packet>(PAYLOAD),
                                                        0,
                                                        Inet6SocketAddress(GROUP, UDP_PORT));
            });
        }
        Simulator::Stop(MilliSeconds(datagrams) + Seconds(1));
        Simulator::Run();
        return m_received;
    }

    /// @brief Let go of everything.
    void Close()
    {
        for (const auto& socket : m_sockets)
        {
            socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
            socket->Close();
        }
        m_sockets.clear();
    }

  protected:
    /**
     * @brief Link the hosts with their switches, and the switches with each other.
     * @param parents of switches 1, 2, ... in the tree
     */
    virtual void Link(const std::vector<uint32_t>& parents) = 0;

    /**
     * @param host number
     * @return number of the device that leads to the switch
     */
    uint32_t DeviceOf(uint32_t host) const
    {
        return m_hosts.Get(host)->GetNDevices() - 1;
    }

    NodeContainer m_hosts;              ///< by number
    NodeContainer m_switches;           ///< by number
    std::vector<Ptr<Socket>> m_sockets; ///< of the hosts
    uint64_t m_received = 0;            ///< datagrams
};

/// @return links of 1 Gbit/s and 10 us
PointToPointHelper
FastLinks()
{
    PointToPointHelper links;
    links.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
    links.SetChannelAttribute("Delay", StringValue("10us"));
    return links;
}

/// SdnSwitch.
class SwitchedNetwork : public MulticastNetwork
{
    void Link(const std::vector<uint32_t>& parents) override
    {
        auto links = FastLinks();
        for (uint32_t i = 0; i < m_switches.GetN(); ++i)
        {
            const auto device = CreateObject<SdnSwitch>();
            m_switches.Get(i)->AggregateObject(device);
            const auto ends = links.Install(m_switches.Get(i), m_hosts.Get(i));
            device->AddPort(ends.Get(0));
            if (i > 0)
            {
                const auto parent = m_switches.Get(parents[i - 1]);
                const auto trunk = links.Install(m_switches.Get(i), parent);
                device->AddPort(trunk.Get(0));
                parent->GetObject<SdnSwitch>()->AddPort(trunk.Get(1));
            }
        }
        for (uint32_t i = 0; i < m_switches.GetN(); ++i)
        {
            Install(m_switches.Get(i)->GetObject<SdnSwitch>());
        }
    }

    /// @param device that gets a group of all ports and the entry of a topic
    static void Install(Ptr<SdnSwitch> device)
    {
        GroupMod group{.group = 1};
        for (uint32_t port = 1; port <= device->PortCount(); ++port)
        {
            group.buckets.push_back({{OutputAction{port}}});
        }
        device->ChangeGroups(group);
        device->ChangeFlows({.priority = 26,
                             .match = FlowMatch::Events(GROUP, 26),
                             .applyActions = {DecrementTtlAction{}, GroupAction{1}}});
    }
};

/// ns-3's own forwarding of multicast.
class RoutedNetwork : public MulticastNetwork
{
    void Link(const std::vector<uint32_t>& parents) override
    {
        InternetStackHelper internet;
        internet.SetIpv4StackInstall(false);
        internet.Install(m_switches);
        auto links = FastLinks();
        std::vector<std::vector<uint32_t>> interfaces(m_switches.GetN());
        const auto add = [&interfaces, this](uint32_t index, Ptr<NetDevice> device) {
            const auto node = m_switches.Get(index);
            node->GetObject<Icmpv6L4Protocol>()->SetAttribute("DAD", BooleanValue(false));
            const auto ipv6 = node->GetObject<Ipv6>();
            const uint32_t number = ipv6->AddInterface(device);
            ipv6->SetUp(number);
            ipv6->SetForwarding(number, true);
            interfaces[index].push_back(number);
        };
        for (uint32_t i = 0; i < m_switches.GetN(); ++i)
        {
            add(i, links.Install(m_switches.Get(i), m_hosts.Get(i)).Get(0));
            if (i > 0)
            {
                const auto trunk = links.Install(m_switches.Get(i), m_switches.Get(parents[i - 1]));
                add(i, trunk.Get(0));
                add(parents[i - 1], trunk.Get(1));
            }
        }
        for (uint32_t i = 0; i < m_switches.GetN(); ++i)
        {
            const auto routing =
                Ipv6StaticRoutingHelper().GetStaticRouting(m_switches.Get(i)->GetObject<Ipv6>());
            for (uint32_t in : interfaces[i])
            {
                std::vector<uint32_t> out = interfaces[i];
                std::erase(out, in);
                routing->AddMulticastRoute(Ipv6Address::GetAny(), GROUP, in, out);
            }
        }
    }
};

/// ns-3's learning bridge.
class BridgedNetwork : public MulticastNetwork
{
    void Link(const std::vector<uint32_t>& parents) override
    {
        CsmaHelper links;
        links.SetChannelAttribute("DataRate", StringValue("1Gbps"));
        links.SetChannelAttribute("Delay", StringValue("10us"));
        std::vector<NetDeviceContainer> ports(m_switches.GetN());
        for (uint32_t i = 0; i < m_switches.GetN(); ++i)
        {
            const auto ends = links.Install({m_switches.Get(i), m_hosts.Get(i)});
            ports[i].Add(ends.Get(0));
            if (i > 0)
            {
                const auto trunk =
                    links.Install({m_switches.Get(i), m_switches.Get(parents[i - 1])});
                ports[i].Add(trunk.Get(0));
                ports[parents[i - 1]].Add(trunk.Get(1));
            }
        }
        for (uint32_t i = 0; i < m_switches.GetN(); ++i)
        {
            BridgeHelper().Install(m_switches.Get(i), ports[i]);
        }
    }
};

/**
 * @param way to forward
 * @return its network
 */
std::unique_ptr<MulticastNetwork>
MakeNetwork(const std::string& way)
{
    if (way == "sdn")
    {
        return std::make_unique<SwitchedNetwork>();
    }
    if (way == "router")
    {
        return std::make_unique<RoutedNetwork>();
    }
    return std::make_unique<BridgedNetwork>();
}

} // namespace

int
main(int argc, char* argv[])
{
    uint32_t switches = 100;
    uint32_t datagrams = 1000;
    uint32_t rounds = 3;
    std::string ways = "sdn,router,bridge";
    CommandLine cmd(__FILE__);
    cmd.AddValue("switches", "Switches, each with a host.", switches);
    cmd.AddValue("datagrams", "Sent in a round.", datagrams);
    cmd.AddValue("rounds", "Times that each way gets its turn.", rounds);
    cmd.AddValue("ways", "Ways to forward, with commas: sdn, router, bridge.", ways);
    cmd.Parse(argc, argv);

    const auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(1);
    std::vector<uint32_t> parents;
    for (uint32_t i = 1; i < switches; ++i)
    {
        parents.push_back(random->GetInteger(0, i - 1));
    }
    for (uint32_t round = 0; round < rounds; ++round)
    {
        std::istringstream names(ways);
        for (std::string way; std::getline(names, way, ',');)
        {
            const auto network = MakeNetwork(way);
            network->Build(parents);
            network->Send(2); // addresses and caches are there
            const double begin = ProcessorSeconds();
            const uint64_t delivered = network->Send(datagrams);
            const double seconds = ProcessorSeconds() - begin;
            std::cout << way << ": " << datagrams << " sent, " << delivered << " delivered, "
                      << std::fixed << std::setprecision(6) << seconds << " s, "
                      << std::setprecision(3) << 1e6 * seconds / delivered << " us per delivery\n";
            network->Close();
            Simulator::Destroy();
        }
    }
    return 0;
}
