// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-switch.h"

#include "sdn-ethernet-frame.h"
#include "sdn-packet-fields.h"
#include "sdn-switch-agent.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/names.h"
#include "ns3/sdn-source-routing.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnSwitch");

NS_OBJECT_ENSURE_REGISTERED(SdnSwitch);

namespace
{

/// Bytes that PPP puts in front of a packet.
constexpr uint32_t PPP_BYTES = 2;

} // namespace

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
    m_agent->Stop();
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
    // Not by the node's protocol handlers: nobody else on the node gets the packets of a port, and
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

// ---- packets

void
SdnSwitch::Receive(uint32_t port, Ptr<const Packet> packet, uint16_t protocol)
{
    SwitchPort& in = m_ports[port - 1];
    if (!m_isUp || !in.isUp)
    {
        Drop("port down", port, packet);
        return;
    }
    ++in.receivedPackets;
    in.receivedBytes += packet->GetSize() + PPP_BYTES;
    const auto key = FieldsOf(*packet, protocol, port);
    if (!key)
    {
        Drop("malformed", port, packet);
        return;
    }
    if (m_routing && protocol == ETHER_TYPE_IPV6)
    {
        Ipv6Header header;
        packet->PeekHeader(header);
        if (m_routing->Forward(*this, port, header, packet))
        {
            return;
        }
    }
    Process(packet, *key, protocol);
}

void
SdnSwitch::Process(Ptr<const Packet> packet, const FlowKey& key, uint16_t protocol)
{
    const auto inPort = static_cast<uint32_t>(key.words[0] >> 32);
    if (Simulator::Now() >= m_timeout)
    {
        // The timer is due at this very moment, but comes after the packet.
        Expire();
    }
    Passage passage{.protocol = protocol, .inPort = inPort};
    FlowEntry* entry = m_flows.Find(key);
    if (!entry)
    {
        if (m_tableMiss == TableMiss::DROP)
        {
            Drop("table miss", inPort, packet);
            return;
        }
        SendToController(packet->Copy(), passage, m_agent->MissSendLength());
        return;
    }
    FlowTable::Count(*entry, packet->GetSize() + PPP_BYTES, Simulator::Now());
    if (entry->execution.empty())
    {
        Drop("drop entry", inPort, packet);
        return;
    }
    const bool isTableMiss = entry->priority == 0 && entry->match == FlowMatch{};
    passage.reason = isTableMiss ? PacketInReason::NO_MATCH : PacketInReason::ACTION;
    passage.cookie = entry->cookie;
    Execute(entry->execution, packet->Copy(), passage);
}

void
SdnSwitch::Execute(const FlowActions& actions, Ptr<Packet> packet, const Passage& passage)
{
    for (const FlowAction& action : actions)
    {
        if (std::holds_alternative<DecrementTtlAction>(action))
        {
            if (!DecrementHopLimit(*packet, passage.protocol))
            {
                Drop("hop limit", passage.inPort, packet);
                return;
            }
            continue;
        }
        // The last action needs no copy.
        const Ptr<Packet> given = &action == &actions.back() ? packet : packet->Copy();
        if (const auto* output = std::get_if<OutputAction>(&action))
        {
            ExecuteOutput(*output, given, passage);
        }
        else
        {
            ExecuteGroup(std::get<GroupAction>(action).group, given, passage);
        }
    }
}

void
SdnSwitch::ExecuteGroup(uint32_t number, Ptr<Packet> packet, const Passage& passage)
{
    GroupEntry* group = m_groups.Find(number);
    if (!group)
    {
        Drop("no group", passage.inPort, packet);
        return;
    }
    ++group->packets;
    group->bytes += packet->GetSize() + PPP_BYTES;
    for (const GroupBucket& bucket : group->buckets)
    {
        Execute(bucket.actions,
                &bucket == &group->buckets.back() ? packet : packet->Copy(),
                passage);
    }
}

