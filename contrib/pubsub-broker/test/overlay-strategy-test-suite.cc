// SPDX-License-Identifier: GPL-2.0-only
#include "input-refusal.h"
#include "overlay-instance.h"

#include "ns3/broker-hindsight.h"
#include "ns3/broker-ocbr-extended.h"
#include "ns3/broker-similarity-strategy.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <memory>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::broker;

namespace
{

/**
 * @param text of a filter
 * @return the filter
 */
Filter
StrategyFilter(const std::string& text)
{
    return *Filter::Parse(text);
}

/**
 * @param kind of tree
 * @param brokers number of them
 * @return an instance without traffic
 */
OverlayInstance
EmptyInstance(const std::string& kind, uint32_t brokers)
{
    OverlayInstance instance;
    instance.tree = OverlayTree(MakeTree(kind, brokers, nullptr));
    return instance;
}

/**
 * @brief Look for costs under which the broker in the middle of a line of three is worth leaving.
 * @param instance whose costs are set
 * @return least change of the options of broker 1
 */
int64_t
SetCostsOfLine(OverlayInstance& instance)
{
    for (uint64_t seed = 1;; ++seed)
    {
        instance.costs = OverlayCosts(seed);
        const RecordingContext context(instance, 1);
        int64_t least = 0;
        for (const auto& option : OcbrOptions(1, {0, 2}, context.Flows(), instance.costs))
        {
            least = std::min(least, option.delta);
        }
        if (least < 0)
        {
            return least;
        }
    }
}

/// @brief Names of strategies.
class StrategyNamesTest : public TestCase
{
  public:
    StrategyNamesTest()
        : TestCase("every strategy can be made by name, and decides without traffic")
    {
    }

  private:
    void DoRun() override
    {
        const OverlayInstance instance = EmptyInstance("star", 4);
        for (const std::string& name : OverlayStrategy::Names())
        {
            RecordingContext context(instance, 0);
            const auto strategy = OverlayStrategy::Create(name);
            strategy->Decide(context);
            NS_TEST_EXPECT_MSG_EQ(context.proposals.size(), 0, name);
            NS_TEST_EXPECT_MSG_EQ(strategy->Window(), Seconds(50), "50 ticks");
            NS_TEST_EXPECT_MSG_EQ(strategy->Receive(context, 1, CompletedPath()),
                                  false,
                                  name << ": a malformed message");
        }
        NS_TEST_EXPECT_MSG_EQ(RefusalOf([] { OverlayStrategy::Create("best"); }),
                              "'best' is not a strategy; expected one of static, ocbr, ocbr-e, "
                              "similarity, psoo-fcat, hindsight",
                              "an unknown name");
    }
};

/// @brief The conditions that OCBR-E adds.
class OcbrExtendedTest : public TestCase
{
  public:
    OcbrExtendedTest()
        : TestCase("OCBR-E wants common subscriptions, and the routing entries moved to pay off")
    {
    }

  private:
    void DoRun() override
    {
        OverlayInstance instance = EmptyInstance("path", 3);
        instance.publications = {{0, 20, Content(*Topic::Parse("a"))}};
        instance.subscriptions = {{2, StrategyFilter("a")}, {0, StrategyFilter("b")}};
        const auto delta = static_cast<uint64_t>(-SetCostsOfLine(instance));
        NS_TEST_EXPECT_MSG_EQ(Proposals(instance, "ocbr", 0, 1), 1, "OCBR proposes");
        NS_TEST_EXPECT_MSG_EQ(Proposals(instance, "ocbr-e", 0, 1000), 0, "nothing in common");
        instance.subscriptions.emplace_back(0, StrategyFilter("a"));
        // Behind 0: a, b. Behind 2: a. The Jaccard index is 1/2.
        NS_TEST_EXPECT_MSG_EQ(Proposals(instance, "ocbr-e", 0.5, 1000), 1, "an index of 1/2");
        NS_TEST_EXPECT_MSG_EQ(Proposals(instance, "ocbr-e", 0.6, 1000), 0, "too small an index");
        CheckHorizon(instance, delta);
    }

