// SPDX-License-Identifier: GPL-2.0-only
//
// Brokers at some routers of an internet, linked to a tree that changes while events cross it, to
// cut their cost (Chi et al. 2014):
//
//     router -- router -- router -- router       underlay: BRITE, a tree, or a file
//       |                   |          |
//     broker 0 ·········· broker 1 ·· broker 2   overlay: UDP between brokers
//
// By default 40 brokers at 200 routers. Clients are on the nodes of their brokers. A strategy at
// each broker counts what crosses its links, and replaces links where that makes events cheaper.
// With --stage_ticks, clients publish and subscribe to other types from time to time.
// docs/run-contract.md has the outputs.

#include "ns3/config.h"
#include "ns3/point-to-point-module.h"
#include "ns3/pubsub-broker-module.h"
#include "ns3/pubsub-module.h"
#include "ns3/simulator.h"

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::broker;

namespace
{

/**
 * @brief Find out what clients will publish and subscribe to, without links between brokers.
 * @param parameters of the program, to refuse
 * @param setUp drawn
 * @param workload drawn
 * @param time of the run
 * @return the traffic
 */
FutureTraffic
Rehearse(const ScenarioParameters& parameters,
         const OverlaySetUp& setUp,
         OverlayWorkload& workload,
         const MeasuredTime& time)
{
    try
    {
        return RehearseTraffic([&](TrafficNotes& notes) {
            OverlayNetwork network(setUp, false);
            network.AssignStreams(FirstStream(StreamBlock::PROTOCOL));
            notes.Listen(network.AllBrokers());
            workload.Install(network, nullptr);
            Simulator::Stop(Seconds(time.Duration()));
            Simulator::Run();
        });
    }
    catch (const BrokerInputError& error)
    {
        parameters.Refuse(error.what());
    }
}

/**
 * @brief Give the brokers their predictors.
 * @param network of the run; it must live as long as the brokers
 * @param predictor wanted
 * @param future of the traffic, if it is needed
 */
void
InstallPredictors(const OverlayNetwork& network,
                  const PredictorChoice& predictor,
                  FutureTraffic future)
{
    const auto tree = [&network]() -> std::optional<OverlayTree> {
        const BrokerGraph present = network.PresentTree();
        return present.IsTree() ? std::optional(OverlayTree(present)) : std::nullopt;
    };
    predictor.Install(network.AllBrokers(),
                      std::make_shared<TrafficOracle>(std::move(future), tree));
}

} // namespace

int
main(int argc, char* argv[])
{
    int64_t windowTicks = 50;
    bool transmissions = true;
    bool linkSteps = false;
    bool captures = true;
    int64_t captureBytes = 65535;
    int64_t capturedBrokers = 0;
    MeasuredTime time;
    OverlaySetUp setUp;
    OverlayWorkload workload;
    PredictorChoice predictor;
    ScenarioParameters parameters("overlay", "an overlay of brokers that rewires itself");
    parameters.SetKind("wired");
    setUp.AddTo(parameters);
    workload.AddTo(parameters);
    predictor.AddTo(parameters);
    parameters.Add("window_ticks",
                   windowTicks,
                   1,
                   1000000,
                   "ticks",
                   "for which brokers and the tables count messages, and between two decisions of "
                   "a strategy, in place of its attributes Window and Period");
    parameters.Add("transmissions",
                   transmissions,
                   "write a row for each message that a broker sends; if not, the table is empty, "
                   "and overlay_steps has the sums");
    parameters.Add(
        "link_steps",
        linkSteps,
        "write the traffic of each link in each window, with changes of subscriptions and "
        "advertisements, to predict it");
    parameters.Add("captures", captures, "write what brokers send and receive, as pcap");
    parameters.Add("capture_bytes", captureBytes, 128, 65535, "bytes", "kept of each datagram");
    parameters.Add("captured_brokers", capturedBrokers, 0, 65535, "brokers", "the first; 0: all");
    time.AddTo(parameters);
    parameters.Parse(argc, argv);
    setUp.Check(parameters);
    workload.Check(parameters, time);
    time.Check(parameters);
    predictor.Check(parameters);
    CheckStreams(
        workload.Draw(parameters, setUp.Brokers(), time, FirstStream(StreamBlock::WORKLOAD)));
    CheckStreams(setUp.Draw(parameters, FirstStream(StreamBlock::TOPOLOGY)));
    parameters.EndCheck();

    const Time window = windowTicks * workload.Tick();
    Config::SetDefault("ns3::pubsub::broker::OverlayStrategy::Window", TimeValue(window));
    Config::SetDefault("ns3::pubsub::broker::OverlayStrategy::Period", TimeValue(window));
    FutureTraffic future;
    if (predictor.NeedsFuture())
    {
        future = Rehearse(parameters, setUp, workload, time);
    }
    OverlayNetwork network(setUp);
    InstallPredictors(network, predictor, std::move(future));
    CheckStreams(network.AssignStreams(FirstStream(StreamBlock::PROTOCOL)));
    OverlayRun run(parameters, network, window, transmissions);
    if (linkSteps)
    {
        run.RecordLinkSteps();
    }
    if (predictor.IsPredicted())
    {
        run.RecordPredictions();
    }
    if (captures)
    {
        const auto wanted = static_cast<uint32_t>(capturedBrokers);
        run.Capture(static_cast<uint32_t>(captureBytes),
                    wanted == 0 ? setUp.Brokers() : std::min(wanted, setUp.Brokers()));
    }
    workload.Install(network, run.GetRecorder());
    run.Simulate(time.Duration());
    run.PrintMoves();
    Simulator::Destroy();
    return 0;
}
