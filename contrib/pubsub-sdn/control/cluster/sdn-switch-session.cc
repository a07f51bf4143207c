// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-switch-session.h"

#include "ns3/log.h"
#include "ns3/sdn-event-packet.h"
#include "ns3/sdn-topic-address.h"

#include <algorithm>
#include <utility>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnSwitchSession");

NS_OBJECT_ENSURE_REGISTERED(SwitchSession);

namespace
{

/// Priority of entries that drop packets without a route: below that of all others.
constexpr uint16_t DROP_PRIORITY = 1;

/// Added to the priority of entries that match the publishers' cluster, too.
constexpr uint16_t SOURCE_PRIORITY = 128;

/// Bits of a group's number within its plan.
constexpr uint32_t PLAN_BITS = 16;

/// Bits of the number of a plan.
constexpr uint32_t SOURCE_BITS = 12;

/// Generations that have groups of their own.
constexpr uint64_t GENERATIONS = 8;

} // namespace

TypeId
SwitchSession::GetTypeId()
{
    static TypeId tid = TypeId("ns3::pubsub::sdn::SwitchSession")
                            .SetParent<Object>()
                            .SetGroupName("PubSub")
                            .AddConstructor<SwitchSession>()
                            .AddTraceSource("Sent",
                                            "An OpenFlow message was sent to the switch",
                                            MakeTraceSourceAccessor(&SwitchSession::m_sent),
                                            "ns3::pubsub::sdn::SdnAgent::"
                                            "ControlRecordTracedCallback");
    return tid;
}

SwitchSession::SwitchSession() = default;

SwitchSession::~SwitchSession() = default;

void
SwitchSession::DoDispose()
{
    NS_LOG_FUNCTION(this);
    Close();
    Object::DoDispose();
}

void
SwitchSession::Accept(Ptr<Socket> socket, NodeId controller, Events events)
{
    NS_LOG_FUNCTION(this << socket << controller);
    m_controller = controller;
    m_events = std::move(events);
    m_connection = CreateObject<OpenFlowConnection>();
    m_connection->TraceConnectWithoutContext(
        "Sent",
        Callback<void, std::string, uint32_t>([this](std::string type, uint32_t bytes) {
            m_sent({.from = m_controller,
                    .to = m_switch,
                    .channel = "openflow",
                    .type = std::move(type),
                    .bytes = bytes});
        }));
    m_connection->Accept(
        socket,
        {.opened = [this] { Opened(); },
         .received = [this](uint32_t xid,
                            const OpenFlowMessage& message) { Received(xid, message); },
         .closed =
             [this](const std::string& reason) {
                 const Ptr<SwitchSession> alive = this;
                 m_isReady = false;
                 m_events.closed(reason);
             }});
}

void
SwitchSession::Close()
{
    NS_LOG_FUNCTION(this);
    if (m_connection)
    {
        m_connection->Close();
        m_connection = nullptr;
    }
    m_isReady = false;
    m_events = {};
}

NodeId
SwitchSession::Switch() const
{
    return m_switch;
}

bool
SwitchSession::IsReady() const
{
    return m_isReady;
}

const std::map<uint32_t, PortDescription>&
SwitchSession::Ports() const
{
    return m_ports;
}

bool
SwitchSession::IsInstalled() const
{
    return m_hasTables && m_stage == Stage::IDLE && m_wanted == m_current;
}

const SwitchTables&
SwitchSession::Wanted() const
{
    return m_wanted;
}

const std::map<ClusterId, FlowPlan>&
SwitchSession::Plans() const
{
    return m_plans;
}

const std::vector<FlowStatistics>&
SwitchSession::FlowCounters() const
{
    return m_flowCounters;
}

const std::vector<PortStatistics>&
SwitchSession::PortCounters() const
{
    return m_portCounters;
}

uint32_t
SwitchSession::TakeFlowMods()
{
    return std::exchange(m_flowMods, 0);
}

