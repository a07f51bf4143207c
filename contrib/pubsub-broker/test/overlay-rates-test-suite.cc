// SPDX-License-Identifier: GPL-2.0-only
//
// Rates of publications over time: the change of time, chaotic systems, and files.

#include "input-refusal.h"

#include "ns3/broker-chaotic-systems.h"
#include "ns3/broker-rate-file.h"
#include "ns3/broker-traffic-rate.h"
#include "ns3/random-variable-stream.h"
#include "ns3/test.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

using namespace ns3;
using namespace ns3::pubsub::broker;

namespace
{

constexpr int64_t SECOND = 1000000000; ///< ns

/**
 * @param stream number
 * @return random numbers of it
 */
Ptr<UniformRandomVariable>
RandomOf(int64_t stream)
{
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(stream);
    return random;
}

/**
 * @param values some
 * @return their mean
 */
double
MeanOf(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// @brief A day, against its closed form with more digits.
class DailyRateTest : public TestCase
{
  public:
    DailyRateTest()
        : TestCase("the schedule of a day, exact to the nanosecond")
    {
    }

  private:
    void DoRun() override
    {
        for (const double amplitude : {0.0, 0.3, 1.0})
        {
            for (const double phase : {0.0, 1.0, 4.0})
            {
                CheckTimes(amplitude, phase);
            }
        }
        const DailyRate whole(1.0, 1000 * SECOND, 0.0);
        NS_TEST_EXPECT_MSG_EQ_TOL(whole.MeanOf(0, 1000 * SECOND), 1.0, 1e-12, "over a day");
        NS_TEST_EXPECT_MSG_EQ_TOL(whole.MeanOf(0, 500 * SECOND),
                                  1 + 2 / std::numbers::pi,
                                  1e-12,
                                  "over the first half");
        NS_TEST_EXPECT_MSG_EQ(whole.TimeOf(5000 * SECOND, 3000 * SECOND), 3000 * SECOND, "later");
    }

    /**
     * @brief Compare events of a schedule of 2 s over six days.
     * @param amplitude of the day
     * @param phase of the day
     */
    void CheckTimes(double amplitude, double phase)
    {
        const int64_t day = 777 * SECOND;
        const int64_t end = 6 * day;
        const DailyRate rate(amplitude, day, phase);
        const long double turn = 2 * std::numbers::pi_v<long double>;
        const auto integral = [&](int64_t time) -> long double {
            const long double angle = turn * static_cast<long double>(time) / day;
            return time + amplitude * day / turn *
                              (std::cos(static_cast<long double>(phase)) - std::cos(angle + phase));
        };
        constexpr long double ROUNDING = 0.01L; // ns; those of a double are below 0.002 here
        int64_t last = -1;
        for (int64_t scheduled = 123456789; scheduled < 5 * day; scheduled += 2 * SECOND)
        {
            const int64_t time = rate.TimeOf(scheduled, end);
            NS_TEST_ASSERT_MSG_GT_OR_EQ(integral(time), scheduled - ROUNDING, "not before");
            NS_TEST_ASSERT_MSG_LT(integral(time - 1), scheduled + ROUNDING, "not a ns later");
            NS_TEST_ASSERT_MSG_GT(time, last, "one after the other");
            last = time;
            if (amplitude == 0.0)
            {
                NS_TEST_ASSERT_MSG_EQ(time, scheduled, "a steady rate changes nothing");
            }
        }
    }
};

/// @brief Steps, against times worked out by hand.
class SteppedRateTest : public TestCase
{
  public:
    SteppedRateTest()
        : TestCase("the schedule of steps")
    {
    }

  private:
    void DoRun() override
    {
        const SteppedRate rate({1.0, 0.0, 2.0, 0.5}, 10 * SECOND);
        NS_TEST_EXPECT_MSG_EQ(rate.Greatest(), 2.0, "the greatest");
        const auto time = [&](int64_t scheduled) { return rate.TimeOf(scheduled, 35 * SECOND); };
        NS_TEST_EXPECT_MSG_EQ(time(0), 0, "the beginning");
        NS_TEST_EXPECT_MSG_EQ(time(4 * SECOND), 4 * SECOND, "at a rate of 1");
        NS_TEST_EXPECT_MSG_EQ(time(10 * SECOND), 10 * SECOND, "the last before a pause");
        NS_TEST_EXPECT_MSG_EQ(time(10 * SECOND + 2), 20 * SECOND + 1, "the first after it");
        NS_TEST_EXPECT_MSG_EQ(time(20 * SECOND), 25 * SECOND, "twice as fast");
        NS_TEST_EXPECT_MSG_EQ(time(30 * SECOND + 1), 30 * SECOND + 2, "half as fast, rounded up");
        NS_TEST_EXPECT_MSG_EQ(time(33 * SECOND), 35 * SECOND, "too late");
        NS_TEST_EXPECT_MSG_EQ_TOL(rate.MeanOf(5 * SECOND, 25 * SECOND), 0.75, 1e-12, "a mean");
        const SteppedRate steady(std::vector<double>(1000, 1.0), 7 * SECOND);
        for (int64_t scheduled = 987654321; scheduled < 6000 * SECOND; scheduled += 3 * SECOND)
        {
            NS_TEST_ASSERT_MSG_EQ(steady.TimeOf(scheduled, 7000 * SECOND), scheduled, "steady");
        }
    }
};

/// @brief The chaotic systems.
class ChaoticSystemsTest : public TestCase
{
  public:
    ChaoticSystemsTest()
        : TestCase("chaotic systems: the map, means, streams, and no end")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_ASSERT_MSG_EQ(ChaoticSystems().size(), 2, "systems");
        for (const std::string& system : ChaoticSystems())
        {
            const auto values = ChaoticValues(system, 20000, RandomOf(5));
            // The mean of an orbit of the map varies by the root of 1/8 over 20,000, twice it here.
            NS_TEST_EXPECT_MSG_EQ_TOL(MeanOf(values), 1.0, 0.02, "mean of " << system);
            const auto [least, most] = std::minmax_element(values.begin(), values.end());
            NS_TEST_EXPECT_MSG_GT(*most - *least, 0.9, "it moves");
            NS_TEST_EXPECT_MSG_GT_OR_EQ(*least, 0.0, "a rate");
            const auto again = ChaoticValues(system, 100, RandomOf(5));
            NS_TEST_EXPECT_MSG_EQ(std::equal(again.begin(), again.end(), values.begin()),
                                  true,
                                  "the same stream, however long");
            NS_TEST_EXPECT_MSG_NE(ChaoticValues(system, 1, RandomOf(6))[0],
                                  values[0],
                                  "another stream");
        }
        CheckMap();
        CheckMackeyGlass();
    }

    /// @brief The map holds at each step, and the orbit does not end in a cycle.
    void CheckMap()
    {
        const auto values = ChaoticValues("logistic", 300000, RandomOf(7));
        double error = 0.0;
        std::size_t lowest = 0;
        for (std::size_t i = 0; i + 1 < values.size(); ++i)
        {
            const double x = values[i] / 2;
            error = std::max(error, std::abs(values[i + 1] / 2 - 4 * x * (1 - x)));
            lowest += x < 0.01;
        }
        NS_TEST_EXPECT_MSG_LT(error, 1e-14, "x' = 4 x (1 - x)");
        const double expected = 2 / std::numbers::pi * std::asin(0.1) * 300000;
        NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(lowest), expected, 0.05 * expected, "low");
        const double lastMean = MeanOf({values.end() - 10000, values.end()});
        NS_TEST_EXPECT_MSG_EQ_TOL(lastMean, 1.0, 0.03, "it has not ended");
    }

