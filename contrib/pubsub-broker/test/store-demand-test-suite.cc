// SPDX-License-Identifier: GPL-2.0-only
#include "input-refusal.h"

#include "ns3/broker-store-demand.h"
#include "ns3/broker-trees.h"
#include "ns3/test.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace ns3;
using namespace ns3::pubsub::broker;

namespace
{

/**
 * @param stream of random numbers
 * @return a source that draws from it
 */
Ptr<UniformRandomVariable>
DemandRandom(int64_t stream)
{
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(stream);
    return random;
}

/// @brief Numbers of copies and stores.
class CopiesTest : public TestCase
{
  public:
    CopiesTest()
        : TestCase("copies in proportion to demand, and the stores they need")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<double> popularity = ZipfPopularity(10, 1.0);
        const auto up = CopiesByDemand(popularity, 2, CopyRounding::CEILING, 100);
        NS_TEST_EXPECT_MSG_EQ((up == std::vector<uint32_t>{20, 10, 7, 5, 4, 4, 3, 3, 3, 2}),
                              true,
                              "s_p = 1, min_copies = 2");
        NS_TEST_EXPECT_MSG_EQ(StoresNeeded(up, 5), 20, "by the topic with the most copies");
        NS_TEST_EXPECT_MSG_EQ(StoresNeeded(up, 2), 31, "by the sum of 61 copies");
        const auto down = CopiesByDemand(popularity, 2, CopyRounding::FLOOR, 100);
        NS_TEST_EXPECT_MSG_EQ((down == std::vector<uint32_t>{20, 10, 6, 5, 4, 3, 2, 2, 2, 2}),
                              true,
                              "rounded down");
        const auto few = CopiesByDemand(popularity, 2, CopyRounding::CEILING, 6);
        NS_TEST_EXPECT_MSG_EQ((few == std::vector<uint32_t>{6, 6, 6, 5, 4, 4, 3, 3, 3, 2}),
                              true,
                              "at most six");
        const std::vector<double> nearly{1.0, 10.000000001, 9.999999999};
        for (CopyRounding rounding : {CopyRounding::CEILING, CopyRounding::FLOOR})
        {
            NS_TEST_EXPECT_MSG_EQ(
                (CopiesByDemand(nearly, 1, rounding, 100) == std::vector<uint32_t>{1, 10, 10}),
                true,
                "rounding errors of sums");
        }
        CheckApportionment();
    }

    /// @brief Copies that fill the stores.
    void CheckApportionment()
    {
        // Quotients of 60, 30, 10 by 2, 3, ...: 30, 20, 15, 15, 12, 10, 10, ...
        NS_TEST_EXPECT_MSG_EQ(
            (ApportionCopies({60, 30, 10}, 9, 1) == std::vector<uint32_t>{6, 2, 1}),
            true,
            "30 20 15 15 12 10: of equal quotients the first");
        NS_TEST_EXPECT_MSG_EQ(
            (ApportionCopies({60, 30, 10}, 5, 2) == std::vector<uint32_t>{5, 4, 1}),
            true,
            "at most five");
        NS_TEST_EXPECT_MSG_EQ((ApportionCopies({1, 2}, 3, 7) == std::vector<uint32_t>{3, 3}),
                              true,
                              "more room than copies");
        NS_TEST_EXPECT_MSG_EQ((ApportionCopies({0, 2, 0}, 3, 1) == std::vector<uint32_t>{1, 1, 1}),
                              true,
                              "one of each");
        for (double exponent : {-1.0, 0.0, 0.8, 1.0})
        {
            const auto copies = ApportionCopies(ZipfPopularity(10, exponent), 20, 5);
            NS_TEST_EXPECT_MSG_EQ(std::accumulate(copies.begin(), copies.end(), 0U), 100, "L M");
            NS_TEST_EXPECT_MSG_EQ((exponent < 0 ? std::is_sorted(copies.begin(), copies.end())
                                                : std::is_sorted(copies.rbegin(), copies.rend())),
                                  true,
                                  "by demand");
            NS_TEST_EXPECT_MSG_LT_OR_EQ(*std::max_element(copies.begin(), copies.end()), 20, "M");
        }
        NS_TEST_EXPECT_MSG_EQ(RefusalOf([] {
                                  ApportionCopies({1, 1, 1}, 2, 1);
                              }),
                              "2 stores of 1 topics have no room for 3 topics; expected room for a "
                              "copy of each",
                              "no room");
    }
};

