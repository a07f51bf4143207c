// SPDX-License-Identifier: GPL-2.0-only
#include "manet-adhoc-radio-helper.h"

#include "manet-ideal-capture.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/constant-position-mobility-model.h"
#include "ns3/double.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/llc-snap-header.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/manet-unit-disk-channel.h"
#include "ns3/pointer.h"
#include "ns3/propagation-delay-model.h"
#include "ns3/propagation-loss-model.h"
#include "ns3/pubsub-message.h"
#include "ns3/simple-net-device.h"
#include "ns3/spatial-wifi-cutoff-propagation-loss-model.h"
#include "ns3/spatial-wifi-helper.h"
#include "ns3/string.h"
#include "ns3/threshold-preamble-detection-model.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/udp-header.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-mac-helper.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-mpdu.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-phy.h"
#include "ns3/yans-wifi-channel.h"
#include "ns3/yans-wifi-helper.h"

#include <algorithm>
#include <map>
#include <sstream>

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("AdhocRadioHelper");

namespace
{

/// What a standard is called and which rates it has.
struct Standard
{
    WifiStandard standard;     ///< in ns-3
    double frequency;          ///< Hz, of its default channel
    std::string prefix;        ///< of the names of its WifiModes
    std::vector<double> rates; ///< Mbit/s
};

/// @return the standards by the name on the command line
const std::map<std::string, Standard>&
Standards()
{
    static const std::vector<double> ofdm{6, 9, 12, 18, 24, 36, 48, 54};
    static const std::map<std::string, Standard> standards{
        {"80211a", {WIFI_STANDARD_80211a, 5.180e9, "OfdmRate", ofdm}},
        {"80211b", {WIFI_STANDARD_80211b, 2.412e9, "DsssRate", {1, 2, 5.5, 11}}},
        {"80211g", {WIFI_STANDARD_80211g, 2.412e9, "ErpOfdmRate", ofdm}},
    };
    return standards;
}

/// @return their names
std::vector<std::string>
StandardNames()
{
    std::vector<std::string> names;
    for (const auto& [name, standard] : Standards())
    {
        names.push_back(name);
    }
    return names;
}

/**
 * @param rate Mbit/s
 * @return its shortest text
 */
std::string
RateText(double rate)
{
    std::ostringstream text;
    text << rate;
    return text.str();
}

/**
 * @brief A frame was not sent.
 * @param sink to be told
 * @param node whose
 * @param frame with one of our messages
 */
void
GaveUp(AdhocRadioHelper::DropCallback sink,
       uint32_t node,
       WifiMacDropReason,
       Ptr<const WifiMpdu> frame)
{
    Ptr<Packet> packet = frame->GetPacket()->Copy();
    LlcSnapHeader llc;
    Ipv4Header ip;
    UdpHeader udp;
    packet->RemoveHeader(llc);
    packet->RemoveHeader(ip);
    packet->RemoveHeader(udp);
    const uint32_t bytes = packet->GetSize();
    MessageHeader<CommonMessage> common;
    packet->RemoveHeader(common);
    const auto type = static_cast<MessageType>(common.Get().type);
    sink(node, "radio gave up " + MessageTypeName(type), bytes);
}

} // namespace

void
AdhocRadioHelper::AddTo(ScenarioParameters& parameters)
{
    NS_LOG_FUNCTION(this);
    parameters.SetKind("radio");
    parameters.Add("radio",
                   m_radio,
                   {"wifi", "ideal"},
                   "",
                   "802.11 ad hoc, or ideal links without loss or contention");
    parameters.Add("standard", m_standard, StandardNames(), "", "802.11 standard");
    parameters.Add("rate", m_rate, 1, 54, "Mbit/s", "rate of all frames, one of the standard's");
    parameters.Add("propagation",
                   m_propagation,
                   {"friis", "log-distance", "two-ray", "nakagami"},
                   "",
                   "loss over distance; nakagami fades around log-distance");
    parameters.Add("range", m_range, 1.0, 1e5, "m", "distance up to which frames are received");
    parameters.Add("carrier_sense",
                   m_carrierSense,
                   0.0,
                   1e6,
                   "m",
                   "distance up to which frames keep the medium busy; 0: 2.2 times the range");
    parameters.Add("captures", m_captures, "write what every radio sends and receives, as pcap");
    parameters.Add("capture_bytes",
                   m_captureBytes,
                   128,
                   65535,
                   "bytes",
                   "of each frame that captures keep");
}