    /**
     * @brief The move pays off after as many windows as the cost of the entries needs.
     * @param instance in which OCBR-E proposes a move
     * @param saved in each window, by the best move
     */
    void CheckHorizon(OverlayInstance& instance, uint64_t saved)
    {
        for (int number = 0; number < 50; ++number)
        {
            const std::string topic = "x" + std::to_string(number);
            instance.advertisements.emplace_back(0, StrategyFilter(topic));
            instance.advertisements.emplace_back(2, StrategyFilter(topic));
        }
        RecordingContext context(instance, 1);
        const OverlayCosts& costs = instance.costs;
        const uint64_t each = costs.Link(0, 2) + costs.Broker(1);
        const uint64_t from0 =
            52 * (each + costs.Broker(2) + costs.Link(1, 2)); // 2 subscriptions, 50 adverts
        const uint64_t from2 = 51 * (each + costs.Broker(0) + costs.Link(0, 1));
        NS_TEST_EXPECT_MSG_EQ(OcbrExtendedStrategy::TransferCost(context, {0, 2, 0}), from0, "0");
        NS_TEST_EXPECT_MSG_EQ(OcbrExtendedStrategy::TransferCost(context, {2, 0, 0}), from2, "2");
        const auto longest = static_cast<uint32_t>(std::max(from0, from2) / saved + 1);
        NS_TEST_EXPECT_MSG_EQ(Proposals(instance, "ocbr-e", 0, longest), 1, "it pays off");
        NS_TEST_EXPECT_MSG_EQ(Proposals(instance, "ocbr-e", 0, 1), 0, "not in one window");
    }

    /**
     * @param instance a line of three brokers
     * @param name of the strategy
     * @param overlap least Jaccard index
     * @param horizon windows
     * @return proposals of broker 1
     */
    static std::size_t Proposals(const OverlayInstance& instance,
                                 const std::string& name,
                                 double overlap,
                                 uint32_t horizon)
    {
        RecordingContext context(instance, 1);
        const auto strategy = OverlayStrategy::Create(name);
        if (name == "ocbr-e")
        {
            strategy->SetAttribute("Overlap", DoubleValue(overlap));
            strategy->SetAttribute("Horizon", UintegerValue(horizon));
        }
        strategy->Decide(context);
        return context.proposals.size();
    }
};

/// @brief Brokers with like subscriptions come together.
class SimilarityStrategyTest : public TestCase
{
  public:
    SimilarityStrategyTest()
        : TestCase("links by similarity of subscriptions")
    {
    }

  private:
    void DoRun() override
    {
        OverlayInstance instance = EmptyInstance("star", 4);
        const Filter a = StrategyFilter("a");
        const Filter b = StrategyFilter("b");
        instance.subscriptions = {{1, a}, {1, b}, {2, b}, {3, a}, {3, b}};
        RecordingContext context(instance, 0);
        const auto strategy = OverlayStrategy::Create("similarity");
        NS_TEST_EXPECT_MSG_EQ(strategy->IsEvaluated(), false, "traffic plays no part");
        strategy->Decide(context);
        NS_TEST_ASSERT_MSG_EQ(context.proposals.size(), 1, "a proposal");
        NS_TEST_EXPECT_MSG_EQ((context.proposals[0] == std::vector<Move>{MakeMove(1, {0, 3})}),
                              true,
                              "1 and 3 have the same subscriptions");
        instance.subscriptions.emplace_back(0, a);
        instance.subscriptions.emplace_back(0, b);
        RecordingContext alike(instance, 0);
        OverlayStrategy::Create("similarity")->Decide(alike);
        NS_TEST_EXPECT_MSG_EQ(alike.proposals.size(), 0, "0 is as similar as 3");
        CheckPairs();
    }

    /// @brief Subscriptions can be similar without being equal.
    void CheckPairs()
    {
        OverlayInstance instance = EmptyInstance("star", 4);
        instance.subscriptions = {{1, StrategyFilter("a[x=1,y=1]")},
                                  {2, StrategyFilter("a[y=1,z=1]")},
                                  {3, StrategyFilter("a[w=1]")}};
        for (SetElements elements : {SetElements::FILTERS, SetElements::PAIRS})
        {
            RecordingContext context(instance, 0);
            const auto strategy = OverlayStrategy::Create("similarity");
            strategy->SetAttribute("Elements", EnumValue(elements));
            strategy->Decide(context);
            std::vector<std::vector<Move>> expected;
            if (elements == SetElements::PAIRS)
            {
                expected = {{MakeMove(1, {0, 2})}};
            }
            NS_TEST_EXPECT_MSG_EQ((context.proposals == expected), true, "y=1 is common");
        }
    }
};

/// @brief Plans with the whole overlay in view.
class HindsightTest : public TestCase
{
  public:
    HindsightTest()
        : TestCase("a plan in hindsight ends where no move is better, and is executed in order")
    {
    }

