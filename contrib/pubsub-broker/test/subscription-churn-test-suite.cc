// SPDX-License-Identifier: GPL-2.0-only
//
// Subscriptions that change at drawn times, without a network.

#include "ns3/broker-subscription-churn.h"
#include "ns3/pubsub-scenario-parameters.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::broker;

namespace
{

/// A change and its time.
struct TimedChange
{
    Time at;                   ///< when
    SubscriptionChange change; ///< what

    /// @return all of it, to compare
    auto Parts() const
    {
        return std::tuple(at, change.client, change.dropped, change.taken);
    }
};

/// Everything that happens in a run of churn.
using ChangeRecord = std::vector<TimedChange>;

/**
 * @return a workload of 18 clients, 10 of which subscribe
 */
StageWorkload
SmallWorkload()
{
    const auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(1);
    StageSettings settings = StageSettings().DividedBy(25);
    settings.subscriptions = StageSubscriptions::REASSIGN;
    return MakeStageWorkload(settings, 40, random, random);
}

/// @brief Changes of a workload, each checked when it happens.
class SubscriptionChurnTest : public TestCase
{
  public:
    SubscriptionChurnTest()
        : TestCase("times, types, guard, stages and streams of changes")
    {
    }

  private:
    static constexpr int64_t MEAN_TICKS = 40; ///< between changes of a consumer

    void DoRun() override
    {
        const ChangeRecord changes = RunWith(Seconds(0), 100);
        CheckTimes(changes);
        const ChangeRecord again = RunWith(Seconds(0), 100);
        NS_TEST_EXPECT_MSG_EQ(IsSame(changes, again), true, "the same streams");
        NS_TEST_EXPECT_MSG_EQ(IsSame(changes, RunWith(Seconds(0), 500)), false, "other streams");
        NS_TEST_EXPECT_MSG_GT(RunWith(Seconds(300), 100).size(), 1000, "with stages");
    }

    /**
     * @param one record
     * @param other record
     * @return whether they are equal
     */
    static bool IsSame(const ChangeRecord& one, const ChangeRecord& other)
    {
        return std::equal(one.begin(),
                          one.end(),
                          other.begin(),
                          other.end(),
                          [](const auto& a, const auto& b) { return a.Parts() == b.Parts(); });
    }

    /**
     * @brief Let subscriptions change.
     * @param stage length of a stage; 0: one stage
     * @param stream the first
     * @return what changed
     */
    ChangeRecord RunWith(Time stage, int64_t stream)
    {
        const StageWorkload workload = SmallWorkload();
        SubscriptionChurn churn;
        ScenarioParameters parameters("overlay", "a run of a test");
        churn.AddTo(parameters);
        parameters.Parse({"overlay", "--churn_ticks=" + std::to_string(MEAN_TICKS)});
        NS_TEST_EXPECT_MSG_EQ(churn.AssignStreams(workload, stream),
                              static_cast<int64_t>(workload.clients.size()),
                              "a stream for each client");
        ChangeRecord record;
        std::vector<std::vector<uint32_t>> before;
        const auto apply = [&](const SubscriptionChange& change) {
            CheckChange(workload, before, churn.Present(), change);
            NS_TEST_EXPECT_MSG_EQ(IsNear(churn, workload, change), true, "while it changes");
            record.push_back({Simulator::Now(), change});
            before = churn.Present();
            Simulator::Schedule(Seconds(2) - NanoSeconds(1), [this, &churn, &workload, change] {
                NS_TEST_EXPECT_MSG_EQ(IsNear(churn, workload, change), true, "afterwards");
            });
        };
        const auto begin = [&](uint32_t number) {
            churn.BeginStage(number);
            before = churn.Present();
        };
        begin(0);
        for (int64_t i = 1; !stage.IsZero() && i * stage < Seconds(9000); ++i)
        {
            Simulator::Schedule(Seconds(10) + i * stage,
                                [&begin, &workload, i] { begin(i % workload.stages); });
        }
        churn.Begin({Seconds(10), Seconds(10010), stage, Seconds(2)}, Seconds(1), apply);
        Simulator::Run();
        Simulator::Destroy();
        return record;
    }

    /**
     * @param churn of a run
     * @param workload of the run
     * @param change any
     * @return whether an event that matches the type taken would be withheld now
     */
    static bool IsNear(SubscriptionChurn& churn,
                       const StageWorkload& workload,
                       const SubscriptionChange& change)
    {
        return churn.IsNearChange(TypeContent(workload.subscriptions[change.taken]));
    }

    /**
     * @brief One type of one consumer was replaced by one of another stage.
     * @param workload of the run
     * @param before types of all clients
     * @param after the change
     * @param change which
     */
    void CheckChange(const StageWorkload& workload,
                     const std::vector<std::vector<uint32_t>>& before,
                     const std::vector<std::vector<uint32_t>>& after,
                     const SubscriptionChange& change)
    {
        for (std::size_t i = 0; i < after.size(); ++i)
        {
            std::set<uint32_t> expected(before[i].begin(), before[i].end());
            if (i == change.client)
            {
                NS_TEST_EXPECT_MSG_EQ(expected.erase(change.dropped), 1, "it was there");
                NS_TEST_EXPECT_MSG_EQ(expected.insert(change.taken).second, true, "it is new");
            }
            NS_TEST_EXPECT_MSG_EQ((std::set(after[i].begin(), after[i].end()) == expected),
                                  true,
                                  "nothing else changed");
        }
        const auto& stages = workload.clients[change.client].subscriptions;
        NS_TEST_EXPECT_MSG_EQ(std::any_of(stages.begin(),
                                          stages.end(),
                                          [&](const auto& types) {
                                              return std::find(types.begin(),
                                                               types.end(),
                                                               change.taken) != types.end();
                                          }),
                              true,
                              "a type of the consumer's own");
    }

    /**
     * @brief Changes of one consumer are apart, and their mean is what was asked for.
     * @param changes of a run of 10,000 s
     */
    void CheckTimes(const ChangeRecord& changes)
    {
        std::map<std::size_t, Time> last;
        double sum = 0.0;
        double most = 0.0;
        for (const auto& [at, change] : changes)
        {
            const Time from = last.contains(change.client) ? last[change.client] : Seconds(10);
            NS_TEST_EXPECT_MSG_GT_OR_EQ(at - from, Seconds(4), "twice the guard");
            NS_TEST_EXPECT_MSG_LT(at, Seconds(10010), "while there are events");
            sum += (at - from).GetSeconds();
            most = std::max(most, (at - from).GetSeconds());
            last[change.client] = at;
        }
        NS_TEST_EXPECT_MSG_EQ(last.size(), 10, "all consumers");
        const auto count = static_cast<double>(changes.size());
        NS_TEST_EXPECT_MSG_EQ_TOL(sum / count, MEAN_TICKS, 3.0, "mean"); // its sd is 0.7
        NS_TEST_EXPECT_MSG_GT(most, 4 * MEAN_TICKS, "an exponential tail");
    }
};

/// @brief All of it.
class BrokerSubscriptionChurnTestSuite : public TestSuite
{
  public:
    BrokerSubscriptionChurnTestSuite()
        : TestSuite("broker-subscription-churn", Type::UNIT)
    {
        AddTestCase(new SubscriptionChurnTest, Duration::QUICK);
    }
};

BrokerSubscriptionChurnTestSuite g_brokerSubscriptionChurnTestSuite; ///< registers itself

} // namespace
