// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-cluster-control.h"

#include "ns3/log.h"
#include "ns3/sdn-ethernet-frame.h"
#include "ns3/sdn-openflow-constants.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <array>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnClusterControl");

ClusterControl::ClusterControl(ClusterId cluster, const ClusterContext& context)
    : m_cluster(cluster),
      m_context(context),
      m_links(cluster)
{
}

void
ClusterControl::AddSession(Ptr<SwitchSession> session)
{
    NS_LOG_FUNCTION(this << session->Switch());
    Ptr<SwitchSession>& current = m_sessions[session->Switch()];
    if (current)
    {
        m_flowMods += current->TakeFlowMods();
        m_groupMods += current->TakeGroupMods();
    }
    current = session;
    bool hasChanged = false;
    for (const auto& [number, port] : session->Ports())
    {
        const uint64_t bandwidth = uint64_t{port.speedKbps} * 1000;
        hasChanged |= m_links.SetPort({session->Switch(), number}, !port.isDown, bandwidth);
    }
    if (hasChanged)
    {
        m_context.topologyChanged();
    }
    for (const auto& port : m_links.PortsToProbe())
    {
        if (port.first == session->Switch())
        {
            ProbePort(port);
        }
    }
}

void
ClusterControl::RemoveSession(Ptr<SwitchSession> session)
{
    const auto found = m_sessions.find(session->Switch());
    if (found != m_sessions.end() && found->second == session)
    {
        m_flowMods += session->TakeFlowMods();
        m_groupMods += session->TakeGroupMods();
        m_sessions.erase(found);
        m_awaited.erase(session->Switch());
    }
}

void
ClusterControl::ForgetSwitch(NodeId node)
{
    if (!m_sessions.contains(node) && m_links.RemoveSwitch(node))
    {
        m_context.topologyChanged();
    }
}

void
ClusterControl::SetPort(NodeId node, const PortDescription& port)
{
    NS_LOG_FUNCTION(this << node << port.port << port.isDown);
    const ClusterLinks::PortKey key{node, port.port};
    if (m_links.SetPort(key, !port.isDown, uint64_t{port.speedKbps} * 1000))
    {
        m_context.topologyChanged();
    }
    if (!port.isDown)
    {
        ProbePort(key);
    }
}

bool
ClusterControl::HasSwitches() const
{
    return !m_sessions.empty();
}

std::set<NodeId>
ClusterControl::Switches() const
{
    std::set<NodeId> nodes;
    for (const auto& [node, session] : m_sessions)
    {
        nodes.insert(node);
    }
    return nodes;
}

Ptr<SwitchSession>
ClusterControl::SessionOf(NodeId node) const
{
    const auto session = m_sessions.find(node);
    return session == m_sessions.end() ? nullptr : session->second;
}

const ClusterLinks&
ClusterControl::Links() const
{
    return m_links;
}

void
ClusterControl::Adopt(const TopologyReport& report)
{
    m_links.Adopt(report, Simulator::Now());
}

void
ClusterControl::Probe()
{
    for (const auto& port : m_links.PortsToProbe())
    {
        ProbePort(port);
    }
}

void
ClusterControl::ProbePort(const ClusterLinks::PortKey& port)
{
    const Ptr<SwitchSession> session = SessionOf(port.first);
    if (!session || !session->IsReady())
    {
        return;
    }
    SdnProbeMessage probe;
    probe.cluster = m_cluster;
    probe.switchNode = port.first;
    probe.port = port.second;
    probe.sequence = ++m_probes;
    const Ipv6Address destination = AddressOf(EventKind::CONTROL, BitString());
    const Ptr<Packet> message = MakeDatagram(probe, m_context.controller);
    const Ptr<Packet> packet =
        MakeEventPacket(message, HostAddressOf(m_cluster, m_context.controller), destination);
    session->SendByPort(FrameOf(*packet, ETHER_TYPE_IPV6, WHOLE_PACKET), port.second);
    m_context.sent({.from = port.first,
                    .to = NO_NODE,
                    .channel = "probe",
                    .type = SdnProbeMessage::TYPE_NAME,
                    .bytes = message->GetSize()});
}

void
ClusterControl::Expire(Time before)
{
    if (m_links.Expire(before))
    {
        m_context.topologyChanged();
    }
}

void
ClusterControl::TakePacket(SwitchSession& session, const PacketIn& packet)
{
    const auto bytes = static_cast<uint32_t>(packet.frame.size());
    const auto& frame = packet.frame;
    constexpr std::size_t DESTINATION_AT = ETHERNET_HEADER + 24;
    if (frame.size() < DESTINATION_AT + 16 || frame[12] != 0x86 || frame[13] != 0xdd)
    {
        m_context.drop("not IPv6", bytes);
        return;
    }
    const auto event = ReadEventPacket(std::span(frame).subspan(ETHERNET_HEADER));
    const auto address = event ? ReadEventAddress(event->destination) : std::nullopt;
    if (!address)
    {
        m_context.drop("not an event", bytes);
        std::array<uint8_t, 16> octets{};
        std::copy_n(frame.begin() + DESTINATION_AT, octets.size(), octets.begin());
        session.DropPackets(Ipv6Address(octets.data()), m_context.missTimeout);
        return;
    }
    const uint32_t inPort = packet.match.inPort.value_or(0);
    switch (address->kind)
    {
    case EventKind::PUBLISH:
        TakeMiss(session, packet, event->destination);
        break;
    case EventKind::SUBSCRIBE:
    case EventKind::UNSUBSCRIBE:
        if (!m_isOpen && m_held.size() < m_context.mostHeld)
        {
            m_held.push_back({.node = session.Switch(), .inPort = inPort, .frame = frame});
        }
        m_context.noticeHeard(event->payload);
        break;
    case EventKind::CONTROL:
        TakeControlMessage({session.Switch(), inPort}, event->payload);
        break;
    }
}

