// SPDX-License-Identifier: GPL-2.0-only
//
// Brokers in a tree, some of them with a store, and a client at each that asks for what was
// published before (Sourlas et al. 2011, section 6):
//
//     client 0    client 1    client 2
//        |           |           |
//     broker 0 -- broker 1 -- broker 2 -- ...        each link 1 Gbit/s and 1 ms
//                 store
//
// By default 100 brokers and 10 topics. The program draws the tree and the demand, plans the
// stores, and installs them. After a second one event of each topic is published, which its stores
// keep. From the end of the warm-up on, clients send requests; the nearest store answers each.
// docs/run-contract.md has the outputs.

#include "ns3/point-to-point-module.h"
#include "ns3/pubsub-broker-module.h"
#include "ns3/pubsub-module.h"
#include "ns3/simulator.h"

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::broker;

int
main(int argc, char* argv[])
{
    int64_t rate = 1000000000;
    int64_t delay = 1000;
    bool captures = true;
    int64_t captureBytes = 65535;
    MeasuredTime time;
    StoreSetUp setUp;
    StoreWorkload workload;
    ScenarioParameters parameters("stores", "stores of past events in a network of brokers");
    parameters.SetKind("wired");
    setUp.AddTo(parameters);
    workload.AddTo(parameters);
    parameters.Add("rate_bps", rate, 1000, 100000000000, "bit/s", "of each link");
    parameters.Add("delay_us", delay, 0, 10000000, "us", "propagation delay of each link");
    parameters.Add("captures", captures, "write what each node sends on each link, as pcap");
    parameters
        .Add("capture_bytes", captureBytes, 128, 65535, "bytes", "kept of each frame in a capture");
    time.AddTo(parameters);
    parameters.Parse(argc, argv);
    setUp.Check(parameters);
    workload.Check(parameters, time);
    time.Check(parameters);
    CheckStreams(setUp.Draw(parameters, FirstStream(StreamBlock::TOPOLOGY)));
    parameters.EndCheck();
    CheckStreams(workload.Draw(setUp, time, FirstStream(StreamBlock::WORKLOAD)));

    BrokerNetwork network(setUp.Tree().Size(),
                          setUp.Tree().Links(),
                          DataRate(static_cast<uint64_t>(rate)),
                          MicroSeconds(delay));
    for (BrokerId broker = 0; broker < setUp.Tree().Size(); ++broker)
    {
        network.AddClient(broker);
    }
    CheckStreams(network.AssignStreams(FirstStream(StreamBlock::PROTOCOL)));

    BrokerRun run(parameters,
                  network,
                  setUp.Tree(),
                  captures ? static_cast<uint32_t>(captureBytes) : 0);
    workload.Install(setUp, network);
    workload.Describe(setUp, run.GetRecorder());
    run.Simulate(time.Duration());
    run.PrintRequests();
    Simulator::Destroy();
    return 0;
}
