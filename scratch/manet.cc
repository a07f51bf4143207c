// SPDX-License-Identifier: GPL-2.0-only
//
// N radios that stand or move in an area, some publish, some subscribe.
//
// By default 50 nodes under TopSim for 120 s: random-waypoint mobility, 802.11g radios with a range
// of 250 m, one publisher of two events a second, and half of the nodes subscribe.
//
// The program reads and checks its parameters; makes nodes with mobility and radios; draws the
// workload; installs the protocol; then simulates and prints a summary.

#include "ns3/pubsub-manet-module.h"
#include "ns3/pubsub-module.h"
#include "ns3/simulator.h"

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::manet;

int
main(int argc, char* argv[])
{
    std::string protocol = "topsim";
    int64_t nodeCount = 50;
    MeasuredTime time;
    AdhocMobilityHelper mobility;
    AdhocRadioHelper radio;
    Squads squads;
    TopicKnowledge knowledge;
    Workload workload;
    ScenarioParameters parameters("manet", "publish/subscribe among mobile 802.11 ad hoc nodes");
    parameters.Add("protocol", protocol, PubSubHelper::Protocols(), "", "routing protocol");
    parameters.Add("nodes", nodeCount, 1, 100000, "nodes", "how many");
    time.AddTo(parameters);
    mobility.AddTo(parameters);
    radio.AddTo(parameters);
    workload.AddTo(parameters);
    squads.AddTo(parameters);
    knowledge.AddTo(parameters);
    parameters.Parse(argc, argv);
    mobility.Check(parameters, nodeCount);
    radio.Check(parameters);
    workload.Check(parameters, nodeCount);
    squads.Check(parameters, nodeCount);
    time.Check(parameters);
    knowledge.Install(parameters);
    parameters.EndCheck(); // before the workload is drawn, which takes long for large parameters

    NodeContainer nodes(static_cast<uint32_t>(nodeCount));
    const int64_t used = mobility.Install(nodes, FirstStream(StreamBlock::MOBILITY));
    CheckStreams(used + 1);
    workload.SetSquads(squads.Draw(nodes, FirstStream(StreamBlock::MOBILITY) + used));
    CheckStreams(
        workload.Draw(nodes.GetN(), time.First(), time.Last(), FirstStream(StreamBlock::WORKLOAD)));
    radio.Install(nodes);
    PubSubHelper protocols(protocol);
    protocols.SetRange(radio.Range());
    protocols.Install(nodes);
    CheckStreams(radio.AssignStreams(FirstStream(StreamBlock::RADIO)));
    CheckStreams(PubSubHelper::AssignStreams(nodes, FirstStream(StreamBlock::PROTOCOL)));

    RadioRun run(parameters, nodes, radio);
    workload.Install(nodes);
    run.Simulate(time.Duration());
    run.PrintSummary();
    Simulator::Destroy();
    return 0;
}
