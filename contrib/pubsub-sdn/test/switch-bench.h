// SPDX-License-Identifier: GPL-2.0-only
#ifndef SWITCH_BENCH_H
#define SWITCH_BENCH_H

#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv6-header.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/sdn-openflow-connection.h"
#include "ns3/sdn-switch.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/test.h"
#include "ns3/udp-header.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ns3::pubsub::sdn
{

/// @brief The end of a test's network, whatever the test has found.
class SwitchBenchEnd
{
  public:
    ~SwitchBenchEnd()
    {
        Simulator::Destroy();
    }
};

/// What arrived at the far end of a port's link.
struct BenchArrival
{
    Time at{};              ///< when
    uint32_t port = 0;      ///< of the switch
    Ipv6Address to{};       ///< destination
    uint8_t hopLimit = 0;   ///< of the packet
    uint32_t bytes = 0;     ///< of it
    uint8_t nextHeader = 0; ///< of it
};

/// What a controller got.
struct BenchMessage
{
    Time at{};                 ///< when
    uint32_t xid = 0;          ///< number
    OpenFlowMessage message{}; ///< what
};

/// A controller that remembers all messages.
class BenchController
{
  public:
    /// @param node with an IPv4 stack
    explicit BenchController(Ptr<Node> node)
    {
        m_listener = Socket::CreateSocket(node, TcpSocketFactory::GetTypeId());
        m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), OPENFLOW_PORT));
        m_listener->Listen();
        m_listener->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Callback<void, Ptr<Socket>, const Address&>(
                [this](Ptr<Socket> socket, const Address&) { Accept(socket); }));
    }

    /// @brief Close the connection, and refuse all others from now on.
    void Fail()
    {
        m_isDead = true;
        if (connection)
        {
            connection->Close();
            connection = nullptr;
        }
    }

    /**
     * @tparam Message a type of messages
     * @return those that came
     */
    template <typename Message>
    std::vector<Message> All() const
    {
        std::vector<Message> found;
        for (const auto& each : messages)
        {
            if (const auto* message = std::get_if<Message>(&each.message))
            {
                found.push_back(*message);
            }
        }
        return found;
    }

    Ptr<OpenFlowConnection> connection; ///< the last that was accepted
    std::vector<BenchMessage> messages; ///< that came
    uint32_t opened = 0;                ///< connections with HELLO
    std::vector<std::string> closed;    ///< reasons

  private:
    /// @param socket that was accepted
    void Accept(Ptr<Socket> socket)
    {
        if (m_isDead)
        {
            socket->Close();
            return;
        }
        connection = CreateObject<OpenFlowConnection>();
        connection->Accept(socket,
                           {.opened = [this] { ++opened; },
                            .received =
                                [this](uint32_t xid, const OpenFlowMessage& message) {
                                    messages.push_back({Simulator::Now(), xid, message});
                                },
                            .closed =
                                [this](const std::string& reason) {
                                    closed.push_back(reason);
                                    connection = nullptr;
                                }});
    }

    Ptr<Socket> m_listener; ///< of TCP
    bool m_isDead = false;  ///< refuses connections
};

/// A switch with its ports' links, and controllers.
class SwitchBench
{
  public:
    /**
     * @param ports of the switch
     * @param controllers that it knows, connected from 1 ms on
     */
    explicit SwitchBench(uint32_t ports, uint32_t controllers = 1)
    {
        node = CreateObject<Node>();
        device = CreateObject<SdnSwitch>();
        InternetStackHelper internet;
        internet.SetIpv6StackInstall(false);
        internet.Install(node);
        node->AggregateObject(device);
        PointToPointHelper links;
        links.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
        links.SetChannelAttribute("Delay", StringValue("1ms"));
        for (uint32_t port = 1; port <= ports; ++port)
        {
            AddPort(links, port);
        }
        Ipv4AddressHelper addresses("172.16.0.0", "255.255.255.252");
        std::vector<InetSocketAddress> known;
        for (uint32_t i = 0; i < controllers; ++i)
        {
            const auto other = CreateObject<Node>();
            internet.Install(other);
            const auto interfaces = addresses.Assign(links.Install(node, other));
            addresses.NewNetwork();
            this->controllers.push_back(std::make_unique<BenchController>(other));
            known.emplace_back(interfaces.GetAddress(1), OPENFLOW_PORT);
        }
        device->TraceConnectWithoutContext(
            "Dropped",
            Callback<void, std::string, Ptr<const Packet>>(
                [this](std::string reason, Ptr<const Packet>) { ++drops[reason]; }));
        device->ConnectTo(known);
    }

