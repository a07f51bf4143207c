// SPDX-License-Identifier: GPL-2.0-only
//
// Moves of links: the tree, the events, locks.

#include "overlay-test-network.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/random-variable-stream.h"

#include <algorithm>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::broker;

namespace
{

/**
 * @param tree links
 * @param from a broker
 * @param to another
 * @return the brokers from the one to the other
 */
std::vector<NodeId>
PathIn(const std::set<OverlayTestNetwork::Edge>& tree, NodeId from, NodeId to)
{
    std::map<NodeId, NodeId> parent{{to, to}};
    for (std::size_t before = 0; before != parent.size();)
    {
        before = parent.size();
        for (const auto& [a, b] : tree)
        {
            if (parent.contains(a) && !parent.contains(b))
            {
                parent[b] = a;
            }
            else if (parent.contains(b) && !parent.contains(a))
            {
                parent[a] = b;
            }
        }
    }
    std::vector<NodeId> path{from};
    while (path.back() != to)
    {
        path.push_back(parent.at(path.back()));
    }
    return path;
}

/// @brief Random proposals of many masters at a time, under traffic: always a tree, and each event
/// once and in order.
class RandomMovesTest : public TestCase
{
  public:
    /**
     * @param seed of the run
     * @param byAdvertisement which routing
     */
    RandomMovesTest(uint32_t seed, bool byAdvertisement)
        : TestCase("random moves, seed " + std::to_string(seed) +
                   (byAdvertisement ? ", by advertisement" : "")),
          m_byAdvertisement(byAdvertisement),
          m_random(CreateObject<UniformRandomVariable>())
    {
        m_random->SetStream(1000 + seed);
    }

  private:
    static constexpr uint32_t BROKERS = 14; ///< of the network
    static constexpr uint32_t TOPICS = 5;   ///< of events

    /**
     * @param limit more than is wanted
     * @return from 0 to limit - 1
     */
    uint32_t Below(uint32_t limit)
    {
        return m_random->GetInteger(0, limit - 1);
    }

    /**
     * @brief Let a broker propose random moves of the present tree.
     * @param network of brokers
     */
    void Propose(OverlayTestNetwork* network)
    {
        const auto tree = network->Tree();
        std::vector<Move> moves;
        while (moves.size() < 4)
        {
            const NodeId x = Below(BROKERS);
            auto path = PathIn(tree, x, Below(BROKERS));
            path.erase(path.begin());
            if (path.size() > 1)
            {
                moves.push_back(MakeMove(x, path));
            }
        }
        network->Get(Below(BROKERS))->Propose(moves);
    }

    /**
     * @brief Let a broker change what it wants.
     * @param network of brokers
     */
    void Resubscribe(OverlayTestNetwork* network)
    {
        const auto broker = network->Get(Below(BROKERS));
        // A topic of its own, which is never published: filters travel while links change.
        const Filter filter =
            FilterOf("t" + std::to_string(Below(TOPICS)) + ".x" + std::to_string(Below(9)));
        Below(2) == 0 ? broker->Subscribe(filter) : broker->Unsubscribe(filter);
    }

    void DoRun() override
    {
        SimulationEnd end;
        std::vector<OverlayTestNetwork::Edge> links;
        for (NodeId i = 1; i < BROKERS; ++i)
        {
            links.emplace_back(Below(i), i);
        }
        OverlayTestNetwork network(BROKERS, links);
        network.Set("ByAdvertisement", BooleanValue(m_byAdvertisement));
        TreeWatch watch(network.Brokers());
        DeliveryCheck check(network.Brokers());
        std::vector<SteadyPublisher> publishers;
        for (uint32_t topic = 0; topic < TOPICS; ++topic)
        {
            const std::string name = "t" + std::to_string(topic);
            for (int i = 0; i < 2; ++i)
            {
                network.Get(Below(BROKERS))->Subscribe(FilterOf(name));
            }
            const auto publisher = network.Get(Below(BROKERS));
            auto advertised = publisher->GetAdvertised();
            advertised.push_back({FilterOf(name + ".#"), 1});
            publisher->Advertise(advertised);
            publishers.emplace_back(publisher, name, MilliSeconds(19 + 4 * topic));
        }
        for (auto& publisher : publishers)
        {
            publisher.Run(Seconds(2), Seconds(120));
        }
        for (int i = 0; i < 300; ++i)
        {
            Simulator::Schedule(MilliSeconds(5000 + 330 * i),
                                &RandomMovesTest::Propose,
                                this,
                                &network);
            Simulator::Schedule(MilliSeconds(5003 + 331 * i),
                                &RandomMovesTest::Resubscribe,
                                this,
                                &network);
        }
        RunUntil(Minutes(10));
        NS_TEST_EXPECT_MSG_GT(watch.Plans(PlanState::DONE), 5, "moves");
        NS_TEST_EXPECT_MSG_GT(watch.Changes(), 20, "four changes a move");
        NS_TEST_EXPECT_MSG_EQ(watch.Broken(), 0, "always a tree");
        NS_TEST_EXPECT_MSG_EQ(network.IsTree(), true, network.Text());
        NS_TEST_EXPECT_MSG_EQ(network.IsSettled(), true, "nothing is left over");
        NS_TEST_EXPECT_MSG_GT(check.Good(), 10000, "deliveries");
        NS_TEST_EXPECT_MSG_EQ(check.Lost(), 0, "none lost");
        NS_TEST_EXPECT_MSG_EQ(check.Duplicates(), 0, "each once");
        NS_TEST_EXPECT_MSG_EQ(check.Reordered(), 0, "in order");
        CheckTables(network);
    }

