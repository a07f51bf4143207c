// SPDX-License-Identifier: GPL-2.0-only
#include "network-test-case.h"
#include "test-network.h"

#include "ns3/double.h"
#include "ns3/manet-hodmrp.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::manet;

namespace
{

using Lines = std::vector<std::string>;

/**
 * @param type of protocol
 * @return it without jitter, so that every time is known
 */
ObjectFactory
Plain(const std::string& type = "ns3::Hodmrp")
{
    ObjectFactory factory(type);
    factory.Set("QueryJitter", TimeValue(NanoSeconds(1)));
    factory.Set("ReplyJitter", TimeValue(NanoSeconds(1)));
    factory.Set("ForwardJitter", TimeValue(Seconds(0)));
    factory.Set("SetUpTime", TimeValue(Seconds(0)));
    return factory;
}

/**
 * @param lines of a time-line
 * @param from a time, s
 * @return those from then on
 */
Lines
Since(const Lines& lines, double from)
{
    Lines since;
    std::copy_if(lines.begin(), lines.end(), std::back_inserter(since), [from](const auto& line) {
        return std::stod(line) >= from;
    });
    return since;
}

/// @brief What the cases share: the address of a group.
class HodmrpTestCase : public NetworkTestCase
{
  public:
    using NetworkTestCase::NetworkTestCase;

  protected:
    /**
     * @param network of HODMRP nodes
     * @param topic of a group
     * @return its address
     */
    static uint32_t Group(const TestNetwork& network, const std::string& topic)
    {
        return network.At<Odmrp>(0)->GroupOf(*Topic::Parse(topic));
    }
};

/**
 * @brief A first round on a line: ODMRP's, but each relay waits 10 ms and the member 30 ms.
 *
 *     0 ---- 1 ---- 2 ---- 3        0 publishes, 3 wants
 */
class LineTest : public HodmrpTestCase
{
  public:
    LineTest()
        : HodmrpTestCase("a round on a line")
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork network(4, Plain());
        for (NodeId i = 0; i < 3; ++i)
        {
            network.Connect(i, i + 1);
        }
        network.Subscribe(3, "a.b");
        network.PublishFrom(0, "a.b", Seconds(1), 1);
        network.PublishFrom(0, "a.b", Seconds(1.2), 89); // until 10.0 s
        TestNetwork::RunUntil(Seconds(1.25));
        Compare(network.Timeline(),
                {"1.050 3 join_reply>2",
                 "1.075 2 join_reply>1",
                 "1.100 1 join_reply>0",
                 "1.100 0 reply_ack>1"});
        Compare(network.Events(),
                {"1.000 0 history_query 0.1",
                 "1.010 1 history_query 0.1",
                 "1.020 2 history_query 0.1",
                 "1.030 3 history_query 0.1",
                 "1.200 0 event 0.2",
                 "1.200 1 event 0.2",
                 "1.200 2 event 0.2"});
        // After some 7 s of a session nobody waits any more, but the member.
        TestNetwork::RunUntil(Seconds(12));
        Compare(Since(network.Timeline(), 10),
                {"10.030 3 join_reply>2",
                 "10.055 2 join_reply>1",
                 "10.080 1 join_reply>0",
                 "10.080 0 reply_ack>1"});
        Compare(Since(network.Events(), 10),
                {"10.000 0 history_query 0.90",
                 "10.000 1 history_query 0.90",
                 "10.000 2 history_query 0.90",
                 "10.000 3 history_query 0.90"});
        NS_TEST_EXPECT_MSG_EQ(network.Delivered(3), 90, "all");
        // 1 has forwarded since 1.075 s: 10.925 s / (10.925 s + 60 s) of 255.
        NS_TEST_EXPECT_MSG_EQ(+network.At<Hodmrp>(1)->GetDegree(), 39, "degree of 1");
        NS_TEST_EXPECT_MSG_EQ(+network.At<Hodmrp>(0)->GetDegree(), 0, "the source has no session");
    }
};

