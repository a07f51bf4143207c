// SPDX-License-Identifier: GPL-2.0-only
#include "input-refusal.h"
#include "overlay-instance.h"

#include "ns3/broker-initial-trees.h"
#include "ns3/broker-ocbr.h"
#include "ns3/test.h"

#include <algorithm>
#include <set>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::broker;

namespace
{

/**
 * @param stream of random numbers
 * @return a source that draws from it
 */
Ptr<UniformRandomVariable>
TrafficRandom(int64_t stream)
{
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(stream);
    return random;
}

/// A random tree with random flows.
struct RandomTraffic
{
    /**
     * @param run number of the instance
     * @param random source
     */
    RandomTraffic(uint32_t run, Ptr<UniformRandomVariable> random)
        : tree(MakeTree("prufer", 3 + run % 10, random)),
          costs(run)
    {
        for (uint32_t number = 0; number < 6; ++number)
        {
            OverlayFlow flow{MakeFlowId(Draw(random), number), {}, random->GetInteger(1, 9)};
            for (uint32_t consumers = random->GetInteger(0, 4); consumers > 0; --consumers)
            {
                flow.consumers.push_back(Draw(random));
            }
            flows.push_back(flow);
        }
    }

    /**
     * @param random source
     * @return a broker
     */
    BrokerId Draw(Ptr<UniformRandomVariable> random) const
    {
        return random->GetInteger(0, tree.Size() - 1);
    }

    /**
     * @param moves applied together
     * @return the change of cost, from the whole trees
     */
    int64_t Recomputed(const std::vector<Move>& moves) const
    {
        OverlayTree changed = tree;
        for (const Move& move : moves)
        {
            changed.Apply(move);
        }
        return static_cast<int64_t>(NotificationCost(changed, costs, flows)) -
               static_cast<int64_t>(NotificationCost(tree, costs, flows));
    }

    OverlayTree tree;               ///< of 3 to 12 brokers
    OverlayCosts costs;             ///< of links and brokers
    std::vector<OverlayFlow> flows; ///< some
};

/// @brief Costs by hash.
class OverlayCostsTest : public TestCase
{
  public:
    OverlayCostsTest()
        : TestCase("costs are symmetric, from 1 to 10, and differ by seed")
    {
    }

  private:
    void DoRun() override
    {
        const OverlayCosts costs(7);
        std::vector<uint32_t> times(OverlayCosts::MOST + 1, 0);
        uint32_t differences = 0;
        for (BrokerId a = 0; a < 100; ++a)
        {
            for (BrokerId b = a + 1; b < 100; ++b)
            {
                const uint32_t cost = costs.Link(a, b);
                NS_TEST_ASSERT_MSG_LT_OR_EQ(cost, OverlayCosts::MOST, "at most 10");
                ++times[cost];
                NS_TEST_EXPECT_MSG_EQ(costs.Link(b, a), cost, "both directions");
                differences += OverlayCosts(8).Link(a, b) != cost;
            }
        }
        NS_TEST_EXPECT_MSG_EQ(times[0], 0, "at least 1");
        for (uint32_t cost = 1; cost <= OverlayCosts::MOST; ++cost)
        {
            // 4950 links: 495 of each cost expected, with a standard deviation of 21.
            NS_TEST_EXPECT_MSG_EQ_TOL(times[cost], 495, 106, "equally often");
        }
        NS_TEST_EXPECT_MSG_GT(differences, 4000, "another seed");
    }
};

/// @brief What a broker records.
class FlowTableTest : public TestCase
{
  public:
    FlowTableTest()
        : TestCase("windows of a flow table")
    {
    }

  private:
    void DoRun() override
    {
        FlowTable table;
        NS_TEST_EXPECT_MSG_EQ(table.IsCurrent(), false, "no window has ended");
        for (int time = 0; time < 2; ++time)
        {
            table.Record(5, 9, FlowDirection::IN);
            table.Record(5, 2, FlowDirection::OUT);
            table.Record(3, LOCAL_CLIENTS, FlowDirection::IN);
            table.Record(3, LOCAL_CLIENTS, FlowDirection::OUT);
            table.Record(5, 7, FlowDirection::OUT);
        }
        NS_TEST_EXPECT_MSG_EQ(table.Rows().size(), 0, "the window has not ended");
        table.EndWindow();
        const std::vector<FlowRow> expected{{3, 2, LOCAL_CLIENTS, true, {}},
                                            {5, 2, 9, false, {2, 7, 9}}};
        NS_TEST_EXPECT_MSG_EQ((table.Rows() == expected), true, "in order of flow");
        NS_TEST_EXPECT_MSG_EQ(table.IsCurrent(), true, "a window has ended");
        NS_TEST_ASSERT_MSG_NE(table.Find(5), nullptr, "a row");
        NS_TEST_EXPECT_MSG_EQ(table.Find(5)->Touches(7), true, "a neighbour");
        NS_TEST_EXPECT_MSG_EQ(table.Find(5)->Touches(3), false, "another");
        NS_TEST_EXPECT_MSG_EQ(table.Find(4), nullptr, "no row");
        CheckRestart(table);
    }

