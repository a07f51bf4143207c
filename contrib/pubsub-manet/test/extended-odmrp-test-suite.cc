// SPDX-License-Identifier: GPL-2.0-only
#include "network-test-case.h"
#include "test-network.h"

#include "ns3/enum.h"
#include "ns3/environment-variable.h"
#include "ns3/manet-extended-odmrp.h"
#include "ns3/pubsub-bloom-keys.h"
#include "ns3/simulator.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <set>
#include <tuple>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::manet;

namespace
{

/// The default shape of filters.
const BloomShape SHAPE;

/**
 * @param texts of filters
 * @return the Bloom filter of a subscription to them
 */
BloomFilter
FilterOf(const std::vector<std::string>& texts)
{
    Subscription subscription;
    for (const std::string& text : texts)
    {
        subscription.Add(*Filter::Parse(text));
    }
    return SubscriptionFilter(subscription, SHAPE);
}

/**
 * @param text of a filter
 * @return an advertisement of it
 */
std::vector<WeightedFilter>
Advertising(const std::string& text)
{
    return {{*Filter::Parse(text), 1}};
}

/// @brief What the cases share: what was said, without times, and a line of nodes.
class ExtendedTestCase : public NetworkTestCase
{
  public:
    using NetworkTestCase::NetworkTestCase;

  protected:
    /**
     * @param lines of a time-line
     * @param first to take
     * @return them without their times
     */
    static std::vector<std::string> Said(const std::vector<std::string>& lines,
                                         std::size_t first = 0)
    {
        std::vector<std::string> said;
        for (std::size_t i = first; i < lines.size(); ++i)
        {
            said.push_back(lines[i].substr(lines[i].find(' ') + 1));
        }
        return said;
    }

    /**
     * @brief Link nodes in a line.
     * @param network of them
     * @param nodes how many
     */
    static void MakeLine(TestNetwork& network, uint32_t nodes)
    {
        for (NodeId i = 0; i + 1 < nodes; ++i)
        {
            network.Connect(i, i + 1);
        }
    }
};

/// Extended ODMRP with its defaults.
const char* const PROTOCOL = "ns3::ExtendedOdmrp";

/**
 * @brief A round on the line 0 - 1 - 2 - 3: 0 publishes, 3 wants it.
 *
 *     0            1            2            3
 *     |-- query -->|-- query -->|-- query -->|-- query
 *     |            |            |<-- reply --|
 *     |            |<-- reply --|                 which acknowledges 3's
 *     |<-- reply --|                              which acknowledges 2's
 *     |--- ack --->|                              a publisher has no next hop
 */
class RoundTest : public ExtendedTestCase
{
  public:
    RoundTest()
        : ExtendedTestCase("the messages of a round")
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork network(4, ObjectFactory(PROTOCOL));
        MakeLine(network, 4);
        network.At<Endpoint>(0)->Advertise(Advertising("a.b"));
        network.Subscribe(3, "a.#");
        network.Subscribe(1, "z");
        TestNetwork::RunUntil(Seconds(1));
        const std::vector<std::string> round{"0 filter_query>-1",
                                             "1 filter_query>-1",
                                             "2 filter_query>-1",
                                             "3 filter_query>-1",
                                             "3 filter_reply>2",
                                             "2 filter_reply>1",
                                             "1 filter_reply>0",
                                             "0 reply_ack>1"};
        std::vector<std::string> said = Said(network.Timeline());
        if (said.size() > 4 && said[3] == "3 filter_reply>2")
        {
            std::swap(said[3], said[4]);
        }
        Compare(said, round);
        for (NodeId i = 0; i < 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ((network.At<ExtendedOdmrp>(i)->GetWanted(0) == FilterOf({"a.#"})),
                                  true,
                                  "wanted behind " << i);
        }
        TestNetwork::RunUntil(Seconds(3.7));
        NS_TEST_EXPECT_MSG_EQ(network.Timeline().size(), 16, "another round, of the same messages");
        network.PublishFrom(0, "a.b", Seconds(3.8), 5);
        network.PublishFrom(0, "a.c", Seconds(3.8), 5);
        TestNetwork::RunUntil(Seconds(4.5));
        NS_TEST_EXPECT_MSG_EQ(network.Delivered(3), 10, "a.# holds both");
        NS_TEST_EXPECT_MSG_EQ(network.Sent(3), 0, "nobody is behind the last");
        network.PublishFrom(0, "x", Seconds(4.5), 5);
        TestNetwork::RunUntil(Seconds(5.1));
        NS_TEST_EXPECT_MSG_EQ(network.Sent(0),
                              10,
                              "nobody wants x: the publisher itself is silent");
    }
};