std::string
AdhocRadioHelper::Mode() const
{
    std::string rate = RateText(m_rate);
    std::replace(rate.begin(), rate.end(), '.', '_');
    return Standards().at(m_standard).prefix + rate + "Mbps";
}

void
AdhocRadioHelper::Check(const ScenarioParameters& parameters) const
{
    NS_LOG_FUNCTION(this);
    const auto& rates = Standards().at(m_standard).rates;
    if (m_radio == "wifi" && std::find(rates.begin(), rates.end(), m_rate) == rates.end())
    {
        std::string list;
        for (double rate : rates)
        {
            list += (list.empty() ? "" : ", ") + RateText(rate);
        }
        parameters.Refuse("--rate=" + RateText(m_rate) + " is not a rate of " + m_standard +
                          "; expected one of " + list);
    }
    if (m_carrierSense != 0.0 && m_carrierSense < m_range)
    {
        parameters.Refuse("--carrier_sense is below --range; expected 0 or at least the range");
    }
}

double
AdhocRadioHelper::CarrierSense() const
{
    NS_LOG_FUNCTION(this);
    // 2.2 = 550 m / 250 m, the pair that ns-2's 802.11 radios have had.
    return m_carrierSense > 0.0 ? m_carrierSense : 2.2 * m_range;
}

void
AdhocRadioHelper::Install(const NodeContainer& nodes)
{
    NS_LOG_FUNCTION(this);
    m_nodes = nodes;
    m_radio == "ideal" ? InstallIdeal(nodes) : InstallWifi(nodes);
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(nodes);
    Ipv4AddressHelper addresses("10.0.0.0", "255.0.0.0");
    addresses.Assign(m_devices);
    if (m_radio == "wifi")
    {
        // The MAC's queue is the only one, so that nothing waits longer than it allows.
        TrafficControlHelper().Uninstall(m_devices);
    }
}

Ptr<PropagationLossModel>
AdhocRadioHelper::Loss() const
{
    const double frequency = Standards().at(m_standard).frequency;
    if (m_propagation == "friis")
    {
        auto friis = CreateObject<FriisPropagationLossModel>();
        friis->SetFrequency(frequency);
        return friis;
    }
    if (m_propagation == "two-ray")
    {
        auto twoRay = CreateObject<TwoRayGroundPropagationLossModel>();
        twoRay->SetFrequency(frequency);
        twoRay->SetHeightAboveZ(1.5);
        return twoRay;
    }
    return CreateObject<LogDistancePropagationLossModel>();
}

double
AdhocRadioHelper::LossAt(Ptr<PropagationLossModel> loss, double distance)
{
    auto here = CreateObject<ConstantPositionMobilityModel>();
    auto there = CreateObject<ConstantPositionMobilityModel>();
    there->SetPosition(Vector(distance, 0, 0));
    return -loss->CalcRxPower(0.0, here, there);
}

Ptr<YansWifiChannel>
AdhocRadioHelper::Channel(Ptr<PropagationLossModel> loss) const
{
    if (m_propagation == "nakagami")
    {
        loss->SetNext(CreateObject<NakagamiPropagationLossModel>());
    }
    const auto cutoff = CreateObject<CutoffPropagationLossModel>();
    cutoff->SetAttribute("MaxRange", DoubleValue(CarrierSense()));
    cutoff->SetAttribute("Within", PointerValue(loss));
    const auto channel = CreateObject<SpatialWifiChannel>();
    channel->SetAttribute("SignalArrival", BooleanValue(false));
    channel->SetPropagationLossModel(cutoff);
    channel->SetPropagationDelayModel(CreateObject<ConstantSpeedPropagationDelayModel>());
    return channel;
}