void
SdnSwitch::ExecuteOutput(const OutputAction& action, Ptr<Packet> packet, const Passage& passage)
{
    switch (action.port)
    {
    case PORT_IN_PORT:
        Output(packet, passage.protocol, passage.inPort, passage.inPort);
        return;
    case PORT_CONTROLLER:
        SendToController(packet, passage, action.maxLength);
        return;
    case PORT_TABLE:
        if (const auto key = FieldsOf(*packet, passage.protocol, passage.inPort))
        {
            Process(packet, *key, passage.protocol);
        }
        return;
    case PORT_FLOOD:
    case PORT_ALL:
        for (uint32_t port = 1; port <= m_ports.size(); ++port)
        {
            if (port != passage.inPort)
            {
                Output(packet->Copy(), passage.protocol, passage.inPort, port);
            }
        }
        return;
    default:
        // A packet never goes back where it came from, unless PORT_IN_PORT asks for it.
        if (action.port != passage.inPort)
        {
            Output(packet, passage.protocol, passage.inPort, action.port);
        }
    }
}

void
SdnSwitch::Output(Ptr<Packet> packet, uint16_t protocol, uint32_t inPort, uint32_t outPort)
{
    if (outPort == 0 || outPort > m_ports.size())
    {
        Drop("no port", inPort, packet);
        return;
    }
    SwitchPort& out = m_ports[outPort - 1];
    if (!m_isUp || !out.isUp)
    {
        Drop("port down", inPort, packet);
        return;
    }
    const uint32_t bytes = packet->GetSize() + PPP_BYTES;
    m_forwarded(inPort, outPort, packet);
    if (out.device->Send(packet, Address(), protocol))
    {
        ++out.sentPackets;
        out.sentBytes += bytes;
    }
    else
    {
        ++out.sentDropped;
        m_dropped("queue", packet);
    }
}

void
SdnSwitch::Drop(const char* reason, uint32_t inPort, Ptr<const Packet> packet)
{
    NS_LOG_LOGIC("drop by port " << inPort << ": " << reason);
    if (inPort >= 1 && inPort <= m_ports.size())
    {
        ++m_ports[inPort - 1].receivedDropped;
    }
    m_dropped(reason, packet);
}

void
SdnSwitch::SendToController(Ptr<Packet> packet, const Passage& passage, uint16_t most)
{
    if (!m_agent->HearsPackets())
    {
        Drop("no controller", passage.inPort, packet);
        return;
    }
    PacketIn message;
    const uint32_t size = packet->GetSize() + ETHERNET_HEADER;
    // Without a buffer the controller needs the whole packet.
    const bool isWhole = most == WHOLE_PACKET || size <= most || m_buffers.Capacity() == 0;
    message.buffer = isWhole ? NO_BUFFER : m_buffers.Keep(packet, passage.protocol, passage.inPort);
    message.totalLength = size;
    message.reason = passage.reason;
    message.cookie = passage.cookie;
    message.match.inPort = passage.inPort;
    message.frame = FrameOf(*packet, passage.protocol, isWhole ? size : most);
    m_agent->Send(message);
}

// ---- orders

std::optional<ErrorMessage>
SdnSwitch::Refusal(const FlowActions& actions, bool isPacketOut) const
{
    for (const FlowAction& action : actions)
    {
        if (const auto* output = std::get_if<OutputAction>(&action))
        {
            const uint32_t port = output->port;
            const bool isReserved = port == PORT_IN_PORT || port == PORT_CONTROLLER ||
                                    port == PORT_ALL || port == PORT_FLOOD ||
                                    (port == PORT_TABLE && isPacketOut);
            if (!isReserved && (port == 0 || port > m_ports.size()))
            {
                return ErrorMessage{ErrorType::BAD_ACTION, ACTION_BAD_OUT_PORT, {}};
            }
        }
        else if (const auto* group = std::get_if<GroupAction>(&action))
        {
            if (!m_groups.Groups().contains(group->group))
            {
                return ErrorMessage{ErrorType::BAD_ACTION, ACTION_BAD_OUT_GROUP, {}};
            }
        }
    }
    return std::nullopt;
}

