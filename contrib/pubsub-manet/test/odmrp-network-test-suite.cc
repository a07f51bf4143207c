// SPDX-License-Identifier: GPL-2.0-only
//
// ODMRP as a whole: what a round costs, who is acknowledged, what each timer is.

#include "network-test-case.h"
#include "test-network.h"

#include "ns3/boolean.h"
#include "ns3/manet-odmrp.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <sstream>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::manet;

namespace
{

/// @return ODMRP without jitter, so that every time is known
ObjectFactory
OdmrpWithoutJitter()
{
    ObjectFactory factory("ns3::Odmrp");
    factory.Set("QueryJitter", TimeValue(NanoSeconds(1)));
    factory.Set("ReplyJitter", TimeValue(NanoSeconds(1)));
    factory.Set("ForwardJitter", TimeValue(Seconds(0)));
    return factory;
}

/// @brief A line of a time-line.
struct Sent
{
    double time;      ///< s
    NodeId node;      ///< who
    std::string what; ///< message, with the neighbour it is meant for, or the event
};

/**
 * @param lines of a time-line or of events
 * @return them in parts
 */
std::vector<Sent>
Parsed(const std::vector<std::string>& lines)
{
    std::vector<Sent> all;
    for (const std::string& line : lines)
    {
        Sent sent;
        std::istringstream parts(line);
        parts >> sent.time >> sent.node >> sent.what;
        all.push_back(sent);
    }
    return all;
}

/**
 * @param lines of a time-line
 * @param what is the message, with or without whom it is meant for
 * @return how many there are
 */
std::size_t
Count(const std::vector<std::string>& lines, const std::string& what)
{
    const auto all = Parsed(lines);
    return std::count_if(all.begin(), all.end(), [&what](const Sent& sent) {
        return sent.what == what || sent.what.starts_with(what + ">");
    });
}

/**
 * @brief What a round costs on any network at rest without losses, in closed form.
 *
 * N nodes can be reached from the publisher 0. The next hops of members, and of whom they name, and
 * so on, make a tree T to it. A round is N queries, a reply of each node of T but the publisher,
 * and an acknowledgement to each that names the publisher. Who names a node that has replied
 * already hears no reply after its own: it repeats it once and is acknowledged. A further event
 * costs a transmission of the publisher and of each node that is named. Without jitter T is made of
 * shortest paths.
 */
class ClosedFormTest : public NetworkTestCase
{
  public:
    /**
     * @param nodes in a unit square
     * @param seed of the network
     */
    ClosedFormTest(uint32_t nodes, uint32_t seed)
        : NetworkTestCase("closed form, " + std::to_string(nodes) + " nodes, network " +
                          std::to_string(seed)),
          m_nodes(nodes),
          m_seed(seed)
    {
    }

  private:
    static constexpr uint32_t ROUNDS = 3;  ///< of 3 s
    static constexpr uint32_t EVENTS = 30; ///< in each

    /**
     * @brief Draw places and make the links among them.
     * @param network of the nodes
     */
    void Draw(TestNetwork& network)
    {
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(1000 + m_seed);
        std::vector<std::pair<double, double>> places(m_nodes);
        m_links.assign(m_nodes, {});
        for (NodeId i = 0; i < m_nodes; ++i)
        {
            places[i] = {random->GetValue(0, 1), random->GetValue(0, 1)};
            for (NodeId j = 0; j < i; ++j)
            {
                if (std::hypot(places[i].first - places[j].first,
                               places[i].second - places[j].second) < 0.35)
                {
                    network.Connect(i, j);
                    m_links[i].push_back(j);
                    m_links[j].push_back(i);
                }
            }
        }
        for (NodeId i = 1; i < m_nodes; ++i)
        {
            if (random->GetValue(0, 1) < 0.4)
            {
                m_members.insert(i);
                network.Subscribe(i, "a");
            }
        }
    }

