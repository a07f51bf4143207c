// SPDX-License-Identifier: GPL-2.0-only
//
// The program overlay, without captures and traces, while stages or single subscriptions change:
// many moves at a time.

#include "overlay-watch.h"

#include "ns3/broker-input.h"
#include "ns3/broker-overlay-network.h"
#include "ns3/broker-overlay-workload.h"
#include "ns3/config.h"
#include "ns3/pubsub-scenario-parameters.h"
#include "ns3/pubsub-scenario-run.h"
#include "ns3/pubsub-stream-blocks.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/uinteger.h"

#include <fstream>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::broker;

namespace
{

/// Messages that a broker looks at in each round of `psoo-fcat`, so that many of its moves meet.
constexpr uint32_t FILTERS = 5;

/**
 * @ingroup pubsub-broker-test
 * @brief Defaults and the number of the run, until the end of a test.
 */
class RunDefaults
{
  public:
    /// @param window of strategies, and time between two decisions
    explicit RunDefaults(Time window)
    {
        Set(window, window, FILTERS);
    }

    ~RunDefaults()
    {
        RngSeedManager::SetRun(1);
        Set(Seconds(50), Seconds(50), 1);
    }

  private:
    /**
     * @param window of strategies
     * @param period of strategies
     * @param filters of `psoo-fcat`
     */
    void Set(Time window, Time period, uint32_t filters)
    {
        const std::string scope = "ns3::pubsub::broker::";
        Config::SetDefault(scope + "OverlayStrategy::Window", TimeValue(window));
        Config::SetDefault(scope + "OverlayStrategy::Period", TimeValue(period));
        Config::SetDefault(scope + "PsooFcatStrategy::FiltersPerRound", UintegerValue(filters));
    }
};

/// @brief A run of three stages: at each change of a link the overlay is a tree, and each event
/// arrives once and in order.
class StageChurnTest : public TestCase
{
  public:
    /**
     * @param strategy by name
     * @param brokers number of them
     * @param run number of the random streams
     * @param leastMoves that the run makes
     * @param traffic more arguments of the program
     */
    StageChurnTest(const std::string& strategy,
                   uint32_t brokers,
                   uint32_t run,
                   uint32_t leastMoves,
                   const std::vector<std::string>& traffic = {})
        : TestCase(strategy + " with " + std::to_string(brokers) + " brokers, run " +
                   std::to_string(run) + (traffic.empty() ? "" : ", " + Listed(traffic))),
          m_strategy(strategy),
          m_brokers(brokers),
          m_run(run),
          m_leastMoves(leastMoves),
          m_traffic(traffic)
    {
    }

  private:
    static constexpr uint32_t STAGES = 3;       ///< of a run
    static constexpr uint32_t STAGE_TICKS = 50; ///< of a stage
    static constexpr uint32_t WINDOW_TICKS = 5; ///< of a window; a tick is a second

    /// @return the arguments of the program that would make the same run
    std::vector<std::string> Arguments() const
    {
        std::vector<std::string> arguments{
            "overlay",
            "--strategy=" + m_strategy,
            "--brokers=" + std::to_string(m_brokers),
            "--routers=" + std::to_string(2 * m_brokers),
            "--workload_divisor=" + std::to_string(m_strategy == "ocbr" ? 1000 / m_brokers : 25),
            "--stage_ticks=" + std::to_string(STAGE_TICKS),
            "--warmup=5",
            "--duration=" + std::to_string(5 + STAGES * STAGE_TICKS + 40),
            "--drain=40",
            "--RngRun=" + std::to_string(m_run)};
        arguments.insert(arguments.end(), m_traffic.begin(), m_traffic.end());
        return arguments;
    }

    void DoRun() override
    {
        SimulationEnd end;
        const RunDefaults defaults(WINDOW_TICKS * Seconds(1));
        ScenarioParameters parameters("overlay", "a run of a test");
        parameters.SetKind("wired");
        OverlaySetUp setUp;
        OverlayWorkload workload;
        MeasuredTime time;
        setUp.AddTo(parameters);
        workload.AddTo(parameters);
        time.AddTo(parameters);
        parameters.Parse(Arguments());
        workload.Draw(parameters, m_brokers, time, FirstStream(StreamBlock::WORKLOAD));
        setUp.Draw(parameters, FirstStream(StreamBlock::TOPOLOGY));
        OverlayNetwork network(setUp);
        network.AssignStreams(FirstStream(StreamBlock::PROTOCOL));
        OverlayBrokers brokers;
        for (BrokerId i = 0; i < m_brokers; ++i)
        {
            brokers.push_back(network.GetBroker(i));
        }
        TreeWatch watch(brokers);
        DeliveryCheck check(brokers);
        workload.Install(network, nullptr);
        RunUntil(Seconds(time.Duration()));
        Judge(brokers, watch, check);
    }

