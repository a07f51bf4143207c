// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device-container.h"
#include "ns3/pubsub-trace-recorder.h"
#include "ns3/pubsub-unicast-endpoint.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/udp-socket-factory.h"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

using namespace ns3;
using namespace ns3::pubsub;

namespace
{

/**
 * @brief Three nodes on one link; node 0 publishes, node 1 and node 2 want `a`.
 *
 *     0 ---+--- 1
 *          +--- 2
 */
class UnicastTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    void DoSetup() override
    {
        m_nodes.Create(3);
        auto channel = CreateObject<SimpleChannel>();
        NetDeviceContainer devices;
        for (uint32_t i = 0; i < m_nodes.GetN(); ++i)
        {
            auto device = CreateObject<SimpleNetDevice>();
            device->SetAddress(Mac48Address::Allocate());
            device->SetChannel(channel);
            m_nodes.Get(i)->AddDevice(device);
            devices.Add(device);
        }
        InternetStackHelper().Install(m_nodes);
        m_interfaces = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
        UnicastEndpoint::Install(m_nodes);
        for (uint32_t i = 0; i < m_nodes.GetN(); ++i)
        {
            const auto endpoint = PubSubOf(m_nodes.Get(i));
            endpoint->TraceConnectWithoutContext("TxData",
                                                 MakeBoundCallback(&UnicastTestCase::Sent, this));
            endpoint->TraceConnectWithoutContext(
                "Deliver",
                MakeBoundCallback(&UnicastTestCase::Delivered, this, i));
            endpoint->TraceConnectWithoutContext("Drop",
                                                 MakeBoundCallback(&UnicastTestCase::Drop, this));
        }
    }

    void DoTeardown() override
    {
        m_nodes = NodeContainer();
        Simulator::Destroy();
    }

    /**
     * @brief Publish an event at node 0.
     * @param topic of the event
     * @param when s
     */
    void Publish(const std::string& topic, int when)
    {
        Simulator::Schedule(Seconds(when),
                            &Endpoint::Publish,
                            PubSubOf(m_nodes.Get(0)),
                            Content(*Topic::Parse(topic)),
                            10);
    }

    /// @brief Subscribe nodes 1 and 2.
    void Subscribe()
    {
        for (const uint32_t node : {1, 2})
        {
            PubSubOf(m_nodes.Get(node))->Subscribe(*Filter::Parse("a"));
        }
    }

    /// @brief Run for 10 s.
    static void Run()
    {
        Simulator::Stop(Seconds(10));
        Simulator::Run();
    }

    NodeContainer m_nodes;                   ///< all
    Ipv4InterfaceContainer m_interfaces;     ///< of the nodes
    std::map<NodeId, uint32_t> m_sent;       ///< messages by next hop
    std::map<NodeId, uint32_t> m_hops;       ///< of the last event, by node
    std::map<std::string, uint32_t> m_drops; ///< by reason

  private:
    /// @brief Sinks of the trace sources.
    static void Sent(UnicastTestCase* test, const EventMessage&, MessageType, uint32_t, NodeId to)
    {
        ++test->m_sent[to];
    }

    /// @copydoc Sent
    static void Delivered(UnicastTestCase* test, NodeId node, const EventMessage& event, bool)
    {
        test->m_hops[node] = event.hops;
    }

    /// @copydoc Sent
    static void Drop(UnicastTestCase* test, std::string reason, uint32_t)
    {
        ++test->m_drops[reason];
    }
};

/// @brief An event goes to each subscriber and to no other node.
class SubscribersTest : public UnicastTestCase
{
  public:
    SubscribersTest()
        : UnicastTestCase("an event is sent to each subscriber once")
    {
    }

  private:
    void DoRun() override
    {
        Subscribe();
        Publish("a", 1);
        Publish("b", 2);
        PubSubOf(m_nodes.Get(2))->SetStopTime(Seconds(3));
        Publish("a", 4);
        Run();
        NS_TEST_EXPECT_MSG_EQ(m_sent.size(), 2, "next hops");
        NS_TEST_EXPECT_MSG_EQ(m_sent[1], 2, "to node 1");
        NS_TEST_EXPECT_MSG_EQ(m_sent[2], 1, "to node 2, which leaves");
        NS_TEST_EXPECT_MSG_EQ(m_hops.size(), 2, "receivers");
        NS_TEST_EXPECT_MSG_EQ(m_hops[1], 1, "links, from the TTL");
        NS_TEST_EXPECT_MSG_EQ(m_drops.size(), 0, "drops");
    }
};