/**
 * @brief A new member joins where there are two ways, and one of them has served another before.
 *
 *         1            node 1's copy comes first at 3, which wants events from 10 s on;
 *       /   X          2 has forwarded for 4 since 1 s
 *     0       3
 *       X   /
 *         2 ---- 4
 */
class ChoiceTest : public HodmrpTestCase
{
  public:
    /**
     * @param name of the case
     * @param protocol with its attributes
     * @param chosen way of node 3
     * @param late replies and acknowledgements after 10 s
     */
    ChoiceTest(const std::string& name, const ObjectFactory& protocol, NodeId chosen, Lines late)
        : HodmrpTestCase(name),
          m_protocol(protocol),
          m_chosen(chosen),
          m_late(std::move(late))
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork network(5, m_protocol);
        for (const auto& [a, b] :
             std::vector<std::pair<NodeId, NodeId>>{{0, 1}, {0, 2}, {1, 3}, {2, 3}, {2, 4}})
        {
            network.Connect(a, b);
        }
        network.Subscribe(4, "a");
        network.PublishFrom(0, "a", Seconds(1), 111); // until 12 s
        TestNetwork::RunUntil(Seconds(9.95));
        network.Subscribe(3, "a");
        TestNetwork::RunUntil(Seconds(12.95));
        Compare(Since(network.Timeline(), 9.95), m_late);
        const uint32_t group = Group(network, "a");
        NS_TEST_EXPECT_MSG_EQ(network.At<Odmrp>(3)->GetNextHop(group, 0), m_chosen, "way of 3");
        NS_TEST_EXPECT_MSG_EQ(network.At<Odmrp>(1)->IsForwarding(group), (m_chosen == 1), "node 1");
        NS_TEST_EXPECT_MSG_EQ(network.Delivered(3), 21, "all from 10 s on");
        const uint32_t queries = 4;
        const uint32_t events = m_chosen == 1 ? 20 : 0;
        NS_TEST_EXPECT_MSG_EQ(network.Sent(1), queries + events, "transmissions by node 1");
    }

    ObjectFactory m_protocol; ///< of all nodes
    NodeId m_chosen;          ///< by node 3
    Lines m_late;             ///< control messages
};

/**
 * @brief When a member replies: with enough copies, or when it has waited long enough.
 *
 *     0 --- 1, 2, … --- last
 */
class WaitTest : public HodmrpTestCase
{
  public:
    /**
     * @param relays between the source and the member
     * @param copies that the member wants
     * @param reply expected, the first of the member
     */
    WaitTest(uint32_t relays, uint32_t copies, const std::string& reply)
        : HodmrpTestCase(std::to_string(relays) + " copies, " + std::to_string(copies) + " wanted"),
          m_relays(relays),
          m_copies(copies),
          m_reply(reply)
    {
    }

  private:
    void DoRun() override
    {
        ObjectFactory protocol = Plain();
        protocol.Set("DestinationCopies", UintegerValue(m_copies));
        TestNetwork network(m_relays + 2, protocol);
        for (NodeId relay = 1; relay <= m_relays; ++relay)
        {
            network.Connect(0, relay);
            network.Connect(relay, m_relays + 1);
        }
        network.Subscribe(m_relays + 1, "a");
        network.PublishFrom(0, "a", Seconds(1), 1);
        TestNetwork::RunUntil(Seconds(3));
        NS_TEST_ASSERT_MSG_EQ(network.Timeline().size(), 3, "reply, reply, acknowledgement");
        NS_TEST_EXPECT_MSG_EQ(network.Timeline().front(), m_reply, "first");
    }

    uint32_t m_relays; ///< between source and member
    uint32_t m_copies;
    std::string m_reply; ///< expected
};

/**
 * @brief A copy that comes back is no way, however much history it has, and ends no wait.
 *
 *     0 ---- 1 ---- 2 ---- 3 ---- 4      2 wants a of 0; 3 has forwarded b from 4 to 5
 *                           `---- 5
 */
class EchoTest : public HodmrpTestCase
{
  public:
    EchoTest()
        : HodmrpTestCase("a copy that comes back")
    {
    }

