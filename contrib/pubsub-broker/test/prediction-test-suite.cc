// SPDX-License-Identifier: GPL-2.0-only
//
// Counts of links and predictions with packets: a time-line of subscriptions that come and go, a
// move, and an oracle whose predictions are compared with what happens.

#include "overlay-test-network.h"

#include "ns3/boolean.h"
#include "ns3/broker-link-traffic-predictor.h"
#include "ns3/broker-oracle-predictor.h"
#include "ns3/broker-psoo-fcat.h"
#include "ns3/random-variable-stream.h"

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::broker;

namespace
{

/// Window of the brokers of an OverlayTestNetwork.
const Time WINDOW = Seconds(2);

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

/// @brief On a tree that stands still, the oracle predicts what then happens: each row of each
/// broker, also where subscriptions change in a window.
class OracleTest : public TestCase
{
  public:
    OracleTest()
        : TestCase("an oracle on a tree that stands still")
    {
    }

  private:
    static constexpr uint32_t BROKERS = 9;  ///< of the network
    static constexpr uint32_t WINDOWS = 12; ///< of the run

    /**
     * @brief A broker will publish, or its clients will change their subscription.
     * @param random source of what and when
     * @param window in which
     */
    void Plan(Ptr<UniformRandomVariable> random, uint32_t window)
    {
        // Far from the ends of the window, so that events arrive in it.
        const double share = window == 0 ? 0.0 : random->GetValue(0.1, 0.9);
        const Time time = WINDOW * window + WINDOW * share;
        const NodeId broker = random->GetInteger(0, BROKERS - 1);
        const std::string topic = "t" + std::to_string(random->GetInteger(0, 4));
        const bool isSubscription = window == 0 || random->GetInteger(0, 9) == 0;
        m_plans.emplace(time, std::tuple(broker, topic, isSubscription));
    }

    /// @brief Carry out what was planned, and tell the oracle beforehand.
    /// @param network of the run
    /// @return the future
    FutureTraffic Schedule(OverlayTestNetwork& network)
    {
        FutureTraffic future;
        std::set<std::pair<NodeId, std::string>> wanted;
        for (const auto& [time, plan] : m_plans)
        {
            const auto [node, topic, isSubscription] = plan;
            const auto broker = network.Get(node);
            if (!isSubscription)
            {
                future.AddPublication(time, node, ContentOf(topic));
                Simulator::Schedule(time, [broker, topic = topic] {
                    broker->Publish(ContentOf(topic), 10);
                });
                continue;
            }
            const bool isWanted = wanted.insert({node, topic}).second;
            isWanted ? 0 : wanted.erase({node, topic});
            future.AddSubscription(time, node, FilterOf(topic), isWanted);
            Simulator::Schedule(time, [broker, topic = topic, isWanted] {
                isWanted ? broker->Subscribe(FilterOf(topic))
                         : broker->Unsubscribe(FilterOf(topic));
            });
        }
        return future;
    }

    /// @brief Compare the last predictions with what has happened, and keep the new ones.
    /// @param network of the run
    void Look(OverlayTestNetwork* network)
    {
        for (NodeId i = 0; i < BROKERS; ++i)
        {
            const FlowTable& last = network->Get(i)->GetFlows();
            NS_TEST_EXPECT_MSG_EQ((m_predicted[i] == last.Rows()), true, "at broker " << i);
            m_rows += last.Rows().size();
            m_predicted[i] = network->Get(i)->GetPredictor()->Predict(last).Rows();
        }
    }

