// SPDX-License-Identifier: GPL-2.0-only
//
// Hostile packets against brokers, stores and clients. PUBSUB_FUZZ_PACKETS in the environment says
// how many are made of each message.

#include "../../pubsub/test/fuzz-mutator.h"
#include "broker-test-case.h"

#include "ns3/environment-variable.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <fstream>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::broker;

namespace
{

/// The brokers in a line, with a store at the last. The hostile nodes are linked to the middle.
const std::vector<BrokerNetwork::Link> LINE = {{0, 1}, {1, 2}};

/**
 * @brief A node that a broker takes for a neighbour, and that sends mutated messages.
 */
class HostileNode
{
  public:
    /**
     * @param network that it attacks
     * @param isBroker whether the middle broker takes it for a broker, or for a client
     */
    HostileNode(BrokerNetwork& network, bool isBroker)
        : m_mutator(NS_TEST_SOURCEDIR, isBroker ? 1 : 2, 8),
          m_node(CreateObject<Node>())
    {
        InternetStackHelper internet;
        internet.SetIpv6StackInstall(false);
        internet.Install(m_node);
        WiredLinks& links = network.GetLinks();
        const uint32_t end = links.GetDevices().GetN();
        links.Connect(network.GetBrokers().Get(1), m_node);
        m_target = links.AddressOf(end);
        network.GetBroker(1)->Connect(m_node->GetId(), links.AddressOf(end + 1), isBroker);
        m_socket = Socket::CreateSocket(m_node, UdpSocketFactory::GetTypeId());
        m_socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), Endpoint::PORT));
    }

    /**
     * @brief Send mutated messages, one a millisecond.
     * @param perMessage packets made of each message
     */
    void Attack(uint64_t perMessage)
    {
        uint64_t number = 0;
        for (const std::string& name : m_mutator.Names())
        {
            for (uint64_t i = 0; i < perMessage; ++i)
            {
                Simulator::Schedule(MilliSeconds(++number), &HostileNode::Send, this, name);
            }
        }
    }

    /// @return messages that it knows
    uint64_t Messages() const
    {
        return m_mutator.Names().size();
    }

    /// @return messages that it has sent
    uint64_t Sent() const
    {
        return m_sent;
    }

  private:
    /// @param name of the message to begin with
    void Send(const std::string& name)
    {
        auto bytes = m_mutator.Next(name).bytes;
        // Most name their true sender, so that they get further than the first check.
        for (std::size_t i = 0; i < 4 && bytes.size() >= 8 && m_sent % 8 != 0; ++i)
        {
            bytes[4 + i] = static_cast<uint8_t>(m_node->GetId() >> (24 - 8 * i));
        }
        m_socket->SendTo(Create<Packet>(bytes.data(), bytes.size()),
                         0,
                         InetSocketAddress(m_target, Endpoint::PORT));
        ++m_sent;
    }

    FuzzMutator m_mutator; ///< what it sends
    Ptr<Node> m_node;      ///< without an endpoint
    Ipv4Address m_target;  ///< of the middle broker
    Ptr<Socket> m_socket;  ///< that it sends with
    uint64_t m_sent = 0;   ///< messages
};

/// @brief Brokers under attack account for every packet, and work as before when it is over.
class BrokerFuzzTest : public TestCase
{
  public:
    /// @param perMessage packets made of each message, by each of two hostile nodes
    explicit BrokerFuzzTest(uint64_t perMessage)
        : TestCase("hostile packets against brokers"),
          m_perMessage(perMessage)
    {
    }

  private:
    void DoRun() override
    {
        SimulationEnd end;
        BrokerNetwork network(3, LINE, TEST_RATE, TEST_DELAY);
        auto client = network.AddClient(0);
        network.AssignStreams(1);
        DropCount drops(network.GetNodes());
        for (uint32_t i = 0; i < 3; ++i)
        {
            network.GetBroker(i)->SetAttribute("MaxFilters", UintegerValue(200));
            network.GetBroker(i)->SetAttribute("MaxTopics", UintegerValue(200));
        }
        HostileNode broker(network, true);
        HostileNode other(network, false);
        auto store = CreateObject<EventStore>();
        store->SetAttribute("MaxEvents", UintegerValue(100));
        network.GetBroker(2)->InstallStore(store);
        network.GetBroker(2)->KeepTopic(FilterOf("kept"));
        client->TraceConnectWithoutContext("Completed",
                                           MakeCallback(&BrokerFuzzTest::Completed, this));
        RunUntil(Seconds(1));
        client->Publish(ContentOf("kept"), 10);
        RunUntil(Seconds(2));
        client->Request(FilterOf("kept"));
        RunUntil(Seconds(3));
        NS_TEST_ASSERT_MSG_EQ(m_answered, 1, "before the attack");

        broker.Attack(m_perMessage);
        other.Attack(m_perMessage);
        RunUntil(Seconds(4) + MilliSeconds(broker.Messages() * m_perMessage));
        NS_TEST_EXPECT_MSG_EQ(broker.Sent() + other.Sent(),
                              2 * broker.Messages() * m_perMessage,
                              "each message");
        NS_TEST_EXPECT_MSG_GT(drops.Of("not from a neighbour"), 0, "false senders");
        for (const char* name : {"subscribe", "request", "response", "advertise", "no_match"})
        {
            NS_TEST_EXPECT_MSG_GT(drops.Of(std::string("malformed ") + name), 0, name);
        }
        NS_TEST_EXPECT_MSG_GT(drops.Of("wrong source route"), 0, "forged paths");

        // Longer than any lie counts.
        RunUntil(Simulator::Now() + Minutes(11));
        const uint32_t before = m_answered;
        for (int i = 0; i < 10; ++i)
        {
            client->Request(FilterOf("kept"));
            RunUntil(Simulator::Now() + Seconds(1));
        }
        NS_TEST_EXPECT_MSG_EQ(m_answered - before, 10, "requests answered after the attack");
        std::ofstream table(CreateTempDirFilename("fuzz-brokers.txt"));
        drops.Print(table);
    }

    /**
     * @brief Sink of Completed.
     * @param result of a request
     */
    void Completed(const RequestingClient::Result& result)
    {
        m_answered += result.isAnswered && result.events > 0;
    }

    uint64_t m_perMessage;   ///< packets
    uint32_t m_answered = 0; ///< requests with an event
};

/// @brief Brokers under attack.
class BrokerFuzzTestSuite : public TestSuite
{
  public:
    BrokerFuzzTestSuite()
        : TestSuite("broker-fuzz", Type::SYSTEM)
    {
        const auto [given, packets] = EnvironmentVariable::Get("PUBSUB_FUZZ_PACKETS");
        AddTestCase(new BrokerFuzzTest(given ? std::stoull(packets) : 300), Duration::QUICK);
    }
};

BrokerFuzzTestSuite g_brokerFuzzTestSuite; ///< the suite

} // namespace