  private:
    void DoRun() override
    {
        ObjectFactory protocol = Plain();
        protocol.Set("DestinationCopies", UintegerValue(2));
        TestNetwork network(6, protocol);
        for (const auto& [a, b] :
             std::vector<std::pair<NodeId, NodeId>>{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {3, 5}})
        {
            network.Connect(a, b);
        }
        network.Subscribe(2, "a");
        network.Subscribe(5, "b");
        network.PublishFrom(4, "b", Seconds(1), 90);
        network.PublishFrom(0, "a", Seconds(9.51), 1);
        TestNetwork::RunUntil(Seconds(9.505));
        NS_TEST_EXPECT_MSG_GT(+network.At<Hodmrp>(3)->GetDegree(), 25, "3 has a history");
        NS_TEST_EXPECT_MSG_EQ(+network.At<Hodmrp>(1)->GetDegree(), 0, "1 has none");
        TestNetwork::RunUntil(Seconds(9.59));
        Compare(Since(network.Events(), 9.505),
                {"9.510 0 history_query 0.1",
                 "9.520 1 history_query 0.1",
                 "9.530 2 history_query 0.1",
                 "9.530 3 history_query 0.1",
                 "9.530 5 history_query 0.1",
                 "9.540 4 history_query 0.1"});
        Compare(Since(network.Timeline(), 9.505),
                {"9.550 2 join_reply>1", "9.575 1 join_reply>0", "9.575 0 reply_ack>1"});
    }
};

/**
 * @brief A relay takes the better way, too, as long as it has not replied, and says so downstream.
 *
 *     0 --- 1, 2 --- 3 --- 4         2 has forwarded for 5; 4 wants events from 10 s on
 *               `--- 5
 */
class RelayChoiceTest : public HodmrpTestCase
{
  public:
    RelayChoiceTest()
        : HodmrpTestCase("a relay takes the way with more history")
    {
    }

  private:
    void DoRun() override
    {
        ObjectFactory protocol = Plain();
        protocol.Set("LowHistoryWait", TimeValue(Seconds(0)));
        TestNetwork network(6, protocol);
        for (const auto& [a, b] :
             std::vector<std::pair<NodeId, NodeId>>{{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 4}, {2, 5}})
        {
            network.Connect(a, b);
        }
        network.Subscribe(5, "a");
        network.PublishFrom(0, "a", Seconds(1), 111);
        TestNetwork::RunUntil(Seconds(9.95));
        network.Subscribe(4, "a");
        TestNetwork::RunUntil(Seconds(12.95));
        Compare(Since(network.Timeline(), 9.95),
                {"10.030 5 join_reply>2",
                 "10.030 4 join_reply>3",
                 "10.055 2 join_reply>0",
                 "10.055 3 join_reply>2",
                 "10.055 0 reply_ack>2"});
        NS_TEST_EXPECT_MSG_EQ(network.Delivered(4), 21, "all from 10 s on");
        NS_TEST_EXPECT_MSG_EQ(network.Sent(1), 4, "1 sends queries only");
    }
};

/// @brief On a connected network at rest without losses every event reaches all who want it.
class StaticNetworkTest : public HodmrpTestCase
{
  public:
    /// @param run of the random numbers
    explicit StaticNetworkTest(uint64_t run)
        : HodmrpTestCase("a network at rest, " + std::to_string(run)),
          m_run(run)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t NODES = 30;
        constexpr uint32_t PUBLISHERS = 3;
        constexpr uint32_t EVENTS = 20;
        RngSeedManager::SetRun(m_run);
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(1000000);
        TestNetwork network(NODES, ObjectFactory("ns3::Hodmrp"));
        for (NodeId i = 1; i < NODES; ++i)
        {
            // One link makes it connected, further ones make choices.
            network.Connect(i, random->GetInteger(i > 6 ? i - 6 : 0, i - 1));
            network.Connect(i, random->GetInteger(i > 9 ? i - 9 : 0, i - 1));
            network.Connect(i, random->GetInteger(i > 9 ? i - 9 : 0, i - 1));
        }
        for (NodeId i = PUBLISHERS; i < NODES; i += 2)
        {
            network.Subscribe(i, "a.#");
        }
        for (uint32_t event = 0; event < EVENTS; ++event)
        {
            for (NodeId publisher = 0; publisher < PUBLISHERS; ++publisher)
            {
                network.PublishFrom(publisher, "a.b", Seconds(1 + event + 0.3 * publisher), 1);
            }
        }
        TestNetwork::RunUntil(Seconds(EVENTS + 5));
        for (NodeId i = PUBLISHERS; i < NODES; i += 2)
        {
            NS_TEST_EXPECT_MSG_EQ(network.Delivered(i), PUBLISHERS * EVENTS, "at node " << i);
        }
        for (const auto& [reason, count] : network.Drops())
        {
            NS_TEST_EXPECT_MSG_EQ(reason, "duplicate", count << " packets were not used");
        }
    }

    uint64_t m_run; ///< of the random numbers
};