std::optional<ErrorMessage>
SdnSwitch::ChangeFlows(const FlowMod& change)
{
    NS_LOG_FUNCTION(this);
    for (const FlowActions* actions : {&change.applyActions, &change.writeActions})
    {
        if (const auto refusal = Refusal(*actions, false))
        {
            return refusal;
        }
    }
    // A timeout that is due at this very moment comes before the change.
    m_flows.Expire(Simulator::Now());
    const uint64_t version = m_flows.Version();
    const auto refusal = m_flows.Change(change, Simulator::Now());
    if (m_flows.Version() != version)
    {
        WatchTimeouts();
        ReportTables();
    }
    if (!refusal && change.buffer != NO_BUFFER && change.command != FlowCommand::DELETE &&
        change.command != FlowCommand::DELETE_STRICT)
    {
        return SendOut(
            {.buffer = change.buffer, .actions = {OutputAction{PORT_TABLE, WHOLE_PACKET}}});
    }
    return refusal;
}

std::optional<ErrorMessage>
SdnSwitch::ChangeGroups(const GroupMod& change)
{
    NS_LOG_FUNCTION(this << change.group);
    for (const GroupBucket& bucket : change.buckets)
    {
        if (const auto refusal = Refusal(bucket.actions, false))
        {
            const auto* isGroup = std::get_if<GroupAction>(&bucket.actions.front());
            return isGroup
                       ? ErrorMessage{ErrorType::GROUP_MOD_FAILED, GROUP_CHAINING_UNSUPPORTED, {}}
                       : *refusal;
        }
    }
    const auto refusal = m_groups.Change(change);
    if (refusal)
    {
        return refusal;
    }
    if (change.command == GroupCommand::DELETE)
    {
        m_flows.RemoveGroup(change.group);
        WatchTimeouts();
    }
    ReportTables();
    return std::nullopt;
}

std::optional<ErrorMessage>
SdnSwitch::SendOut(const PacketOut& order)
{
    NS_LOG_FUNCTION(this << order.inPort);
    if (const auto refusal = Refusal(order.actions, true))
    {
        return refusal;
    }
    if (order.inPort != PORT_CONTROLLER && (order.inPort == 0 || order.inPort > m_ports.size()))
    {
        return ErrorMessage{ErrorType::BAD_REQUEST, REQUEST_BAD_PORT, {}};
    }
    std::optional<FramedPacket> framed;
    Passage passage{.inPort = order.inPort, .reason = PacketInReason::ACTION};
    if (order.buffer != NO_BUFFER)
    {
        const auto buffered = m_buffers.Take(order.buffer);
        if (!buffered)
        {
            return ErrorMessage{ErrorType::BAD_REQUEST, REQUEST_BUFFER_UNKNOWN, {}};
        }
        framed = FramedPacket{buffered->packet, buffered->protocol};
        passage.inPort = buffered->inPort;
    }
    else
    {
        framed = PacketOf(order.frame);
    }
    if (!framed || !FieldsOf(*framed->packet, framed->protocol, passage.inPort))
    {
        return ErrorMessage{ErrorType::BAD_REQUEST, REQUEST_BAD_PACKET, {}};
    }
    passage.protocol = framed->protocol;
    Execute(order.actions, framed->packet, passage);
    return std::nullopt;
}

// ---- tables

void
SdnSwitch::EntryEnds(const FlowEntry& entry, FlowEnd reason)
{
    if (entry.flags & FLOW_SEND_REMOVED)
    {
        m_agent->ReportRemoved(entry, reason);
    }
}

void
SdnSwitch::WatchTimeouts()
{
    const Time next = m_flows.NextExpiry().value_or(Time::Max());
    if (next == m_timeout)
    {
        return;
    }
    m_timer.Cancel();
    m_timeout = next;
    if (next == Time::Max())
    {
        return;
    }
    m_timer = Simulator::Schedule(next - Simulator::Now(), &SdnSwitch::Expire, this);
}

void
SdnSwitch::Expire()
{
    m_timer.Cancel();
    m_timeout = Time::Max();
    const std::size_t size = m_flows.Size();
    m_flows.Expire(Simulator::Now());
    WatchTimeouts();
    if (m_flows.Size() != size)
    {
        ReportTables();
    }
}

void
SdnSwitch::ReportTables()
{
    m_tableChanged(m_flows.Size(), m_groups.Size(), m_groups.Buckets());
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
