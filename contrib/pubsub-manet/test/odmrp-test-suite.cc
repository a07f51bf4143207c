// SPDX-License-Identifier: GPL-2.0-only
#include "network-test-case.h"
#include "test-network.h"

#include "ns3/enum.h"
#include "ns3/manet-odmrp.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <algorithm>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::manet;

namespace
{

/// @return ODMRP without jitter, so that every time is known
ObjectFactory
PlainOdmrp()
{
    ObjectFactory factory("ns3::Odmrp");
    factory.Set("QueryJitter", TimeValue(NanoSeconds(1)));
    factory.Set("ReplyJitter", TimeValue(NanoSeconds(1)));
    factory.Set("ForwardJitter", TimeValue(Seconds(0)));
    factory.Set("SetUpTime", TimeValue(Seconds(0)));
    return factory;
}

/**
 * @param lines of a time-line
 * @return the same without their times
 */
std::vector<std::string>
Untimed(const std::vector<std::string>& lines)
{
    std::vector<std::string> untimed;
    for (const std::string& line : lines)
    {
        untimed.push_back(line.substr(line.find(' ') + 1));
    }
    return untimed;
}

/// @brief Which topics share a group, and who is in it.
class TopicGroupTest : public TestCase
{
  public:
    TopicGroupTest()
        : TestCase("topics make groups")
    {
    }

  private:
    /**
     * @brief Check membership.
     * @param topic of the query
     * @param words of the group
     * @param filter of the node
     * @param isMember what should be
     */
    void Check(const std::string& topic, uint32_t words, const std::string& filter, bool isMember)
    {
        const TopicGroup group(*Topic::Parse(topic), words);
        NS_TEST_EXPECT_MSG_EQ(group.MayMatch(*Filter::Parse(filter)),
                              isMember,
                              filter << " in " << topic << " by " << words << " words");
    }

    void DoRun() override
    {
        // FNV-1a of "a" is 0xE40C292C (its authors' test vectors), folded to 24 bits.
        NS_TEST_EXPECT_MSG_EQ(TopicGroup(*Topic::Parse("a.b"), 1).Address(), 0xEF0C29C8, "of a");
        NS_TEST_EXPECT_MSG_EQ(TopicGroup(*Topic::Parse("a.b.c"), 2).Text(), "a.b", "two words");
        NS_TEST_EXPECT_MSG_EQ(TopicGroup(*Topic::Parse("a.b.c"), 0).Text(), "a.b.c", "all words");
        Check("a.b.c", 1, "a.b", true);
        Check("a.b.c", 1, "a.#", true);
        Check("a.b.c", 1, "#", true);
        Check("a.b.c", 1, "b.#", false);
        Check("a.b.c", 2, "a.b.x", true);
        Check("a.b.c", 2, "a", false);
        Check("a.b.c", 2, "a.#", true);
        Check("a.b.c", 2, "a.x.#", false);
        Check("a", 2, "a.b", false);
        Check("a", 2, "a.#", true);
        Check("a.b", 0, "a.b.c", false);
        Check("a.b", 0, "a.b.#", true);
        Check("a.b", 0, "a", false);
    }
};

/**
 * @brief A round on a line: the query and its event go out, the reply comes back.
 *
 *     0 ---- 1 ---- 2 ---- 3        0 publishes, 3 wants
 *     | query>| query>| query>| query
 *     |       |       |<reply |
 *     |       |<reply |                  25 ms after the one that asked for it
 *     |<reply |
 *     | ack  >|
 */
class OdmrpLineTest : public NetworkTestCase
{
  public:
    OdmrpLineTest()
        : NetworkTestCase("a round on a line")
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork network(4, PlainOdmrp());
        for (NodeId i = 0; i < 3; ++i)
        {
            network.Connect(i, i + 1);
        }
        network.Subscribe(3, "a.b");
        network.PublishFrom(0, "a.b", Seconds(1), 2);
        network.PublishFrom(0, "a.x", Seconds(1.2), 1);
        TestNetwork::RunUntil(Seconds(3));
        Compare(network.Timeline(),
                {"1.000 3 join_reply>2",
                 "1.025 2 join_reply>1",
                 "1.050 1 join_reply>0",
                 "1.050 0 reply_ack>1"});
        Compare(network.Events(),
                {"1.000 0 join_query 0.1",
                 "1.000 1 join_query 0.1",
                 "1.000 2 join_query 0.1",
                 "1.000 3 join_query 0.1",
                 "1.100 0 event 0.2",
                 "1.100 1 event 0.2",
                 "1.100 2 event 0.2",
                 "1.200 0 event 0.3",
                 "1.200 1 event 0.3",
                 "1.200 2 event 0.3"});
        NS_TEST_EXPECT_MSG_EQ(network.Delivered(3), 2, "a.x is of the group, but not wanted");
        const uint32_t group = network.At<Odmrp>(0)->GroupOf(*Topic::Parse("a"));
        NS_TEST_EXPECT_MSG_EQ(network.At<Odmrp>(3)->GetNextHop(group, 0), 2, "next hop of 3");
        NS_TEST_EXPECT_MSG_EQ(network.At<Odmrp>(1)->IsForwarding(group), true, "1 forwards");
        NS_TEST_EXPECT_MSG_EQ(network.At<Odmrp>(3)->IsForwarding(group), false, "3 does not");
        NS_TEST_EXPECT_MSG_EQ(network.At<Odmrp>(0)->IsForwarding(group), false, "nor the source");
    }
};

