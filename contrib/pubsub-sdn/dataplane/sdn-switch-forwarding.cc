// SPDX-License-Identifier: GPL-2.0-only
//
// The way of a packet through a switch.

#include "sdn-ethernet-frame.h"
#include "sdn-packet-fields.h"
#include "sdn-source-routing.h"
#include "sdn-switch-agent.h"
#include "sdn-switch.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnSwitchForwarding");

namespace
{

/// Bytes that PPP puts in front of a packet.
constexpr uint32_t PPP_BYTES = 2;

} // namespace

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

std::set<uint32_t>
SdnSwitch::FindOutputs(uint32_t inPort, Ptr<const Packet> packet, uint16_t protocol)
{
    NS_LOG_FUNCTION(this << inPort << packet << protocol);
    std::set<uint32_t> found;
    if (const auto key = FieldsOf(*packet, protocol, inPort))
    {
        m_found = &found;
        Process(packet, *key, protocol);
        m_found = nullptr;
    }
    return found;
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
    if (!m_found)
    {
        FlowTable::Count(*entry, packet->GetSize() + PPP_BYTES, Simulator::Now());
    }
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
    if (!m_found)
    {
        ++group->packets;
        group->bytes += packet->GetSize() + PPP_BYTES;
    }
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
    if (m_found)
    {
        m_found->insert(outPort);
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
    if (m_found)
    {
        return;
    }
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
    if (m_found)
    {
        return;
    }
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

} // namespace ns3::pubsub::sdn