/// @brief Who requests what.
class ZipfDemandTest : public TestCase
{
  public:
    ZipfDemandTest()
        : TestCase("popularity and locality of the demand")
    {
    }

  private:
    void DoRun() override
    {
        const auto popularity = ZipfPopularity(4, 2.0);
        const double sum = 1 + 1 / 4.0 + 1 / 9.0 + 1 / 16.0;
        NS_TEST_EXPECT_MSG_EQ_TOL(popularity[2], 1 / 9.0 / sum, 1e-12, "t^-2");
        NS_TEST_EXPECT_MSG_EQ((ZipfLocality(3, 0) == std::vector<double>{1, 1, 1}), true, "all");
        NS_TEST_EXPECT_MSG_EQ((ZipfLocality(4, 1) == std::vector<double>{1, 0.5, 1 / 3.0, 0.25}),
                              true,
                              "1/t");
        NS_TEST_EXPECT_MSG_EQ_TOL(ZipfLocality(4, -1)[0], 0.25, 1e-12, "the last is the largest");

        const BrokerGraph path = MakeTree("path", 6, nullptr);
        NS_TEST_EXPECT_MSG_EQ((NearestBrokers(path, 2, 4) == std::vector<BrokerId>{2, 1, 3, 0}),
                              true,
                              "the smallest ids of those equally near");
        CheckPairs();
    }

    /// @brief The same centres under all exponents, and the number of those around them.
    void CheckPairs()
    {
        const BrokerGraph tree = MakeTree("deg4", 40, DemandRandom(1));
        ZipfDemand settings;
        const auto everywhere = MakeDemand(tree, settings, DemandRandom(2));
        NS_TEST_EXPECT_MSG_EQ_TOL(TotalsOf(everywhere)[0] / 40,
                                  25 * ZipfPopularity(10, 1)[0],
                                  1e-9,
                                  "every broker");
        settings.popularityExponent = 0;
        settings.localityExponent = 1;
        const auto wide = MakeDemand(tree, settings, DemandRandom(2));
        settings.localityExponent = 2;
        const auto narrow = MakeDemand(tree, settings, DemandRandom(2));
        const auto centres = DemandRandom(2);
        for (uint32_t topic = 0; topic < 10; ++topic)
        {
            const BrokerId centre = centres->GetInteger(0, 39);
            NS_TEST_EXPECT_MSG_EQ(wide[topic][centre], 2.5, "requests/s at the centre");
            NS_TEST_EXPECT_MSG_EQ(narrow[topic][centre], 2.5, "the same centre");
            const auto issuers = [&](const std::vector<double>& demand) {
                return std::count(demand.begin(), demand.end(), 2.5);
            };
            const double rank = topic + 1;
            NS_TEST_EXPECT_MSG_EQ(issuers(wide[topic]), std::ceil(40 / rank - 1e-9), "l_t N");
            NS_TEST_EXPECT_MSG_EQ(issuers(narrow[topic]),
                                  std::ceil(40 / rank / rank - 1e-9),
                                  "l_t N");
            for (BrokerId broker = 0; broker < 40; ++broker)
            {
                NS_TEST_EXPECT_MSG_LT_OR_EQ(narrow[topic][broker],
                                            wide[topic][broker],
                                            "the nearest are part of more");
            }
        }
    }
};

/// @brief All of it.
class BrokerStoreDemandTestSuite : public TestSuite
{
  public:
    BrokerStoreDemandTestSuite()
        : TestSuite("broker-store-demand", Type::UNIT)
    {
        AddTestCase(new CopiesTest, Duration::QUICK);
        AddTestCase(new ZipfDemandTest, Duration::QUICK);
    }
};

BrokerStoreDemandTestSuite g_brokerStoreDemandTestSuite; ///< registers itself

} // namespace