/**
 * @brief What a line without losses costs, in closed form.
 *
 * n links, the far end wants everything; r refreshes with e events each: a query is sent by all
 * n + 1 nodes, a plain event by all but the last, a reply by all but the source, and one
 * acknowledgement by the source. (Holds while the reply is back before the second event.)
 */
class LineCostTest : public NetworkTestCase
{
  public:
    /// @param links of the line
    explicit LineCostTest(uint32_t links)
        : NetworkTestCase("the cost of a line of " + std::to_string(links)),
          m_links(links)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t ROUNDS = 5;
        constexpr uint32_t EVENTS = 30; // at ten a second in a refresh interval of 3 s
        TestNetwork network(m_links + 1, PlainOdmrp());
        for (NodeId i = 0; i < m_links; ++i)
        {
            network.Connect(i, i + 1);
        }
        network.Subscribe(m_links, "a");
        network.PublishFrom(0, "a", Seconds(1), ROUNDS * EVENTS);
        TestNetwork::RunUntil(Seconds(30));
        NS_TEST_EXPECT_MSG_EQ(network.Timeline().size(), ROUNDS * (m_links + 1), "control");
        NS_TEST_EXPECT_MSG_EQ(network.Events().size(),
                              ROUNDS * (m_links + 1) + ROUNDS * (EVENTS - 1) * m_links,
                              "events and queries");
        NS_TEST_EXPECT_MSG_EQ(network.Delivered(m_links), ROUNDS * EVENTS, "delivered");
        for (const auto& [reason, count] : network.Drops())
        {
            NS_TEST_EXPECT_MSG_EQ(reason, "duplicate", count << " packets were not used");
        }
    }

    uint32_t m_links; ///< of the line
};

/**
 * @brief Three members behind one node: it replies once for all.
 *
 *     1 --- 0 --- 2, 3, 4
 */
class StarTest : public NetworkTestCase
{
  public:
    StarTest()
        : NetworkTestCase("a star replies once")
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork network(5, PlainOdmrp());
        for (NodeId i = 1; i < 5; ++i)
        {
            network.Connect(0, i);
        }
        for (NodeId i = 2; i < 5; ++i)
        {
            network.Subscribe(i, "a");
        }
        network.PublishFrom(1, "a", Seconds(1), 2);
        TestNetwork::RunUntil(Seconds(3));
        Compare(network.Timeline(),
                {"1.000 2 join_reply>0",
                 "1.000 3 join_reply>0",
                 "1.000 4 join_reply>0",
                 "1.025 0 join_reply>1",
                 "1.025 1 reply_ack>0"});
        NS_TEST_EXPECT_MSG_EQ(network.Sent(0), 2, "the hub sends each event once");
        NS_TEST_EXPECT_MSG_EQ(network.Sent(2), 1, "a leaf sends the query on and no event");
    }
};

/**
 * @brief The figure of section 3.1 of the draft.
 *
 *     S1=0 --- I1=2 --- R1=4      R1 replies for S1 to I1 and for S2 to I2 in one message, R2 to
 *         \           /           I2 for both; I2 replies once, for S1 and S2.
 *     S2=1 --- I2=3 --- R2=5
 *
 * S1's query reaches I1 first.
 */