/// @brief Queries that can't be.
class HostileQueryTest : public HodmrpTestCase
{
  public:
    HostileQueryTest()
        : HodmrpTestCase("malformed queries are dropped")
    {
    }

  private:
    /**
     * @param hops of the query
     * @return one of node 7, heard from node 9
     */
    JoinQuery Query(uint8_t hops)
    {
        JoinQuery query;
        query.ttl = 9;
        query.hops = hops;
        query.group = m_group;
        query.sequence = ++m_sequence;
        query.source = 7;
        query.previousHop = 9;
        return query;
    }

    /**
     * @brief Broadcast from node 1 as if from node 9.
     * @param network where
     * @param header of the message
     * @param query in it
     */
    template <typename Header>
    void Inject(const TestNetwork& network, const Header& header, const JoinQuery& query)
    {
        EventMessage event;
        event.publisher = 7;
        event.sequence = m_sequence;
        event.hops = query.hops + 1;
        event.content = *Topic::Parse("a");
        Ptr<Packet> packet = Create<Packet>();
        packet->AddHeader(MessageHeader<Carrier<Header>>({header, event}));
        CommonMessage common;
        common.type = static_cast<uint8_t>(Header::TYPE);
        common.node = 9;
        packet->AddHeader(MessageHeader<CommonMessage>(common));
        const Ptr<Node> node = network.At<Hodmrp>(1)->GetNode();
        Ptr<Socket> socket = Socket::CreateSocket(node, UdpSocketFactory::GetTypeId());
        socket->SetAllowBroadcast(true);
        socket->Bind();
        socket->BindToNetDevice(node->GetDevice(0));
        socket->SendTo(packet, 0, InetSocketAddress(Ipv4Address::GetBroadcast(), Endpoint::PORT));
        TestNetwork::RunUntil(Simulator::Now() + Seconds(1));
    }

    void DoRun() override
    {
        TestNetwork network(2, Plain());
        network.Connect(0, 1);
        network.Subscribe(0, "a");
        TestNetwork::RunUntil(Seconds(1));
        m_group = Group(network, "a");
        const std::vector<std::pair<uint8_t, PathHistory>> impossible{
            {0, {254, 0}},
            {0, {255, 1}},
            {1, {10, 11}},
            {2, {10, 19}},
            {2, {10, 266}},
        };
        for (const auto& [hops, path] : impossible)
        {
            const JoinQuery query = Query(hops);
            Inject(network, HistoryQuery{query, path}, query);
        }
        NS_TEST_EXPECT_MSG_EQ(network.Drops().at("malformed history_query"), 5, "history");
        const JoinQuery plain = Query(0);
        Inject(network, plain, plain);
        NS_TEST_EXPECT_MSG_EQ(network.Delivered(0), 0, "nothing of them is used, nor ODMRP's");
        NS_TEST_EXPECT_MSG_EQ(network.Sent(0), 0, "nothing is sent on");
        const JoinQuery good = Query(2);
        Inject(network, HistoryQuery{good, {10, 265}}, good);
        NS_TEST_EXPECT_MSG_EQ(network.Delivered(0), 1, "one that may be");
        NS_TEST_EXPECT_MSG_EQ(network.Sent(0), 1, "and goes on");
        // Many rounds of one source: each replaces the one before.
        for (int i = 0; i < 300; ++i)
        {
            const JoinQuery again = Query(2);
            Inject(network, HistoryQuery{again, {10, 265}}, again);
        }
        NS_TEST_EXPECT_MSG_EQ(network.Delivered(0), 301, "each is an event");
    }

