// SPDX-License-Identifier: GPL-2.0-only
#include "input-refusal.h"

#include "ns3/broker-stage-workload.h"
#include "ns3/test.h"

#include <algorithm>
#include <set>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::broker;

namespace
{

/**
 * @param settings numbers
 * @param brokers number of them
 * @param stream of random numbers
 * @return a workload
 */
StageWorkload
WorkloadOf(const StageSettings& settings, uint32_t brokers, int64_t stream = 1)
{
    auto types = CreateObject<UniformRandomVariable>();
    auto places = CreateObject<UniformRandomVariable>();
    types->SetStream(stream);
    places->SetStream(stream + 1000);
    return MakeStageWorkload(settings, brokers, types, places);
}

/**
 * @param a pairs of a type
 * @param b pairs of another
 * @return the pairs that both have
 */
std::size_t
CommonPairs(const AttributePairs& a, const AttributePairs& b)
{
    return static_cast<std::size_t>(std::count_if(a.begin(), a.end(), [&](const auto& pair) {
        return std::find(b.begin(), b.end(), pair) != b.end();
    }));
}

/// @brief The numbers of the paper.
class StageNumbersTest : public TestCase
{
  public:
    StageNumbersTest()
        : TestCase("types, clients and stages as published")
    {
    }

  private:
    void DoRun() override
    {
        const StageWorkload workload = WorkloadOf(StageSettings(), 1000);
        NS_TEST_EXPECT_MSG_EQ(workload.subscriptions.size(), 2000, "S1 to S4");
        NS_TEST_EXPECT_MSG_EQ(workload.notifications.size(), 10000, "types");
        NS_TEST_EXPECT_MSG_EQ(workload.clients.size(), 450, "200 + 200 + 50");
        std::set<uint32_t> published;
        std::size_t advertised = 0;
        for (const StageClient& client : workload.clients)
        {
            NS_TEST_EXPECT_MSG_LT(client.broker, 1000, "a broker");
            NS_TEST_ASSERT_MSG_EQ(client.notifications.size(), 10, "stages");
            for (uint32_t stage = 0; stage < 10; ++stage)
            {
                const auto& types = client.notifications[stage];
                published.insert(types.begin(), types.end());
                advertised += client.isAdvertising ? types.size() : 0;
                NS_TEST_EXPECT_MSG_EQ((types.empty() || types.size() == 4), true, "per stage");
                const auto& wanted = client.subscriptions[stage];
                NS_TEST_EXPECT_MSG_EQ((wanted.empty() || wanted.size() == 8), true, "per stage");
                NS_TEST_EXPECT_MSG_EQ(std::set(wanted.begin(), wanted.end()).size(),
                                      wanted.size(),
                                      "no type twice");
                NS_TEST_EXPECT_MSG_EQ((types.empty() && wanted.empty()), false, "a role");
            }
        }
        NS_TEST_EXPECT_MSG_EQ(published.size(), 10000, "every type has one owner and stage");
        NS_TEST_EXPECT_MSG_EQ(advertised, 8000, "those of pairs are not advertised");
        CheckTypes(workload);
        CheckStages(workload);
    }

    /**
     * @brief How types derive from each other.
     * @param workload as published
     */
    void CheckTypes(const StageWorkload& workload)
    {
        const auto& types = workload.subscriptions;
        NS_TEST_EXPECT_MSG_EQ(std::set(types.begin(), types.end()).size(), 2000, "all different");
        const auto isDerived = [&](std::size_t type, std::size_t begin, std::size_t end) {
            return std::any_of(
                types.begin() + static_cast<std::ptrdiff_t>(begin),
                types.begin() + static_cast<std::ptrdiff_t>(end),
                [&](const AttributePairs& base) { return CommonPairs(base, types[type]) == 3; });
        };
        for (std::size_t type = 1200; type < 1600; ++type)
        {
            NS_TEST_EXPECT_MSG_EQ(isDerived(type, 1000, 1200), true, "S3 from S2");
            NS_TEST_EXPECT_MSG_EQ(isDerived(type + 400, 1200, 1600), true, "S4 from S3");
        }
        for (std::size_t type = 0; type < 10000; type += 100)
        {
            const Content content = TypeContent(workload.notifications[type]);
            NS_TEST_EXPECT_MSG_EQ(content.IsWellFormed(), true, "an event can carry it");
            NS_TEST_EXPECT_MSG_EQ(std::any_of(types.begin(),
                                              types.end(),
                                              [&](const AttributePairs& pairs) {
                                                  return TypeFilter(pairs).Matches(content);
                                              }),
                                  true,
                                  "it matches its base");
        }
        const Filter advertised = TypeAdvertisement(workload.notifications[0]);
        NS_TEST_EXPECT_MSG_EQ(advertised.Matches(TypeContent(workload.notifications[0])),
                              true,
                              "what is advertised");
    }

