// SPDX-License-Identifier: GPL-2.0-only
//
// Counts of links, from which traffic is predicted, with packets: a time-line of subscriptions that
// come and go, and a move.

#include "overlay-test-network.h"

#include "ns3/boolean.h"

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::broker;

namespace
{

/// @brief What the brokers of a network have counted.
class LinkLog
{
  public:
    /// @param network whose brokers count from now on
    explicit LinkLog(OverlayTestNetwork& network)
    {
        network.Set("CountLinks", BooleanValue(true));
        for (NodeId i = 0; i < network.Size(); ++i)
        {
            network.Get(i)->TraceConnect("LinkSteps",
                                         std::to_string(i),
                                         MakeCallback(&LinkLog::Counted, this));
        }
    }

    /**
     * @param step from 0
     * @param a one end
     * @param b the other end
     * @return T, dS and dA of the direction from a to b, as a has counted it; empty without a row.
     * Where b has counted something else, it follows.
     */
    std::string Of(uint32_t step, NodeId a, NodeId b) const
    {
        const std::string sent = Text({step, a, b, FlowDirection::OUT});
        const std::string received = Text({step, b, a, FlowDirection::IN});
        return sent == received ? sent : sent + " and " + received;
    }

  private:
    using Key = std::tuple<uint32_t, NodeId, NodeId, FlowDirection>; ///< of a row

    /**
     * @param key of a row
     * @return its numbers; empty without a row
     */
    std::string Text(const Key& key) const
    {
        const auto row = m_rows.find(key);
        return row == m_rows.end() ? ""
                                   : std::to_string(row->second.notifications) + " " +
                                         std::to_string(row->second.subscriptionChange) + " " +
                                         std::to_string(row->second.advertisementChange);
    }

    /**
     * @param broker context
     * @param step that has ended
     * @param links of the broker
     */
    void Counted(std::string broker, uint32_t step, const std::vector<LinkStep>& links)
    {
        for (const LinkStep& link : links)
        {
            m_rows[{step, std::stoul(broker), link.neighbour, link.direction}] = link;
        }
    }

    std::map<Key, LinkStep> m_rows; ///< of all brokers
};

/**
 * @brief Do something at a time.
 * @param seconds when
 * @param action what
 */
void
At(double seconds, std::function<void()> action)
{
    Simulator::Schedule(Seconds(seconds) - Simulator::Now(), std::move(action));
}

/// @brief Subscriptions and advertisements come and go in a line of four brokers; each step of the
/// time-line is counted at both ends of a link.
class LinkCountTest : public TestCase
{
  public:
    LinkCountTest()
        : TestCase("T, dS and dA of a time-line")
    {
    }

  private:
    /**
     * @brief The first broker publishes.
     * @param seconds when
     * @param topic of the events
     * @param count of them
     */
    void PublishAt(double seconds, const std::string& topic, int count)
    {
        for (int i = 0; i < count; ++i)
        {
            At(seconds + 0.001 * i, [this, topic] { m_first->Publish(ContentOf(topic), 10); });
        }
    }

    /**
     * @brief The first broker advertises.
     * @param seconds when
     * @param topics all of them
     */
    void AdvertiseAt(double seconds, const std::vector<std::string>& topics)
    {
        At(seconds, [this, topics] {
            std::vector<WeightedFilter> filters;
            for (const std::string& topic : topics)
            {
                filters.push_back({FilterOf(topic), 1});
            }
            m_first->Advertise(filters);
        });
    }

    /**
     * @brief A broker subscribes or unsubscribes.
     * @param seconds when
     * @param broker which
     * @param topic of events
     * @param isWanted whether it wants them from then on
     */
    void SubscribeAt(double seconds, Ptr<OverlayBroker> broker, std::string topic, bool isWanted)
    {
        At(seconds, [broker, topic, isWanted] {
            isWanted ? broker->Subscribe(FilterOf(topic)) : broker->Unsubscribe(FilterOf(topic));
        });
    }

