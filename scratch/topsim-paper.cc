// SPDX-License-Identifier: GPL-2.0-only
//
// The five nodes of Fig. 4 in Nguyen and Oh's TopSim paper, as radios:
//
//        2 --- 3         1 publishes enemy.troop.location, 3 wants it.
//       /       \        5 wants enemy.aircraft.status.
//      1         4       4 joins late. It wants enemy.troop.status and, as the paper assumes,
//       \       /        the related enemy.troop.location: under 3, or under 5?
//        5 ----+
//
// docs/protocols/shop-parent.md has the sums: 600 under 5, 500 under 3, for 100 events.

#include "ns3/config.h"
#include "ns3/constant-position-mobility-model.h"
#include "ns3/names.h"
#include "ns3/pubsub-manet-module.h"
#include "ns3/pubsub-module.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <iostream>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::manet;

namespace
{

constexpr uint32_t NODES = 5;        ///< of the figure
constexpr double SIDE = 200.0;       ///< of the pentagon, m; its diagonals are 324 m
constexpr double JOIN = 20.0;        ///< when node 4 joins, s
constexpr double FIRST_EVENT = 40.0; ///< when events begin, s
constexpr double INTERVAL = 0.1;     ///< between two events, s
constexpr double DRAIN = 2.0;        ///< after the last event, s

/**
 * @brief Put the nodes on a regular pentagon, numbered along the ring.
 * @param nodes the five
 */
void
PlaceOnRing(const NodeContainer& nodes)
{
    const double radius = SIDE / (2 * std::sin(M_PI / NODES));
    for (uint32_t i = 0; i < NODES; ++i)
    {
        auto place = CreateObject<ConstantPositionMobilityModel>();
        const double angle = 2 * M_PI * i / NODES;
        place->SetPosition(Vector(radius * std::cos(angle), radius * std::sin(angle), 0));
        nodes.Get(i)->AggregateObject(place);
        Names::Add(std::to_string(i + 1), nodes.Get(i));
    }
}

/**
 * @brief Subscribe.
 * @param node who
 * @param topic to what
 */
void
Want(Ptr<Node> node, const std::string& topic)
{
    PubSubOf(node)->Subscribe(*Filter::Parse(topic));
}

/**
 * @param node which
 * @return its parent in the publisher's tree; none under a protocol without trees
 */
NodeId
ParentOf(Ptr<Node> node)
{
    const auto tree = DynamicCast<ShopParent>(PubSubOf(node));
    return tree ? tree->GetParent(0) : NO_NODE;
}

/**
 * @brief Print each node's parent and what it relayed.
 * @param nodes the five
 * @param run finished
 */
void
PrintTree(const NodeContainer& nodes, const ScenarioRun& run)
{
    uint32_t total = 0;
    for (uint32_t i = 0; i < NODES; ++i)
    {
        const bool wanted =
            PubSubOf(nodes.Get(i))->GetInherent().Matches(*Topic::Parse("enemy.troop.location"));
        const uint32_t overhead = run.EventsSent(i) * (wanted ? 1 : 2);
        const NodeId parent = ParentOf(nodes.Get(i));
        total += overhead;
        std::cout << "node " << i + 1 << ": parent "
                  << (parent == NO_NODE ? "none" : std::to_string(parent + 1)) << ", overhead "
                  << overhead << "\n";
    }
    std::cout << "O(E) " << total << std::endl;
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string protocol = "topsim";
    int64_t events = 100;
    int64_t payloadBytes = 64;
    AdhocRadioHelper radio;
    radio.SetRange(250.0);
    ScenarioParameters parameters("topsim-paper",
                                  "the five nodes of the TopSim paper's Fig. 4 as radios");
    parameters.Add("protocol", protocol, PubSubHelper::Protocols(), "", "routing protocol");
    parameters.Add("events", events, 1, 60000, "events", "published on enemy.troop.location");
    parameters.Add("payload_bytes", payloadBytes, 0, 1400, "bytes", "payload of an event");
    radio.AddTo(parameters);
    // The paper's newcomer knows the events when it chooses: beacons that leave them out would have
    // it choose without.
    Config::SetDefault("ns3::ShopParent::AdvertiseEvery", UintegerValue(1));
    parameters.Parse(argc, argv);
    radio.Check(parameters);

    NodeContainer nodes(NODES);
    PlaceOnRing(nodes);
    radio.Install(nodes);
    PubSubHelper protocols(protocol);
    protocols.SetRange(radio.Range());
    protocols.Install(nodes);
    CheckStreams(radio.AssignStreams(FirstStream(StreamBlock::RADIO)));
    CheckStreams(PubSubHelper::AssignStreams(nodes, FirstStream(StreamBlock::PROTOCOL)));

    RadioRun run(parameters, nodes, radio);
    const auto publisher = PubSubOf(nodes.Get(0));
    publisher->Advertise({{*Filter::Parse("enemy.troop.location"), static_cast<uint16_t>(events)}});
    Want(nodes.Get(2), "enemy.troop.location");
    Want(nodes.Get(4), "enemy.aircraft.status");
    Want(nodes.Get(3), "enemy.troop.status");
    Want(nodes.Get(3), "enemy.troop.location");
    PubSubOf(nodes.Get(3))->SetStartTime(Seconds(JOIN));
    for (int64_t i = 0; i < events; ++i)
    {
        Simulator::Schedule(Seconds(FIRST_EVENT + INTERVAL * i),
                            &Endpoint::Publish,
                            publisher,
                            *Topic::Parse("enemy.troop.location"),
                            static_cast<uint16_t>(payloadBytes));
    }
    run.Simulate(FIRST_EVENT + INTERVAL * events + DRAIN);
    run.PrintSummary();
    PrintTree(nodes, run);
    Simulator::Destroy();
    return 0;
}