    /// @return hops from node 0 to each that can be reached
    std::map<NodeId, uint32_t> Distances() const
    {
        std::map<NodeId, uint32_t> hops{{0, 0}};
        std::queue<NodeId> open({0});
        for (; !open.empty(); open.pop())
        {
            for (NodeId next : m_links[open.front()])
            {
                if (hops.emplace(next, hops[open.front()] + 1).second)
                {
                    open.push(next);
                }
            }
        }
        return hops;
    }

    /**
     * @brief Follow next hops from every member.
     * @param network after a round
     */
    void Trace(const TestNetwork& network)
    {
        const uint32_t group = network.At<Odmrp>(0)->GroupOf(*Topic::Parse("a"));
        const auto hops = Distances();
        for (NodeId member : m_members)
        {
            uint32_t length = 0;
            for (NodeId at = member; hops.contains(member) && at != 0; ++length)
            {
                m_nextHops[at] = network.At<Odmrp>(at)->GetNextHop(group, 0);
                at = m_nextHops[at];
                NS_TEST_ASSERT_MSG_EQ(hops.contains(at), true, "on the way of " << member);
            }
            NS_TEST_EXPECT_MSG_EQ(length,
                                  (hops.contains(member) ? hops.at(member) : 0),
                                  "a shortest path of " << member);
        }
    }

    /**
     * @param node of the tree
     * @return when in a round it replies, us; a link takes 10 us
     */
    uint64_t ReplyTime(NodeId node) const
    {
        if (m_members.contains(node))
        {
            return 10 * Distances().at(node);
        }
        uint64_t asked = UINT64_MAX;
        for (const auto& [child, next] : m_nextHops)
        {
            asked = next == node ? std::min(asked, ReplyTime(child) + 10) : asked;
        }
        return asked + 25000;
    }

    /**
     * @param node of the tree
     * @return whether its next hop has replied when it is asked
     */
    bool MustRepeat(NodeId node) const
    {
        const NodeId next = m_nextHops.at(node);
        return next != 0 && (m_members.contains(next) || ReplyTime(node) > ReplyTime(next) + 10);
    }

    void DoRun() override
    {
        ObjectFactory protocol = OdmrpWithoutJitter();
        protocol.Set("PreAcknowledgement", BooleanValue(false));
        TestNetwork network(m_nodes, protocol);
        Draw(network);
        network.PublishFrom(0, "a", Seconds(1), ROUNDS * EVENTS);
        TestNetwork::RunUntil(Seconds(1 + 3 * ROUNDS));
        Trace(network);
        const std::size_t reached = Distances().size();
        std::set<NodeId> named;
        std::size_t atSource = 0;
        std::size_t repeated = 0;
        for (const auto& [node, next] : m_nextHops)
        {
            named.insert(next);
            atSource += next == 0 ? 1 : 0;
            repeated += MustRepeat(node) ? 1 : 0;
        }
        named.erase(0);
        const std::size_t replies = m_nextHops.size() + repeated;
        const std::size_t acks = atSource + repeated;
        NS_TEST_EXPECT_MSG_EQ(Count(network.Events(), "join_query"), ROUNDS * reached, "queries");
        NS_TEST_EXPECT_MSG_EQ(Count(network.Timeline(), "join_reply"), ROUNDS * replies, "replies");
        NS_TEST_EXPECT_MSG_EQ(Count(network.Timeline(), "reply_ack"), ROUNDS * acks, "acks");
        NS_TEST_EXPECT_MSG_EQ(network.Timeline().size(), ROUNDS * (replies + acks), "no other");
        NS_TEST_EXPECT_MSG_EQ(Count(network.Events(), "event"),
                              ROUNDS * (EVENTS - 1) * (1 + named.size()),
                              "events");
        for (NodeId member : m_members)
        {
            const uint32_t due = Distances().contains(member) ? ROUNDS * EVENTS : 0;
            NS_TEST_EXPECT_MSG_EQ(network.Delivered(member), due, "delivered to " << member);
        }
    }

