// SPDX-License-Identifier: GPL-2.0-only
#include "input-refusal.h"
#include "store-instances.h"

#include "ns3/broker-store-choice.h"
#include "ns3/broker-store-planner.h"
#include "ns3/broker-store-search.h"
#include "ns3/broker-trees.h"
#include "ns3/shuffle.h"
#include "ns3/test.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

using namespace ns3;
using namespace ns3::pubsub::broker;

namespace
{

/// Both gains of the greedy algorithm.
constexpr StoreGain GAINS[] = {StoreGain::PATH, StoreGain::NEAREST};

/// @brief Every number of the example that the paper prints.
class PublishedExampleTest : public TestCase
{
  public:
    PublishedExampleTest()
        : TestCase("the published example, with both gains")
    {
    }

  private:
    void DoRun() override
    {
        for (StoreGain gain : GAINS)
        {
            const StorePlanner planner(PublishedExample(), gain);
            CheckRanking(planner.Ranking());
            for (const std::string policy : {"seq", "wrr"})
            {
                const StorePlan plan = planner.Plan(policy, nullptr);
                NS_TEST_EXPECT_MSG_EQ((plan.stores == std::vector<BrokerId>{2, 4, 1}), true, "S");
                NS_TEST_EXPECT_MSG_EQ((plan.replicas == ReplicaLists{{2, 1}, {2, 4}, {4, 1}}),
                                      true,
                                      policy);
                NS_TEST_EXPECT_MSG_EQ(plan.cost, 22, policy);
                NS_TEST_EXPECT_MSG_EQ_TOL(plan.meanHops, 0.44, 1e-12, policy);
                NS_TEST_EXPECT_MSG_EQ(plan.shortReplicas, 0, policy);
            }
            const StorePlan unlimited = planner.Plan("grd_opt", nullptr);
            NS_TEST_EXPECT_MSG_EQ((unlimited.replicas == ReplicaLists{{2, 1}, {2, 4}, {2, 4}}),
                                  true,
                                  "grd_opt");
            NS_TEST_EXPECT_MSG_EQ((unlimited.stores == std::vector<BrokerId>{2, 1, 4}), true, "S");
            NS_TEST_EXPECT_MSG_EQ(unlimited.cost, 21, "grd_opt");
        }
    }

    /// @param ranking of the example
    void CheckRanking(const StoreRanking& ranking)
    {
        const std::vector<std::vector<double>> votes{{0, 3, 5, 0, 2, 2},
                                                     {0, 2, 5, 0, 5, 0},
                                                     {0, 2, 5, 0, 5, 0}};
        NS_TEST_EXPECT_MSG_EQ((ranking.votes == votes), true, "s_t");
        const std::vector<double> weights{0.34, 0.54, 0.12};
        for (std::size_t topic = 0; topic < weights.size(); ++topic)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(ranking.weights[topic], weights[topic], 1e-12, "w_t");
        }
        const std::vector<double> scores{0, 2.34, 5, 0, 3.98, 0.68};
        for (BrokerId broker = 0; broker < scores.size(); ++broker)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(ranking.scores[broker], scores[broker], 1e-12, "sum of w s");
        }
    }
};

/// @brief Shares of weighted round robin.
class RoundSharesTest : public TestCase
{
  public:
    RoundSharesTest()
        : TestCase("weighted round robin in the published example with six copies")
    {
    }

  private:
    void DoRun() override
    {
        StoreInstance instance = PublishedExample();
        const auto weights = RelativeWeights(instance);
        NS_TEST_EXPECT_MSG_EQ((weights == std::vector<uint32_t>{3, 5, 1}), true, "xi");
        // The paper merges the last four rounds into [0 0 4].
        const std::vector<std::vector<uint32_t>> rounds{{3, 5, 1},
                                                        {3, 1, 1},
                                                        {0, 0, 1},
                                                        {0, 0, 1},
                                                        {0, 0, 1},
                                                        {0, 0, 1}};
        NS_TEST_EXPECT_MSG_EQ((RoundShares(weights, {6, 6, 6}) == rounds), true, "rounds");
        NS_TEST_EXPECT_MSG_EQ(RoundShares(weights, {0, 0, 0}).empty(), true, "nothing to do");

        // A multiple that is rounded up in the last digit is no larger weight.
        instance.topics[0].demand = {0.1, 0.1, 0.1, 0, 0, 0};
        instance.topics[1].demand = {0.1, 0, 0, 0, 0, 0};
        instance.topics[2].demand = {0, 0, 0, 0, 0, 0};
        NS_TEST_EXPECT_MSG_EQ((RelativeWeights(instance) == std::vector<uint32_t>{3, 1, 1}),
                              true,
                              "0.1 + 0.1 + 0.1, and no demand");
    }
};