    void DoRun() override
    {
        SimulationEnd end;
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(5);
        BrokerGraph tree(BROKERS);
        std::vector<OverlayTestNetwork::Edge> links;
        for (NodeId i = 1; i < BROKERS; ++i)
        {
            links.emplace_back(random->GetInteger(0, i - 1), i);
            tree.AddLink(links.back().first, i);
        }
        for (int i = 0; i < 60 * static_cast<int>(WINDOWS); ++i)
        {
            Plan(random, i / 60);
        }
        OverlayTestNetwork network(BROKERS, links);
        const auto oracle = std::make_shared<TrafficOracle>(Schedule(network),
                                                            [tree] { return OverlayTree(tree); });
        for (NodeId i = 0; i < BROKERS; ++i)
        {
            const auto predictor = CreateObject<OraclePredictor>();
            predictor->SetOracle(oracle);
            network.Get(i)->SetPredictor(predictor);
        }
        m_predicted.resize(BROKERS);
        for (uint32_t i = 1; i <= WINDOWS; ++i)
        {
            At(WINDOW.GetSeconds() * i + 0.001, [this, &network] { Look(&network); });
        }
        RunUntil(WINDOW * WINDOWS + MilliSeconds(2));
        NS_TEST_EXPECT_MSG_GT(m_rows, 500, "rows that were compared");
    }

    std::multimap<Time, std::tuple<NodeId, std::string, bool>> m_plans; ///< by time
    std::vector<std::vector<FlowRow>> m_predicted;                      ///< by broker
    std::size_t m_rows = 0;                                             ///< compared
};

/// @brief PSOO-FCAT chooses the message that is predicted, also one that it has not seen.
class PredictedChoiceTest : public TestCase
{
  public:
    PredictedChoiceTest()
        : TestCase("psoo-fcat counts what is predicted")
    {
    }

  private:
    /**
     * @param isPredicted whether there is an oracle
     * @return the message that the middle one of three brokers chooses in the window that follows
     * one with events of `a` and has events of `b`
     */
    std::string Choice(bool isPredicted)
    {
        SimulationEnd end;
        OverlayTestNetwork network(3, {{0, 1}, {1, 2}});
        FutureTraffic future;
        for (const std::string topic : {"a", "b"})
        {
            network.Get(2)->Subscribe(FilterOf(topic));
            future.AddSubscription(Time(0), 2, FilterOf(topic), true);
            for (int i = 0; i < 10; ++i)
            {
                const Time time = WINDOW * (topic == "a" ? 1 : 2) + MilliSeconds(100 + 100 * i);
                future.AddPublication(time, 0, ContentOf(topic));
                Simulator::Schedule(time, [broker = network.Get(0), topic] {
                    broker->Publish(ContentOf(topic), 10);
                });
            }
        }
        auto strategy = CreateObject<PsooFcatStrategy>();
        strategy->SetAttribute("Window", TimeValue(WINDOW));
        strategy->SetAttribute("Period", TimeValue(WINDOW));
        network.Get(1)->SetStrategy(strategy);
        BrokerGraph tree(3);
        tree.AddLink(0, 1);
        tree.AddLink(1, 2);
        auto predictor = CreateObject<OraclePredictor>();
        predictor->SetOracle(
            std::make_shared<TrafficOracle>(future, [tree] { return OverlayTree(tree); }));
        if (isPredicted)
        {
            network.Get(1)->SetPredictor(predictor);
        }
        RunUntil(WINDOW * 3 - MilliSeconds(1));
        const auto& choices = strategy->Choices();
        return choices.empty() ? "" : choices.front().message.filter.Text();
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Choice(false), "a", "of the last window");
        NS_TEST_EXPECT_MSG_EQ(Choice(true), "b", "of the next window");
    }
};

/// @brief Counts and predictions with packets.
class PredictionTestSuite : public TestSuite
{
  public:
    PredictionTestSuite()
        : TestSuite("broker-prediction", Type::SYSTEM)
    {
        AddTestCase(new LinkCountTest, Duration::QUICK);
        AddTestCase(new MovedLinkTest, Duration::QUICK);
        AddTestCase(new OracleTest, Duration::QUICK);
        AddTestCase(new PredictedChoiceTest, Duration::QUICK);
    }
};

PredictionTestSuite g_predictionTestSuite; ///< the suite

} // namespace
