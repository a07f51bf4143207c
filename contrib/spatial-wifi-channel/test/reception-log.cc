// SPDX-License-Identifier: GPL-2.0-only
#include "reception-log.h"

#include "ns3/boolean.h"
#include "ns3/box.h"
#include "ns3/double.h"
#include "ns3/mobility-helper.h"
#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/propagation-delay-model.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/spatial-wifi-course-mobility-model.h"
#include "ns3/spatial-wifi-helper.h"
#include "ns3/string.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-ppdu.h"
#include "ns3/wifi-psdu.h"
#include "ns3/yans-wifi-helper.h"

#include <cmath>

namespace ns3
{

namespace
{

constexpr int64_t MOBILITY_STREAM = 1000;  ///< first one
constexpr int64_t TRAFFIC_STREAM = 100000; ///< first one
constexpr int64_t RADIO_STREAM = 200000;   ///< first one
constexpr int64_t CHANNEL_STREAM = 900000; ///< first one

/// @param least value @param greatest value @return the text of a variable
std::string
Uniform(double least, double greatest)
{
    return "ns3::UniformRandomVariable[Min=" + std::to_string(least) +
           "|Max=" + std::to_string(greatest) + "]";
}

/// @param mobility random-waypoint or gauss-markov @param edge of the area, m @return a model
Ptr<MobilityModel>
Mover(const std::string& mobility, double edge)
{
    if (mobility == "gauss-markov")
    {
        return ObjectFactory("ns3::GaussMarkovMobilityModel",
                             "Bounds",
                             BoxValue(Box(0, edge, 0, edge, 0, 50)),
                             "TimeStep",
                             StringValue("300ms"),
                             "MeanVelocity",
                             StringValue(Uniform(1, 30)))
            .Create<MobilityModel>();
    }
    return ObjectFactory("ns3::SteadyStateRandomWaypointMobilityModel",
                         "MinSpeed",
                         DoubleValue(1.0),
                         "MaxSpeed",
                         DoubleValue(30.0),
                         "MaxX",
                         DoubleValue(edge),
                         "MaxY",
                         DoubleValue(edge))
        .Create<MobilityModel>();
}

/// @brief Give everybody a place, or with "-course" at the end one that is the same whoever asks.
/// @param network to be simulated @param nodes all
void
Place(const BroadcastNetwork& network, const NodeContainer& nodes)
{
    const double edge = std::sqrt(network.nodes / 50e-6);
    const auto places = CreateObject<RandomRectanglePositionAllocator>();
    places->SetAttribute("X", StringValue(Uniform(0, edge)));
    places->SetAttribute("Y", StringValue(Uniform(0, edge)));
    places->AssignStreams(MOBILITY_STREAM);
    if (network.mobility == "static")
    {
        MobilityHelper mobility;
        mobility.SetPositionAllocator(places);
        mobility.Install(nodes);
        return;
    }
    const auto dash = network.mobility.find("-course");
    for (uint32_t i = 0; i < nodes.GetN(); ++i)
    {
        auto model = Mover(network.mobility.substr(0, dash), edge);
        if (network.mobility.starts_with("gauss"))
        {
            model->SetPosition(places->GetNext());
        }
        if (dash != std::string::npos)
        {
            const auto course = CreateObject<CourseMobilityModel>();
            course->Follow(model);
            model = course;
        }
        model->AssignStreams(MOBILITY_STREAM + 10 * (i + 1));
        nodes.Get(i)->AggregateObject(model);
    }
}

/// @param factories of a chain of loss models @return its first
Ptr<PropagationLossModel>
Chain(const std::vector<ObjectFactory>& factories)
{
    Ptr<PropagationLossModel> first;
    Ptr<PropagationLossModel> last;
    for (const ObjectFactory& factory : factories)
    {
        const auto model = factory.Create<PropagationLossModel>();
        last ? last->SetNext(model) : void(first = model);
        last = model;
    }
    return first;
}

/// @param name friis and two-ray cut at 400 m; range cuts at 250 m; log-distance reaches as far as
/// it can be sensed; nakagami fades within a cutoff at 400 m, range-nakagami after a cut at 250 m,
/// too, open-nakagami without any bound; matrix has a loss for each link within a cutoff at 400 m
/// @return a chain of loss models
Ptr<PropagationLossModel>
Loss(const std::string& name)
{
    const ObjectFactory logDistance("ns3::LogDistancePropagationLossModel");
    const ObjectFactory nakagami("ns3::NakagamiPropagationLossModel");
    const ObjectFactory cut("ns3::RangePropagationLossModel", "MaxRange", DoubleValue(400.0));
    if (name == "friis")
    {
        return Chain({ObjectFactory("ns3::FriisPropagationLossModel"), cut});
    }
    if (name == "two-ray")
    {
        const ObjectFactory twoRay("ns3::TwoRayGroundPropagationLossModel",
                                   "HeightAboveZ",
                                   DoubleValue(1.5));
        return Chain({twoRay, cut});
    }
    const auto within = [](const std::vector<ObjectFactory>& factories) {
        return ObjectFactory("ns3::CutoffPropagationLossModel",
                             "MaxRange",
                             DoubleValue(400.0),
                             "Within",
                             PointerValue(Chain(factories)));
    };
    if (name == "nakagami")
    {
        return Chain({within({logDistance, nakagami})});
    }
    if (name == "range-nakagami")
    {
        return Chain(
            {ObjectFactory("ns3::RangePropagationLossModel"), within({logDistance, nakagami})});
    }
    if (name == "matrix")
    {
        return Chain({within({ObjectFactory("ns3::MatrixPropagationLossModel")})});
    }
    if (name == "open-nakagami")
    {
        return Chain({logDistance, nakagami});
    }
    return name == "range" ? Chain({ObjectFactory("ns3::RangePropagationLossModel")})
                           : Chain({logDistance});
}

/// @brief A signal arrives; YansWifiChannel tells of those, too, that are too weak to be sensed.
/// @param log of all @param phy where @param ppdu what @param power dBm
void
Arrived(std::vector<Reception>* log, WifiPhy* phy, Ptr<const WifiPpdu> ppdu, double power, Time)
{
    if (power >= phy->GetRxSensitivity())
    {
        const auto& header = ppdu->GetPsdu()->GetHeader(0);
        log->push_back({'a',
                        Simulator::Now().GetNanoSeconds(),
                        phy->GetDevice()->GetNode()->GetId(),
                        header.GetAddr2(),
                        header.GetSequenceNumber(),
                        power,
                        0.0});
    }
}

/// @brief A frame was decoded. @param log of all @param node where @param packet the frame
/// @param signal and noise, dBm
void
Decoded(std::vector<Reception>* log,
        uint32_t node,
        Ptr<const Packet> packet,
        uint16_t,
        WifiTxVector,
        MpduInfo,
        SignalNoiseDbm signal,
        uint16_t)
{
    WifiMacHeader header;
    packet->PeekHeader(header);
    log->push_back({'d',
                    Simulator::Now().GetNanoSeconds(),
                    node,
                    header.GetAddr2(),
                    header.GetSequenceNumber(),
                    signal.signal,
                    signal.noise});
}

/// @brief Give everybody a radio. @param network to be simulated @param nodes all
/// @param channel to be used @param spatial whether with SpatialWifiPhy @return the radios
NetDeviceContainer
InstallRadios(const NodeContainer& nodes, Ptr<YansWifiChannel> channel, bool spatial)
{
    WifiHelper wifi;
    wifi.SetStandard(WIFI_STANDARD_80211g);
    wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                 "NonUnicastMode",
                                 StringValue("ErpOfdmRate6Mbps"));
    WifiMacHelper mac;
    mac.SetType("ns3::AdhocWifiMac");
    SpatialWifiPhyHelper ours;
    YansWifiPhyHelper stock;
    YansWifiPhyHelper& phy = spatial ? ours : stock;
    phy.SetChannel(channel);
    return wifi.Install(phy, mac, nodes);
}

/// @brief Have broadcasts sent. @param network to be simulated @param radios all
void
Schedule(const BroadcastNetwork& network, const NetDeviceContainer& radios)
{
    const auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(TRAFFIC_STREAM);
    const auto frames = static_cast<uint32_t>(network.nodes * network.seconds);
    for (uint32_t i = 0; i < frames; ++i)
    {
        const auto device = radios.Get(random->GetInteger(0, network.nodes - 1));
        const uint32_t bytes = random->GetInteger(20, 1000);
        const Time when = Seconds(random->GetValue(0.0, network.seconds));
        Simulator::ScheduleWithContext(device->GetNode()->GetId(), when, [device, bytes] {
            device->Send(Create<Packet>(bytes), device->GetBroadcast(), 0x0800);
        });
    }
}

} // namespace