uint32_t
SwitchSession::TakeGroupMods()
{
    return std::exchange(m_groupMods, 0);
}

void
SwitchSession::Opened()
{
    NS_LOG_FUNCTION(this);
    m_connection->Send(FeaturesRequest{});
    m_connection->Send(SetConfig{.missSendLength = WHOLE_PACKET});
    m_connection->Send(MultipartRequest{PortDescriptionRequest{}});
    m_connection->Send(MultipartRequest{FlowStatisticsRequest{}});
}

void
SwitchSession::Received(uint32_t xid, const OpenFlowMessage& message)
{
    const Ptr<SwitchSession> alive = this;
    if (const auto* features = std::get_if<FeaturesReply>(&message))
    {
        m_switch = static_cast<NodeId>(features->datapathId);
    }
    else if (const auto* status = std::get_if<PortStatus>(&message))
    {
        const PortDescription& port = status->description;
        m_ports[port.port] = port;
        if (m_isReady)
        {
            m_events.port(port);
        }
    }
    else if (const auto* packet = std::get_if<PacketIn>(&message))
    {
        if (m_isReady)
        {
            m_events.packet(*packet);
        }
    }
    else if (const auto* reply = std::get_if<MultipartReply>(&message))
    {
        TakeMultipart(*reply);
    }
    else if (std::holds_alternative<BarrierReply>(message))
    {
        if (xid == m_barrier && m_stage == Stage::ADDING)
        {
            SendDeletions();
        }
        else if (xid == m_barrier && m_stage == Stage::DELETING)
        {
            m_stage = Stage::IDLE;
            if (m_wanted == m_current)
            {
                m_events.installed();
            }
            else
            {
                BeginUpdate();
            }
        }
    }
    else if (const auto* error = std::get_if<ErrorMessage>(&message))
    {
        NS_LOG_WARN("switch " << m_switch << " refuses a message: type "
                              << static_cast<int>(error->type) << ", code " << error->code);
        m_events.drop("refused by a switch", static_cast<uint32_t>(error->data.size()));
    }
}

void
SwitchSession::TakeMultipart(const MultipartReply& reply)
{
    if (const auto* ports = std::get_if<std::vector<PortDescription>>(&reply.body))
    {
        for (const PortDescription& port : *ports)
        {
            m_ports[port.port] = port;
        }
        m_hasPorts = m_hasPorts || !reply.hasMore;
    }
    else if (const auto* flows = std::get_if<std::vector<FlowStatistics>>(&reply.body))
    {
        m_flowParts.insert(m_flowParts.end(), flows->begin(), flows->end());
        if (!reply.hasMore)
        {
            TakeFlows();
        }
    }
    else if (const auto* counters = std::get_if<std::vector<PortStatistics>>(&reply.body))
    {
        m_portParts.insert(m_portParts.end(), counters->begin(), counters->end());
        if (!reply.hasMore)
        {
            m_portCounters = std::move(m_portParts);
            m_portParts.clear();
            m_awaited -= m_awaited > 0;
            if (m_awaited == 0)
            {
                m_events.counted();
            }
        }
    }
}

void
SwitchSession::TakeFlows()
{
    std::vector<FlowStatistics> flows;
    flows.swap(m_flowParts);
    if (m_isReady)
    {
        m_flowCounters = std::move(flows);
        m_awaited -= m_awaited > 0;
        if (m_awaited == 0)
        {
            m_events.counted();
        }
        return;
    }
    if (m_switch == NO_NODE || !m_hasPorts)
    {
        m_events.drop("a switch answers out of order", 0);
        return;
    }
    for (const FlowStatistics& flow : flows)
    {
        m_generation = std::max(m_generation, flow.cookie + 1);
    }
    m_remains = std::move(flows);
    m_isReady = true;
    InstallBase();
    m_events.ready();
}