    /**
     * @brief A move makes the window so far void.
     * @param table with rows
     */
    void CheckRestart(FlowTable& table)
    {
        table.Record(5, 9, FlowDirection::IN);
        table.Restart();
        NS_TEST_EXPECT_MSG_EQ(table.IsCurrent(), false, "the tree has changed");
        table.Record(5, 8, FlowDirection::IN);
        table.EndWindow();
        const std::vector<FlowRow> expected{{5, 1, 8, false, {8}}};
        NS_TEST_EXPECT_MSG_EQ((table.Rows() == expected), true, "only what came after the move");
        NS_TEST_EXPECT_MSG_EQ(table.IsCurrent(), true, "the new tree");
        const Content content(*Topic::Parse("a"), {{"x", "1"}, {"y", "2"}});
        const Content turned(*Topic::Parse("a"), {{"y", "2"}, {"x", "1"}});
        NS_TEST_EXPECT_MSG_EQ(ContentClassOf(content), ContentClassOf(turned), "any order");
        NS_TEST_EXPECT_MSG_NE(ContentClassOf(content),
                              ContentClassOf(Content(*Topic::Parse("a"))),
                              "attributes count");
        NS_TEST_EXPECT_MSG_EQ(PublisherOf(MakeFlowId(9, 77)), 9, "high half");
    }
};

/// @brief The change of a move against whole trees.
class MoveEvaluationTest : public TestCase
{
  public:
    MoveEvaluationTest()
        : TestCase("the change of every move equals the recomputed one")
    {
    }

  private:
    void DoRun() override
    {
        const auto random = TrafficRandom(1);
        for (uint32_t run = 0; run < 60; ++run)
        {
            const RandomTraffic traffic(run, random);
            const auto tables = FlowTablesOf(traffic.tree, traffic.flows);
            for (const Move& move : AllMoves(traffic.tree))
            {
                NS_TEST_EXPECT_MSG_EQ(move.IsWellFormed(), true, "a move");
                NS_TEST_EXPECT_MSG_EQ(EvaluateMove(move, tables, traffic.costs).Delta(),
                                      traffic.Recomputed({move}),
                                      "run " << run << ", move of " << move.x);
                CheckFlooding(traffic, move);
            }
            CheckOcbr(traffic, tables);
        }
        NS_TEST_EXPECT_MSG_EQ(MakeMove(1, {2, 1}).IsWellFormed(), false, "x on the path");
        Move move = MakeMove(1, {2, 3});
        move.to = 4;
        NS_TEST_EXPECT_MSG_EQ(move.IsWellFormed(), false, "another end");
    }

    /**
     * @brief Compare the change for messages to all brokers.
     * @param traffic of a tree
     * @param move of it
     */
    void CheckFlooding(const RandomTraffic& traffic, const Move& move)
    {
        OverlayTree changed = traffic.tree;
        changed.Apply(move);
        NS_TEST_EXPECT_MSG_EQ(changed.Graph().IsTree(), true, "a move keeps the tree");
        const auto before = static_cast<int64_t>(FloodingCost(traffic.tree, traffic.costs));
        const auto after = static_cast<int64_t>(FloodingCost(changed, traffic.costs));
        NS_TEST_EXPECT_MSG_EQ(EvalFlooded(move, 3, traffic.costs).Delta(),
                              3 * (after - before),
                              "three flooded messages");
    }