class DraftFigureTest : public NetworkTestCase
{
  public:
    DraftFigureTest()
        : NetworkTestCase("the draft's figure: two sources, two members")
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork network(6, PlainOdmrp());
        for (const auto& [a, b] :
             std::vector<std::pair<NodeId, NodeId>>{{0, 2}, {2, 4}, {0, 3}, {3, 4}, {1, 3}, {3, 5}})
        {
            network.Connect(a, b);
        }
        network.Subscribe(4, "a");
        network.Subscribe(5, "a");
        network.PublishFrom(0, "a", Seconds(1), 1);
        network.PublishFrom(1, "a", Seconds(1), 1);
        TestNetwork::RunUntil(Seconds(3));
        Compare(network.Timeline(),
                {"1.000 4 join_reply>-1",
                 "1.000 5 join_reply>3",
                 "1.025 2 join_reply>0",
                 "1.025 3 join_reply>-1",
                 "1.025 0 reply_ack>2",
                 "1.025 0 reply_ack>3",
                 "1.025 1 reply_ack>3"});
    }
};

/**
 * @brief A reply is lost and sent again, with a request for an acknowledgement.
 *
 *     0 ---- 1 -//- 2      the link is away when 2 replies first
 */
class LostReplyTest : public NetworkTestCase
{
  public:
    LostReplyTest()
        : NetworkTestCase("a lost reply is repeated")
    {
    }

  private:
    void DoRun() override
    {
        ObjectFactory protocol = PlainOdmrp();
        protocol.Set("ReplyJitter", TimeValue(MilliSeconds(15)));
        TestNetwork network(3, protocol);
        network.Connect(0, 1);
        network.Connect(1, 2);
        network.Subscribe(2, "a");
        network.PublishFrom(0, "a", Seconds(1), 4);
        // The query takes 20 us; the seed's draw lets 2 reply after the link has gone.
        TestNetwork::RunUntil(Seconds(1) + MicroSeconds(30));
        NS_TEST_ASSERT_MSG_EQ(network.Timeline().size(), 0, "no reply yet");
        network.Disconnect(1, 2);
        TestNetwork::RunUntil(Seconds(1.05));
        Compare(Untimed(network.Timeline()), {"2 join_reply>1"});
        network.Connect(1, 2);
        TestNetwork::RunUntil(Seconds(3));
        Compare(Untimed(network.Timeline()),
                {"2 join_reply>1",
                 "2 join_reply>1",
                 "1 reply_ack>2",
                 "1 join_reply>0",
                 "0 reply_ack>1"});
        NS_TEST_EXPECT_MSG_EQ(network.Delivered(2), 4, "nothing was lost but the reply");
    }
};

/**
 * @brief No reply arrives: the neighbours are told and one that has another way takes over.
 *
 *          1
 *        /   X
 *      0       3 --- 4        the link 1-3 breaks after the query; 4 heard the query from 3, so it
 *        \           |        has no way of its own and passes the cry on to 5
 *          2 ------- 5
 */
class FallBackTest : public NetworkTestCase
{
  public:
    FallBackTest()
        : NetworkTestCase("after three tries the neighbours find another way")
    {
    }

  private:
    void DoRun() override
    {
        ObjectFactory protocol = PlainOdmrp();
        protocol.Set("ReplyJitter", TimeValue(MilliSeconds(15)));
        TestNetwork network(6, protocol);
        for (const auto& [a, b] :
             std::vector<std::pair<NodeId, NodeId>>{{0, 1}, {1, 3}, {3, 4}, {0, 2}, {2, 5}, {5, 4}})
        {
            network.Connect(a, b);
        }
        network.Subscribe(3, "a");
        network.PublishFrom(0, "a", Seconds(1), 10);
        TestNetwork::RunUntil(Seconds(1) + MicroSeconds(40));
        NS_TEST_ASSERT_MSG_EQ(network.Timeline().size(), 0, "no reply yet");
        network.Disconnect(1, 3);
        TestNetwork::RunUntil(Seconds(3));
        Compare(Untimed(network.Timeline()),
                {"3 join_reply>1",
                 "3 join_reply>1",
                 "3 join_reply>1",
                 "3 unreachable>-1",
                 "4 unreachable>-1",
                 "5 join_reply>2",
                 "2 join_reply>0",
                 "0 reply_ack>2"});
        NS_TEST_EXPECT_MSG_EQ(network.Delivered(3), 8, "all but those at 1.1 and 1.2 s");
    }
};

