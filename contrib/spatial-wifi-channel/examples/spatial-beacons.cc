// SPDX-License-Identifier: GPL-2.0-only
//
// Radios at random places, 50 on a square kilometre, each broadcasts 64 bytes over UDP every
// second. Prints what was sent and received, and one number that two runs have in common only if
// every reception has the same time, receiver and sender in both. Try --channel=stock and
// --channel=spatial, with more and more nodes:
//
//   spatial-beacons --nodes=1000 --channel=stock
//   spatial-beacons --nodes=1000 --channel=spatial

#include "ns3/boolean.h"
#include "ns3/command-line.h"
#include "ns3/double.h"
#include "ns3/global-value.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/mobility-helper.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/spatial-wifi-course-mobility-model.h"
#include "ns3/spatial-wifi-helper.h"
#include "ns3/string.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-helper.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint16_t PORT = 9;      ///< UDP
constexpr uint32_t BYTES = 64;    ///< of a beacon's payload
constexpr double DENSITY = 50e-6; ///< nodes on a square metre

/// What the command line says.
struct Arguments
{
    std::string channel = "spatial";       ///< stock or spatial
    std::string mobility = "static";       ///< or random-waypoint
    std::string loss = "range";            ///< or friis, friis-alone, log-distance
    std::string mode = "ErpOfdmRate6Mbps"; ///< of all frames
    uint32_t nodes = 50;                   ///< how many
    double seconds = 30.0;                 ///< to simulate
    double range = 250.0;                  ///< m
};

/// What was sent and received.
struct Count
{
    uint64_t sent = 0;                       ///< beacons
    uint64_t received = 0;                   ///< beacons
    uint64_t hash = 14695981039346656037ULL; ///< of all receptions (FNV-1a)

    /// @param value that goes into the hash
    void Add(uint64_t value)
    {
        for (uint32_t byte = 0; byte < 8; ++byte)
        {
            hash = (hash ^ (value >> (8 * byte) & 0xff)) * 1099511628211ULL;
        }
    }
};

/// @brief End the program if an argument is none of its words. @param name of the argument
/// @param word given @param words allowed
void
Require(const std::string& name, const std::string& word, const std::vector<std::string>& words)
{
    if (std::find(words.begin(), words.end(), word) == words.end())
    {
        std::cerr << "--" << name << "=" << word << ": expected";
        for (const std::string& each : words)
        {
            std::cerr << " " << each;
        }
        std::cerr << std::endl;
        std::exit(2);
    }
}

/// @brief Send a beacon, and the next one a second later. @param count of all @param socket whose
void
Beacon(Count* count, Ptr<Socket> socket)
{
    ++count->sent;
    const InetSocketAddress everybody(Ipv4Address::GetBroadcast(), PORT);
    socket->SendTo(Create<Packet>(BYTES), 0, everybody);
    Simulator::Schedule(Seconds(1), &Beacon, count, socket);
}

/// @brief Take beacons. @param count of all @param socket where they are
void
Take(Count* count, Ptr<Socket> socket)
{
    Address from;
    while (socket->RecvFrom(from))
    {
        ++count->received;
        count->Add(static_cast<uint64_t>(Simulator::Now().GetNanoSeconds()));
        count->Add(socket->GetNode()->GetId());
        count->Add(InetSocketAddress::ConvertFrom(from).GetIpv4().Get());
    }
}

/// @param to greatest value @return the text of a variable from 0 to there
std::string
Uniform(double to)
{
    return "ns3::UniformRandomVariable[Min=0|Max=" + std::to_string(to) + "]";
}

/// @brief Give everybody a place. @param nodes all @param moving whether they leave it
void
Place(const NodeContainer& nodes, bool moving)
{
    const double edge = std::sqrt(nodes.GetN() / DENSITY);
    if (!moving)
    {
        const auto places = CreateObject<RandomRectanglePositionAllocator>();
        places->SetAttribute("X", StringValue(Uniform(edge)));
        places->SetAttribute("Y", StringValue(Uniform(edge)));
        places->AssignStreams(1);
        MobilityHelper mobility;
        mobility.SetPositionAllocator(places);
        mobility.Install(nodes);
        return;
    }
    const ObjectFactory walk("ns3::SteadyStateRandomWaypointMobilityModel",
                             "MinSpeed",
                             DoubleValue(1.0),
                             "MaxSpeed",
                             DoubleValue(20.0),
                             "MaxX",
                             DoubleValue(edge),
                             "MaxY",
                             DoubleValue(edge));
    for (uint32_t i = 0; i < nodes.GetN(); ++i)
    {
        const auto course = CreateObject<CourseMobilityModel>();
        course->Follow(walk.Create<MobilityModel>());
        course->AssignStreams(10 * i);
        nodes.Get(i)->AggregateObject(course);
    }
}