/// @brief A difference between the assignments, worked out by hand.
class AssignmentOrderTest : public TestCase
{
  public:
    AssignmentOrderTest()
        : TestCase("seq serves the heavy topic first, wrr all in turn; then stores are full")
    {
    }

  private:
    void DoRun() override
    {
        // Three stores with room for one topic each; at the first of them the topics have no votes.
        StoreInstance instance{MakeTree("path", 5, nullptr),
                               3,
                               1,
                               {{"heavy", 2, {4, 0, 0, 0, 0}}, {"light", 2, {4, 0, 0, 0, 0}}}};
        StoreRanking ranking{{{0, 0, 3, 2, 0}, {0, 0, 3, 2, 0}}, {0.5, 0.5}, {0, 9, 3, 2, 1}};
        const std::vector<BrokerId> stores{3, 2, 1};
        NS_TEST_EXPECT_MSG_EQ(
            (AssignByTopic(instance, stores, ranking) == ReplicaLists{{2, 3}, {1}}),
            true,
            "votes first, then scores; one replica is missing");
        NS_TEST_EXPECT_MSG_EQ(
            (AssignByRounds(instance, stores, ranking) == ReplicaLists{{2, 1}, {3}}),
            true,
            "in turn");
        const StorePlan plan =
            EvaluatePlan(instance, stores, AssignByTopic(instance, stores, ranking));
        NS_TEST_EXPECT_MSG_EQ(plan.shortReplicas, 1, "one is missing");
        NS_TEST_EXPECT_MSG_EQ(plan.cost, 4 * 2 + 4 * 1, "to the nearest replica");

        ranking.votes = {{0, 0, 3, 2, 0}, {0, 2, 2, 2 + 1e-13, 0}};
        ranking.weights = {0.3, 0.7};
        NS_TEST_EXPECT_MSG_EQ(
            (AssignByTopic(instance, stores, ranking) == ReplicaLists{{3}, {1, 2}}),
            true,
            "the second is heavier; of its equal votes, the larger scores");
    }
};

/// @brief Costs that are known in closed form.
class ClosedFormTest : public TestCase
{
  public:
    ClosedFormTest()
        : TestCase("mean hops on a path and a star")
    {
    }

  private:
    void DoRun() override
    {
        for (uint32_t brokers : {1U, 2U, 7U, 100U})
        {
            const std::vector<double> demand(brokers, 2.5);
            const auto path = OneTopic(MakeTree("path", brokers, nullptr), demand, 1);
            NS_TEST_EXPECT_MSG_EQ_TOL(EvaluatePlan(path, {0}, {{0}}).meanHops,
                                      (brokers - 1) / 2.0,
                                      1e-9,
                                      "a path with a store at the end");
            const auto star = OneTopic(MakeTree("star", brokers, nullptr), demand, 1);
            NS_TEST_EXPECT_MSG_EQ_TOL(EvaluatePlan(star, {0}, {{0}}).meanHops,
                                      (brokers - 1.0) / brokers,
                                      1e-9,
                                      "a star with a store at the hub");
            for (const std::string policy : {"global", "local"})
            {
                const StorePlan plan = StorePlanner(star, StoreGain::PATH).Plan(policy, nullptr);
                NS_TEST_EXPECT_MSG_EQ((plan.stores == std::vector<BrokerId>{0}), true, policy);
            }
        }
        const auto none = OneTopic(MakeTree("path", 3, nullptr), {0, 0, 0}, 1);
        NS_TEST_EXPECT_MSG_EQ(EvaluatePlan(none, {0}, {{0}}).meanHops, 0, "nothing requested");
        const auto without = EvaluatePlan(none, {0}, {{}});
        NS_TEST_EXPECT_MSG_EQ(without.cost, 0, "no replica, no cost");
        NS_TEST_EXPECT_MSG_EQ(without.shortReplicas, 1, "no replica");
    }
};