/// @brief Nobody answers an advertisement that holds nothing of what he wants.
class AdvertisementTest : public ExtendedTestCase
{
  public:
    AdvertisementTest()
        : ExtendedTestCase("brokers that the advertisement cannot match do not answer")
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork network(3, ObjectFactory(PROTOCOL));
        MakeLine(network, 3);
        network.At<Endpoint>(0)->Advertise(Advertising("a.b.#"));
        network.Subscribe(1, "a.c.#");
        network.Subscribe(2, "x.y");
        TestNetwork::RunUntil(Seconds(10));
        const auto said = Said(network.Timeline());
        NS_TEST_EXPECT_MSG_GT(said.size(), 8, "queries were sent");
        NS_TEST_EXPECT_MSG_EQ(
            std::all_of(said.begin(),
                        said.end(),
                        [](const std::string& line) { return line.ends_with("filter_query>-1"); }),
            true,
            "and nothing else");
        network.At<Endpoint>(0)->Advertise(Advertising("x.#"));
        TestNetwork::RunUntil(Seconds(10.2));
        NS_TEST_EXPECT_MSG_EQ((network.At<ExtendedOdmrp>(0)->GetWanted(0) == FilterOf({"x.y"})),
                              true,
                              "another advertisement is flooded at once");
    }
};

/// @brief A publisher that advertises nothing asks everybody, from its first event on.
class NoAdvertisementTest : public ExtendedTestCase
{
  public:
    NoAdvertisementTest()
        : ExtendedTestCase("a publisher without an advertisement")
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork network(3, ObjectFactory(PROTOCOL));
        MakeLine(network, 3);
        network.Subscribe(2, "a.b");
        TestNetwork::RunUntil(Seconds(5));
        NS_TEST_EXPECT_MSG_EQ(network.Timeline().size(), 0, "nobody publishes");
        network.PublishFrom(0, "a.b", Seconds(5), 10);
        TestNetwork::RunUntil(Seconds(7));
        NS_TEST_EXPECT_MSG_EQ(network.Delivered(2),
                              9,
                              "all but the one that began the first round");
    }
};

/**
 * @brief The filters follow subscriptions at once, on the tree 0 - 1 - {2, 3 - 4}.
 */
class ChangeTest : public ExtendedTestCase
{
  public:
    ChangeTest()
        : ExtendedTestCase("filters grow and shrink with subscriptions, at once")
    {
    }

  private:
    /**
     * @param network of the nodes
     * @param time a little later than the change
     * @param wanted behind nodes 0, 1, 2 and 3
     */
    void ExpectWanted(TestNetwork& network,
                      Time time,
                      const std::vector<std::vector<std::string>>& wanted)
    {
        TestNetwork::RunUntil(time);
        for (NodeId i = 0; i < wanted.size(); ++i)
        {
            const BloomFilter filter = network.At<ExtendedOdmrp>(i)->GetWanted(0);
            NS_TEST_EXPECT_MSG_EQ((filter == FilterOf(wanted[i])),
                                  true,
                                  i << " at " << time.As(Time::S));
        }
    }