void
SwitchSession::InstallBase()
{
    for (const EventKind kind : {EventKind::SUBSCRIBE, EventKind::UNSUBSCRIBE, EventKind::CONTROL})
    {
        FlowMod entry = EntryFor(NO_CLUSTER, PrefixOf(kind, BitString()));
        if (kind != EventKind::CONTROL && !m_current.flood.empty())
        {
            entry.applyActions.emplace_back(DecrementTtlAction{});
            for (const uint32_t port : m_current.flood)
            {
                entry.applyActions.emplace_back(OutputAction{.port = port});
            }
        }
        entry.applyActions.emplace_back(
            OutputAction{.port = PORT_CONTROLLER, .maxLength = WHOLE_PACKET});
        SendFlow(entry);
    }
}

void
SwitchSession::Install(const SwitchTables& tables)
{
    NS_LOG_FUNCTION(this);
    if (m_hasTables && tables == m_wanted)
    {
        return;
    }
    m_wanted = tables;
    if (m_stage == Stage::IDLE)
    {
        BeginUpdate();
    }
}

void
SwitchSession::BeginUpdate()
{
    NS_LOG_FUNCTION(this << m_switch);
    const bool isFloodNew = m_wanted.flood != m_current.flood;
    std::set<ClusterId> sources;
    for (const auto& [source, plan] : m_current.plans)
    {
        sources.insert(source);
    }
    for (const auto& [source, plan] : m_wanted.plans)
    {
        sources.insert(source);
    }
    m_current = m_wanted;
    for (const ClusterId source : sources)
    {
        const auto plan = m_current.plans.find(source);
        SendAdditions(source, plan == m_current.plans.end() ? PortPlan() : plan->second);
    }
    if (isFloodNew)
    {
        InstallBase();
    }
    if (!m_hasTables)
    {
        CollectRemains();
    }
    m_hasTables = true;
    m_stage = Stage::ADDING;
    m_barrier = m_connection->Send(BarrierRequest{});
}

void
SwitchSession::SendAdditions(ClusterId source, const PortPlan& wanted)
{
    FlowPlan& plan = m_plans[source];
    const FlowUpdate update = plan.Change(wanted);
    for (const PortGroup& group : update.groupsToAdd)
    {
        GroupMod change{.command = GroupCommand::ADD, .group = GroupNumber(source, group.group)};
        for (const uint32_t port : group.ports)
        {
            change.buckets.push_back({.actions = {OutputAction{.port = port}}});
        }
        m_connection->Send(change);
        ++m_groupMods;
    }
    for (const EventFlow& flow : update.flowsToAdd)
    {
        FlowMod entry = EntryFor(source, flow.prefix);
        if (flow.group != NO_GROUP)
        {
            entry.applyActions = {DecrementTtlAction{},
                                  GroupAction{.group = GroupNumber(source, flow.group)}};
        }
        SendFlow(entry);
    }
    for (const AddressPrefix& prefix : update.flowsToDelete)
    {
        FlowMod entry = EntryFor(source, prefix);
        entry.command = FlowCommand::DELETE_STRICT;
        m_flowsToDelete.push_back(entry);
    }
    for (const uint32_t group : update.groupsToDelete)
    {
        m_groupsToDelete.insert(GroupNumber(source, group));
    }
    if (wanted.Size() == 0)
    {
        m_plans.erase(source);
    }
}

