// SPDX-License-Identifier: GPL-2.0-only
#include "network-test-case.h"
#include "test-network.h"

#include "ns3/double.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cmath>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::manet;

namespace
{

/**
 * @brief One event around a ring of four and out to a fifth; a sixth node has no link.
 *
 *        1
 *       / \
 *      0   3 --- 4     5         0 publishes, 3 and 5 want it.
 *       \ /
 *        2
 */
class FloodingTimelineTest : public NetworkTestCase
{
  public:
    FloodingTimelineTest()
        : NetworkTestCase("every node that is reached sends every event once")
    {
    }

  private:
    void DoRun() override
    {
        TestNetwork network(6, ObjectFactory("ns3::Flooding"));
        for (const auto& [a, b] : {std::pair{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 4}})
        {
            network.Connect(a, b);
        }
        network.Subscribe(3, "a.b");
        network.Subscribe(5, "a.b");
        network.PublishFrom(0, "a.b", Seconds(1), 1);
        TestNetwork::RunUntil(Seconds(2));
        const std::vector<std::string> expected{
            "1.000 0 event 0.1",
            "1.007 2 event 0.1",
            "1.007 1 event 0.1",
            "1.016 3 event 0.1",
            "1.018 4 event 0.1",
        };
        NS_TEST_ASSERT_MSG_EQ(network.Events().size(), expected.size(), "nodes reached");
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(network.Events()[i], expected[i], "transmission " << i);
        }
        for (NodeId i = 0; i < 5; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(network.Sent(i), 1, "sent by " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(network.Sent(5), 0, "nothing reaches 5");
        NS_TEST_EXPECT_MSG_EQ(network.Delivered(3), 1, "delivered to 3");
        NS_TEST_EXPECT_MSG_EQ(network.Delivered(4), 0, "4 wants nothing");
        NS_TEST_EXPECT_MSG_EQ(network.Timeline().size(), 0, "no control messages");
        // Each of the ten link ends hears one frame; four of them are first copies.
        NS_TEST_EXPECT_MSG_EQ(network.Drops().at("duplicate"), 6, "copies heard");
    }
};

/// @brief An event that has crossed MaxHops links goes no further.
class FloodingHopsTest : public NetworkTestCase
{
  public:
    FloodingHopsTest()
        : NetworkTestCase("no event crosses more than MaxHops links")
    {
    }

  private:
    void DoRun() override
    {
        ObjectFactory factory("ns3::Flooding");
        factory.Set("MaxHops", UintegerValue(3));
        TestNetwork network(6, factory);
        for (NodeId i = 1; i < 6; ++i)
        {
            network.Connect(i - 1, i);
            network.Subscribe(i, "a.b");
        }
        network.PublishFrom(0, "a.b", Seconds(1), 1);
        TestNetwork::RunUntil(Seconds(2));
        for (NodeId i = 1; i < 6; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(network.Delivered(i), (i <= 3 ? 1 : 0), "delivered to " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(network.Drops().at("too many hops"), 1, "at node 3");
    }
};

/// @brief The publisher in the middle of a star: each leaf hears every event once and draws.
class GossipShareTest : public NetworkTestCase
{
  public:
    /// @param probability of the attribute
    explicit GossipShareTest(double probability)
        : NetworkTestCase("a share of " + std::to_string(probability) + " forwards"),
          m_probability(probability)
    {
    }

  private:
    static constexpr uint32_t LEAVES = 50;  ///< around the publisher
    static constexpr uint32_t EVENTS = 100; ///< published

    void DoRun() override
    {
        ObjectFactory factory("ns3::Gossip");
        factory.Set("Probability", DoubleValue(m_probability));
        TestNetwork network(LEAVES + 1, factory);
        for (NodeId leaf = 1; leaf <= LEAVES; ++leaf)
        {
            network.Connect(0, leaf);
        }
        network.PublishFrom(0, "a.b", Seconds(1), EVENTS);
        TestNetwork::RunUntil(Seconds(12));
        uint32_t forwarded = 0;
        for (NodeId leaf = 1; leaf <= LEAVES; ++leaf)
        {
            forwarded += network.Sent(leaf);
        }
        const double draws = LEAVES * EVENTS;
        const double deviation = std::sqrt(draws * m_probability * (1 - m_probability));
        NS_TEST_EXPECT_MSG_EQ(network.Sent(0), EVENTS, "the publisher always sends");
        NS_TEST_EXPECT_MSG_EQ_TOL(forwarded, draws * m_probability, 3 * deviation, "forwarded");
        NS_TEST_EXPECT_MSG_EQ(network.Timeline().size(), 0, "no control messages");
    }

    double m_probability; ///< of the attribute
};

/// @brief The baselines without control messages.
class FloodingTestSuite : public TestSuite
{
  public:
    FloodingTestSuite()
        : TestSuite("pubsub-flooding", Type::UNIT)
    {
        AddTestCase(new FloodingTimelineTest, Duration::QUICK);
        AddTestCase(new FloodingHopsTest, Duration::QUICK);
        AddTestCase(new GossipShareTest(0.0), Duration::QUICK);
        AddTestCase(new GossipShareTest(0.7), Duration::QUICK);
        AddTestCase(new GossipShareTest(1.0), Duration::QUICK);
    }
};

FloodingTestSuite g_floodingTestSuite; ///< the suite

} // namespace