std::vector<Reception>
Simulate(const BroadcastNetwork& network, bool spatial, std::string* whyNot)
{
    RngSeedManager::SetRun(network.seed);
    Mac48Address::ResetAllocationIndex();
    NodeContainer nodes(network.nodes);
    Place(network, nodes);
    const auto ours = CreateObject<SpatialWifiChannel>();
    ours->SetAttribute("LastBits", BooleanValue(network.lastBits));
    const auto channel = spatial ? Ptr<YansWifiChannel>(ours) : CreateObject<YansWifiChannel>();
    channel->SetPropagationLossModel(Loss(network.loss));
    channel->SetPropagationDelayModel(CreateObject<ConstantSpeedPropagationDelayModel>());
    channel->AssignStreams(CHANNEL_STREAM);
    const auto radios = InstallRadios(nodes, channel, spatial);
    WifiHelper::AssignStreams(radios, RADIO_STREAM);
    std::vector<Reception> log;
    for (uint32_t i = 0; i < radios.GetN(); ++i)
    {
        const auto phy = DynamicCast<WifiNetDevice>(radios.Get(i))->GetPhy();
        phy->TraceConnectWithoutContext("SignalArrival",
                                        MakeBoundCallback(&Arrived, &log, PeekPointer(phy)));
        phy->TraceConnectWithoutContext("MonitorSnifferRx", MakeBoundCallback(&Decoded, &log, i));
    }
    Schedule(network, radios);
    if (network.also)
    {
        network.also(nodes);
    }
    Simulator::Stop(Seconds(network.seconds + 1.0));
    Simulator::Run();
    if (whyNot)
    {
        *whyNot = ours->WhyNotSpatial();
    }
    Simulator::Destroy();
    return log;
}

} // namespace ns3