/// @brief Add what loses power. @param arguments of the program @param helper of either channel
template <typename Helper>
void
AddLoss(const Arguments& arguments, Helper& helper)
{
    if (arguments.loss == "friis" || arguments.loss == "friis-alone")
    {
        helper.AddPropagationLoss("ns3::FriisPropagationLossModel");
    }
    if (arguments.loss == "log-distance")
    {
        helper.AddPropagationLoss("ns3::LogDistancePropagationLossModel");
    }
    if (arguments.loss == "friis" || arguments.loss == "range")
    {
        helper.AddPropagationLoss("ns3::RangePropagationLossModel",
                                  "MaxRange",
                                  DoubleValue(arguments.range));
    }
}

/// @brief Give everybody a radio. @param arguments of the program @param nodes all @return radios
NetDeviceContainer
InstallRadios(const Arguments& arguments, const NodeContainer& nodes)
{
    WifiHelper wifi;
    wifi.SetStandard(arguments.mode.starts_with("Dsss") ? WIFI_STANDARD_80211b
                                                        : WIFI_STANDARD_80211g);
    wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                 "DataMode",
                                 StringValue(arguments.mode),
                                 "NonUnicastMode",
                                 StringValue(arguments.mode));
    WifiMacHelper mac;
    mac.SetType("ns3::AdhocWifiMac");
    if (arguments.channel == "stock")
    {
        YansWifiChannelHelper channel;
        channel.SetPropagationDelay("ns3::ConstantSpeedPropagationDelayModel");
        AddLoss(arguments, channel);
        YansWifiPhyHelper phy;
        phy.SetChannel(channel.Create());
        return wifi.Install(phy, mac, nodes);
    }
    SpatialWifiChannelHelper channel;
    AddLoss(arguments, channel);
    SpatialWifiPhyHelper phy;
    phy.SetChannel(channel.Create());
    return wifi.Install(phy, mac, nodes);
}

/// @brief From here on everybody has sent once, and neighbours know each other. A profiler may
/// begin to count here (`valgrind --tool=callgrind --zero-before=*Settled*`).
[[gnu::noinline]] void
Settled()
{
    asm volatile(""); // or calls of it vanish
}

/// @brief Let everybody beacon. @param nodes all @param count of beacons
void
InstallBeacons(const NodeContainer& nodes, Count& count)
{
    const auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(2);
    for (uint32_t i = 0; i < nodes.GetN(); ++i)
    {
        const auto socket = Socket::CreateSocket(nodes.Get(i), UdpSocketFactory::GetTypeId());
        socket->SetAllowBroadcast(true);
        socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        socket->BindToNetDevice(nodes.Get(i)->GetDevice(0));
        socket->SetRecvCallback(MakeBoundCallback(&Take, &count));
        Simulator::ScheduleWithContext(i, Seconds(random->GetValue()), &Beacon, &count, socket);
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    Arguments arguments;
    std::string scheduler = "ns3::MapScheduler";
    CommandLine command(__FILE__);
    command.AddValue("channel", "stock or spatial", arguments.channel);
    command.AddValue("nodes", "how many radios", arguments.nodes);
    command.AddValue("seconds", "simulated time", arguments.seconds);
    command.AddValue("mobility", "static or random-waypoint (1 to 20 m/s)", arguments.mobility);
    command.AddValue("loss", "range, friis (cut there), friis-alone, log-distance", arguments.loss);
    command.AddValue("range", "where the loss cuts, m", arguments.range);
    command.AddValue("mode", "WifiMode of all frames", arguments.mode);
    command.AddValue("scheduler", "type of ns-3's event scheduler", scheduler);
    command.Parse(argc, argv);
    Require("channel", arguments.channel, {"stock", "spatial"});
    Require("mobility", arguments.mobility, {"static", "random-waypoint"});
    Require("loss", arguments.loss, {"range", "friis", "friis-alone", "log-distance"});
    GlobalValue::Bind("SchedulerType", StringValue(scheduler));

    NodeContainer nodes(arguments.nodes);
    Place(nodes, arguments.mobility == "random-waypoint");
    const auto radios = InstallRadios(arguments, nodes);
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(nodes);
    Ipv4AddressHelper("10.0.0.0", "255.0.0.0").Assign(radios);
    const int64_t next = 3 + internet.AssignStreams(nodes, 1000000);
    WifiHelper::AssignStreams(radios, 1000000 + next);

    Count count;
    InstallBeacons(nodes, count);
    Simulator::Schedule(Seconds(1), &Settled);
    Simulator::Stop(Seconds(arguments.seconds));
    Simulator::Run();
    std::cout << count.sent << " sent, " << count.received << " received, hash " << std::hex
              << count.hash << std::endl;
    Simulator::Destroy();
    return 0;
}
