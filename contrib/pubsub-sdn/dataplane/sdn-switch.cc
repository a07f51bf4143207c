// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-switch.h"

#include "sdn-source-routing.h"
#include "sdn-switch-agent.h"

#include "ns3/data-rate.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnSwitch");

NS_OBJECT_ENSURE_REGISTERED(SdnSwitch);

TypeId
SdnSwitch::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::sdn::SdnSwitch")
            .SetParent<Object>()
            .SetGroupName("PubSub")
            .AddConstructor<SdnSwitch>()
            .AddAttribute(
                "TableMiss",
                "What happens to a packet that no entry matches. The default of OpenFlow "
                "1.3 is to drop it, unless an entry of priority 0 matches everything.",
                EnumValue(TableMiss::CONTROLLER),
                MakeEnumAccessor<TableMiss>(&SdnSwitch::m_tableMiss),
                MakeEnumChecker(TableMiss::CONTROLLER, "controller", TableMiss::DROP, "drop"))
            .AddAttribute("MaxEntries",
                          "Entries of the flow table at most; more are refused with TABLE_FULL.",
                          UintegerValue(1'000'000),
                          MakeUintegerAccessor(&SdnSwitch::SetMaxEntries),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("MaxGroups",
                          "Groups at most; more are refused with OUT_OF_GROUPS.",
                          UintegerValue(65536),
                          MakeUintegerAccessor(&SdnSwitch::SetMaxGroups),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Buffers",
                          "Packets that wait here while the controller has their beginning only. "
                          "0: the controller always gets whole packets.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&SdnSwitch::SetBuffers, &SdnSwitch::Buffers),
                          MakeUintegerChecker<uint32_t>(0, 65536))
            .AddAttribute("ReconnectInterval",
                          "Time between the end of a connection and the next attempt.",
                          TimeValue(MilliSeconds(500)),
                          MakeTimeAccessor(&SdnSwitch::m_reconnectInterval),
                          MakeTimeChecker(Time(0)))
            .AddTraceSource("Forwarded",
                            "A packet was given to the link of a port: the ports and the packet.",
                            MakeTraceSourceAccessor(&SdnSwitch::m_forwarded),
                            "ns3::pubsub::sdn::SdnSwitch::ForwardedTracedCallback")
            .AddTraceSource("Dropped",
                            "A packet ended here: why, and the packet.",
                            MakeTraceSourceAccessor(&SdnSwitch::m_dropped),
                            "ns3::pubsub::sdn::SdnSwitch::DroppedTracedCallback")
            .AddTraceSource("TableChanged",
                            "An entry or a group was added, changed or removed: their numbers.",
                            MakeTraceSourceAccessor(&SdnSwitch::m_tableChanged),
                            "ns3::pubsub::sdn::SdnSwitch::TableTracedCallback")
            .AddTraceSource("OpenFlowSent",
                            "A message was sent to the controller: type and bytes.",
                            MakeTraceSourceAccessor(&SdnSwitch::m_openFlowSent),
                            "ns3::pubsub::sdn::SdnSwitch::MessageTracedCallback")
            .AddTraceSource("OpenFlowReceived",
                            "A message came from the controller: type and bytes.",
                            MakeTraceSourceAccessor(&SdnSwitch::m_openFlowReceived),
                            "ns3::pubsub::sdn::SdnSwitch::MessageTracedCallback")
            .AddTraceSource("OpenFlowRefused",
                            "A message was malformed: type and bytes.",
                            MakeTraceSourceAccessor(&SdnSwitch::m_openFlowRefused),
                            "ns3::pubsub::sdn::SdnSwitch::MessageTracedCallback")
            .AddTraceSource("Controller",
                            "A connection to a controller began or ended.",
                            MakeTraceSourceAccessor(&SdnSwitch::m_controller),
                            "ns3::pubsub::sdn::SdnSwitch::ControllerTracedCallback");
    return tid;
}

SdnSwitch::SdnSwitch()
    : m_agent(std::make_unique<SwitchAgent>(*this))
{
    NS_LOG_FUNCTION(this);
    m_flows.SetEndSink(
        [this](const FlowEntry& entry, FlowEnd reason) { EntryEnds(entry, reason); });
}

SdnSwitch::~SdnSwitch()
{
    NS_LOG_FUNCTION(this);
}

void
SdnSwitch::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_timer.Cancel();
    m_agent->Dispose();
    for (SwitchPort& port : m_ports)
    {
        port.device->SetReceiveCallback(
            MakeNullCallback<bool, Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&>());
    }
    m_ports.clear();
    m_buffers.Clear();
    m_routing = nullptr;
    Object::DoDispose();
}

void
SdnSwitch::SetMaxEntries(uint32_t entries)
{
    m_flows.SetCapacity(entries);
}

void
SdnSwitch::SetMaxGroups(uint32_t groups)
{
    m_groups.SetCapacity(groups);
}

void
SdnSwitch::SetBuffers(uint32_t packets)
{
    m_buffers.SetCapacity(packets);
}