/// @brief Who is not asked any more stops forwarding after the FG timeout.
class OdmrpExpiryTest : public NetworkTestCase
{
  public:
    OdmrpExpiryTest()
        : NetworkTestCase("the forwarding group expires")
    {
    }

  private:
    void DoRun() override
    {
        ObjectFactory protocol = PlainOdmrp();
        protocol.Set("ForwardingGroupTimeout", TimeValue(Seconds(8.45)));
        TestNetwork network(3, protocol);
        network.Connect(0, 1);
        network.Connect(1, 2);
        network.Subscribe(2, "a");
        network.PublishFrom(0, "a", Seconds(1), 190);
        TestNetwork::RunUntil(Seconds(4.5));
        network.At<Odmrp>(2)->Unsubscribe(*Filter::Parse("a"));
        TestNetwork::RunUntil(Seconds(20));
        std::string last;
        for (const std::string& line : network.Events())
        {
            last = line.find(" 1 event") != std::string::npos ? line : last;
        }
        // The last reply came at 4.000 s, so the flag went out at 12.450 s.
        NS_TEST_EXPECT_MSG_EQ(last, "12.400 1 event 0.115", "last event that 1 sent on");
    }
};

/// @brief The three sets of timers.
class TimerSetTest : public NetworkTestCase
{
  public:
    TimerSetTest()
        : NetworkTestCase("timer sets")
    {
    }

  private:
    /**
     * @param set of timers
     * @param events of each publisher, at ten a second from 1 s on
     * @param publishers ends of the line 0 - 1 - 2, whose middle wants all
     * @return the control messages
     */
    std::vector<std::string> Control(const std::string& set,
                                     uint32_t events,
                                     const std::vector<NodeId>& publishers)
    {
        ObjectFactory protocol = PlainOdmrp();
        protocol.Set("Timers", StringValue(set));
        TestNetwork network(3, protocol);
        network.Connect(0, 1);
        network.Connect(1, 2);
        network.Subscribe(1, "a");
        for (NodeId publisher : publishers)
        {
            network.PublishFrom(publisher, "a", Seconds(1 + 0.05 * publisher), events);
        }
        TestNetwork::RunUntil(Seconds(3));
        const auto timeline = network.Timeline();
        Simulator::Destroy();
        return timeline;
    }

    void DoRun() override
    {
        // draft-00: a reply every 160 ms until 960 ms after the query.
        std::vector<std::string> periodic;
        for (const char* time : {"1.000", "1.160", "1.320", "1.480", "1.640", "1.800"})
        {
            periodic.push_back(std::string(time) + " 1 join_reply>0");
            periodic.push_back(std::string(time) + " 0 reply_ack>1");
        }
        Compare(Control("draft-00", 1, {0}), periodic);
        // glomosim: 2's query has to wait until 250 ms after 0's.
        Compare(Control("glomosim", 4, {0, 2}),
                {"1.000 1 join_reply>0",
                 "1.000 0 reply_ack>1",
                 "1.300 1 join_reply>2",
                 "1.300 2 reply_ack>1"});
        // draft-04: nobody waits.
        Compare(Control("draft-04", 4, {0, 2}),
                {"1.000 1 join_reply>0",
                 "1.000 0 reply_ack>1",
                 "1.100 1 join_reply>2",
                 "1.100 2 reply_ack>1"});
    }
};

/// @brief The ODMRP suite.
class OdmrpTestSuite : public TestSuite
{
  public:
    OdmrpTestSuite()
        : TestSuite("pubsub-odmrp", Type::UNIT)
    {
        AddTestCase(new TopicGroupTest, Duration::QUICK);
        AddTestCase(new OdmrpLineTest, Duration::QUICK);
        AddTestCase(new LineCostTest(1), Duration::QUICK);
        AddTestCase(new LineCostTest(4), Duration::QUICK);
        AddTestCase(new StarTest, Duration::QUICK);
        AddTestCase(new DraftFigureTest, Duration::QUICK);
        AddTestCase(new LostReplyTest, Duration::QUICK);
        AddTestCase(new FallBackTest, Duration::QUICK);
        AddTestCase(new OdmrpExpiryTest, Duration::QUICK);
        AddTestCase(new TimerSetTest, Duration::QUICK);
    }
};

OdmrpTestSuite g_odmrpTestSuite; ///< the suite

} // namespace