    uint32_t m_nodes;                         ///< in the square
    uint32_t m_seed;                          ///< of the network
    std::vector<std::vector<NodeId>> m_links; ///< by node
    std::set<NodeId> m_members;               ///< nodes that want the events
    std::map<NodeId, NodeId> m_nextHops;      ///< of the tree's nodes but the publisher
};

/// @brief Events that follow a first query wait until its replies are back; later ones do not.
class SetUpTest : public NetworkTestCase
{
  public:
    SetUpTest()
        : NetworkTestCase("events wait for the first replies")
    {
    }

  private:
    void DoRun() override
    {
        constexpr NodeId LAST = 8; // its reply takes 7 times 25 ms
        for (const bool waits : {true, false})
        {
            ObjectFactory protocol = OdmrpWithoutJitter();
            protocol.Set("SetUpTime", TimeValue(Seconds(waits ? 0.5 : 0.0)));
            TestNetwork network(LAST + 1, protocol);
            for (NodeId i = 0; i < LAST; ++i)
            {
                network.Connect(i, i + 1);
            }
            network.Subscribe(LAST, "a");
            network.PublishFrom(0, "a", Seconds(1), 8);
            network.PublishFrom(0, "a", Seconds(20), 2); // the forwarding group has expired
            TestNetwork::RunUntil(Seconds(25));
            // At once, those at 1.1 and 20.1 s are lost.
            NS_TEST_EXPECT_MSG_EQ(network.Delivered(LAST), (waits ? 10U : 8U), "waits: " << waits);
            std::vector<double> times;
            for (const Sent& sent : Parsed(network.Events()))
            {
                if (sent.node == 0 && sent.what == "event")
                {
                    times.push_back(sent.time);
                }
            }
            NS_TEST_ASSERT_MSG_EQ(times.size(), 8, "plain events of the publisher");
            NS_TEST_EXPECT_MSG_EQ_TOL(times[0], (waits ? 1.5 : 1.1), 1e-3, "the second event");
            NS_TEST_EXPECT_MSG_EQ_TOL(times[5], 1.6, 1e-3, "the seventh event");
            NS_TEST_EXPECT_MSG_EQ_TOL(times[7], (waits ? 20.5 : 20.1), 1e-3, "after a pause");
            Simulator::Destroy();
        }
    }
};

/**
 * @brief Who is acknowledged does not reply again, however late the acknowledgement, and one to a
 * neighbour will do.
 *
 * All hear all; 1 to 5 want what 0 publishes. A reply is repeated after 1 to 16 ms, an
 * acknowledgement comes after up to 15 ms: often it is of an earlier transmission.
 */
class AcknowledgementTest : public NetworkTestCase
{
  public:
    AcknowledgementTest()
        : NetworkTestCase("late and overheard acknowledgements")
    {
    }

  private:
    /**
     * @param members how many
     * @param preAcknowledge attribute
     * @return replies that were repeated after the publisher's first acknowledgement of a round,
     * and acknowledgements that came after a repetition
     */
    std::pair<uint32_t, uint32_t> Repeated(uint32_t members, bool preAcknowledge)
    {
        ObjectFactory protocol = OdmrpWithoutJitter();
        protocol.Set("ReplyJitter", TimeValue(MilliSeconds(15)));
        protocol.Set("ReplyTimeout", TimeValue(MilliSeconds(1)));
        protocol.Set("MaxReplies", UintegerValue(255));
        protocol.Set("PreAcknowledgement", BooleanValue(preAcknowledge));
        TestNetwork network(members + 1, protocol);
        for (NodeId i = 1; i <= members; ++i)
        {
            network.Subscribe(i, "a");
            for (NodeId j = 0; j < i; ++j)
            {
                network.Connect(i, j);
            }
        }
        network.PublishFrom(0, "a", Seconds(1), 1500);
        TestNetwork::RunUntil(Seconds(155));
        uint32_t repeated = 0;
        uint32_t late = 0;
        double round = 0.0;
        bool acknowledged = false;
        std::map<NodeId, uint32_t> replies;
        for (const Sent& sent : Parsed(network.Timeline()))
        {
            if (sent.time > round + 1.0)
            {
                round = sent.time;
                acknowledged = false;
                replies.clear();
            }
            if (sent.what.starts_with("join_reply"))
            {
                repeated += ++replies[sent.node] > 1 && acknowledged ? 1 : 0;
            }
            else if (sent.what.starts_with("reply_ack"))
            {
                const NodeId to = std::stoul(sent.what.substr(sent.what.find('>') + 1));
                late += replies[to] > 1 ? 1 : 0;
                acknowledged = true;
            }
        }
        Simulator::Destroy();
        return {repeated, late};
    }

