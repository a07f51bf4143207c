// SPDX-License-Identifier: GPL-2.0-only
//
// Hostile packets against an overlay that moves its links. PUBSUB_FUZZ_PACKETS in the environment
// says how many are made of each message.

#include "../../pubsub/test/fuzz-mutator.h"
#include "overlay-test-network.h"

#include "ns3/environment-variable.h"
#include "ns3/inet-socket-address.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <fstream>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::broker;

namespace
{

/// Brokers that keep to the protocol, in a line; the hostile node is a leaf at broker 1.
const std::vector<OverlayTestNetwork::Edge> HONEST_LINE = {{0, 1}, {1, 2}, {2, 3}};

/**
 * @brief A node of the address book that sends mutated messages, and mutated copies of what the
 * brokers send each other.
 */
class HostilePeer
{
  public:
    /**
     * @param network that it attacks
     * @param node its number
     */
    HostilePeer(OverlayTestNetwork& network, uint32_t node)
        : m_network(network),
          m_node(node),
          m_mutator(NS_TEST_SOURCEDIR, 3, network.Size() + 2),
          m_random(CreateObject<UniformRandomVariable>())
    {
        m_random->SetStream(4);
        m_socket = Socket::CreateSocket(network.Nodes().Get(node), UdpSocketFactory::GetTypeId());
        m_socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), Endpoint::PORT));
        network.Loss().SetOverhear([this](const std::vector<uint8_t>& octets) {
            const std::string name = MessageTypeName(MessageType{octets[3]});
            if (octets.size() > 12 && name != "unknown")
            {
                m_mutator.Overhear(name, octets);
            }
        });
    }

    /**
     * @brief Send mutated messages, one a millisecond.
     * @param perMessage packets made of each message
     * @return when it ends, from now
     */
    Time Attack(uint64_t perMessage)
    {
        uint64_t number = 0;
        for (uint64_t i = 0; i < perMessage; ++i)
        {
            for (const std::string& name : m_mutator.Names())
            {
                Simulator::Schedule(MilliSeconds(++number), &HostilePeer::Send, this, name);
            }
        }
        return MilliSeconds(number);
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
        // Most name their true sender, and have the next number, so that they get further.
        const bool isNumbered = name.starts_with("rc_") || name.starts_with("path") ||
                                name == "ov_link" || name == "ov_subscribe" ||
                                name == "ov_advertise";
        for (std::size_t i = 0; i < 4 && bytes.size() >= 12 && m_sent % 8 != 0; ++i)
        {
            bytes[4 + i] = static_cast<uint8_t>(m_node >> (24 - 8 * i));
            if (isNumbered && m_sent % 8 != 1)
            {
                bytes[8 + i] = static_cast<uint8_t>(m_control >> (24 - 8 * i));
            }
            // The master of a plan has to be the sender, too.
            if (name.starts_with("rc_") && m_sent % 2 == 0 && bytes.size() >= 16)
            {
                bytes[12 + i] = bytes[4 + i];
            }
        }
        ++m_control;
        m_socket->SendTo(
            Create<Packet>(bytes.data(), bytes.size()),
            0,
            InetSocketAddress(m_network.AddressOf(m_random->GetInteger(0, 3)), Endpoint::PORT));
        ++m_sent;
    }

    OverlayTestNetwork& m_network;       ///< attacked
    uint32_t m_node;                     ///< its number
    FuzzMutator m_mutator;               ///< what it sends
    Ptr<UniformRandomVariable> m_random; ///< of receivers
    Ptr<Socket> m_socket;                ///< that it sends with
    uint32_t m_control = 1;              ///< number of the next message
    uint64_t m_sent = 0;                 ///< messages
};

/// @brief An overlay under attack keeps its tree and its events, and moves links afterwards.
class OverlayFuzzTest : public TestCase
{
  public:
    /// @param perMessage packets made of each message
    explicit OverlayFuzzTest(uint64_t perMessage)
        : TestCase("hostile packets against an overlay"),
          m_perMessage(perMessage)
    {
    }

  private:
    /**
     * @brief Propose the move that is possible now, and the next one some seconds later.
     * @param network of brokers
     */
    void Propose(OverlayTestNetwork* network)
    {
        const bool isLine = network->Tree().contains({0, 1});
        network->Get(2)->Propose({isLine ? MakeMove(0, {1, 2, 3}) : MakeMove(0, {3, 2, 1})});
        m_next = Simulator::Schedule(Seconds(3), &OverlayFuzzTest::Propose, this, network);
    }