/// @brief Checks of plans for random instances.
class RandomInstancesTest : public TestCase
{
  public:
    RandomInstancesTest()
        : TestCase("limits, symmetries and swaps on random instances"),
          m_random(CreateObject<UniformRandomVariable>())
    {
    }

  private:
    void DoRun() override
    {
        m_random->SetStream(1);
        for (uint32_t i = 0; i < 60; ++i)
        {
            const StoreInstance instance =
                RandomInstance(m_random, m_random->GetInteger(1, 16), i % 2 == 0 ? 4 : 0);
            const StoreGain gain = GAINS[i / 2 % 2];
            const StorePlanner planner(instance, gain);
            for (const std::string& policy : StorePlanner::Policies())
            {
                CheckLimits(instance, policy, planner.Plan(policy, m_random));
            }
            const StorePlan start = planner.Plan("seq", nullptr);
            const StorePlan local = planner.Plan("local", nullptr);
            NS_TEST_EXPECT_MSG_EQ(Exceeds(local.cost, start.cost), false, "swaps only improve");
            NS_TEST_EXPECT_MSG_EQ((ImproveBySwaps(instance, local).replicas == local.replicas),
                                  true,
                                  "nothing more to swap");
            CheckSwaps(instance, local);
            CheckScaled(instance, planner, gain);
            if (i % 2 == 1)
            {
                CheckRelabelled(instance, planner, gain);
            }
        }
        CheckReassignment();
    }

    /**
     * @param instance planned for
     * @param policy of the plan
     * @param plan of it
     */
    void CheckLimits(const StoreInstance& instance,
                     const std::string& policy,
                     const StorePlan& plan)
    {
        const std::set<BrokerId> stores(plan.stores.begin(), plan.stores.end());
        NS_TEST_EXPECT_MSG_EQ(stores.size(), plan.stores.size(), "each store once");
        std::vector<uint32_t> held(instance.tree.Size(), 0);
        uint32_t missing = 0;
        uint32_t replicas = 0;
        for (std::size_t topic = 0; topic < instance.topics.size(); ++topic)
        {
            const auto& brokers = plan.replicas[topic];
            const std::set<BrokerId> different(brokers.begin(), brokers.end());
            NS_TEST_EXPECT_MSG_EQ(different.size(), brokers.size(), "each replica once");
            NS_TEST_EXPECT_MSG_EQ(
                std::includes(stores.begin(), stores.end(), different.begin(), different.end()),
                true,
                "replicas are at stores");
            NS_TEST_EXPECT_MSG_LT_OR_EQ(brokers.size(), instance.topics[topic].copies, policy);
            missing += instance.topics[topic].copies - brokers.size();
            replicas += brokers.size();
            std::for_each(brokers.begin(), brokers.end(), [&](BrokerId each) { ++held[each]; });
        }
        NS_TEST_EXPECT_MSG_EQ(plan.shortReplicas, missing, policy);
        if (policy == "grd_opt")
        {
            NS_TEST_EXPECT_MSG_EQ(missing, 0, "without limits");
            return;
        }
        NS_TEST_EXPECT_MSG_LT_OR_EQ(stores.size(), instance.stores, policy);
        NS_TEST_EXPECT_MSG_LT_OR_EQ(*std::max_element(held.begin(), held.end()),
                                    instance.capacity,
                                    policy);
        CheckNothingFits(instance, plan, held, policy);
    }

    /**
     * @brief A replica is missing only where no store without it has room.
     * @param instance planned for
     * @param plan of it
     * @param held topics at each broker
     * @param policy of the plan
     */
    void CheckNothingFits(const StoreInstance& instance,
                          const StorePlan& plan,
                          const std::vector<uint32_t>& held,
                          const std::string& policy)
    {
        for (std::size_t topic = 0; topic < instance.topics.size(); ++topic)
        {
            const auto& brokers = plan.replicas[topic];
            for (BrokerId store : plan.stores)
            {
                const bool holds =
                    std::find(brokers.begin(), brokers.end(), store) != brokers.end();
                const bool isShort = brokers.size() < instance.topics[topic].copies;
                // Swaps may open room that their start did not have.
                NS_TEST_EXPECT_MSG_EQ(
                    (isShort && !holds && held[store] < instance.capacity && policy != "local"),
                    false,
                    policy << ": a replica would fit");
            }
        }
    }