    /**
     * @brief Compare the run with what is promised.
     * @param brokers of the run
     * @param watch of their links
     * @param check of their events
     */
    void Judge(const OverlayBrokers& brokers, const TreeWatch& watch, const DeliveryCheck& check)
    {
        NS_TEST_EXPECT_MSG_GT_OR_EQ(watch.Plans(PlanState::DONE), m_leastMoves, "moves");
        NS_TEST_EXPECT_MSG_EQ(watch.Changes(),
                              4 * watch.Plans(PlanState::DONE),
                              "each end of the old and of the new link, for each move");
        NS_TEST_EXPECT_MSG_EQ(watch.Broken(), 0, "always a tree");
        NS_TEST_EXPECT_MSG_EQ(IsOneTree(LinksInUse(brokers), brokers.size()), true, "a tree");
        NS_TEST_EXPECT_MSG_EQ(AreSettled(brokers), true, "nothing is left over");
        NS_TEST_EXPECT_MSG_GT(check.Good(), m_brokers, "deliveries");
        NS_TEST_EXPECT_MSG_EQ(check.Lost(), 0, "none lost");
        NS_TEST_EXPECT_MSG_EQ(check.Duplicates(), 0, "each once");
        NS_TEST_EXPECT_MSG_EQ(check.Reordered(), 0, "in order");
        std::ofstream account(CreateTempDirFilename("churn.txt"), std::ios::app);
        account << m_strategy << " " << m_brokers << " brokers, run " << m_run << ": "
                << watch.Plans(PlanState::DONE) << " moves, " << watch.Plans(PlanState::REFUSED)
                << " refusals, " << watch.Changes() << " changes of links, " << check.Good()
                << " deliveries\n";
    }

    std::string m_strategy;             ///< by name
    uint32_t m_brokers;                 ///< number of them
    uint32_t m_run;                     ///< number of the random streams
    uint32_t m_leastMoves;              ///< that the run makes
    std::vector<std::string> m_traffic; ///< more arguments of the program
};

/// @brief Overlays under churn of stages: 100 runs of 200 brokers in the extensive part.
class OverlayChurnTestSuite : public TestSuite
{
  public:
    OverlayChurnTestSuite()
        : TestSuite("broker-overlay-churn", Type::SYSTEM)
    {
        AddTestCase(new StageChurnTest("ocbr", 40, 1, 10), Duration::QUICK);
        AddTestCase(new StageChurnTest("psoo-fcat", 40, 1, 2), Duration::QUICK);
        const std::vector<std::string> churn{"--churn_ticks=20"};
        const std::vector<std::string> all{"--churn_ticks=20",
                                           "--traffic=chaotic",
                                           "--traffic_groups=3",
                                           "--traffic_step_ticks=10"};
        AddTestCase(new StageChurnTest("ocbr", 40, 1, 5, churn), Duration::QUICK);
        AddTestCase(new StageChurnTest("psoo-fcat", 40, 1, 1, all), Duration::QUICK);
        for (uint32_t run = 1; run <= 10; ++run)
        {
            AddTestCase(new StageChurnTest("ocbr", 200, run, 20, churn), Duration::EXTENSIVE);
            AddTestCase(new StageChurnTest("ocbr", 200, run, 20, all), Duration::EXTENSIVE);
        }
        for (uint32_t run = 1; run <= 50; ++run)
        {
            AddTestCase(new StageChurnTest("ocbr", 200, run, 50), Duration::EXTENSIVE);
            AddTestCase(new StageChurnTest("psoo-fcat", 200, run, 10), Duration::EXTENSIVE);
        }
    }
};

OverlayChurnTestSuite g_overlayChurnTestSuite; ///< the suite

} // namespace