  private:
    void DoRun() override
    {
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(3);
        for (uint64_t seed = 1; seed < 8; ++seed)
        {
            const OverlayTree tree(MakeTree("prufer", 9, random));
            const OverlayCosts costs(seed);
            std::vector<OverlayFlow> flows;
            for (uint32_t number = 0; number < 6; ++number)
            {
                flows.push_back({MakeFlowId(random->GetInteger(0, 8), number),
                                 {random->GetInteger(0, 8), random->GetInteger(0, 8)},
                                 random->GetInteger(1, 5)});
            }
            CheckPlan(tree, costs, flows);
        }
        CheckOrder();
    }

    /**
     * @brief Each move is the best one, and none is left.
     * @param tree where the plan begins
     * @param costs of links and brokers
     * @param flows of the stage
     */
    void CheckPlan(OverlayTree tree,
                   const OverlayCosts& costs,
                   const std::vector<OverlayFlow>& flows)
    {
        const auto plan = PlanInHindsight(tree, flows, costs);
        for (const Move& move : plan)
        {
            NS_TEST_EXPECT_MSG_EQ(move.predicted, LeastChange(tree, costs, flows), "the best");
            NS_TEST_EXPECT_MSG_LT(move.predicted, 0.0, "an improvement");
            tree.Apply(move);
            NS_TEST_EXPECT_MSG_EQ(tree.Graph().IsTree(), true, "a tree");
        }
        NS_TEST_EXPECT_MSG_EQ(LeastChange(tree, costs, flows), 0.0, "no move is left");
        const auto first = PlanInHindsight(tree, flows, costs, {1, 2});
        NS_TEST_EXPECT_MSG_EQ(first.size(), 0, "an optimum stays");
    }

    /**
     * @param tree any
     * @param costs of links and brokers
     * @param flows any
     * @return the least change of a move by recomputation, at most 0
     */
    static double LeastChange(const OverlayTree& tree,
                              const OverlayCosts& costs,
                              const std::vector<OverlayFlow>& flows)
    {
        const auto before = static_cast<double>(NotificationCost(tree, costs, flows));
        double least = 0.0;
        for (const Move& move : AllMoves(tree))
        {
            OverlayTree changed = tree;
            changed.Apply(move);
            const auto after = static_cast<double>(NotificationCost(changed, costs, flows));
            least = std::min(least, after - before);
        }
        return least;
    }

    /// @brief Brokers execute a plan one move after the other.
    void CheckOrder()
    {
        const OverlayInstance instance = EmptyInstance("path", 5);
        const auto plan = std::make_shared<SharedPlan>();
        plan->moves = {MakeMove(0, {1, 2}), MakeMove(4, {3, 2})};
        auto strategy = CreateObject<HindsightStrategy>();
        strategy->SetPlan(plan);
        RecordingContext third(instance, 3);
        RecordingContext first(instance, 1);
        strategy->Decide(third);
        NS_TEST_EXPECT_MSG_EQ(third.proposals.size(), 0, "not yet");
        strategy->Decide(first);
        NS_TEST_EXPECT_MSG_EQ((first.proposals[0][0] == plan->moves[0]), true, "the first move");
        strategy->OnExecuted(plan->moves[1]);
        NS_TEST_EXPECT_MSG_EQ(plan->next, 0, "another move");
        strategy->OnExecuted(plan->moves[0]);
        strategy->Decide(third);
        NS_TEST_EXPECT_MSG_EQ(third.proposals.size(), 1, "the second move");
    }
};

/// @brief All of it.
class BrokerOverlayStrategyTestSuite : public TestSuite
{
  public:
    BrokerOverlayStrategyTestSuite()
        : TestSuite("broker-overlay-strategy", Type::UNIT)
    {
        AddTestCase(new StrategyNamesTest, Duration::QUICK);
        AddTestCase(new OcbrExtendedTest, Duration::QUICK);
        AddTestCase(new SimilarityStrategyTest, Duration::QUICK);
        AddTestCase(new HindsightTest, Duration::QUICK);
    }
};

BrokerOverlayStrategyTestSuite g_brokerOverlayStrategyTestSuite; ///< registers itself

} // namespace