    void DoRun() override
    {
        const auto alone = Repeated(1, true);
        NS_TEST_EXPECT_MSG_EQ(alone.first, 0, "repeated though acknowledged");
        NS_TEST_EXPECT_MSG_GT(alone.second, 5, "late acknowledgements, else this tests nothing");
        // Now and then one is sent in the 10 us that an acknowledgement takes.
        NS_TEST_EXPECT_MSG_LT(Repeated(5, true).first, 3, "repeated though a neighbour's came");
        NS_TEST_EXPECT_MSG_GT(Repeated(5, false).first, 5, "neighbours' do not count");
    }
};

/**
 * @brief Who has given up its route forwards for those behind it and acknowledges them.
 *
 *     0 --- 1 -X- 2 --- 3 --- ... --- 13     2 and 13 want; 1-2 breaks after the query
 *
 * 2 gives up at 225 ms, 3's reply comes at 250 ms. Only 2 may cry out, and 3 to 13 pass that on.
 */
class GivenUpTest : public NetworkTestCase
{
  public:
    GivenUpTest()
        : NetworkTestCase("replies to a node that has given up")
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork network(14, OdmrpWithoutJitter());
        for (NodeId i = 0; i < 13; ++i)
        {
            network.Connect(i, i + 1);
        }
        network.Subscribe(2, "a");
        network.Subscribe(13, "a");
        network.PublishFrom(0, "a", Seconds(1), 1);
        TestNetwork::RunUntil(Seconds(1) + MicroSeconds(25)); // 2 has the query
        network.Disconnect(1, 2);
        TestNetwork::RunUntil(Seconds(3));
        NS_TEST_EXPECT_MSG_EQ(Count(network.Timeline(), "unreachable"),
                              12,
                              "2's, sent on by 3 to 13");
        NS_TEST_EXPECT_MSG_EQ(Count(network.Timeline(), "join_reply>1"), 3, "of 2, in vain");
        NS_TEST_EXPECT_MSG_EQ(Count(network.Timeline(), "reply_ack>3"), 1, "2 acknowledges");
        const uint32_t group = network.At<Odmrp>(2)->GroupOf(*Topic::Parse("a"));
        NS_TEST_EXPECT_MSG_EQ(network.At<Odmrp>(2)->IsForwarding(group), true, "and forwards");
    }
};

/// @brief A query crosses as many links as it may, after a jitter at each relay, once per node.
class QueryTest : public NetworkTestCase
{
  public:
    QueryTest()
        : NetworkTestCase("time to live, message cache and jitter of queries")
    {
    }