    /// @brief The long-run mean that the values are divided by, and the attractor's extremes.
    void CheckMackeyGlass()
    {
        std::vector<double> means;
        for (const int64_t stream : {1, 2})
        {
            const auto values = ChaoticValues("mackey-glass", 20000, RandomOf(stream));
            means.push_back(MeanOf(values));
            const auto [least, most] = std::minmax_element(values.begin(), values.end());
            NS_TEST_EXPECT_MSG_EQ_TOL(*least * 0.9302, 0.418, 0.005, "the published attractor");
            NS_TEST_EXPECT_MSG_EQ_TOL(*most * 0.9302, 1.319, 0.005, "the published attractor");
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(MeanOf(means), 1.0, 0.0005, "the long-run mean");
    }
};

/// @brief Files of rates.
class RateFileTest : public TestCase
{
  public:
    RateFileTest()
        : TestCase("files of rates, and those that are refused")
    {
    }

  private:
    void DoRun() override
    {
        const auto read = [this](const std::string& text) {
            return ReadRateFile(Written(CreateTempDirFilename("rates.csv"), text));
        };
        const auto series =
            read("# ours\r\nstep, first,second\r\n0,1,0\r\n\r\n1, 2.5 ,1e3 # high\r\n2,2.5,0\n");
        NS_TEST_ASSERT_MSG_EQ(series.size(), 2, "series");
        NS_TEST_EXPECT_MSG_EQ((series[0] == std::vector{0.5, 1.25, 1.25}), true, "mean 1");
        NS_TEST_EXPECT_MSG_EQ((series[1] == std::vector{0.0, 3.0, 0.0}), true, "mean 1");
        const auto refusal = [&](const std::string& text) {
            const std::string sentence = RefusalOf([&] { read(text); });
            const std::size_t name = sentence.find("rates.csv");
            return name == std::string::npos ? sentence : sentence.substr(name + 9);
        };
        const std::string header = "'step' and the different names of one or more series, with "
                                   "commas";
        NS_TEST_EXPECT_MSG_EQ(refusal("").find(" cannot be read or is empty"), 0, "empty");
        NS_TEST_EXPECT_MSG_EQ(refusal("time,a\n"), ", line 1: 'time,a'; expected " + header, "");
        NS_TEST_EXPECT_MSG_EQ(refusal("step\n"), ", line 1: 'step'; expected " + header, "");
        NS_TEST_EXPECT_MSG_EQ(refusal("step,a,a\n"),
                              ", line 1: 'step,a,a'; expected " + header,
                              "");
        NS_TEST_EXPECT_MSG_EQ(refusal("step,a,\n"), ", line 1: 'step,a,'; expected " + header, "");
        NS_TEST_EXPECT_MSG_EQ(refusal("step,a\n"),
                              " has no step; expected a line for each step",
                              "no row");
        NS_TEST_EXPECT_MSG_EQ(refusal("step,a\n0,1\n2,1\n"),
                              ", line 3: '2,1'; expected step 1, because steps count from 0 "
                              "without gaps",
                              "a gap");
        for (const std::string value : {"nan", "-1", "inf", "", "x", "1 2"})
        {
            NS_TEST_EXPECT_MSG_EQ(refusal("step,a\n0," + value + "\n"),
                                  ", line 2: '0," + value +
                                      "'; expected a rate of at least 0 instead of '" + value + "'",
                                  value);
        }
        const std::string cells =
            "; expected a step and as many values as there are series, 2, with commas";
        NS_TEST_EXPECT_MSG_EQ(refusal("step,a,b\n0,1\n"), ", line 2: '0,1'" + cells, "few");
        NS_TEST_EXPECT_MSG_EQ(refusal("step,a,b\n0,1,2,3\n"), ", line 2: '0,1,2,3'" + cells, "");
        NS_TEST_EXPECT_MSG_EQ(refusal("step,a,b\n0,,1,3\n"), ", line 2: '0,,1,3'" + cells, "");
        const std::string mean = " without a mean; expected values that are not all 0 and not as "
                                 "great as a number can be";
        NS_TEST_EXPECT_MSG_EQ(refusal("step,a,b\n0,1,0\n1,1,0\n"), " has a series 'b'" + mean, "0");
        NS_TEST_EXPECT_MSG_EQ(refusal("step,a\n0,1e308\n1,1e308\n"),
                              " has a series 'a'" + mean,
                              "");
        NS_TEST_EXPECT_MSG_EQ(RefusalOf([] { ReadRateFile("gone.csv"); }),
                              "gone.csv cannot be read or is empty; expected a text file",
                              "no such file");
    }
};

/// @brief All of it.
class BrokerOverlayRatesTestSuite : public TestSuite
{
  public:
    BrokerOverlayRatesTestSuite()
        : TestSuite("broker-overlay-rates", Type::UNIT)
    {
        AddTestCase(new DailyRateTest, Duration::QUICK);
        AddTestCase(new SteppedRateTest, Duration::QUICK);
        AddTestCase(new ChaoticSystemsTest, Duration::QUICK);
        AddTestCase(new RateFileTest, Duration::QUICK);
    }
};

BrokerOverlayRatesTestSuite g_brokerOverlayRatesTestSuite; ///< registers itself

} // namespace