    /**
     * @brief Compare the three classes of OCBR with the path (b, j).
     * @param traffic of a tree
     * @param tables of all brokers
     */
    void CheckOcbr(const RandomTraffic& traffic, const std::vector<FlowTable>& tables)
    {
        for (BrokerId broker = 0; broker < traffic.tree.Size(); ++broker)
        {
            const auto& neighbours = traffic.tree.Neighbours(broker);
            const auto options = OcbrOptions(broker, neighbours, tables[broker], traffic.costs);
            NS_TEST_EXPECT_MSG_EQ(options.size(),
                                  neighbours.size() * (neighbours.size() - 1),
                                  "ordered pairs");
            for (const OcbrOption& option : options)
            {
                const Move move = MakeMove(option.i, {broker, option.j});
                NS_TEST_EXPECT_MSG_EQ(EvaluateMove(move, tables, traffic.costs).Delta(),
                                      option.delta,
                                      "broker " << broker);
            }
        }
    }
};

/// @brief Moves at the same time.
class SimultaneousMovesTest : public TestCase
{
  public:
    SimultaneousMovesTest()
        : TestCase("changes of disjoint moves add up, and endpoint locks do not keep the tree")
    {
    }

  private:
    void DoRun() override
    {
        const auto random = TrafficRandom(2);
        uint32_t several = 0;
        for (uint32_t run = 0; run < 100; ++run)
        {
            const RandomTraffic traffic(run, random);
            const std::vector<Move> moves = DrawDisjoint(traffic, random);
            several += moves.size() > 1;
            const auto tables = FlowTablesOf(traffic.tree, traffic.flows);
            int64_t sum = 0;
            for (const Move& move : moves)
            {
                sum += EvaluateMove(move, tables, traffic.costs).Delta();
            }
            NS_TEST_EXPECT_MSG_EQ(sum, traffic.Recomputed(moves), "run " << run);
        }
        NS_TEST_EXPECT_MSG_GT(several, 20, "runs with more than one move");
        CheckCounterexample();
    }

    /**
     * @param traffic of a tree
     * @param random source
     * @return moves without a common broker
     */
    static std::vector<Move> DrawDisjoint(const RandomTraffic& traffic,
                                          Ptr<UniformRandomVariable> random)
    {
        const std::vector<Move> all = AllMoves(traffic.tree);
        std::vector<Move> moves;
        std::set<BrokerId> locked;
        for (uint32_t attempt = 0; attempt < 60; ++attempt)
        {
            const auto number = random->GetInteger(0, static_cast<uint32_t>(all.size() - 1));
            const auto brokers = LockedBrokers(all[number], LockRule::PATH);
            if (std::none_of(brokers.begin(), brokers.end(), [&](BrokerId broker) {
                    return locked.contains(broker);
                }))
            {
                locked.insert(brokers.begin(), brokers.end());
                moves.push_back(all[number]);
            }
        }
        return moves;
    }

    /// @brief The published locks let two moves close a cycle.
    void CheckCounterexample()
    {
        BrokerGraph path(7);
        for (const auto& [a, b] :
             std::vector<BrokerLink>{{6, 0}, {0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}})
        {
            path.AddLink(a, b);
        }
        const Move first = MakeMove(0, {1, 2, 3, 4});
        const Move second = MakeMove(3, {2, 1, 0, 6});
        NS_TEST_EXPECT_MSG_EQ(HaveCommon(first, second, LockRule::ENDPOINTS), false, "disjoint");
        NS_TEST_EXPECT_MSG_EQ(HaveCommon(first, second, LockRule::PATH), true, "a conflict");
        OverlayTree tree(path);
        tree.Apply(first);
        NS_TEST_EXPECT_MSG_EQ(tree.Graph().IsTree(), true, "one move");
        tree.Apply(second);
        NS_TEST_EXPECT_MSG_EQ(tree.Graph().IsTree(), false, "both moves: a cycle");
        NS_TEST_EXPECT_MSG_EQ((tree.Neighbours(1) == std::vector<BrokerId>{2}), true, "cut off");
    }

    /**
     * @param a a move
     * @param b another
     * @param rule of locking
     * @return whether both lock a broker
     */
    static bool HaveCommon(const Move& a, const Move& b, LockRule rule)
    {
        const auto first = LockedBrokers(a, rule);
        const auto second = LockedBrokers(b, rule);
        return std::find_first_of(first.begin(), first.end(), second.begin(), second.end()) !=
               first.end();
    }
};

/// @brief Costs of known overlays.
class TrafficCostTest : public TestCase
{
  public:
    TrafficCostTest()
        : TestCase("costs of a line and of a star")
    {
    }