    /**
     * @brief Stages have disjoint collections.
     * @param workload as published
     */
    void CheckStages(const StageWorkload& workload)
    {
        std::vector<std::set<uint32_t>> collections(10);
        for (const StageClient& client : workload.clients)
        {
            for (uint32_t stage = 0; stage < 10; ++stage)
            {
                const auto& wanted = client.subscriptions[stage];
                collections[stage].insert(wanted.begin(), wanted.end());
            }
        }
        std::size_t sum = 0;
        std::set<uint32_t> all;
        for (const auto& collection : collections)
        {
            NS_TEST_EXPECT_MSG_LT_OR_EQ(collection.size(), 200, "a tenth of the types");
            sum += collection.size();
            all.insert(collection.begin(), collection.end());
        }
        NS_TEST_EXPECT_MSG_EQ(all.size(), sum, "no type in two stages");
    }
};

/// @brief Relevancy, tiers, seeds and refusals.
class StageVariantsTest : public TestCase
{
  public:
    StageVariantsTest()
        : TestCase("relevancy, smaller tiers, seeds, and numbers that are refused")
    {
    }

  private:
    void DoRun() override
    {
        const StageWorkload high = WorkloadOf(StageSettings(), 1000);
        const StageWorkload low = WorkloadOf(StageSettings::LowRelevancy(), 1000);
        NS_TEST_EXPECT_MSG_EQ(low.subscriptions.size(), 2000, "the same number of types");
        // Derived types share three of five pairs with their base: 0.6. Others mostly two of six.
        NS_TEST_EXPECT_MSG_GT(high.Relevancy(), low.Relevancy() + 0.05, "relevancy");
        NS_TEST_EXPECT_MSG_GT(high.Relevancy(), 0.4, "half of the types have a relative");
        NS_TEST_EXPECT_MSG_LT(low.Relevancy(), 0.45, "few types have one");
        const StageWorkload again = WorkloadOf(StageSettings(), 1000);
        NS_TEST_EXPECT_MSG_EQ((again.notifications == high.notifications), true, "the same seed");
        NS_TEST_EXPECT_MSG_EQ(
            (WorkloadOf(StageSettings(), 1000, 2).notifications == high.notifications),
            false,
            "another seed");
        for (std::size_t client = 0; client < high.clients.size(); ++client)
        {
            NS_TEST_EXPECT_MSG_EQ(high.clients[client].broker,
                                  low.clients[client].broker,
                                  "variants keep the brokers");
        }
        CheckTiers();
        CheckFlows(high);
        CheckRefusals();
    }

    /// @brief The smaller tiers, and subscriptions that stay.
    void CheckTiers()
    {
        for (uint32_t divisor : {5, 25})
        {
            const StageWorkload tier = WorkloadOf(StageSettings().DividedBy(divisor), 40);
            NS_TEST_EXPECT_MSG_EQ(tier.clients.size(), 450 / divisor, "clients");
            NS_TEST_EXPECT_MSG_EQ(tier.notifications.size(), 10000 / divisor, "types");
            NS_TEST_EXPECT_MSG_EQ(tier.clients[0].notifications[9].size(), 4, "per stage");
        }
        CheckOwners(StageSubscriptions::OWN, 250);
        CheckOwners(StageSubscriptions::REASSIGN, 0);
    }