uint32_t
SdnSwitch::Buffers() const
{
    return m_buffers.Capacity();
}

uint32_t
SdnSwitch::AddPort(Ptr<NetDevice> device)
{
    NS_LOG_FUNCTION(this << device);
    NS_ASSERT_MSG(device->IsPointToPoint(), "a port's device is point-to-point");
    const uint32_t number = m_ports.size() + 1;
    m_ports.push_back({.device = device, .added = Simulator::Now()});
    // Not by the node's protocol handlers: no protocol of the node gets the packets of a port, and
    // the search for the handler would cost time at each packet.
    device->SetReceiveCallback(
        [this,
         number](Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t protocol, const Address&) {
            Receive(number, packet, protocol);
            return true;
        });
    device->AddLinkChangeCallback(
        Callback<void>([self = this, number] { self->RefreshPort(number); }));
    m_ports.back().isUp = device->IsLinkUp();
    m_agent->ReportPort(PortReason::ADDED, number);
    return number;
}

uint32_t
SdnSwitch::PortCount() const
{
    return m_ports.size();
}

const SwitchPort&
SdnSwitch::Port(uint32_t port) const
{
    return m_ports.at(port - 1);
}

uint32_t
SdnSwitch::PortOf(Ptr<const NetDevice> device) const
{
    const auto found = std::ranges::find_if(m_ports, [&device](const SwitchPort& port) {
        return PeekPointer(port.device) == PeekPointer(device);
    });
    return found == m_ports.end() ? 0 : found - m_ports.begin() + 1;
}

void
SdnSwitch::SetPortUp(uint32_t port, bool isUp)
{
    NS_LOG_FUNCTION(this << port << isUp);
    m_ports.at(port - 1).isEnabled = isUp;
    RefreshPort(port);
}

void
SdnSwitch::RefreshPort(uint32_t port)
{
    if (port > m_ports.size())
    {
        return;
    }
    SwitchPort& changed = m_ports[port - 1];
    const bool isUp = changed.isEnabled && changed.device->IsLinkUp();
    if (isUp != changed.isUp)
    {
        changed.isUp = isUp;
        m_agent->ReportPort(PortReason::MODIFIED, port);
    }
}

void
SdnSwitch::SetUp(bool isUp)
{
    NS_LOG_FUNCTION(this << isUp);
    if (isUp == m_isUp)
    {
        return;
    }
    m_isUp = isUp;
    if (!isUp)
    {
        m_agent->Stop();
        m_flows.Clear();
        m_groups.Clear();
        m_buffers.Clear();
        WatchTimeouts();
        ReportTables();
        return;
    }
    m_agent->Start();
}

bool
SdnSwitch::IsUp() const
{
    return m_isUp;
}

void
SdnSwitch::ConnectTo(std::vector<InetSocketAddress> controllers)
{
    NS_LOG_FUNCTION(this);
    m_agent->ConnectTo(std::move(controllers));
}

bool
SdnSwitch::IsConnected() const
{
    return m_agent->IsConnected();
}

std::size_t
SdnSwitch::ControllerIndex() const
{
    return m_agent->ControllerIndex();
}

void
SdnSwitch::SetSourceRouting(Ptr<SourceRouting> routing)
{
    NS_LOG_FUNCTION(this << routing);
    m_routing = routing;
}

Ptr<SourceRouting>
SdnSwitch::GetSourceRouting() const
{
    return m_routing;
}

const FlowTable&
SdnSwitch::Flows() const
{
    return m_flows;
}

const GroupTable&
SdnSwitch::Groups() const
{
    return m_groups;
}

uint64_t
SdnSwitch::DatapathId() const
{
    return GetObject<Node>()->GetId();
}

PortStatistics
SdnSwitch::StatisticsOf(uint32_t port) const
{
    const SwitchPort& of = Port(port);
    const int64_t life = (Simulator::Now() - of.added).GetNanoSeconds();
    return {.port = port,
            .receivedPackets = of.receivedPackets,
            .sentPackets = of.sentPackets,
            .receivedBytes = of.receivedBytes,
            .sentBytes = of.sentBytes,
            .receivedDropped = of.receivedDropped,
            .sentDropped = of.sentDropped,
            .durationSeconds = static_cast<uint32_t>(life / 1'000'000'000),
            .durationNanoseconds = static_cast<uint32_t>(life % 1'000'000'000)};
}

PortDescription
SdnSwitch::DescriptionOf(uint32_t port) const
{
    const SwitchPort& of = Port(port);
    DataRateValue rate;
    const bool hasRate = of.device->GetAttributeFailSafe("DataRate", rate);
    const uint64_t kbps = hasRate ? rate.Get().GetBitRate() / 1000 : 0;
    return {.port = port,
            .address = Mac48Address::ConvertFrom(of.device->GetAddress()),
            .name = "s" + std::to_string(DatapathId()) + "-p" + std::to_string(port),
            .isDown = !of.isUp,
            .speedKbps = static_cast<uint32_t>(std::min<uint64_t>(kbps, 0xffffffff))};
}

} // namespace ns3::pubsub::sdn