/// @brief Nothing is sent once an endpoint is silent.
class SilentTest : public UnicastTestCase
{
  public:
    SilentTest()
        : UnicastTestCase("a silent endpoint sends nothing")
    {
    }

  private:
    void DoRun() override
    {
        Subscribe();
        Publish("a", 1);
        Simulator::Schedule(Seconds(2), &Endpoint::Silence, PubSubOf(m_nodes.Get(0)));
        Publish("a", 3);
        Run();
        NS_TEST_EXPECT_MSG_EQ(m_sent[1], 1, "before");
    }
};

/// @brief Packets that are no events of this protocol are dropped.
class UntrustedTest : public UnicastTestCase
{
  public:
    UntrustedTest()
        : UnicastTestCase("malformed packets and other messages are dropped")
    {
    }

  private:
    void DoRun() override
    {
        CommonMessage common;
        common.node = 0;
        auto other = Create<Packet>(20);
        common.type = 250;
        other->AddHeader(MessageHeader<CommonMessage>(common));
        auto cut = Create<Packet>(3);
        common.type = static_cast<uint8_t>(EventMessage::TYPE);
        cut->AddHeader(MessageHeader<CommonMessage>(common));
        const auto socket = Socket::CreateSocket(m_nodes.Get(1), UdpSocketFactory::GetTypeId());
        const InetSocketAddress to(m_interfaces.GetAddress(2), Endpoint::PORT);
        Simulator::Schedule(Seconds(1), [=] {
            for (const auto& packet : {Create<Packet>(5), other, cut})
            {
                socket->SendTo(packet, 0, to);
            }
        });
        Run();
        NS_TEST_EXPECT_MSG_EQ(m_drops["not a message"], 1, "no common header");
        NS_TEST_EXPECT_MSG_EQ(m_drops["not for this protocol: unknown"], 1, "another message");
        NS_TEST_EXPECT_MSG_EQ(m_drops["malformed event"], 1, "half an event");
        NS_TEST_EXPECT_MSG_EQ(m_hops.size(), 0, "nothing is delivered");
    }
};

/// @brief The recorder writes what happens at the nodes that it is given, and nothing of others.
class SomeNodesTest : public UnicastTestCase
{
  public:
    SomeNodesTest()
        : UnicastTestCase("a recorder of some nodes")
    {
    }

  private:
    void DoRun() override
    {
        const std::string folder = std::filesystem::path(CreateTempDirFilename("x")).parent_path();
        NodeContainer some(m_nodes.Get(2));
        some.Add(m_nodes.Get(0));
        TraceRecorder recorder(folder, some, [](const EventMessage&) {
            return std::vector<DueReceiver>{{1, 1}, {2, 1}};
        });
        Subscribe();
        Publish("a", 1);
        Publish("a", 2);
        recorder.RecordDrop(7, "by hand", 3);
        Run();
        recorder.Close();
        NS_TEST_EXPECT_MSG_EQ(Rows(folder, "subscriptions"), 1, "of node 2");
        NS_TEST_EXPECT_MSG_EQ(Rows(folder, "publications"), 2, "of node 0");
        NS_TEST_EXPECT_MSG_EQ(Rows(folder, "due"), 4, "as the function has them");
        NS_TEST_EXPECT_MSG_EQ(Rows(folder, "transmissions"), 4, "of node 0");
        NS_TEST_EXPECT_MSG_EQ(Rows(folder, "deliveries"), 2, "of node 2, none of node 1");
        NS_TEST_EXPECT_MSG_EQ(Rows(folder, "drops"), 1, "by hand");
    }

    /**
     * @param folder of the tables
     * @param table its name
     * @return the number of rows in its trailer
     */
    static uint64_t Rows(const std::string& folder, const std::string& table)
    {
        std::ifstream file(folder + "/" + table + ".trace", std::ios::binary);
        const std::string bytes(std::istreambuf_iterator<char>(file), {});
        uint64_t rows = 0;
        if (bytes.size() >= 16)
        {
            std::memcpy(&rows, bytes.data() + bytes.size() - 16, sizeof(rows));
        }
        return rows;
    }
};

/// @brief Unicast to subscribers, and the recorder.
class UnicastTestSuite : public TestSuite
{
  public:
    UnicastTestSuite()
        : TestSuite("pubsub-unicast", Type::UNIT)
    {
        AddTestCase(new SubscribersTest, Duration::QUICK);
        AddTestCase(new SilentTest, Duration::QUICK);
        AddTestCase(new UntrustedTest, Duration::QUICK);
        AddTestCase(new SomeNodesTest, Duration::QUICK);
    }
};

UnicastTestSuite g_unicastTestSuite; ///< the suite

} // namespace
