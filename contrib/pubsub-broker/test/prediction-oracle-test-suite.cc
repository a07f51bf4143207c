// SPDX-License-Identifier: GPL-2.0-only
//
// An oracle's predictions, compared with what happens, and decisions with them.

#include "overlay-test-network.h"

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
        const bool isSubscription = window == 0 || random->GetInteger(0, 9) == 0;
        // Events are published when subscriptions have spread, and arrive before the window ends.
        const double share = random->GetInteger(0, 1) == 0 ? 0.1 : 0.6;
        const double within = isSubscription ? 0.5 : share + random->GetValue(0.0, 0.3);
        const Time time = WINDOW * window + WINDOW * within;
        const NodeId broker = random->GetInteger(0, BROKERS - 1);
        const std::string topic = "t" + std::to_string(random->GetInteger(0, 4));
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
            Simulator::Schedule(WINDOW * i + MilliSeconds(1), &OracleTest::Look, this, &network);
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

/// @brief Predictions of an oracle.
class OraclePredictionTestSuite : public TestSuite
{
  public:
    OraclePredictionTestSuite()
        : TestSuite("broker-prediction-oracle", Type::SYSTEM)
    {
        AddTestCase(new OracleTest, Duration::QUICK);
        AddTestCase(new PredictedChoiceTest, Duration::QUICK);
    }
};

OraclePredictionTestSuite g_oraclePredictionTestSuite; ///< the suite

} // namespace