    void DoRun() override
    {
        SimulationEnd end;
        OverlayTestNetwork network(4, {{0, 1}, {1, 2}, {2, 3}});
        LinkLog log(network);
        m_first = network.Get(0);
        // Step 0: a subscription and an advertisement come.
        AdvertiseAt(0.0, {"a"});
        SubscribeAt(0.0, network.Get(3), "a", true);
        PublishAt(1.0, "a", 3);
        // Step 1: another subscription comes, and has events beside those of the first.
        SubscribeAt(2.5, network.Get(2), "b", true);
        PublishAt(3.0, "a", 2);
        PublishAt(3.0, "b", 4);
        // Step 2: an advertisement comes, and the second subscription goes.
        AdvertiseAt(4.2, {"a", "b"});
        PublishAt(4.5, "b", 5);
        SubscribeAt(5.0, network.Get(2), "b", false);
        PublishAt(5.5, "b", 7);
        PublishAt(5.5, "a", 1);
        // Step 3: a subscription that comes and goes has not changed; an advertisement goes.
        SubscribeAt(6.2, network.Get(2), "b", true);
        PublishAt(6.5, "b", 2);
        SubscribeAt(6.8, network.Get(2), "b", false);
        AdvertiseAt(7.0, {"a"});
        // Step 4 is silent. Step 5: events that match two new subscriptions count once.
        SubscribeAt(10.2, network.Get(2), "c.#", true);
        SubscribeAt(10.2, network.Get(2), "c.d", true);
        PublishAt(10.5, "c.d", 3);
        RunUntil(Seconds(12) + MilliSeconds(1));
        const std::vector<std::string> first{"3 3 3",
                                             "6 4 0",
                                             "6 -5 5",
                                             "2 0 -2",
                                             "0 0 0",
                                             "3 3 0"};
        const std::vector<std::string> last{"3 3 3", "2 0 0", "1 0 0", "0 0 0", "0 0 0", "0 0 0"};
        for (uint32_t step = 0; step < first.size(); ++step)
        {
            NS_TEST_EXPECT_MSG_EQ(log.Of(step, 0, 1), first[step], "0 to 1 in step " << step);
            NS_TEST_EXPECT_MSG_EQ(log.Of(step, 1, 2), first[step], "1 to 2 in step " << step);
            NS_TEST_EXPECT_MSG_EQ(log.Of(step, 2, 3), last[step], "2 to 3 in step " << step);
            NS_TEST_EXPECT_MSG_EQ(log.Of(step, 1, 0), "0 0 0", "1 to 0 in step " << step);
        }
        NS_TEST_EXPECT_MSG_EQ(log.Of(6, 0, 1), "", "a step that has not ended");
    }

    Ptr<OverlayBroker> m_first; ///< publishes and advertises
};

/// @brief A link that a move makes or ends has no row for that step, and no change of filters.
class MovedLinkTest : public TestCase
{
  public:
    MovedLinkTest()
        : TestCase("counts of links that a move changes")
    {
    }

  private:
    void DoRun() override
    {
        SimulationEnd end;
        OverlayTestNetwork network(4, {{0, 1}, {1, 2}, {2, 3}});
        LinkLog log(network);
        network.Get(3)->Subscribe(FilterOf("a"));
        SteadyPublisher publisher(network.Get(0), "a", MilliSeconds(100));
        publisher.Run(Seconds(1) + MilliSeconds(50), Seconds(20));
        At(10.03, [&network] { network.Get(0)->Propose({MakeMove(0, {1, 2, 3})}); });
        RunUntil(Seconds(14) + MilliSeconds(1));
        NS_TEST_EXPECT_MSG_EQ(network.Text(), "0-3 1-2 2-3", "the new tree");
        NS_TEST_EXPECT_MSG_EQ(log.Of(4, 0, 1), "20 0 0", "before the move");
        NS_TEST_EXPECT_MSG_EQ(log.Of(4, 0, 3), "", "before the move");
        NS_TEST_EXPECT_MSG_EQ(log.Of(5, 0, 1), "", "ends in this step");
        NS_TEST_EXPECT_MSG_EQ(log.Of(5, 0, 3), "", "begins in this step");
        NS_TEST_EXPECT_MSG_EQ(log.Of(6, 0, 1), "", "gone");
        NS_TEST_EXPECT_MSG_EQ(log.Of(6, 0, 3), "20 0 0", "a whole step");
        NS_TEST_EXPECT_MSG_EQ(log.Of(6, 1, 2), "0 0 0", "without traffic");
    }
};

/// @brief Counts of links with packets.
class PredictionTestSuite : public TestSuite
{
  public:
    PredictionTestSuite()
        : TestSuite("broker-prediction", Type::SYSTEM)
    {
        AddTestCase(new LinkCountTest, Duration::QUICK);
        AddTestCase(new MovedLinkTest, Duration::QUICK);
    }
};

PredictionTestSuite g_predictionTestSuite; ///< the suite

} // namespace