  private:
    void DoRun() override
    {
        ObjectFactory protocol = OdmrpWithoutJitter();
        protocol.Set("TimeToLive", UintegerValue(3));
        TestNetwork line(6, protocol);
        for (NodeId i = 0; i < 5; ++i)
        {
            line.Connect(i, i + 1);
        }
        line.PublishFrom(0, "a", Seconds(1), 1);
        TestNetwork::RunUntil(Seconds(2));
        NS_TEST_EXPECT_MSG_EQ(line.Events().size(), 3, "0, 1 and 2 send it, 3 has it");
        NS_TEST_EXPECT_MSG_EQ(line.Drops().at("time to live"), 1, "at 3");
        Simulator::Destroy();

        constexpr NodeId LAST = 20;
        protocol = OdmrpWithoutJitter();
        protocol.Set("QueryJitter", TimeValue(MilliSeconds(100)));
        TestNetwork clique(LAST + 1, protocol);
        for (NodeId i = 1; i <= LAST; ++i)
        {
            for (NodeId j = 0; j < i; ++j)
            {
                clique.Connect(i, j);
            }
        }
        clique.PublishFrom(0, "a", Seconds(1), 1);
        TestNetwork::RunUntil(Seconds(2));
        std::set<double> times;
        std::set<NodeId> senders;
        for (const Sent& sent : Parsed(clique.Events()))
        {
            times.insert(sent.time);
            senders.insert(sent.node);
        }
        NS_TEST_EXPECT_MSG_EQ(clique.Events().size(), LAST + 1, "each sends it");
        NS_TEST_EXPECT_MSG_EQ(senders.size(), LAST + 1, "once");
        NS_TEST_EXPECT_MSG_EQ(clique.Drops().at("duplicate"),
                              LAST * LAST,
                              "copies at 0 and at all");
        NS_TEST_EXPECT_MSG_GT(times.size(), 15, "at different times");
        NS_TEST_EXPECT_MSG_LT(*times.rbegin(), 1.101, "within the jitter");
        NS_TEST_EXPECT_MSG_GT(*times.rbegin(), 1.07, "and up to it");
    }
};

/// @brief A forwarding group is one of its group only.
class GroupsTest : public NetworkTestCase
{
  public:
    GroupsTest()
        : NetworkTestCase("who forwards for one group does not for another")
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork network(3, OdmrpWithoutJitter());
        network.Connect(0, 1);
        network.Connect(1, 2);
        network.Subscribe(2, "a.x");
        network.PublishFrom(0, "a.x", Seconds(1), 1);
        network.PublishFrom(0, "b.x", Seconds(1.05), 1);
        network.PublishFrom(0, "a.y", Seconds(2), 1);
        network.PublishFrom(0, "b.y", Seconds(2.05), 1);
        TestNetwork::RunUntil(Seconds(2.5));
        NS_TEST_EXPECT_MSG_EQ(Count(network.Events(), "join_query"), 6, "a query for each group");
        NS_TEST_EXPECT_MSG_EQ(network.Sent(1), 3, "1 sends both queries on, and a.y, but not b.y");
    }
};

/// @brief ODMRP that shows its timers.
class OpenOdmrp : public Odmrp
{
  public:
    using Odmrp::Timers;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::OpenOdmrp").SetParent<Odmrp>().AddConstructor<OpenOdmrp>();
        return tid;
    }
};

NS_OBJECT_ENSURE_REGISTERED(OpenOdmrp);

/// @brief Every number of every set, and every attribute in the place of one.
class TimersTest : public NetworkTestCase
{
  public:
    TimersTest()
        : NetworkTestCase("the numbers of the timer sets, and attributes instead")
    {
    }

  private:
    /**
     * @param timers any
     * @return them in ms, then the counts
     */
    static std::vector<int64_t> Numbers(const OdmrpTimers& timers)
    {
        return {timers.refreshInterval.GetMilliSeconds(),
                timers.groupTimeout.GetMilliSeconds(),
                timers.routeTimeout.GetMilliSeconds(),
                timers.replyRefresh.GetMilliSeconds(),
                timers.ackTimeout.GetMilliSeconds(),
                timers.queryJitter.GetMilliSeconds(),
                timers.replyJitter.GetMilliSeconds(),
                timers.collectPause.GetMilliSeconds(),
                timers.queryHoldOff.GetMilliSeconds(),
                timers.maxReplies,
                timers.timeToLive};
    }

