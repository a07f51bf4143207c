// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-links.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv6-header.h"
#include "ns3/log.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/ppp-header.h"
#include "ns3/queue.h"
#include "ns3/simulator.h"
#include "ns3/trace-helper.h"
#include "ns3/udp-header.h"
#include "ns3/uinteger.h"

#include <map>
#include <set>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnLinks");

namespace
{

/// Sender and receiver of frames.
using Direction = std::pair<NodeId, NodeId>;

/**
 * @brief Sink of PhyTxBegin.
 * @param file of the capture
 * @param frame sent
 */
void
WriteSentFrame(Ptr<PcapFileWrapper> file, Ptr<const Packet> frame)
{
    file->Write(Simulator::Now(), frame);
}

/**
 * @param role of a link
 * @return its name in the trace
 */
std::string
NameOfRole(LinkRole role)
{
    switch (role)
    {
    case LinkRole::TRUNK:
        return "trunk";
    case LinkRole::CLUSTER:
        return "cluster";
    case LinkRole::HOST:
        return "host";
    case LinkRole::CONTROL:
        break;
    }
    return "control";
}

/**
 * @param link any
 * @param from index of the sending end
 * @return the direction
 */
Direction
DirectionOf(const SwitchLink& link, std::size_t from)
{
    return {link.ends[from].node->GetId(), link.ends[1 - from].node->GetId()};
}

} // namespace

std::size_t
SwitchLinks::Connect(const LinkEnd& a, const LinkEnd& b, LinkRole role, const LinkQuality& quality)
{
    NS_LOG_FUNCTION(this << a.node->GetId() << b.node->GetId());
    PointToPointHelper helper;
    helper.SetDeviceAttribute("DataRate", DataRateValue(quality.rate));
    helper.SetDeviceAttribute("Mtu", UintegerValue(MTU));
    helper.SetChannelAttribute("Delay", TimeValue(quality.delay));
    helper.SetQueue("ns3::DropTailQueue",
                    "MaxSize",
                    QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, quality.queueFrames)));
    helper.DisableFlowControl(); // or else frames would wait in a queue discipline, too
    const NetDeviceContainer ends = helper.Install(a.node, b.node);
    m_links.push_back({.ends = {a, b},
                       .devices = {DynamicCast<PointToPointNetDevice>(ends.Get(0)),
                                   DynamicCast<PointToPointNetDevice>(ends.Get(1))},
                       .role = role,
                       .quality = quality});
    return m_links.size() - 1;
}

const std::vector<SwitchLink>&
SwitchLinks::All() const
{
    return m_links;
}

uint64_t
SwitchLinks::CaptureFiles(bool data, bool control) const
{
    std::set<Direction> files;
    for (const SwitchLink& link : m_links)
    {
        if (link.role == LinkRole::CONTROL ? control : data)
        {
            files.insert(DirectionOf(link, 0));
            files.insert(DirectionOf(link, 1));
        }
    }
    return files.size();
}

void
SwitchLinks::Capture(const std::string& folder, uint32_t bytes, bool data, bool control) const
{
    NS_LOG_FUNCTION(this << folder << bytes << data << control);
    Config::SetDefault("ns3::PcapFileWrapper::NanosecMode", BooleanValue(true));
    Config::SetDefault("ns3::PcapFileWrapper::CaptureSize", UintegerValue(bytes));
    PcapHelper helper;
    std::map<Direction, Ptr<PcapFileWrapper>> files;
    for (const SwitchLink& link : m_links)
    {
        if (!(link.role == LinkRole::CONTROL ? control : data))
        {
            continue;
        }
        for (const std::size_t from : {0, 1})
        {
            const Direction direction = DirectionOf(link, from);
            auto& file = files[direction];
            if (!file)
            {
                const std::string name = "/link-" + std::to_string(direction.first) + "-" +
                                         std::to_string(direction.second) + ".pcap";
                file = helper.CreateFile(folder + name, std::ios::out, PcapHelper::DLT_PPP);
            }
            link.devices[from]->TraceConnectWithoutContext(
                "PhyTxBegin",
                MakeBoundCallback(&WriteSentFrame, file));
        }
    }
}

void
SwitchLinks::TraceDrops(TraceRecorder* recorder) const
{
    NS_LOG_FUNCTION(this);
    for (const SwitchLink& link : m_links)
    {
        for (const std::size_t from : {0, 1})
        {
            link.devices[from]->GetQueue()->TraceConnectWithoutContext(
                "Drop",
                MakeBoundCallback(&SwitchLinks::RecordFullQueue,
                                  recorder,
                                  link.ends[from].node->GetId()));
        }
    }
}

void
SwitchLinks::RecordFullQueue(TraceRecorder* recorder, NodeId node, Ptr<const Packet> frame)
{
    const PppHeader ppp;
    const UdpHeader udp;
    uint8_t start[3] = {};
    frame->CopyData(start, sizeof(start));
    const uint8_t version = start[2] >> 4; // the first octet behind PPP's two
    const uint32_t headers =
        ppp.GetSerializedSize() + udp.GetSerializedSize() +
        (version == 6 ? Ipv6Header().GetSerializedSize() : Ipv4Header().GetSerializedSize());
    const uint32_t bytes = frame->GetSize();
    recorder->RecordDrop(node, "queue is full", bytes > headers ? bytes - headers : 0);
}

void
SwitchLinks::Describe(TraceTable<broker::LinkRow>& links, TraceTable<LinkRoleRow>& roles) const
{
    NS_LOG_FUNCTION(this);
    std::map<Direction, std::pair<broker::LinkRow, LinkRoleRow>> rows;
    for (const SwitchLink& link : m_links)
    {
        for (const std::size_t from : {0, 1})
        {
            const Direction direction = DirectionOf(link, from);
            auto& [row, role] = rows[direction];
            row = {.from = direction.first,
                   .to = direction.second,
                   .rateBps = row.rateBps + link.quality.rate.GetBitRate(),
                   .delayNs = link.quality.delay.GetNanoSeconds()};
            role = {.from = direction.first,
                    .to = direction.second,
                    .role = NameOfRole(link.role),
                    .clusterA = link.ends[from].cluster,
                    .clusterB = link.ends[1 - from].cluster};
        }
    }
    for (const auto& [direction, row] : rows)
    {
        links.Write(row.first);
        roles.Write(row.second);
    }
}

} // namespace ns3::pubsub::sdn