    /**
     * @brief Make an event.
     * @param to its address
     * @param hopLimit of it
     * @param payload bytes behind the UDP header
     * @return the event: 48 bytes and the payload
     */
    static Ptr<Packet> Event(Ipv6Address to, uint8_t hopLimit = 64, uint32_t payload = 50)
    {
        auto packet = Create<Packet>(payload);
        packet->AddHeader(UdpHeader());
        Ipv6Header ip;
        ip.SetSource(Ipv6Address("fd00::1"));
        ip.SetDestination(to);
        ip.SetNextHeader(17);
        ip.SetHopLimit(hopLimit);
        ip.SetPayloadLength(packet->GetSize());
        packet->AddHeader(ip);
        return packet;
    }

    /**
     * @brief Send a packet to the switch so that it arrives there at a given time.
     * @param at when it arrives
     * @param port by which
     * @param packet what
     */
    void Arrive(Time at, uint32_t port, Ptr<Packet> packet)
    {
        const Time sent = at - LinkTime(packet->GetSize());
        Simulator::Schedule(sent - Simulator::Now(), [this, port, packet] {
            ends.at(port - 1)->Send(packet, Address(), ETHER_TYPE_IPV6);
        });
    }

    /**
     * @param bytes of a packet
     * @return time that it needs for an idle link of 1 Gbit/s and 1 ms, with PPP's 2 bytes
     */
    static Time LinkTime(uint32_t bytes)
    {
        return NanoSeconds((bytes + 2) * 8) + MilliSeconds(1);
    }

    /**
     * @brief Let a number of nanoseconds pass and stop.
     * @param until time from 0
     */
    static void RunUntil(Time until)
    {
        Simulator::Stop(until - Simulator::Now());
        Simulator::Run();
    }

    /**
     * @brief Send an order now.
     * @param message which
     * @return its number
     */
    uint32_t Order(const OpenFlowMessage& message)
    {
        return controllers.at(0)->connection->Send(message);
    }

    /**
     * @param from time
     * @return the ports at whose ends packets have arrived since, in order of arrival
     */
    std::string PortsSince(Time from) const
    {
        std::string text;
        for (const auto& arrival : arrivals)
        {
            if (arrival.at >= from)
            {
                text += (text.empty() ? "" : " ") + std::to_string(arrival.port);
            }
        }
        return text;
    }

    Ptr<Node> node;                                            ///< of the switch
    Ptr<SdnSwitch> device;                                     ///< under test
    std::vector<Ptr<NetDevice>> ends;                          ///< far ends of the ports' links
    std::vector<std::unique_ptr<BenchController>> controllers; ///< master first
    std::vector<BenchArrival> arrivals;                        ///< at the far ends
    std::map<std::string, uint32_t> drops;                     ///< by reason

  private:
    /// @param links helper
    /// @param port number
    void AddPort(PointToPointHelper& links, uint32_t port)
    {
        const auto both = links.Install(node, CreateObject<Node>());
        NS_ABORT_UNLESS(device->AddPort(both.Get(0)) == port);
        ends.push_back(both.Get(1));
        ends.back()->SetReceiveCallback(
            [this, port](Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address&) {
                Ipv6Header ip;
                packet->PeekHeader(ip);
                arrivals.push_back({Simulator::Now(),
                                    port,
                                    ip.GetDestination(),
                                    ip.GetHopLimit(),
                                    packet->GetSize(),
                                    ip.GetNextHeader()});
                return true;
            });
    }
};

} // namespace ns3::pubsub::sdn

#endif
