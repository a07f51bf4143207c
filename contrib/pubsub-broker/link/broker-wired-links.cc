// SPDX-License-Identifier: GPL-2.0-only
#include "broker-wired-links.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4.h"
#include "ns3/log.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/ppp-header.h"
#include "ns3/queue.h"
#include "ns3/simulator.h"
#include "ns3/trace-helper.h"
#include "ns3/udp-header.h"
#include "ns3/uinteger.h"

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerWiredLinks");

namespace
{

/**
 * @brief Sink of PhyTxBegin.
 * @param file of the capture
 * @param frame sent
 */
void
WriteFrame(Ptr<PcapFileWrapper> file, Ptr<const Packet> frame)
{
    file->Write(Simulator::Now(), frame);
}

} // namespace

WiredLinks::WiredLinks(DataRate rate, Time delay, uint32_t queueFrames)
    : m_rate(rate),
      m_delay(delay),
      m_queueFrames(queueFrames),
      m_addresses("10.0.0.0", "255.255.255.252")
{
    NS_LOG_FUNCTION(this << rate << delay << queueFrames);
}

void
WiredLinks::Connect(Ptr<Node> a, Ptr<Node> b)
{
    NS_LOG_FUNCTION(this << a->GetId() << b->GetId());
    PointToPointHelper helper;
    helper.SetDeviceAttribute("DataRate", DataRateValue(m_rate));
    helper.SetDeviceAttribute("Mtu", UintegerValue(MTU));
    helper.SetChannelAttribute("Delay", TimeValue(m_delay));
    helper.SetQueue("ns3::DropTailQueue",
                    "MaxSize",
                    QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, m_queueFrames)));
    helper.DisableFlowControl(); // or else frames would wait in a queue discipline, too
    const NetDeviceContainer ends = helper.Install(a, b);
    m_addresses.Assign(ends);
    m_addresses.NewNetwork();
    m_devices.Add(ends);
}

uint32_t
WiredLinks::GetN() const
{
    return m_devices.GetN() / 2;
}

const NetDeviceContainer&
WiredLinks::GetDevices() const
{
    return m_devices;
}

NodeId
WiredLinks::From(uint32_t end) const
{
    return m_devices.Get(end)->GetNode()->GetId();
}

NodeId
WiredLinks::To(uint32_t end) const
{
    return From(end ^ 1); // the ends of a link follow each other
}

Ipv4Address
WiredLinks::AddressOf(uint32_t end) const
{
    const auto device = m_devices.Get(end);
    const auto ipv4 = device->GetNode()->GetObject<Ipv4>();
    return ipv4->GetAddress(ipv4->GetInterfaceForDevice(device), 0).GetLocal();
}

bool
WiredLinks::SetUp(NodeId a, NodeId b, bool isUp)
{
    NS_LOG_FUNCTION(this << a << b << isUp);
    bool isFound = false;
    for (uint32_t end = 0; end < m_devices.GetN(); ++end)
    {
        if ((From(end) == a && To(end) == b) || (From(end) == b && To(end) == a))
        {
            const auto ipv4 = m_devices.Get(end)->GetNode()->GetObject<Ipv4>();
            const uint32_t interface = ipv4->GetInterfaceForDevice(m_devices.Get(end));
            isUp ? ipv4->SetUp(interface) : ipv4->SetDown(interface);
            isFound = true;
        }
    }
    return isFound;
}

void
WiredLinks::Capture(const std::string& folder, uint32_t bytes) const
{
    NS_LOG_FUNCTION(this << folder << bytes);
    Config::SetDefault("ns3::PcapFileWrapper::NanosecMode", BooleanValue(true));
    Config::SetDefault("ns3::PcapFileWrapper::CaptureSize", UintegerValue(bytes));
    PcapHelper helper;
    for (uint32_t end = 0; end < m_devices.GetN(); ++end)
    {
        const std::string name =
            "/link-" + std::to_string(From(end)) + "-" + std::to_string(To(end)) + ".pcap";
        const auto file = helper.CreateFile(folder + name, std::ios::out, PcapHelper::DLT_PPP);
        m_devices.Get(end)->TraceConnectWithoutContext("PhyTxBegin",
                                                       MakeBoundCallback(&WriteFrame, file));
    }
}

void
WiredLinks::TraceDrops(TraceRecorder* recorder) const
{
    NS_LOG_FUNCTION(this);
    for (uint32_t end = 0; end < m_devices.GetN(); ++end)
    {
        const auto device = DynamicCast<PointToPointNetDevice>(m_devices.Get(end));
        device->GetQueue()->TraceConnectWithoutContext(
            "Drop",
            MakeBoundCallback(&WiredLinks::RecordFullQueue, recorder, From(end)));
    }
}

void
WiredLinks::RecordFullQueue(TraceRecorder* recorder, NodeId node, Ptr<const Packet> frame)
{
    auto payload = frame->Copy();
    PppHeader ppp;
    Ipv4Header ipv4;
    UdpHeader udp;
    payload->RemoveHeader(ppp);
    payload->RemoveHeader(ipv4);
    payload->RemoveHeader(udp);
    recorder->RecordDrop(node, "queue is full", payload->GetSize());
}

void
WiredLinks::Describe(TraceTable<LinkRow>& table) const
{
    NS_LOG_FUNCTION(this);
    for (uint32_t end = 0; end < m_devices.GetN(); ++end)
    {
        table.Write({.from = From(end),
                     .to = To(end),
                     .rateBps = m_rate.GetBitRate(),
                     .delayNs = m_delay.GetNanoSeconds()});
    }
}

} // namespace ns3::pubsub::broker
