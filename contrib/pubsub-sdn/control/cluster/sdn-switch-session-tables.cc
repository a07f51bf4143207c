// SPDX-License-Identifier: GPL-2.0-only
//
// How a controller installs the tables of a switch: add, barrier, delete, barrier.

#include "sdn-switch-session.h"

#include "ns3/log.h"
#include "ns3/sdn-event-packet.h"
#include "ns3/sdn-topic-address.h"

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnSwitchSessionTables");

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
SwitchSession::DropPackets(const Ipv6Address& destination, Time idle)
{
    FlowMod entry{.cookie = m_generation,
                  .idleTimeout = static_cast<uint16_t>(idle.GetSeconds()),
                  .priority = DROP_PRIORITY};
    entry.match.etherType = ETHER_TYPE_IPV6;
    entry.match.ipv6Destination = Ipv6Pattern::Prefix(destination, 128);
    SendFlow(entry);
}

} // namespace ns3::pubsub::sdn