    uint32_t m_group = 0;    ///< of topic a
    uint32_t m_sequence = 0; ///< of the last query
};

/// @brief HODMRP.
class HodmrpTestSuite : public TestSuite
{
  public:
    HodmrpTestSuite()
        : TestSuite("pubsub-hodmrp", Type::UNIT)
    {
        AddTestCase(new LineTest, Duration::QUICK);
        AddChoiceTests();
        AddTestCase(new WaitTest(2, 3, "1.040 3 join_reply>1"), Duration::QUICK);
        AddTestCase(new WaitTest(3, 3, "1.010 4 join_reply>1"), Duration::QUICK);
        AddTestCase(new WaitTest(3, 4, "1.040 4 join_reply>1"), Duration::QUICK);
        AddTestCase(new WaitTest(3, 1, "1.010 4 join_reply>1"), Duration::QUICK);
        AddTestCase(new EchoTest, Duration::QUICK);
        AddTestCase(new RelayChoiceTest, Duration::QUICK);
        for (uint64_t run = 1; run <= 5; ++run)
        {
            AddTestCase(new StaticNetworkTest(run), Duration::QUICK);
        }
        AddTestCase(new HostileQueryTest, Duration::QUICK);
    }

  private:
    /// @brief What ODMRP does, what the member's choice changes, what the relays' wait changes.
    void AddChoiceTests()
    {
        AddTestCase(new ChoiceTest("ODMRP takes the first way",
                                   Plain("ns3::Odmrp"),
                                   1,
                                   {"10.000 3 join_reply>1",
                                    "10.000 4 join_reply>2",
                                    "10.025 1 join_reply>0",
                                    "10.025 2 join_reply>0",
                                    "10.025 0 reply_ack>1",
                                    "10.025 0 reply_ack>2"}),
                    Duration::QUICK);
        const Lines byHistory{"10.030 3 join_reply>2",
                              "10.030 4 join_reply>2",
                              "10.055 2 join_reply>0",
                              "10.055 0 reply_ack>2"};
        ObjectFactory atOnce = Plain();
        atOnce.Set("LowHistoryWait", TimeValue(Seconds(0)));
        AddTestCase(new ChoiceTest("HODMRP takes the way with more history", atOnce, 2, byHistory),
                    Duration::QUICK);
        atOnce.Set("PathMeasure", StringValue("Minimum"));
        AddTestCase(new ChoiceTest("so it does by the minimum", atOnce, 2, byHistory),
                    Duration::QUICK);
        ObjectFactory noWait = Plain();
        noWait.Set("DestinationCopies", UintegerValue(1));
        AddTestCase(new ChoiceTest("who has more history sends on sooner",
                                   noWait,
                                   2,
                                   {"10.000 3 join_reply>2",
                                    "10.000 4 join_reply>2",
                                    "10.025 2 join_reply>0",
                                    "10.025 0 reply_ack>2"}),
                    Duration::QUICK);
        ObjectFactory neither = noWait;
        neither.Set("HistoryThreshold", DoubleValue(0));
        AddTestCase(new ChoiceTest("without both it is ODMRP",
                                   neither,
                                   1,
                                   {"10.000 3 join_reply>1",
                                    "10.000 4 join_reply>2",
                                    "10.025 1 join_reply>0",
                                    "10.025 2 join_reply>0",
                                    "10.025 0 reply_ack>1",
                                    "10.025 0 reply_ack>2"}),
                    Duration::QUICK);
    }
};

HodmrpTestSuite g_hodmrpTestSuite; ///< the suite

} // namespace
