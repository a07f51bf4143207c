// SPDX-License-Identifier: GPL-2.0-only
//
// Publish/subscribe over 802.11 ad hoc radios that each hear the next ones in their row and column:
//
//     0 --- 1 --- 2 --- 3
//     |     |     |     |
//     4 --- 5 --- 6 --- 7        120 m from one to the next
//     |     |     |     |
//     8 --- 9 -- 10 -- 11
//
// Node 0 publishes on weather.wind. Nodes 3 and 6 want just that, node 8 everything about the
// weather, node 11 the temperature, which nobody publishes.
//
//     pubsub-example --protocol=topsim --events=3
//
// prints what the trace sources tell: who becomes whose parent, who sends each event, and who gets
// it. With --protocol=flooding every node sends every event; a tree leaves some of them out.

#include "ns3/command-line.h"
#include "ns3/double.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/manet-parent-change.h"
#include "ns3/mobility-helper.h"
#include "ns3/pubsub-endpoint.h"
#include "ns3/pubsub-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/yans-wifi-helper.h"

#include <algorithm>
#include <iostream>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::manet;

namespace
{

constexpr uint32_t COLUMNS = 4;   ///< of the grid
constexpr uint32_t ROWS = 3;      ///< of the grid
constexpr double SPACING = 120.0; ///< between neighbours, m
constexpr double RANGE = 150.0;   ///< of the radios, m: diagonals are out of it

/// What came out.
struct Outcome
{
    uint32_t sent = 0;      ///< times an event was broadcast
    uint32_t control = 0;   ///< other messages
    uint32_t delivered = 0; ///< events that came to somebody who wants them
};

/**
 * @return the beginning of a line of output: when and where
 * @param node where
 */
std::ostream&
Line(NodeId node)
{
    return std::cout << Simulator::Now().As(Time::S) << " node " << node << " ";
}

/**
 * @brief Sink of TxData and Forward.
 * @param outcome counted in
 * @param node who sent
 * @param event which
 */
void
EventSent(Outcome* outcome, NodeId node, const EventMessage& event, MessageType, uint32_t, NodeId)
{
    ++outcome->sent;
    Line(node) << "sends event " << event.publisher << "." << event.sequence << "\n";
}

/**
 * @brief Sink of Deliver.
 * @param outcome counted in
 * @param node who got it
 * @param event which
 * @param wanted whether it wants it; where not, it only relays it
 */
void
EventDelivered(Outcome* outcome, NodeId node, const EventMessage& event, bool wanted)
{
    if (wanted)
    {
        ++outcome->delivered;
        Line(node) << "gets event " << event.publisher << "." << event.sequence << " after "
                   << +event.hops << " hops\n";
    }
}

/**
 * @brief Sink of ParentChange.
 * @param node whose
 * @param change in which tree
 */
void
ParentChanged(NodeId node, const ParentChange& change)
{
    Line(node) << "has "
               << (change.newParent == NO_NODE ? "no parent"
                                               : "parent " + std::to_string(change.newParent))
               << " in the tree of " << change.root << "\n";
}

/**
 * @brief Sink of TxControl.
 * @param outcome counted in
 */
void
ControlSent(Outcome* outcome, MessageType, uint32_t, NodeId)
{
    ++outcome->control;
}

/**
 * @brief Put the nodes on a grid and give them radios and addresses.
 * @param nodes all
 */
void
MakeNetwork(const NodeContainer& nodes)
{
    MobilityHelper mobility;
    mobility.SetPositionAllocator("ns3::GridPositionAllocator",
                                  "GridWidth",
                                  UintegerValue(COLUMNS),
                                  "DeltaX",
                                  DoubleValue(SPACING),
                                  "DeltaY",
                                  DoubleValue(SPACING));
    mobility.Install(nodes);

    YansWifiChannelHelper channel;
    channel.SetPropagationDelay("ns3::ConstantSpeedPropagationDelayModel");
    channel.AddPropagationLoss("ns3::RangePropagationLossModel", "MaxRange", DoubleValue(RANGE));
    YansWifiPhyHelper phy;
    phy.SetChannel(channel.Create());
    WifiHelper wifi;
    wifi.SetStandard(WIFI_STANDARD_80211g);
    // Every message is a broadcast, which has a rate of its own.
    wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                 "NonUnicastMode",
                                 StringValue("ErpOfdmRate6Mbps"));
    WifiMacHelper mac;
    mac.SetType("ns3::AdhocWifiMac");
    const NetDeviceContainer devices = wifi.Install(phy, mac, nodes);

    InternetStackHelper internet;
    internet.Install(nodes);
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    addresses.Assign(devices);
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string protocol = "topsim";
    uint32_t events = 3;
    CommandLine cmd(__FILE__);
    cmd.AddValue("protocol", "routing protocol, one of PubSubHelper::Protocols()", protocol);
    cmd.AddValue("events", "how many node 0 publishes, one a second", events);
    cmd.Parse(argc, argv);
    const auto known = PubSubHelper::Protocols();
    if (std::find(known.begin(), known.end(), protocol) == known.end())
    {
        std::cerr << "no protocol " << protocol << "\n";
        return 2;
    }

    NodeContainer nodes(COLUMNS * ROWS);
    MakeNetwork(nodes);

    PubSubHelper helper(protocol);
    helper.SetRange(RANGE);
    const ApplicationContainer protocols = helper.Install(nodes);
    PubSubHelper::AssignStreams(nodes, 0);
    Outcome outcome;
    for (NodeId node = 0; node < nodes.GetN(); ++node)
    {
        const auto at = protocols.Get(node);
        at->TraceConnectWithoutContext("TxData", MakeBoundCallback(&EventSent, &outcome, node));
        at->TraceConnectWithoutContext("Forward", MakeBoundCallback(&EventSent, &outcome, node));
        at->TraceConnectWithoutContext("Deliver",
                                       MakeBoundCallback(&EventDelivered, &outcome, node));
        at->TraceConnectWithoutContext("TxControl", MakeBoundCallback(&ControlSent, &outcome));
        at->TraceConnectWithoutContext("ParentChange", MakeBoundCallback(&ParentChanged, node));
    }

    const auto publisher = DynamicCast<Endpoint>(protocols.Get(0));
    publisher->Advertise({{*Filter::Parse("weather.wind"), static_cast<uint16_t>(events)}});
    const std::pair<NodeId, std::string> wants[] = {
        {3, "weather.wind"},
        {6, "weather.wind"},
        {8, "weather.#"},
        {11, "weather.temperature"},
    };
    for (const auto& [node, filter] : wants)
    {
        DynamicCast<Endpoint>(protocols.Get(node))->Subscribe(*Filter::Parse(filter));
    }
    // Trees need some seconds of beacons before there is a way for events.
    for (uint32_t i = 0; i < events; ++i)
    {
        Simulator::Schedule(Seconds(20 + i),
                            &Endpoint::Publish,
                            publisher,
                            *Topic::Parse("weather.wind"),
                            64);
    }
    Simulator::Stop(Seconds(21 + events));
    Simulator::Run();
    std::cout << protocol << ": " << outcome.delivered << " of " << 3 * events << " delivered, "
              << outcome.sent << " sends, " << outcome.control << " other messages" << std::endl;
    Simulator::Destroy();
    return outcome.delivered > 0 || events == 0 ? 0 : 1;
}
