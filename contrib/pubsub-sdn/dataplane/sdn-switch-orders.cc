// SPDX-License-Identifier: GPL-2.0-only
//
// What a controller orders, and what becomes of entries.

#include "sdn-ethernet-frame.h"
#include "sdn-packet-fields.h"
#include "sdn-switch-agent.h"
#include "sdn-switch.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnSwitchOrders");

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

} // namespace ns3::pubsub::sdn
