// SPDX-License-Identifier: GPL-2.0-only
#include "network-test-case.h"
#include "test-network.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/inet-socket-address.h"
#include "ns3/manet-hint-routing.h"
#include "ns3/test.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::manet;

namespace
{

using Rule = HintRouting::SuppressionRule;
using Lines = std::vector<std::string>;

/**
 * @param rule which copies cancel a relay
 * @param credits of an event
 * @return hint-driven routing without jitter, so that time-lines have one reading
 */
ObjectFactory
Hint(Rule rule, uint8_t credits)
{
    ObjectFactory factory("ns3::HintRouting");
    factory.Set("Suppression", EnumValue(rule));
    factory.Set("Credits", UintegerValue(credits));
    factory.Set("ForwardJitter", TimeValue(Seconds(0)));
    return factory;
}

/**
 * @param network with hints by now
 * @param at a node
 * @param of another
 * @return the hint as a number, -1 if there is none
 */
int
HintAt(const TestNetwork& network, NodeId at, NodeId of)
{
    const Hints hints = network.At<HintRouting>(at)->GetHints();
    const auto it = hints.find(of);
    return it == hints.end() ? -1 : it->second;
}

/**
 * @brief The line 0 - 1 - 2 - 3 - 4, 0 publishes, 4 wants it, only 3 has ever met 4.
 *
 * Nodes 1 and 2 come closer to nobody: each costs a credit and a second. 3 and 4 relay at once.
 */
class CreditTest : public NetworkTestCase
{
  public:
    /**
     * @param credits of an event
     * @param expected frames
     * @param delivered to node 4
     */
    CreditTest(uint8_t credits, Lines expected, uint32_t delivered)
        : NetworkTestCase("credits on a line: " + std::to_string(credits)),
          m_credits(credits),
          m_expected(std::move(expected)),
          m_delivered(delivered)
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork network(5, Hint(Rule::ANY_COPY, m_credits));
        for (NodeId i = 0; i < 4; ++i)
        {
            network.Connect(i, i + 1);
        }
        network.Subscribe(4, "a.#");
        network.PublishFrom(0, "a.b", Seconds(20), 1);
        TestNetwork::RunUntil(Seconds(30));
        Compare(network.Events(), m_expected);
        NS_TEST_EXPECT_MSG_EQ(network.Delivered(4), m_delivered, "delivered");
    }

    uint8_t m_credits;    ///< of an event
    Lines m_expected;     ///< frames
    uint32_t m_delivered; ///< to node 4
};

/**
 * @brief A hint leads on where no neighbour knows the target any more.
 *
 * On the same line 1 had a link to 4 until 10 s and 2 had one until 20 s. At 30 s they have missed
 * four of 4's beacons and two: 1 waits 0.4 s and 2, which knows better, another 0.2 s. 3 is
 * adjacent to 4 and relays at once, and so does 4, as it wants the event.
 */
class HintsLeadTest : public NetworkTestCase
{
  public:
    HintsLeadTest()
        : NetworkTestCase("hints that get less along a line")
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork network(5, Hint(Rule::ANY_COPY, 0));
        for (NodeId i = 0; i < 4; ++i)
        {
            network.Connect(i, i + 1);
        }
        network.Connect(1, 4);
        network.Connect(2, 4);
        network.Subscribe(4, "a");
        TestNetwork::RunUntil(Seconds(10));
        network.Disconnect(1, 4);
        TestNetwork::RunUntil(Seconds(20));
        network.Disconnect(2, 4);
        TestNetwork::RunUntil(Seconds(30));
        NS_TEST_EXPECT_MSG_EQ(HintAt(network, 0, 4), -1, "never met");
        NS_TEST_EXPECT_MSG_EQ(HintAt(network, 1, 4), 4, "met long ago");
        NS_TEST_EXPECT_MSG_EQ(HintAt(network, 2, 4), 2, "met lately");
        NS_TEST_EXPECT_MSG_EQ(HintAt(network, 3, 4), 0, "adjacent");
        network.PublishFrom(0, "a", Seconds(30), 1);
        TestNetwork::RunUntil(Seconds(40));
        Compare(network.Events(),
                {"30.000 0 hint_event 0.1",
                 "30.400 1 hint_event 0.1",
                 "30.600 2 hint_event 0.1",
                 "30.600 3 hint_event 0.1",
                 "30.600 4 hint_event 0.1"});
        NS_TEST_EXPECT_MSG_EQ(network.Delivered(4), 1, "delivered");
    }
};