    /**
     * @brief Publish to the far broker for some seconds, then to the near one, so that the moves to
     * either pay off.
     * @param network of brokers
     */
    void Publish(OverlayTestNetwork* network)
    {
        const bool isFar = Simulator::Now().GetTimeStep() / Seconds(12).GetTimeStep() % 2 == 0;
        network->Get(0)->Publish(ContentOf(isFar ? "far" : "near"), 20);
        m_event = Simulator::Schedule(MilliSeconds(20), &OverlayFuzzTest::Publish, this, network);
    }

    /// @param report of a plan
    void Planned(const PlanReport& report)
    {
        m_done += report.state == PlanState::DONE;
    }

    void DoRun() override
    {
        SimulationEnd end;
        OverlayTestNetwork network(4, HONEST_LINE, 1);
        network.Set("MaxFilters", UintegerValue(200));
        network.Set("MaxHeld", UintegerValue(1000));
        network.Get(1)->LinkTo(4);
        DropCount drops(network.BrokerNodes());
        DeliveryCheck check(network.Brokers());
        TreeWatch watch(network.Brokers());
        network.Get(2)->TraceConnectWithoutContext("Plan",
                                                   MakeCallback(&OverlayFuzzTest::Planned, this));
        network.Get(3)->Subscribe(FilterOf("far"));
        network.Get(1)->Subscribe(FilterOf("near"));
        network.Get(2)->Subscribe(FilterOf("none"));
        network.Get(0)->Subscribe(FilterOf("none"));
        HostilePeer hostile(network, 4);
        RunUntil(Seconds(2));
        const Time length = hostile.Attack(m_perMessage);
        m_event = Simulator::Schedule(Seconds(1), &OverlayFuzzTest::Publish, this, &network);
        m_next = Simulator::Schedule(Seconds(6), &OverlayFuzzTest::Propose, this, &network);
        RunUntil(Seconds(2) + length);
        NS_TEST_EXPECT_MSG_EQ(network.IsTree(), true, network.Text());
        NS_TEST_EXPECT_MSG_GT(hostile.Sent(), 28 * m_perMessage, "each message");
        for (const char* name : {"ov_link", "ov_subscribe", "ov_notify", "rc_eval", "rc_step"})
        {
            NS_TEST_EXPECT_MSG_GT(drops.Of(std::string("malformed ") + name), 0, name);
        }
        for (const char* reason : {"not from a neighbour",
                                   "filters of an impossible origin",
                                   "rc_step of no move",
                                   "rc_eval out of turn",
                                   "rc_lock of another master",
                                   "rc_apply out of turn",
                                   "rc_unlock of another master",
                                   "ov_link out of turn",
                                   "event of another epoch"})
        {
            NS_TEST_EXPECT_MSG_GT(drops.Of(reason), 0, reason);
        }
        // What it has locked ends with the leases. From then on, links move again.
        RunUntil(Simulator::Now() + Minutes(1));
        const uint32_t before = m_done;
        RunUntil(Simulator::Now() + Seconds(55));
        NS_TEST_EXPECT_MSG_GT(m_done - before, 2, "moves after the attack");
        m_next.Cancel();
        m_event.Cancel();
        RunUntil(Simulator::Now() + Minutes(3));
        NS_TEST_EXPECT_MSG_EQ(network.IsTree(), true, network.Text());
        NS_TEST_EXPECT_MSG_EQ(check.Lost(), 0, "events lost");
        NS_TEST_EXPECT_MSG_EQ(check.Reordered(), 0, "events out of order");
        NS_TEST_EXPECT_MSG_GT(watch.Changes(), 0, "links move under attack");
        NS_TEST_EXPECT_MSG_EQ(watch.Broken(), 0, "a tree at each change of a link");
        std::ofstream table(CreateTempDirFilename("fuzz-overlay.txt"));
        table << hostile.Sent() << " hostile packets\n" << m_done << " moves\n";
        drops.Print(table);
    }

    uint64_t m_perMessage; ///< packets
    uint32_t m_done = 0;   ///< moves executed
    EventId m_next;        ///< the next proposal
    EventId m_event;       ///< the next event
};

/// @brief Overlays under attack.
class OverlayFuzzTestSuite : public TestSuite
{
  public:
    OverlayFuzzTestSuite()
        : TestSuite("broker-overlay-fuzz", Type::SYSTEM)
    {
        const auto [given, packets] = EnvironmentVariable::Get("PUBSUB_FUZZ_PACKETS");
        AddTestCase(new OverlayFuzzTest(given ? std::stoull(packets) : 600), Duration::QUICK);
    }
};

OverlayFuzzTestSuite g_overlayFuzzTestSuite; ///< the suite

} // namespace