    /**
     * @param factory of ODMRP
     * @return the numbers that a node runs on
     */
    static std::vector<int64_t> InForce(const ObjectFactory& factory)
    {
        TestNetwork network(1, factory);
        TestNetwork::RunUntil(Seconds(1));
        const auto numbers = Numbers(network.At<OpenOdmrp>(0)->Timers());
        Simulator::Destroy();
        return numbers;
    }

    /**
     * @brief Compare number by number.
     * @param got in force
     * @param expected should be
     * @param what is compared
     */
    void Compare(const std::vector<int64_t>& got,
                 const std::vector<int64_t>& expected,
                 const std::string& what)
    {
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(got[i], expected[i], what << ", number " << i);
        }
    }

    void DoRun() override
    {
        const std::map<std::string, std::vector<int64_t>> sets{
            {"draft-00", {400, 480, 960, 160, 0, 10, 15, 25, 0, 3, 32}},
            {"glomosim", {3000, 4000, 4000, 0, 75, 10, 15, 25, 250, 3, 10}},
            {"draft-04", {3000, 9000, 9000, 0, 75, 10, 15, 25, 0, 3, 32}},
        };
        ObjectFactory open("ns3::OpenOdmrp");
        Compare(InForce(open), sets.at("draft-04"), "the default");
        const std::vector<std::string> attributes{"RefreshInterval",
                                                  "ForwardingGroupTimeout",
                                                  "RouteTimeout",
                                                  "ReplyRefresh",
                                                  "ReplyTimeout",
                                                  "QueryJitter",
                                                  "ReplyJitter",
                                                  "CollectPause",
                                                  "QueryHoldOff",
                                                  "MaxReplies",
                                                  "TimeToLive"};
        for (const auto& [set, numbers] : sets)
        {
            open.Set("Timers", StringValue(set));
            Compare(InForce(open), numbers, set);
            for (std::size_t i = 0; i < attributes.size(); ++i)
            {
                ObjectFactory changed = open;
                changed.Set(attributes[i], StringValue(i < 9 ? "7ms" : "7"));
                auto expected = numbers;
                expected[i] = 7;
                Compare(InForce(changed), expected, set + " with another " + attributes[i]);
            }
        }
    }
};

/// @brief Lengths of the draft's headers.
class LayoutTest : public TestCase
{
  public:
    LayoutTest()
        : TestCase("headers are as long as the draft's")
    {
    }

  private:
    void DoRun() override
    {
        JoinReply reply;
        NS_TEST_EXPECT_MSG_EQ(MessageHeader<JoinQuery>(JoinQuery()).GetSerializedSize(),
                              20,
                              "query");
        NS_TEST_EXPECT_MSG_EQ(MessageHeader<JoinReply>(reply).GetSerializedSize(), 16, "reply");
        reply.entries.resize(3);
        NS_TEST_EXPECT_MSG_EQ(MessageHeader<JoinReply>(reply).GetSerializedSize(), 40, "3 entries");
    }
};

/// @brief The suite of whole networks.
class OdmrpNetworkTestSuite : public TestSuite
{
  public:
    OdmrpNetworkTestSuite()
        : TestSuite("pubsub-odmrp-network", Type::UNIT)
    {
        for (uint32_t seed = 1; seed <= 20; ++seed)
        {
            AddTestCase(new ClosedFormTest(5 + 2 * seed, seed), Duration::QUICK);
        }
        AddTestCase(new SetUpTest, Duration::QUICK);
        AddTestCase(new AcknowledgementTest, Duration::QUICK);
        AddTestCase(new GivenUpTest, Duration::QUICK);
        AddTestCase(new QueryTest, Duration::QUICK);
        AddTestCase(new GroupsTest, Duration::QUICK);
        AddTestCase(new TimersTest, Duration::QUICK);
        AddTestCase(new LayoutTest, Duration::QUICK);
    }
};

OdmrpNetworkTestSuite g_odmrpNetworkTestSuite; ///< the suite

} // namespace