/**
 * @brief The known weakness: two relays that are each closer to another target.
 *
 *          1 --- 3      1 and 2 hear each other. 3 is adjacent to 1;
 *        / |            4 has been out of 2's sight since 20 s and
 *      0   |            comes back just before the event.
 *        \ |
 *          2 --- 4
 */
class TwoTargetsTest : public NetworkTestCase
{
  public:
    /**
     * @param rule which copies cancel a relay
     * @param expected frames
     * @param delivered to node 4
     */
    TwoTargetsTest(Rule rule, Lines expected, uint32_t delivered)
        : NetworkTestCase(rule == Rule::ANY_COPY ? "two targets, one silenced"
                                                 : "two targets, both pursued"),
          m_rule(rule),
          m_expected(std::move(expected)),
          m_delivered(delivered)
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork network(5, Hint(m_rule, 0));
        network.Connect(0, 1);
        network.Connect(0, 2);
        network.Connect(1, 2);
        network.Connect(1, 3);
        network.Connect(2, 4);
        network.Subscribe(3, "a");
        network.Subscribe(4, "a");
        TestNetwork::RunUntil(Seconds(20));
        network.Disconnect(2, 4);
        TestNetwork::RunUntil(Seconds(34));
        network.Connect(2, 4);
        NS_TEST_EXPECT_MSG_EQ(HintAt(network, 1, 3), 0, "adjacent");
        NS_TEST_EXPECT_MSG_EQ(HintAt(network, 2, 4), 2, "two beacons missed");
        network.PublishFrom(0, "a", Seconds(34), 1);
        TestNetwork::RunUntil(Seconds(40));
        Compare(network.Events(), m_expected);
        NS_TEST_EXPECT_MSG_EQ(network.Delivered(3), 1, "delivered to 3");
        NS_TEST_EXPECT_MSG_EQ(network.Delivered(4), m_delivered, "delivered to 4");
    }

    Rule m_rule;          ///< which copies cancel
    Lines m_expected;     ///< frames
    uint32_t m_delivered; ///< to node 4
};

/**
 * @brief Two relays towards the same target: 1 adjacent to it, 2 not since 20 s; the farther is
 * cancelled by the nearer one's copy where it can hear it.
 */
class SuppressionTest : public NetworkTestCase
{
  public:
    /**
     * @param rule which copies cancel a relay
     * @param hears whether 2 hears 1
     */
    SuppressionTest(Rule rule, bool hears)
        : NetworkTestCase(std::string(hears ? "a nearer copy heard" : "a nearer copy not heard") +
                          (rule == Rule::ANY_COPY ? ", any copy" : ", per target")),
          m_rule(rule),
          m_hears(hears)
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork network(4, Hint(m_rule, 0));
        network.Connect(0, 1);
        network.Connect(0, 2);
        network.Connect(1, 3);
        network.Connect(2, 3);
        if (m_hears)
        {
            network.Connect(1, 2);
        }
        network.Subscribe(3, "a");
        TestNetwork::RunUntil(Seconds(20));
        network.Disconnect(2, 3);
        network.PublishFrom(0, "a", Seconds(34), 1);
        TestNetwork::RunUntil(Seconds(40));
        Lines expected{"34.000 0 hint_event 0.1",
                       "34.000 1 hint_event 0.1",
                       "34.000 3 hint_event 0.1"};
        if (!m_hears)
        {
            expected.emplace_back("34.300 2 hint_event 0.1");
        }
        Compare(network.Events(), expected);
        NS_TEST_EXPECT_MSG_EQ(network.Delivered(3), 1, "once");
    }

    Rule m_rule;  ///< which copies cancel
    bool m_hears; ///< whether 2 hears 1
};