    void DoRun() override
    {
        TestNetwork network(5, ObjectFactory(PROTOCOL));
        network.Connect(0, 1);
        network.Connect(1, 2);
        network.Connect(1, 3);
        network.Connect(3, 4);
        network.At<Endpoint>(0)->Advertise(Advertising("#"));
        network.Subscribe(2, "a");
        network.Subscribe(4, "b");
        ExpectWanted(network, Seconds(1), {{"a", "b"}, {"a", "b"}, {}, {"b"}});
        network.Subscribe(4, "c.d");
        network.Subscribe(3, "e");
        ExpectWanted(network,
                     Seconds(1.3),
                     {{"a", "b", "c.d", "e"}, {"a", "b", "c.d", "e"}, {}, {"b", "c.d"}});
        network.At<Endpoint>(4)->Unsubscribe(*Filter::Parse("b"));
        ExpectWanted(network, Seconds(1.6), {{"a", "c.d", "e"}, {"a", "c.d", "e"}, {}, {"c.d"}});
        network.At<Endpoint>(2)->Unsubscribe(*Filter::Parse("a"));
        network.At<Endpoint>(4)->Unsubscribe(*Filter::Parse("c.d"));
        ExpectWanted(network, Seconds(1.9), {{"e"}, {"e"}, {}, {}});
        network.At<Endpoint>(3)->Unsubscribe(*Filter::Parse("e"));
        ExpectWanted(network, Seconds(2.2), {{}, {}, {}, {}});
        network.PublishFrom(0, "a", Seconds(2.3), 5);
        ExpectWanted(network, Seconds(20), {{}, {}, {}, {}});
        NS_TEST_EXPECT_MSG_EQ(network.Sent(0), 0, "nothing is sent for nobody");
        NS_TEST_EXPECT_MSG_EQ(network.Events().size(), 0, "by anybody");
    }
};

/// @brief What is no longer asked for goes out after the timeout, 9 s, on the line 0 - 1 - 2.
class ExpiryTest : public ExtendedTestCase
{
  public:
    ExpiryTest()
        : ExtendedTestCase("filters shrink when neighbours fall silent")
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork network(4, ObjectFactory(PROTOCOL));
        MakeLine(network, 3);
        network.Connect(1, 3);
        network.At<Endpoint>(0)->Advertise(Advertising("#"));
        network.Subscribe(2, "a");
        network.Subscribe(3, "b");
        TestNetwork::RunUntil(Seconds(20));
        network.Disconnect(1, 2);
        TestNetwork::RunUntil(Seconds(22));
        NS_TEST_EXPECT_MSG_EQ((network.At<ExtendedOdmrp>(1)->GetWanted(0) == FilterOf({"a", "b"})),
                              true,
                              "still there after 2 s");
        TestNetwork::RunUntil(Seconds(29.1));
        NS_TEST_EXPECT_MSG_EQ((network.At<ExtendedOdmrp>(1)->GetWanted(0) == FilterOf({"b"})),
                              true,
                              "gone after 9 s");
        TestNetwork::RunUntil(Seconds(30));
        NS_TEST_EXPECT_MSG_EQ((network.At<ExtendedOdmrp>(0)->GetWanted(0) == FilterOf({"b"})),
                              true,
                              "and so it is in the filter that 1 asks 0 for");
    }
};

/// @brief A neighbour with other filters is refused and counted, not misread.
class ShapeTest : public ExtendedTestCase
{
  public:
    ShapeTest()
        : ExtendedTestCase("filters of another shape are refused")
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork network(2, ObjectFactory(PROTOCOL));
        MakeLine(network, 2);
        network.At<Endpoint>(1)->SetAttribute("FilterBits", UintegerValue(128));
        network.At<Endpoint>(0)->Advertise(Advertising("#"));
        network.Subscribe(1, "a");
        TestNetwork::RunUntil(Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(network.Drops().at("malformed filter_reply"), 3, "each try");
        NS_TEST_EXPECT_MSG_EQ(network.At<ExtendedOdmrp>(0)->GetWanted(0).IsEmpty(),
                              true,
                              "of nothing");
    }
};

/// @brief Replies are repeated until acknowledged: on the line 0 - 1 - 2 with losses of 20 %.
class LossTest : public ExtendedTestCase
{
  public:
    LossTest()
        : ExtendedTestCase("lost replies are repeated")
    {
    }