    /**
     * @brief Each broker reaches each other through the neighbour on the path, and knows its
     * filters.
     * @param network that has come to rest
     */
    void CheckTables(OverlayTestNetwork& network)
    {
        const auto tree = network.Tree();
        for (NodeId i = 0; i < BROKERS; ++i)
        {
            for (const auto& [origin, entry] : network.Get(i)->GetRoutes().Subscriptions().All())
            {
                if (origin == i)
                {
                    continue;
                }
                NS_TEST_EXPECT_MSG_EQ(entry.via, PathIn(tree, i, origin)[1], "way to " << origin);
                if (!m_byAdvertisement)
                {
                    NS_TEST_EXPECT_MSG_EQ(TextOf(*entry.filters),
                                          TextOf(network.Get(origin)->GetInherent()),
                                          "filters of " << origin << " at " << i);
                }
            }
        }
    }

    bool m_byAdvertisement;              ///< which routing
    Ptr<UniformRandomVariable> m_random; ///< of everything
};

/// @brief Two moves whose ends are disjoint close a cycle unless their whole paths are locked.
class CounterexampleTest : public TestCase
{
  public:
    /// @param rule of locks
    explicit CounterexampleTest(LockRule rule)
        : TestCase("the counterexample of seven brokers, lock rule " +
                   std::to_string(static_cast<int>(rule))),
          m_rule(rule)
    {
    }

  private:
    void DoRun() override
    {
        SimulationEnd end;
        OverlayTestNetwork network(7, {{0, 6}, {0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}});
        network.Set("Lock", EnumValue<LockRule>(m_rule));
        TreeWatch watch(network.Brokers());
        DeliveryCheck check(network.Brokers());
        network.Get(5)->Subscribe(FilterOf("a"));
        network.Get(1)->Subscribe(FilterOf("b"));
        SteadyPublisher publisher(network.Get(6), "a", MilliSeconds(50));
        publisher.Run(Seconds(1), Seconds(200));
        RunUntil(Seconds(10));
        network.Get(0)->Propose({MakeMove(0, {1, 2, 3, 4})});
        network.Get(3)->Propose({MakeMove(3, {2, 1, 0, 6})});
        RunUntil(Seconds(250));
        if (m_rule == LockRule::PATH)
        {
            NS_TEST_EXPECT_MSG_EQ(network.IsTree(), true, network.Text());
            NS_TEST_EXPECT_MSG_EQ(watch.Broken(), 0, "at all times");
            NS_TEST_EXPECT_MSG_EQ(network.IsSettled(), true, "nothing is left over");
            NS_TEST_EXPECT_MSG_EQ(check.Lost(), 0, "none lost");
            NS_TEST_EXPECT_MSG_EQ(check.Duplicates(), 0, "each once");
            NS_TEST_EXPECT_MSG_GT(watch.Plans(PlanState::REFUSED), 0, "one was in the other's way");
            NS_TEST_EXPECT_MSG_GT(watch.Plans(PlanState::DONE), 0, "and one was executed");
        }
        else
        {
            NS_TEST_EXPECT_MSG_EQ(watch.Plans(PlanState::DONE), 2, "both are executed");
            NS_TEST_EXPECT_MSG_EQ(network.Text(), "0-4 0-6 1-2 3-4 3-6 4-5", "a cycle 0-4-3-6");
            NS_TEST_EXPECT_MSG_GT(watch.Broken(), 0, "no tree");
        }
    }

    LockRule m_rule; ///< of locks
};

/// @brief Moves of links.
class OverlayMoveTestSuite : public TestSuite
{
  public:
    OverlayMoveTestSuite()
        : TestSuite("broker-overlay-move", Type::SYSTEM)
    {
        for (uint32_t seed = 1; seed <= 40; ++seed)
        {
            const auto duration = seed <= 3 ? Duration::QUICK : Duration::EXTENSIVE;
            AddTestCase(new RandomMovesTest(seed, false), duration);
            AddTestCase(new RandomMovesTest(seed, true), duration);
        }
        for (LockRule rule : {LockRule::PATH, LockRule::ENDPOINTS, LockRule::NONE})
        {
            AddTestCase(new CounterexampleTest(rule), Duration::QUICK);
        }
    }
};

OverlayMoveTestSuite g_overlayMoveTestSuite; ///< the suite

} // namespace