    /**
     * @brief Subscriptions that are all in use in each stage.
     * @param rule of who has which
     * @param unchanged consumers with the same subscriptions in the first and last stage
     */
    void CheckOwners(StageSubscriptions rule, std::size_t unchanged)
    {
        StageSettings settings;
        settings.subscriptions = rule;
        const StageWorkload workload = WorkloadOf(settings, 100);
        for (uint32_t stage : {0, 9})
        {
            std::set<uint32_t> all;
            for (const StageClient& client : workload.clients)
            {
                all.insert(client.subscriptions[stage].begin(), client.subscriptions[stage].end());
            }
            NS_TEST_EXPECT_MSG_EQ(all.size(), 2000, "every type has one owner");
        }
        std::size_t same = 0;
        for (const StageClient& client : workload.clients)
        {
            same += !client.subscriptions[0].empty() &&
                    client.subscriptions[0] == client.subscriptions[9];
        }
        NS_TEST_EXPECT_MSG_EQ(same, unchanged, "consumers that keep their subscriptions");
    }

    /**
     * @brief Flows of a stage.
     * @param workload as published
     */
    void CheckFlows(const StageWorkload& workload)
    {
        const auto flows = workload.Flows(0, 6);
        NS_TEST_EXPECT_MSG_EQ(flows.size(), 1000, "250 publishers, 4 types each");
        std::set<FlowId> ids;
        std::size_t deliveries = 0;
        for (const OverlayFlow& flow : flows)
        {
            ids.insert(flow.flow);
            deliveries += flow.consumers.size();
            NS_TEST_EXPECT_MSG_EQ(flow.count, 6, "of each type");
        }
        NS_TEST_EXPECT_MSG_EQ(ids.size(), 1000, "all different");
        NS_TEST_EXPECT_MSG_EQ_TOL(workload.MatchesPerNotification(0),
                                  static_cast<double>(deliveries) / 1000,
                                  1e-9,
                                  "matches are deliveries");
    }

    /// @brief Numbers without which a stage is empty.
    void CheckRefusals()
    {
        const auto refusal = [](const StageSettings& settings, uint32_t brokers = 10) {
            return RefusalOf([&] { WorkloadOf(settings, brokers); });
        };
        StageSettings settings;
        settings.consumers = settings.pairs = 0;
        NS_TEST_EXPECT_MSG_EQ(refusal(settings),
                              "a stage would be without subscriptions: 2000 types for 0 consumers "
                              "and 10 stages; expected at least 80 types and one consumer",
                              "no consumer");
        settings = StageSettings().DividedBy(50);
        NS_TEST_EXPECT_MSG_EQ(refusal(settings),
                              "a stage would be without subscriptions: 40 types for 5 consumers "
                              "and 10 stages; expected at least 80 types and one consumer",
                              "too few types");
        settings = StageSettings();
        settings.stages = 0;
        NS_TEST_EXPECT_MSG_EQ(refusal(settings),
                              "a workload of 0 stages at 10 brokers is empty; expected at least "
                              "one of each",
                              "no stage");
        settings = StageSettings();
        settings.matchedTypes = 2001;
        NS_TEST_EXPECT_MSG_EQ(refusal(settings),
                              "notifications cannot be made from 2001 of 2000 subscriptions; "
                              "expected 1 to all, and types to derive from",
                              "too many bases");
    }
};

/// @brief All of it.
class BrokerStageWorkloadTestSuite : public TestSuite
{
  public:
    BrokerStageWorkloadTestSuite()
        : TestSuite("broker-stage-workload", Type::UNIT)
    {
        AddTestCase(new StageNumbersTest, Duration::QUICK);
        AddTestCase(new StageVariantsTest, Duration::QUICK);
    }
};

BrokerStageWorkloadTestSuite g_brokerStageWorkloadTestSuite; ///< registers itself

} // namespace