void
ClusterControl::TakeControlMessage(const ClusterLinks::PortKey& port,
                                   std::span<const uint8_t> payload)
{
    CommonMessage common;
    WireReader reader(payload);
    CommonMessage::Fields(reader, common);
    const auto fields = payload.subspan(reader.Bytes());
    const auto bytes = static_cast<uint32_t>(payload.size());
    if (!reader.IsGood() || common.magic != CommonMessage::MAGIC ||
        common.version != CommonMessage::VERSION)
    {
        m_context.drop("not a message", bytes);
        return;
    }
    WireReader rest(fields);
    SdnProbeMessage probe;
    SdnGreetingMessage greeting;
    if (MessageType{common.type} == SdnProbeMessage::TYPE)
    {
        SdnProbeMessage::Fields(rest, probe);
        const bool isGood = rest.IsGood() && rest.Bytes() == fields.size();
        if (!isGood)
        {
            m_context.drop("malformed sdn_probe", bytes);
        }
        else if (m_links.ProbeHeard(
                     port,
                     {.cluster = probe.cluster, .switchNode = probe.switchNode, .port = probe.port},
                     Simulator::Now()))
        {
            ProbePort(port); // the other end hears of the link at once, too
            m_context.topologyChanged();
        }
    }
    else if (MessageType{common.type} == SdnGreetingMessage::TYPE)
    {
        SdnGreetingMessage::Fields(rest, greeting);
        const bool isGood = rest.IsGood() && rest.Bytes() == fields.size();
        if (!isGood || greeting.cluster != m_cluster)
        {
            m_context.drop("malformed sdn_greeting", bytes);
            return;
        }
        if (m_links.GreetingHeard(port, common.node))
        {
            m_context.topologyChanged();
        }
        m_context.hostFound(common.node);
    }
    else
    {
        m_context.drop("unexpected " + MessageTypeName(MessageType{common.type}), bytes);
    }
}

void
ClusterControl::TakeMiss(SwitchSession& session,
                         const PacketIn& packet,
                         const Ipv6Address& destination)
{
    for (const auto& [source, plan] : session.Wanted().plans)
    {
        const PortSet* ports = plan.Lookup(destination);
        if (ports && !ports->empty())
        {
            session.SendByTable(packet.frame, packet.match.inPort.value_or(0));
            return;
        }
    }
    m_context.drop("event without a route", static_cast<uint32_t>(packet.frame.size()));
    session.DropPackets(destination, m_context.missTimeout);
}

void
ClusterControl::Install()
{
    NS_LOG_FUNCTION(this << m_cluster);
    std::set<NodeId> ready;
    for (const auto& [node, session] : m_sessions)
    {
        if (session->IsReady())
        {
            ready.insert(node);
        }
    }
    auto tables = m_context.state->TablesFor(m_cluster, m_links, ready, m_context.aggregation);
    for (auto& [node, table] : tables)
    {
        if (!m_context.installsTopics)
        {
            table.plans.clear();
        }
        if (ready.contains(node))
        {
            m_sessions.at(node)->Install(table);
        }
    }
}

bool
ClusterControl::IsInstalled() const
{
    return std::ranges::all_of(m_sessions, [](const auto& session) {
        return !session.second->IsReady() || session.second->IsInstalled();
    });
}

void
ClusterControl::ReleaseNotices()
{
    m_isOpen = true;
    std::deque<HeldNotice> held;
    held.swap(m_held);
    for (const HeldNotice& notice : held)
    {
        const Ptr<SwitchSession> session = SessionOf(notice.node);
        if (session && session->IsReady())
        {
            session->SendByTable(notice.frame, notice.inPort);
        }
    }
}

bool
ClusterControl::Replay(const EventMessage& event, const BitString& own)
{
    const auto* port = m_links.PortOfHost(event.publisher);
    const Ptr<SwitchSession> session = port ? SessionOf(port->first) : nullptr;
    if (!session || !session->IsReady())
    {
        return false;
    }
    const Ipv6Address destination = AddressOf(EventKind::PUBLISH, own);
    const Ptr<Packet> packet = MakeEventPacket(MakeDatagram(event, event.publisher),
                                               HostAddressOf(m_cluster, event.publisher),
                                               destination);
    session->SendByTable(FrameOf(*packet, ETHER_TYPE_IPV6, WHOLE_PACKET), port->second);
    return true;
}

} // namespace ns3::pubsub::sdn
