// SPDX-License-Identifier: GPL-2.0-only
//
// Publish/subscribe on switches (Wang et al. 2016). Each cluster has switches, hosts and a
// controller; a server computes one overlay of clusters per topic, and flow tables forward events:
//
//        controller 0 ... server ... controller 1          control network
//             :                           :
//          switch 0 ------ trunk ------ switch 1 ---       events: IPv6 multicast
//             |                           |
//          host 0                      host 1
//
// By default 20 clusters with a switch and a host each, on links of 1 Gbit/s. Hosts register
// topics and subscribe in the first seconds; from the end of the warm-up on they publish.
// --strategy selects the overlays, or rivals without: hosts that send to each subscriber, and
// brokers at hosts. docs/run-contract.md has the outputs.

#include "ns3/point-to-point-module.h"
#include "ns3/pubsub-broker-module.h"
#include "ns3/pubsub-module.h"
#include "ns3/pubsub-sdn-module.h"
#include "ns3/simulator.h"

#include <memory>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::sdn;

int
main(int argc, char* argv[])
{
    CaptureChoice captures;
    int64_t captureBytes = captures.bytes;
    MeasuredTime time;
    NetworkSetUp setUp;
    SdnWorkload workload;
    ControlSettings settings;
    FailurePlan failures;
    ScenarioParameters parameters("sdn", "publish/subscribe on switches with flow tables");
    parameters.SetKind("wired");
    setUp.AddTo(parameters);
    settings.AddTo(parameters);
    workload.AddTo(parameters);
    failures.AddTo(parameters);
    parameters.Add("captures", captures.data, "write what each node sends on each link, as pcap");
    parameters.Add("control_captures", captures.control, "the same of the control network");
    parameters
        .Add("capture_bytes", captureBytes, 128, 65535, "bytes", "kept of each frame in a capture");
    time.AddTo(parameters);
    parameters.Parse(argc, argv);
    captures.bytes = static_cast<uint32_t>(captureBytes);
    setUp.Check(parameters);
    settings.Check(parameters);
    workload.Check(parameters);
    time.Check(parameters);
    failures.Check(parameters, time.Duration(), settings.HasControllers());
    const int64_t topologyStreams = setUp.Draw(parameters, FirstStream(StreamBlock::TOPOLOGY));
    settings.CheckClusters(parameters, setUp.GetTopology());
    CheckStreams(topologyStreams +
                 failures.Draw(parameters,
                               setUp.GetTopology(),
                               FirstStream(StreamBlock::TOPOLOGY) + topologyStreams));
    CheckStreams(workload.Draw(parameters,
                               setUp.GetTopology().HostCount(),
                               time,
                               FirstStream(StreamBlock::WORKLOAD)));
    settings.CheckTopics(parameters, workload.Plan());
    parameters.EndCheck();

    SwitchNetwork network(setUp, settings.Parts());
    InstalledStrategy strategy(network, settings, workload);
    CheckStreams(strategy.AssignStreams(FirstStream(StreamBlock::PROTOCOL)));
    SwitchRun run(parameters, network, strategy.Control(), settings, captures);
    strategy.Record(run.GetRecorder());
    workload.Install(network.Hosts());
    FailureInjector injector(failures, network, strategy.Control());
    if (run.GetRecorder())
    {
        run.GetRecorder()->RecordFailures(failures);
    }
    run.Simulate(time.Duration());
    run.PrintDeliveries();
    Simulator::Destroy();
    return 0;
}