/// @brief A partition costs one frame a node that knew the target, and nothing comes later.
class PartitionTest : public NetworkTestCase
{
  public:
    PartitionTest()
        : NetworkTestCase("a target behind a partition")
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork network(4, Hint(Rule::ANY_COPY, 2));
        network.Connect(0, 1);
        network.Connect(1, 2);
        network.Connect(2, 3);
        network.Subscribe(3, "a");
        TestNetwork::RunUntil(Seconds(20));
        network.Disconnect(2, 3);
        network.PublishFrom(0, "a", Seconds(34), 1);
        TestNetwork::RunUntil(Seconds(40));
        const Lines sent{"34.000 0 hint_event 0.1",
                         "35.000 1 hint_event 0.1",
                         "35.300 2 hint_event 0.1"};
        Compare(network.Events(), sent);
        network.Connect(2, 3);
        TestNetwork::RunUntil(Seconds(90));
        Compare(network.Events(), sent);
        NS_TEST_EXPECT_MSG_EQ(network.Delivered(3), 0, "nothing is kept for later");
        network.PublishFrom(0, "a", Seconds(90), 1);
        TestNetwork::RunUntil(Seconds(95));
        NS_TEST_EXPECT_MSG_EQ(network.Delivered(3), 1, "the next event finds its way");
        NS_TEST_EXPECT_MSG_EQ(network.Sent(0), 2, "a publisher never relays its own event");
    }
};

/// @brief Hints grow by one a period; above MaxHint nobody is left.
class AgeingTest : public NetworkTestCase
{
  public:
    AgeingTest()
        : NetworkTestCase("hints age by the beacons missed")
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork network(2, Hint(Rule::ANY_COPY, 0));
        network.Connect(0, 1);
        network.Subscribe(1, "a");
        for (double at = 10; at <= 200; at += 0.1)
        {
            TestNetwork::RunUntil(Seconds(at));
            NS_TEST_ASSERT_MSG_EQ(HintAt(network, 0, 1), 0, "jitter is no miss, " << at << " s");
        }
        network.Disconnect(0, 1);
        std::vector<double> changes;
        int hint = 0;
        for (double at = 200.1; at <= 300; at += 0.1)
        {
            TestNetwork::RunUntil(Seconds(at));
            if (HintAt(network, 0, 1) != hint)
            {
                hint = HintAt(network, 0, 1);
                NS_TEST_EXPECT_MSG_EQ(
                    hint,
                    (changes.size() < 10 ? static_cast<int>(changes.size()) + 1 : -1),
                    "one by one, at last forgotten");
                changes.push_back(at);
            }
        }
        NS_TEST_ASSERT_MSG_EQ(changes.size(), 11, "1 to 10, then none");
        NS_TEST_EXPECT_MSG_GT(changes[0], 199.9, "the last beacon was at most a period ago");
        NS_TEST_EXPECT_MSG_LT(changes[0], 205.2, "a period after it");
        for (std::size_t i = 1; i < changes.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(changes[i] - changes[i - 1], 5.0, 0.15, "a period");
        }
        network.Connect(0, 1);
        TestNetwork::RunUntil(Seconds(306));
        NS_TEST_EXPECT_MSG_EQ(HintAt(network, 0, 1), 0, "one beacon makes them adjacent again");
    }
};

/// @brief Who beacons, and what becomes of an interest that ends.
class BeaconTest : public NetworkTestCase
{
  public:
    BeaconTest()
        : NetworkTestCase("nodes that want nothing are silent if asked to, after a goodbye")
    {
    }