  private:
    void DoRun() override
    {
        const OverlayCosts costs(3);
        const OverlayTree line(MakeTree("path", 5, nullptr));
        uint64_t whole = 0;
        for (BrokerId broker = 0; broker < 5; ++broker)
        {
            whole += costs.Broker(broker) + (broker > 0 ? costs.Link(broker - 1, broker) : 0);
        }
        const OverlayFlow along{MakeFlowId(0, 1), {4}, 6};
        NS_TEST_EXPECT_MSG_EQ(NotificationCost(line, costs, {along}), 6 * whole, "the line");
        NS_TEST_EXPECT_MSG_EQ(FloodingCost(line, costs), whole, "to all brokers");
        const OverlayTree star(MakeTree("star", 5, nullptr));
        const OverlayFlow across{MakeFlowId(1, 1), {2, 2, 1}, 1};
        NS_TEST_EXPECT_MSG_EQ(NotificationCost(star, costs, {across}),
                              costs.Broker(0) + costs.Broker(1) + costs.Broker(2) +
                                  costs.Link(0, 1) + costs.Link(0, 2),
                              "two rays");
        const OverlayFlow unwanted{MakeFlowId(3, 1), {}, 4};
        NS_TEST_EXPECT_MSG_EQ(NotificationCost(star, costs, {unwanted}),
                              4 * costs.Broker(3),
                              "processed at the publisher's broker");
        const OverlayCost cost{100, 30, 10, 7};
        NS_TEST_EXPECT_MSG_EQ(cost.Total(), 140, "formula 3");
        NS_TEST_EXPECT_MSG_EQ(cost.Reported(), 120.0, "mean with cost_N");
        NS_TEST_EXPECT_MSG_EQ(cost.WithControl(), 147, "all messages");
    }
};

/// @brief The trees with which an overlay begins.
class InitialTreesTest : public TestCase
{
  public:
    InitialTreesTest()
        : TestCase("initial trees")
    {
    }

  private:
    void DoRun() override
    {
        const BrokerDelay delay = [](BrokerId from, BrokerId to) {
            return static_cast<int64_t>(OverlayCosts(5).Link(from, to));
        };
        for (const std::string& kind : InitialTreeKinds())
        {
            for (uint32_t brokers : {1, 2, 3, 50})
            {
                const auto tree = MakeInitialTree(kind, brokers, TrafficRandom(1), delay);
                NS_TEST_EXPECT_MSG_EQ(tree.IsTree(), true, kind);
                NS_TEST_EXPECT_MSG_EQ(tree.Size(), brokers, kind);
            }
        }
        CheckLeast(delay);
        NS_TEST_EXPECT_MSG_EQ(RefusalOf([&] { MakeInitialTree("mst", 3, nullptr, delay); }),
                              "'mst' is not a kind of initial tree; expected one of "
                              "random-labelled, mst-delay, recursive",
                              "an unknown kind");
        NS_TEST_EXPECT_MSG_EQ(RefusalOf([&] { MakeInitialTree("mst-delay", 0, nullptr, delay); }),
                              "a tree of 0 brokers cannot be made; expected 1 to 65535",
                              "no broker");
    }

    /**
     * @brief No move shortens the spanning tree, and the cycle property holds.
     * @param delay between brokers
     */
    void CheckLeast(const BrokerDelay& delay)
    {
        const OverlayTree tree(LeastDelayTree(12, delay));
        for (BrokerId a = 0; a < 12; ++a)
        {
            for (BrokerId b = 0; b < 12; ++b)
            {
                const auto path = tree.Path(a, b);
                for (std::size_t i = 0; i + 1 < path.size(); ++i)
                {
                    NS_TEST_EXPECT_MSG_LT_OR_EQ(delay(path[i], path[i + 1]),
                                                delay(a, b),
                                                "no link of the path is longer than a new one");
                }
            }
        }
    }
};

/// @brief All of it.
class BrokerOverlayTrafficTestSuite : public TestSuite
{
  public:
    BrokerOverlayTrafficTestSuite()
        : TestSuite("broker-overlay-traffic", Type::UNIT)
    {
        AddTestCase(new OverlayCostsTest, Duration::QUICK);
        AddTestCase(new FlowTableTest, Duration::QUICK);
        AddTestCase(new MoveEvaluationTest, Duration::QUICK);
        AddTestCase(new SimultaneousMovesTest, Duration::QUICK);
        AddTestCase(new TrafficCostTest, Duration::QUICK);
        AddTestCase(new InitialTreesTest, Duration::QUICK);
    }
};

BrokerOverlayTrafficTestSuite g_brokerOverlayTrafficTestSuite; ///< registers itself

} // namespace