void
AdhocRadioHelper::InstallWifi(const NodeContainer& nodes)
{
    const auto loss = Loss();
    const double power = EDGE_POWER + LossAt(loss, m_range);
    const double busy = power - LossAt(loss, CarrierSense());
    SpatialWifiPhyHelper phy;
    phy.SetChannel(Channel(loss));
    phy.Set("TxPowerStart", DoubleValue(power));
    phy.Set("TxPowerEnd", DoubleValue(power));
    // Rounding must not decide at the very edge, where links of a grid may lie.
    phy.SetPreambleDetectionModel("ns3::ThresholdPreambleDetectionModel",
                                  "MinimumRssi",
                                  DoubleValue(EDGE_POWER - 1e-6));
    phy.Set("CcaEdThreshold", DoubleValue(busy));
    phy.Set("CcaSensitivity", DoubleValue(busy));
    WifiMacHelper mac;
    mac.SetType("ns3::AdhocWifiMac");
    WifiHelper wifi;
    wifi.SetStandard(Standards().at(m_standard).standard);
    wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager",
                                 "DataMode",
                                 StringValue(Mode()),
                                 "ControlMode",
                                 StringValue(Mode()),
                                 "NonUnicastMode",
                                 StringValue(Mode()));
    m_devices = wifi.Install(phy, mac, nodes);
}

void
AdhocRadioHelper::InstallIdeal(const NodeContainer& nodes)
{
    auto channel = CreateObject<UnitDiskChannel>();
    channel->SetAttribute("Range", DoubleValue(m_range));
    for (uint32_t i = 0; i < nodes.GetN(); ++i)
    {
        auto device = CreateObject<SimpleNetDevice>();
        device->SetAddress(Mac48Address::Allocate());
        nodes.Get(i)->AddDevice(device);
        device->SetChannel(channel);
        m_devices.Add(device);
    }
}

int64_t
AdhocRadioHelper::AssignStreams(int64_t stream) const
{
    NS_LOG_FUNCTION(this);
    InternetStackHelper internet;
    int64_t used = internet.AssignStreams(m_nodes, stream);
    if (m_radio == "wifi")
    {
        used += WifiHelper::AssignStreams(m_devices, stream + used);
        const auto channel = DynamicCast<YansWifiChannel>(m_devices.Get(0)->GetChannel());
        used += channel->AssignStreams(stream + used);
    }
    return used;
}

void
AdhocRadioHelper::TraceDrops(DropCallback sink) const
{
    NS_LOG_FUNCTION(this);
    for (uint32_t i = 0; i < m_devices.GetN(); ++i)
    {
        if (const auto device = DynamicCast<WifiNetDevice>(m_devices.Get(i)))
        {
            const uint32_t node = device->GetNode()->GetId();
            device->GetMac()->TraceConnectWithoutContext("DroppedMpdu",
                                                         MakeBoundCallback(&GaveUp, sink, node));
        }
    }
}

void
AdhocRadioHelper::Capture(const std::string& folder)
{
    NS_LOG_FUNCTION(this);
    if (!m_captures)
    {
        return;
    }
    Config::SetDefault("ns3::PcapFileWrapper::NanosecMode", BooleanValue(true));
    Config::SetDefault("ns3::PcapFileWrapper::CaptureSize", UintegerValue(m_captureBytes));
    if (m_radio == "ideal")
    {
        CaptureIdealLinks(DynamicCast<UnitDiskChannel>(m_devices.Get(0)->GetChannel()), folder);
        return;
    }
    YansWifiPhyHelper phy;
    phy.SetPcapDataLinkType(WifiPhyHelper::DLT_IEEE802_11_RADIO);
    for (uint32_t i = 0; i < m_devices.GetN(); ++i)
    {
        const std::string node = std::to_string(m_devices.Get(i)->GetNode()->GetId());
        phy.EnablePcap(folder + "/radio-" + node + ".pcap", m_devices.Get(i), false, true);
    }
}

} // namespace ns3::pubsub::manet