  private:
    /**
     * @brief Sink of TxControl.
     * @param count of beacons
     * @param type of the message
     */
    static void Count(uint32_t* count, MessageType type, uint32_t, NodeId)
    {
        *count += type == BeaconMessage::TYPE ? 1 : 0;
    }

    void DoRun() override
    {
        ObjectFactory factory = Hint(Rule::ANY_COPY, 0);
        factory.Set("BeaconIdle", BooleanValue(false));
        TestNetwork network(2, factory);
        network.Connect(0, 1);
        std::vector<uint32_t> beacons(2);
        for (NodeId i = 0; i < 2; ++i)
        {
            network.At<HintRouting>(i)->TraceConnectWithoutContext(
                "TxControl",
                MakeBoundCallback(&BeaconTest::Count, &beacons[i]));
        }
        network.Subscribe(1, "a");
        TestNetwork::RunUntil(Seconds(100));
        NS_TEST_EXPECT_MSG_EQ(beacons[0], 0, "node 0 wants nothing");
        NS_TEST_EXPECT_MSG_GT(beacons[1], 18, "node 1 beacons every 4.5 to 5 s");
        NS_TEST_EXPECT_MSG_LT(beacons[1], 24, "node 1 beacons every 4.5 to 5 s");
        network.At<HintRouting>(1)->Unsubscribe(*Filter::Parse("a"));
        const uint32_t before = beacons[1];
        TestNetwork::RunUntil(Seconds(106));
        NS_TEST_EXPECT_MSG_EQ(HintAt(network, 0, 1), -1, "the goodbye was heard");
        TestNetwork::RunUntil(Seconds(150));
        NS_TEST_EXPECT_MSG_LT(beacons[1], before + 3, "then silence");
        network.Subscribe(1, "b");
        TestNetwork::RunUntil(Seconds(156));
        NS_TEST_EXPECT_MSG_EQ(HintAt(network, 0, 1), 0, "and back");
    }
};

/// @brief A list that is longer than a message may be is cut.
class LongListTest : public NetworkTestCase
{
  public:
    LongListTest()
        : NetworkTestCase("a list that does not fit is cut")
    {
    }

  private:
    /**
     * @brief Sink of TxData.
     * @param largest so far
     * @param bytes of a frame
     */
    static void Largest(uint32_t* largest, const EventMessage&, MessageType, uint32_t bytes, NodeId)
    {
        *largest = std::max(*largest, bytes);
    }

    void DoRun() override
    {
        ObjectFactory factory = Hint(Rule::ANY_COPY, 0);
        factory.Set("MaxMessageBytes", UintegerValue(256));
        TestNetwork network(62, factory);
        for (NodeId i = 1; i < 62; ++i)
        {
            network.Connect(0, i);
            network.Subscribe(i, "a");
        }
        uint32_t largest = 0;
        network.At<HintRouting>(0)->TraceConnectWithoutContext(
            "TxData",
            MakeBoundCallback(&LongListTest::Largest, &largest));
        network.PublishFrom(0, "a", Seconds(20), 1);
        TestNetwork::RunUntil(Seconds(25));
        NS_TEST_EXPECT_MSG_EQ(network.At<HintRouting>(0)->GetHints().size(), 61, "all known");
        NS_TEST_EXPECT_MSG_GT(largest, 251, "as many as fit");
        NS_TEST_EXPECT_MSG_LT(largest, 257, "and no more");
    }
};

/// @brief Lists that no node of ours would send.
class HostileListTest : public NetworkTestCase
{
  public:
    HostileListTest()
        : NetworkTestCase("malformed lists are dropped")
    {
    }

