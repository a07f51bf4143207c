// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-switch-session.h"

#include "ns3/log.h"

#include <algorithm>
#include <utility>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnSwitchSession");

NS_OBJECT_ENSURE_REGISTERED(SwitchSession);

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
                                            "ns3::pubsub::sdn::ControlRecordTracedCallback");
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
