// SPDX-License-Identifier: GPL-2.0-only
//
// N radios that stand or move in an area, some publish, some subscribe.

#include "ns3/pubsub-manet-module.h"
#include "ns3/pubsub-module.h"
#include "ns3/simulator.h"

#include <sstream>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::manet;

int
main(int argc, char* argv[])
{
    std::string protocol = "topsim";
    int64_t nodeCount = 50;
    double duration = 120.0;
    double warmup = 30.0;
    double drain = 2.0;
    AdhocMobilityHelper mobility;
    AdhocRadioHelper radio;
    Workload workload;
    ScenarioParameters parameters("manet", "publish/subscribe among mobile 802.11 ad hoc nodes");
    parameters.Add("protocol", protocol, PubSubHelper::Protocols(), "", "routing protocol");
    parameters.Add("nodes", nodeCount, 1, 100000, "nodes", "how many");
    parameters.Add("duration", duration, 1.0, 1e6, "s", "simulated time");
    parameters.Add("warmup", warmup, 0.0, 1e6, "s", "before the first event");
    parameters.Add("drain", drain, 0.0, 1e6, "s", "after the last event");
    mobility.AddTo(parameters);
    radio.AddTo(parameters);
    workload.AddTo(parameters);
    parameters.Parse(argc, argv);
    mobility.Check(parameters, nodeCount);
    radio.Check(parameters);
    workload.Check(parameters, nodeCount);
    if (warmup + drain >= duration)
    {
        std::ostringstream sentence;
        sentence << "--duration=" << duration << " leaves nothing between --warmup=" << warmup
                 << " and --drain=" << drain << "; expected a duration above " << warmup + drain;
        parameters.Refuse(sentence.str());
    }
    parameters.EndCheck(); // before the workload is drawn, which takes long for large parameters

    NodeContainer nodes(static_cast<uint32_t>(nodeCount));
    CheckStreams(mobility.Install(nodes, FirstStream(StreamBlock::MOBILITY)));
    CheckStreams(
        workload.Draw(nodes.GetN(), warmup, duration - drain, FirstStream(StreamBlock::WORKLOAD)));
    radio.Install(nodes);
    PubSubHelper protocols(protocol);
    protocols.SetRange(radio.Range());
    protocols.Install(nodes);
    CheckStreams(radio.AssignStreams(FirstStream(StreamBlock::RADIO)));
    CheckStreams(PubSubHelper::AssignStreams(nodes, FirstStream(StreamBlock::PROTOCOL)));

    ScenarioRun run(parameters, nodes, radio);
    workload.Install(nodes);
    run.Simulate(duration);
    run.PrintSummary();
    Simulator::Destroy();
    return 0;
}