  private:
    /**
     * @param tries transmissions of a reply at most
     * @return of 5,000 events, those that the publisher sent because it knew of a subscriber
     */
    uint32_t SentWith(uint32_t tries)
    {
        ObjectFactory factory(PROTOCOL);
        factory.Set("MaxReplies", UintegerValue(tries));
        factory.Set("ForwardingGroupTimeout", TimeValue(Seconds(3)));
        TestNetwork network(3, factory);
        MakeLine(network, 3);
        network.LosePackets(0.2);
        network.At<Endpoint>(0)->Advertise(Advertising("a"));
        network.Subscribe(2, "a");
        network.PublishFrom(0, "a", Seconds(10), 5000);
        TestNetwork::RunUntil(Seconds(520));
        // Each of the two links passes 80 % of the events.
        NS_TEST_EXPECT_MSG_EQ_TOL(1.0 * network.Delivered(2) / network.Sent(0),
                                  0.64,
                                  0.03,
                                  "share");
        const uint32_t sent = network.Sent(0);
        Simulator::Destroy();
        return sent;
    }

    void DoRun() override
    {
        // The filter expires unless the query comes to 2 and both replies come back, in every
        // round: 64 % with replies that never fail, 41 % with one try for each. A round is 2.6 s on
        // average and the filter lives for 3, so a little more.
        NS_TEST_EXPECT_MSG_EQ_TOL(SentWith(3) / 5000.0, 0.67, 0.06, "three tries");
        NS_TEST_EXPECT_MSG_EQ_TOL(SentWith(1) / 5000.0, 0.44, 0.06, "one try");
    }
};

/**
 * @brief No event is lost to a filter: random networks, subscriptions with and without predicates
 * that come and go, a node that falls silent, two publishers, nothing lost on the air.
 */
class NoFalseNegativeTest : public ExtendedTestCase
{
  public:
    /**
     * @param run random number
     * @param bits of the filters
     * @param hash function
     */
    NoFalseNegativeTest(uint64_t run, uint32_t bits, BloomHash hash)
        : ExtendedTestCase("no event lost to filters of " + std::to_string(bits) + " bits, run " +
                           std::to_string(run)),
          m_run(run),
          m_protocol(PROTOCOL)
    {
        m_protocol.Set("FilterBits", UintegerValue(bits));
        m_protocol.Set("FilterHash", EnumValue(hash));
    }

  private:
    using Delivery = std::tuple<NodeId, NodeId, uint32_t>; ///< who, publisher, sequence

    static constexpr uint32_t NODES = 14;                    ///< in each network
    static constexpr uint32_t LEVELS = 5;                    ///< of the events' attribute
    static constexpr double LENGTH = 60.0;                   ///< of a run, s
    static constexpr double ROUND = 3.0;                     ///< between two queries at most, s
    static constexpr double SETTLED = 0.8;                   ///< s after a change, and before one
    const std::vector<std::string> m_advertised{"x.#", "y"}; ///< by publishers 0 and 1

    /**
     * @brief A trace sink.
     * @param all deliveries
     * @param node to which
     * @param event which
     */
    static void Note(std::set<Delivery>* all, NodeId node, const EventMessage& event, bool)
    {
        all->insert({node, event.publisher, event.sequence});
    }

    /**
     * @param words at least
     * @return a topic of them
     */
    std::string RandomTopic(uint32_t words)
    {
        std::string text(1, "xyz"[m_random->GetInteger(0, 2)]);
        for (uint32_t i = m_random->GetInteger(words, 4); i > 1; --i)
        {
            text += std::string(".") + "xyz"[m_random->GetInteger(0, 2)];
        }
        return text;
    }

    /// @return a filter: a topic, a subtree or everything; every other one asks for a level
    std::string RandomFilter()
    {
        const uint32_t kind = m_random->GetInteger(0, 9);
        const std::string topics = kind == 0  ? "#"
                                   : kind < 4 ? RandomTopic(1) + ".#"
                                              : RandomTopic(1);
        const uint32_t level = m_random->GetInteger(0, 2 * LEVELS - 1);
        return level < LEVELS ? topics : topics + "[level>=" + std::to_string(level - LEVELS) + "]";
    }