    /**
     * @brief No single swap lowers the cost, by evaluation of each changed plan as a whole.
     * @param instance planned for
     * @param plan of the local search
     */
    void CheckSwaps(const StoreInstance& instance, const StorePlan& plan)
    {
        double lowest = std::numeric_limits<double>::max();
        const auto evaluate = [&](const StorePlan& changed) {
            const double cost = EvaluatePlan(instance, changed.stores, changed.replicas).cost;
            lowest = std::min(lowest, IsAllowed(instance, changed) ? cost : lowest);
        };
        for (std::size_t topic = 0; topic < plan.replicas.size(); ++topic)
        {
            for (std::size_t place = 0; place < plan.replicas[topic].size(); ++place)
            {
                StorePlan changed = plan;
                for (BrokerId to : plan.stores)
                {
                    changed.replicas[topic][place] = to;
                    evaluate(changed);
                    OfferExchanges(plan, topic, place, to, evaluate);
                }
            }
        }
        for (BrokerId store : plan.stores)
        {
            for (BrokerId to = 0; to < instance.tree.Size(); ++to)
            {
                StorePlan changed = plan;
                std::replace(changed.stores.begin(), changed.stores.end(), store, to);
                for (auto& brokers : changed.replicas)
                {
                    std::replace(brokers.begin(), brokers.end(), store, to);
                }
                evaluate(changed);
            }
        }
        NS_TEST_EXPECT_MSG_EQ(FallsBelow(lowest, plan.cost), false, "a swap would be better");
    }

    /**
     * @brief Exchange a replica with each of those at another store.
     * @param plan unchanged
     * @param topic of the replica
     * @param place of the replica
     * @param to the other store
     * @param evaluate called with each changed plan
     */
    template <typename Evaluate>
    void OfferExchanges(const StorePlan& plan,
                        std::size_t topic,
                        std::size_t place,
                        BrokerId to,
                        Evaluate&& evaluate)
    {
        for (std::size_t other = 0; other < plan.replicas.size(); ++other)
        {
            StorePlan changed = plan;
            std::replace(changed.replicas[other].begin(),
                         changed.replicas[other].end(),
                         to,
                         plan.replicas[topic][place]);
            changed.replicas[topic][place] = to;
            evaluate(changed);
        }
    }

    /**
     * @param instance planned for
     * @param plan perhaps with two replicas of a topic, or two stores, at one broker
     * @return whether it keeps the limits
     */
    bool IsAllowed(const StoreInstance& instance, const StorePlan& plan)
    {
        std::vector<uint32_t> held(instance.tree.Size(), 0);
        bool isAllowed =
            std::set<BrokerId>(plan.stores.begin(), plan.stores.end()).size() == plan.stores.size();
        for (const auto& brokers : plan.replicas)
        {
            isAllowed &=
                std::set<BrokerId>(brokers.begin(), brokers.end()).size() == brokers.size();
            for (BrokerId broker : brokers)
            {
                isAllowed &= ++held[broker] <= instance.capacity;
            }
        }
        return isAllowed;
    }

    /**
     * @brief Four times the demand changes no choice and costs four times as much.
     * @param instance planned for
     * @param planner for it
     * @param gain of the planner
     */
    void CheckScaled(StoreInstance instance, const StorePlanner& planner, StoreGain gain)
    {
        for (StoredTopic& topic : instance.topics)
        {
            for (double& each : topic.demand)
            {
                each *= 4;
            }
        }
        const StorePlanner scaled(instance, gain);
        NS_TEST_EXPECT_MSG_EQ((scaled.Ranking().votes == planner.Ranking().votes), true, "votes");
        for (const std::string policy : {"seq", "wrr", "grd_opt", "global", "local"})
        {
            const StorePlan plan = scaled.Plan(policy, nullptr);
            const StorePlan before = planner.Plan(policy, nullptr);
            NS_TEST_EXPECT_MSG_EQ((plan.stores == before.stores), true, policy);
            NS_TEST_EXPECT_MSG_EQ((plan.replicas == before.replicas), true, policy);
            NS_TEST_EXPECT_MSG_EQ(plan.cost, 4 * before.cost, policy);
            NS_TEST_EXPECT_MSG_EQ_TOL(plan.meanHops, before.meanHops, 1e-12, policy);
        }
    }