void
SwitchSession::CollectRemains()
{
    for (const FlowStatistics& flow : m_remains)
    {
        for (const FlowAction& action : flow.applyActions)
        {
            const auto* group = std::get_if<GroupAction>(&action);
            if (group && group->group >> (PLAN_BITS + SOURCE_BITS) != m_generation % GENERATIONS)
            {
                m_groupsToDelete.insert(group->group);
            }
        }
        const bool isBase = flow.match.ipv6Destination && !flow.match.ipv6Source &&
                            flow.priority == CODE_AT + 2U &&
                            flow.match.ipv6Destination->value != AddressOf(EventKind::PUBLISH, {});
        bool isWanted = isBase;
        for (const auto& [source, plan] : m_plans)
        {
            for (const auto& [prefix, ports] : plan.Installed().All())
            {
                const FlowMod entry = EntryFor(source, prefix);
                isWanted =
                    isWanted || (entry.priority == flow.priority && entry.match == flow.match);
            }
        }
        if (!isWanted && !flow.match.ipv4Destination && flow.priority != DROP_PRIORITY)
        {
            m_flowsToDelete.push_back({.cookie = m_generation,
                                       .command = FlowCommand::DELETE_STRICT,
                                       .priority = flow.priority,
                                       .match = flow.match});
        }
    }
    m_remains.clear();
}

void
SwitchSession::SendDeletions()
{
    for (const FlowMod& entry : m_flowsToDelete)
    {
        SendFlow(entry);
    }
    for (const uint32_t group : m_groupsToDelete)
    {
        m_connection->Send(GroupMod{.command = GroupCommand::DELETE, .group = group});
        ++m_groupMods;
    }
    m_flowsToDelete.clear();
    m_groupsToDelete.clear();
    m_stage = Stage::DELETING;
    m_barrier = m_connection->Send(BarrierRequest{});
}

void
SwitchSession::SendFlow(const FlowMod& change)
{
    m_connection->Send(change);
    ++m_flowMods;
}

uint32_t
SwitchSession::GroupNumber(ClusterId source, uint32_t group) const
{
    const uint32_t plan = source == NO_CLUSTER ? 0 : source + 1;
    NS_ABORT_MSG_IF(plan >> SOURCE_BITS != 0 || group >> PLAN_BITS != 0,
                    "more plans or groups than a switch can number");
    return static_cast<uint32_t>(m_generation % GENERATIONS) << (PLAN_BITS + SOURCE_BITS) |
           plan << PLAN_BITS | group;
}

FlowMod
SwitchSession::EntryFor(ClusterId source, const AddressPrefix& prefix) const
{
    FlowMod entry{.cookie = m_generation,
                  .priority = prefix.length,
                  .match = FlowMatch::Events(prefix.address, prefix.length)};
    if (source != NO_CLUSTER)
    {
        const AddressPrefix from = SourcePrefixOf(source);
        entry.match.ipv6Source = Ipv6Pattern::Prefix(from.address, from.length);
        entry.priority = static_cast<uint16_t>(prefix.length + SOURCE_PRIORITY);
    }
    return entry;
}

void
SwitchSession::SendByPort(const std::vector<uint8_t>& frame, uint32_t port)
{
    m_connection->Send(PacketOut{.actions = {OutputAction{.port = port}}, .frame = frame});
}

void
SwitchSession::SendByTable(const std::vector<uint8_t>& frame, uint32_t inPort)
{
    m_connection->Send(
        PacketOut{.inPort = inPort, .actions = {OutputAction{.port = PORT_TABLE}}, .frame = frame});
}

void
SwitchSession::DropPackets(const Ipv6Address& destination, Time idle)
{
    FlowMod entry{.cookie = m_generation,
                  .idleTimeout = static_cast<uint16_t>(idle.GetSeconds()),
                  .priority = DROP_PRIORITY};
    entry.match.etherType = ETHER_TYPE_IPV6;
    entry.match.ipv6Destination = Ipv6Pattern::Prefix(destination, 128);
    SendFlow(entry);
}

void
SwitchSession::AskStatistics()
{
    NS_LOG_FUNCTION(this << m_switch);
    m_awaited = 2;
    m_flowParts.clear();
    m_portParts.clear();
    m_connection->Send(MultipartRequest{FlowStatisticsRequest{}});
    m_connection->Send(MultipartRequest{PortStatisticsRequest{}});
}

} // namespace ns3::pubsub::sdn