  private:
    /**
     * @brief Broadcast from node 1.
     * @param network where
     * @param list of the message
     */
    static void Inject(const TestNetwork& network, const std::vector<HintDestination>& list)
    {
        static uint32_t sequence = 0;
        EventMessage event;
        event.publisher = 7;
        event.sequence = ++sequence;
        event.hops = 1;
        event.content = *Topic::Parse("a");
        Ptr<Packet> packet = Create<Packet>();
        packet->AddHeader(MessageHeader<Carrier<HintEventMessage>>({{255, list}, event}));
        CommonMessage common;
        common.type = static_cast<uint8_t>(HintEventMessage::TYPE);
        common.node = 9;
        packet->AddHeader(MessageHeader<CommonMessage>(common));
        const Ptr<Node> node = network.At<HintRouting>(1)->GetNode();
        Ptr<Socket> socket = Socket::CreateSocket(node, UdpSocketFactory::GetTypeId());
        socket->SetAllowBroadcast(true);
        socket->Bind();
        socket->BindToNetDevice(node->GetDevice(0));
        socket->SendTo(packet, 0, InetSocketAddress(Ipv4Address::GetBroadcast(), Endpoint::PORT));
    }

    void DoRun() override
    {
        TestNetwork network(2, Hint(Rule::PER_TARGET, 0));
        network.Connect(0, 1);
        network.Subscribe(0, "a");
        TestNetwork::RunUntil(Seconds(10));
        Inject(network, {{3, 1}, {3, 0}});
        Inject(network, {{NO_NODE, 1}});
        TestNetwork::RunUntil(Seconds(15));
        NS_TEST_EXPECT_MSG_EQ(network.Drops().at("malformed hint_event"), 2, "twice and nobody");
        NS_TEST_EXPECT_MSG_EQ(network.Delivered(0), 0, "nothing of them is used");
        Inject(network, {{0, 255}, {3, 255}});
        TestNetwork::RunUntil(Seconds(20));
        NS_TEST_EXPECT_MSG_EQ(network.Delivered(0), 1, "unknown nodes and great hints may be");
        NS_TEST_EXPECT_MSG_EQ(network.Sent(0), 1, "a subscriber relays");
    }
};

/// @brief Hint-driven routing.
class HintTestSuite : public TestSuite
{
  public:
    HintTestSuite()
        : TestSuite("pubsub-hint", Type::UNIT)
    {
        const std::string published = "20.000 0 hint_event 0.1";
        AddTestCase(new CreditTest(0, {published}, 0), Duration::QUICK);
        AddTestCase(new CreditTest(1, {published, "21.000 1 hint_event 0.1"}, 0), Duration::QUICK);
        AddTestCase(new CreditTest(2,
                                   {published,
                                    "21.000 1 hint_event 0.1",
                                    "22.000 2 hint_event 0.1",
                                    "22.000 3 hint_event 0.1",
                                    "22.000 4 hint_event 0.1"},
                                   1),
                    Duration::QUICK);
        AddTestCase(new HintsLeadTest, Duration::QUICK);
        const Lines silenced{"34.000 0 hint_event 0.1",
                             "34.000 1 hint_event 0.1",
                             "34.000 3 hint_event 0.1"};
        Lines pursued = silenced;
        pursued.emplace_back("34.200 2 hint_event 0.1");
        pursued.emplace_back("34.200 4 hint_event 0.1");
        AddTestCase(new TwoTargetsTest(Rule::ANY_COPY, silenced, 0), Duration::QUICK);
        AddTestCase(new TwoTargetsTest(Rule::PER_TARGET, pursued, 1), Duration::QUICK);
        for (const Rule rule : {Rule::ANY_COPY, Rule::PER_TARGET})
        {
            AddTestCase(new SuppressionTest(rule, true), Duration::QUICK);
            AddTestCase(new SuppressionTest(rule, false), Duration::QUICK);
        }
        AddTestCase(new PartitionTest, Duration::QUICK);
        AddTestCase(new AgeingTest, Duration::QUICK);
        AddTestCase(new BeaconTest, Duration::QUICK);
        AddTestCase(new LongListTest, Duration::QUICK);
        AddTestCase(new HostileListTest, Duration::QUICK);
    }
};

HintTestSuite g_hintTestSuite; ///< the suite

} // namespace