    /**
     * @brief Link all nodes: a random tree and some links more.
     * @param network of them
     */
    void Link(TestNetwork& network)
    {
        for (NodeId i = 1; i < NODES; ++i)
        {
            m_links.insert({m_random->GetInteger(0, i - 1), i});
        }
        for (uint32_t i = m_random->GetInteger(0, 20); i > 0; --i)
        {
            const NodeId a = m_random->GetInteger(0, NODES - 2);
            m_links.insert({a, m_random->GetInteger(a + 1, NODES - 1)});
        }
        for (const auto& [a, b] : m_links)
        {
            network.Connect(a, b);
        }
    }

    /**
     * @param node any
     * @return whether the others are linked without it
     */
    bool IsDispensable(NodeId node) const
    {
        std::set<NodeId> reached{0};
        for (NodeId round = 0; round < NODES; ++round)
        {
            for (const auto& [a, b] : m_links)
            {
                if (a != node && b != node && (reached.contains(a) || reached.contains(b)))
                {
                    reached.insert({a, b});
                }
            }
        }
        return reached.size() == NODES - 1;
    }

    /// @brief Let a node lose all its links at some time, if the others don't need it: what it
    /// wants is forgotten by nothing but time. @param network of the nodes
    void PlanSilence(TestNetwork& network)
    {
        const NodeId node = m_random->GetInteger(2, NODES - 1);
        if (!IsDispensable(node))
        {
            return;
        }
        m_silent = node;
        m_silentFrom = m_random->GetValue(10, LENGTH - 20);
        for (const auto& [a, b] : m_links)
        {
            if (a == node || b == node)
            {
                Simulator::Schedule(Seconds(m_silentFrom),
                                    &TestNetwork::Disconnect,
                                    &network,
                                    a,
                                    b);
            }
        }
    }

    /**
     * @param node that wants an event
     * @param at when it is published, s
     * @return whether the ways through the node that falls silent make no difference: it is linked,
     * or a round has passed
     */
    bool IsReachable(NodeId node, double at) const
    {
        return at < m_silentFrom - SETTLED ||
               (node != m_silent && at > m_silentFrom + ROUND + SETTLED);
    }

    /// A filter that a node wants for a while.
    struct Interest
    {
        NodeId node;   ///< who
        Filter filter; ///< what
        double from;   ///< s
        double to;     ///< s
    };

    /**
     * @brief Draw and plan what each node wants when.
     * @param network of the nodes
     */
    void PlanInterests(TestNetwork& network)
    {
        for (NodeId node = 0; node < NODES; ++node)
        {
            std::set<std::string> once;
            for (uint32_t i = m_random->GetInteger(0, 6); i > 0; --i)
            {
                const std::string text = RandomFilter();
                const double from = m_random->GetValue(0.5, LENGTH - 10);
                const double to = from + m_random->GetValue(1.0, 20.0);
                if (once.insert(text).second)
                {
                    auto who = network.At<Endpoint>(node);
                    const Filter filter = *Filter::Parse(text);
                    m_interests.push_back({node, filter, from, to});
                    Simulator::Schedule(Seconds(from), &Endpoint::Subscribe, who, filter);
                    Simulator::Schedule(Seconds(to), &Endpoint::Unsubscribe, who, filter);
                }
            }
        }
    }

    /**
     * @brief Draw and plan events, and say to whom each is due.
     * @param network of the nodes
     * @param publisher of the events
     * @param from when, s
     */
    void PlanEvents(TestNetwork& network, NodeId publisher, double from)
    {
        const std::string root = m_advertised[publisher].substr(0, 1);
        uint32_t sequence = 0;
        for (double at = from; at < LENGTH; at += m_random->GetValue(0.05, 0.4))
        {
            const std::string below = RandomTopic(1);
            const Content content(*Topic::Parse(publisher == 0 ? root + "." + below : root),
                                  {{"level", std::to_string(m_random->GetInteger(0, LEVELS - 1))}});
            Simulator::Schedule(Seconds(at),
                                &Endpoint::Publish,
                                network.At<Endpoint>(publisher),
                                content,
                                10);
            ++sequence;
            for (const Interest& interest : m_interests)
            {
                if (interest.node != publisher && interest.from + SETTLED < at &&
                    at < interest.to - SETTLED && IsReachable(interest.node, at) &&
                    interest.filter.Matches(content))
                {
                    m_due.insert({interest.node, publisher, sequence});
                }
            }
        }
    }