    /**
     * @brief Without ties between sums of demand, other ids of the brokers only rename the choices.
     * @param instance planned for
     * @param planner for it
     * @param gain of the planner
     */
    void CheckRelabelled(const StoreInstance& instance, const StorePlanner& planner, StoreGain gain)
    {
        std::vector<BrokerId> renamed(instance.tree.Size());
        std::iota(renamed.begin(), renamed.end(), 0);
        Shuffle(renamed.begin(), renamed.end(), m_random);
        StoreInstance other = instance;
        other.tree = BrokerGraph(instance.tree.Size());
        for (const auto& [a, b] : instance.tree.Links())
        {
            other.tree.AddLink(renamed[a], renamed[b]);
        }
        for (std::size_t topic = 0; topic < instance.topics.size(); ++topic)
        {
            for (BrokerId broker = 0; broker < renamed.size(); ++broker)
            {
                other.topics[topic].demand[renamed[broker]] = instance.topics[topic].demand[broker];
            }
        }
        const StorePlanner there(other, gain);
        for (std::size_t topic = 0; topic < instance.topics.size(); ++topic)
        {
            for (BrokerId broker = 0; broker < renamed.size(); ++broker)
            {
                NS_TEST_EXPECT_MSG_EQ(there.Ranking().votes[topic][renamed[broker]],
                                      planner.Ranking().votes[topic][broker],
                                      "votes");
            }
        }
        // Votes are counts and may be equal; what the joint greedy algorithm compares is not.
        const StorePlan plan = planner.Plan("global", nullptr);
        const StorePlan renamedPlan = there.Plan("global", nullptr);
        NS_TEST_EXPECT_MSG_EQ_TOL(renamedPlan.cost, plan.cost, 1e-9, "global");
        for (std::size_t topic = 0; topic < instance.topics.size(); ++topic)
        {
            std::vector<BrokerId> expected = plan.replicas[topic];
            std::transform(expected.begin(), expected.end(), expected.begin(), [&](BrokerId each) {
                return renamed[each];
            });
            NS_TEST_EXPECT_MSG_EQ((renamedPlan.replicas[topic] == expected), true, "global");
        }
    }

    /// @brief Stores that stay while demand changes.
    void CheckReassignment()
    {
        StoreInstance instance = PublishedExample();
        std::swap(instance.topics[0].demand, instance.topics[2].demand);
        const StorePlanner planner(instance, StoreGain::PATH);
        for (const std::string policy : {"seq", "wrr"})
        {
            const StorePlan plan = planner.Reassign(policy, {2, 4, 1});
            NS_TEST_EXPECT_MSG_EQ((plan.stores == std::vector<BrokerId>{2, 4, 1}), true, "kept");
            NS_TEST_EXPECT_MSG_EQ((plan.replicas == ReplicaLists{{4, 1}, {2, 4}, {2, 1}}),
                                  true,
                                  "topics a and c have changed places");
            NS_TEST_EXPECT_MSG_EQ(plan.cost, 22, policy);
        }
        NS_TEST_EXPECT_MSG_EQ(RefusalOf([&] { planner.Reassign("global", {2}); }),
                              "policy 'global' cannot assign topics to given stores; expected seq "
                              "or wrr",
                              "no assignment");
        NS_TEST_EXPECT_MSG_EQ(RefusalOf([&] { planner.Plan("best", nullptr); }),
                              "'best' is not a policy; expected one of seq, wrr, grd_opt, rnd, "
                              "rnd-stores, global, local",
                              "unknown");
    }

    Ptr<UniformRandomVariable> m_random; ///< source of instances
};

/// @brief All of it.
class BrokerStorePlannerTestSuite : public TestSuite
{
  public:
    BrokerStorePlannerTestSuite()
        : TestSuite("broker-store-planner", Type::UNIT)
    {
        AddTestCase(new PublishedExampleTest, Duration::QUICK);
        AddTestCase(new RoundSharesTest, Duration::QUICK);
        AddTestCase(new AssignmentOrderTest, Duration::QUICK);
        AddTestCase(new ClosedFormTest, Duration::QUICK);
        AddTestCase(new RandomInstancesTest, Duration::QUICK);
    }
};

BrokerStorePlannerTestSuite g_brokerStorePlannerTestSuite; ///< registers itself

} // namespace
