// SPDX-License-Identifier: GPL-2.0-only
#include "ns3/manet-hodmrp-messages.h"
#include "ns3/manet-session-history.h"
#include "ns3/test.h"

#include <cmath>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::manet;

namespace
{

/// @brief What sessions count, by hand.
class SessionHistoryTest : public TestCase
{
  public:
    SessionHistoryTest()
        : TestCase("history degree")
    {
    }

  private:
    /**
     * @brief Check a degree.
     * @param history whose
     * @param now when
     * @param seconds what all sessions should count
     */
    void Check(SessionHistory& history, double now, double seconds)
    {
        const SessionHistory::Weights weights{Seconds(60), 0.5, Seconds(60), 2};
        NS_TEST_EXPECT_MSG_EQ_TOL(history.Degree(Seconds(now), weights),
                                  seconds / (seconds + 60),
                                  1e-9,
                                  "at " << now << " s");
    }

    void DoRun() override
    {
        SessionHistory history;
        Check(history, 1, 0);
        history.TakePart(1, 7, Seconds(10), Seconds(19));
        Check(history, 10, 0);
        Check(history, 16, 6);
        history.TakePart(1, 7, Seconds(16), Seconds(25));
        history.TakePart(2, 7, Seconds(16), Seconds(91));
        Check(history, 24, 14 + 8);
        // The first has ended at 25 s, 15 s long.
        Check(history, 25, 9 + 0.5 * 15);
        Check(history, 85, 60 + 0.5 * 15 * std::exp(-1.0)); // the second is capped
        // Both have ended; then a third, and the first is one too many.
        Check(history, 91, 0.5 * 75 + 0.5 * 15 * std::exp(-66.0 / 60));
        history.TakePart(1, 7, Seconds(91), Seconds(101));
        Check(history, 101, 0.5 * 10 + 0.5 * 75 * std::exp(-10.0 / 60));
        history.Clear();
        Check(history, 101, 0);
    }
};

/// @brief What a way's history can be.
class PathHistoryTest : public TestCase
{
  public:
    PathHistoryTest()
        : TestCase("history of a way")
    {
    }

  private:
    void DoRun() override
    {
        PathHistory path;
        NS_TEST_EXPECT_MSG_EQ(path.IsSound(0), true, "no relay");
        NS_TEST_EXPECT_MSG_EQ(path.IsSound(1), false, "a relay with all of a history and none");
        NS_TEST_EXPECT_MSG_EQ(path.Mean(0), 255, "nobody can fail");
        path.Add(30);
        path.Add(90);
        NS_TEST_EXPECT_MSG_EQ(+path.minimum, 30, "minimum");
        NS_TEST_EXPECT_MSG_EQ(path.Mean(2), 60, "mean");
        NS_TEST_EXPECT_MSG_EQ(path.IsSound(2), true, "two relays");
        NS_TEST_EXPECT_MSG_EQ(path.IsSound(1), false, "one has 120, none less than 30");
        NS_TEST_EXPECT_MSG_EQ(path.IsSound(5), false, "five have at least 150");
        NS_TEST_EXPECT_MSG_EQ(path.IsSound(0), false, "no relay, but a history");
        path.sum = 286;
        NS_TEST_EXPECT_MSG_EQ(path.IsSound(2), false, "30 and 256");
        PathHistory longest;
        for (int i = 0; i < 255; ++i)
        {
            longest.Add(255);
        }
        NS_TEST_EXPECT_MSG_EQ(longest.Mean(255), 255, "no overflow");
    }
};

/// @brief What HODMRP's choice rests on.
class SessionHistoryTestSuite : public TestSuite
{
  public:
    SessionHistoryTestSuite()
        : TestSuite("pubsub-session-history", Type::UNIT)
    {
        AddTestCase(new SessionHistoryTest, Duration::QUICK);
        AddTestCase(new PathHistoryTest, Duration::QUICK);
    }
};

SessionHistoryTestSuite g_sessionHistoryTestSuite; ///< the suite

} // namespace