    void DoRun() override
    {
        m_random = CreateObject<UniformRandomVariable>();
        m_random->SetStream(1000 + static_cast<int64_t>(m_run));
        TestNetwork network(NODES, m_protocol);
        Link(network);
        std::set<Delivery> delivered;
        for (NodeId node = 0; node < NODES; ++node)
        {
            auto who = network.At<Endpoint>(node);
            who->TraceConnectWithoutContext("Deliver", MakeBoundCallback(&Note, &delivered, node));
            who->AssignStreams(static_cast<int64_t>(m_run * NODES + node));
        }
        PlanInterests(network);
        PlanSilence(network);
        network.At<Endpoint>(0)->Advertise(Advertising(m_advertised[0]));
        Simulator::Schedule(Seconds(5),
                            &Endpoint::Advertise,
                            network.At<Endpoint>(1),
                            Advertising(m_advertised[1]));
        PlanEvents(network, 0, SETTLED);
        PlanEvents(network, 1, 5 + SETTLED);
        TestNetwork::RunUntil(Seconds(LENGTH + 1));
        NS_TEST_EXPECT_MSG_GT(m_due.size(), 0, "events that are due");
        for (const auto& [node, publisher, sequence] : m_due)
        {
            NS_TEST_EXPECT_MSG_EQ(delivered.contains({node, publisher, sequence}),
                                  true,
                                  publisher << "." << sequence << " to " << node);
        }
        ExpectForgotten(network);
    }

    /**
     * @brief Once nobody wants anything, nobody seems to.
     * @param network of the nodes
     */
    void ExpectForgotten(TestNetwork& network)
    {
        TestNetwork::RunUntil(Seconds(LENGTH + 30));
        for (NodeId node = 0; node < NODES; ++node)
        {
            for (NodeId publisher : {0, 1})
            {
                const auto who = network.At<ExtendedOdmrp>(node);
                NS_TEST_EXPECT_MSG_EQ(who->GetWanted(publisher).IsEmpty(), true, "behind " << node);
            }
        }
    }

    uint64_t m_run;                              ///< which
    ObjectFactory m_protocol;                    ///< with its filters
    Ptr<UniformRandomVariable> m_random;         ///< all that is drawn
    std::set<std::pair<NodeId, NodeId>> m_links; ///< of the network
    NodeId m_silent = NO_NODE;                   ///< who falls silent
    double m_silentFrom = 2 * LENGTH;            ///< when, s
    std::vector<Interest> m_interests;           ///< of all nodes
    std::set<Delivery> m_due;                    ///< what must arrive
};

/// @brief Extended ODMRP.
class ExtendedOdmrpTestSuite : public TestSuite
{
  public:
    ExtendedOdmrpTestSuite()
        : TestSuite("pubsub-extended-odmrp", Type::UNIT)
    {
        AddTestCase(new RoundTest, Duration::QUICK);
        AddTestCase(new AdvertisementTest, Duration::QUICK);
        AddTestCase(new NoAdvertisementTest, Duration::QUICK);
        AddTestCase(new ChangeTest, Duration::QUICK);
        AddTestCase(new ExpiryTest, Duration::QUICK);
        AddTestCase(new ShapeTest, Duration::QUICK);
        AddTestCase(new LossTest, Duration::QUICK);
        const auto [given, runs] = EnvironmentVariable::Get("PUBSUB_FILTER_RUNS");
        for (uint64_t run = 1; run <= (given ? std::stoull(runs) : 40); ++run)
        {
            const uint32_t bits = run % 2 == 0 ? 64 : 256;
            const BloomHash hash = run % 4 < 2 ? BloomHash::FNV1A : BloomHash::ONE_AT_A_TIME;
            AddTestCase(new NoFalseNegativeTest(run, bits, hash), Duration::QUICK);
        }
    }
};

ExtendedOdmrpTestSuite g_extendedOdmrpTestSuite; ///< the suite

} // namespace
