// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-switch-agent.h"

#include "sdn-switch.h"

#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/tcp-socket-factory.h"

#include <algorithm>
#include <utility>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnSwitchAgent");

namespace
{

/// Bytes of a refused message that go back with the error.
constexpr std::size_t REFUSED_BYTES = 64;
/// Bytes of a part of an answer after which the next part begins.
constexpr std::size_t PART_BYTES = 32'000;
/// Ports of a part of an answer.
constexpr std::size_t PART_PORTS = 500;
/// Statistics that a switch has: flow, port, group.
constexpr uint32_t CAPABILITIES = 1 | 4 | 8;

/**
 * @param entry any
 * @return it with its counters, for the controller
 */
FlowStatistics
StatisticsOf(const FlowEntry& entry)
{
    const int64_t life = (Simulator::Now() - entry.installed).GetNanoSeconds();
    return {.durationSeconds = static_cast<uint32_t>(life / 1'000'000'000),
            .durationNanoseconds = static_cast<uint32_t>(life % 1'000'000'000),
            .priority = entry.priority,
            .idleTimeout = static_cast<uint16_t>(entry.idleTimeout.GetSeconds()),
            .hardTimeout = static_cast<uint16_t>(entry.hardTimeout.GetSeconds()),
            .flags = entry.flags,
            .cookie = entry.cookie,
            .packets = entry.packets,
            .bytes = entry.bytes,
            .match = entry.match,
            .applyActions = entry.applyActions,
            .writeActions = entry.writeActions};
}

} // namespace

SwitchAgent::SwitchAgent(SdnSwitch& device)
    : m_switch(device)
{
}

SwitchAgent::~SwitchAgent()
{
    Stop();
}

void
SwitchAgent::ConnectTo(std::vector<InetSocketAddress> controllers)
{
    Stop();
    m_controllers = std::move(controllers);
    Start();
}

void
SwitchAgent::Start()
{
    m_index = 0;
    if (!m_controllers.empty() && m_switch.IsUp())
    {
        m_retry = Simulator::ScheduleNow([this] { Connect(); });
    }
}

void
SwitchAgent::Stop()
{
    m_retry.Cancel();
    if (m_connection)
    {
        const bool wasOpen = m_connection->IsOpen();
        m_connection->Close();
        m_connection = nullptr;
        if (wasOpen)
        {
            m_switch.m_controller(m_index, false);
        }
    }
}

void
SwitchAgent::Dispose()
{
    m_retry.Cancel();
    if (m_connection)
    {
        m_connection->Dispose();
        m_connection = nullptr;
    }
}

bool
SwitchAgent::IsConnected() const
{
    return m_connection && m_connection->IsOpen();
}

std::size_t
SwitchAgent::ControllerIndex() const
{
    return m_index;
}

bool
SwitchAgent::HearsPackets() const
{
    return IsConnected() && m_role != ControllerRole::SLAVE;
}

uint16_t
SwitchAgent::MissSendLength() const
{
    return m_missSendLength;
}

void
SwitchAgent::Connect()
{
    NS_LOG_FUNCTION(this << m_index);
    const auto node = m_switch.GetObject<Node>();
    m_role = ControllerRole::EQUAL;
    m_connection = CreateObject<OpenFlowConnection>();
    m_connection->TraceConnectWithoutContext(
        "Sent",
        Callback<void, std::string, uint32_t>(
            [this](std::string type, uint32_t bytes) { m_switch.m_openFlowSent(type, bytes); }));
    m_connection->TraceConnectWithoutContext(
        "Received",
        Callback<void, std::string, uint32_t>([this](std::string type, uint32_t bytes) {
            m_switch.m_openFlowReceived(type, bytes);
        }));
    m_connection->TraceConnectWithoutContext(
        "Refused",
        Callback<void, std::string, uint32_t>(
            [this](std::string type, uint32_t bytes) { m_switch.m_openFlowRefused(type, bytes); }));
    m_connection->Connect(
        Socket::CreateSocket(node, TcpSocketFactory::GetTypeId()),
        m_controllers[m_index],
        {.opened = [this] { m_switch.m_controller(m_index, true); },
         .received = [this](uint32_t xid, const OpenFlowMessage& message) { Handle(xid, message); },
         .closed = [this](const std::string& reason) { Closed(reason); }});
}

void
SwitchAgent::Closed(const std::string& reason)
{
    NS_LOG_FUNCTION(this << reason);
    m_connection = nullptr;
    m_switch.m_controller(m_index, false);
    m_index = (m_index + 1) % m_controllers.size();
    m_retry = Simulator::Schedule(m_switch.m_reconnectInterval, [this] { Connect(); });
}

void
SwitchAgent::Send(const OpenFlowMessage& message)
{
    if (IsConnected())
    {
        m_connection->Send(message);
    }
}

void
SwitchAgent::ReportPort(PortReason reason, uint32_t port)
{
    if (IsConnected())
    {
        m_connection->Send(PortStatus{reason, m_switch.DescriptionOf(port)});
    }
}

void
SwitchAgent::ReportRemoved(const FlowEntry& entry, FlowEnd reason)
{
    if (!HearsPackets())
    {
        return;
    }
    const FlowStatistics statistics = StatisticsOf(entry);
    Send(FlowRemoved{.cookie = entry.cookie,
                     .priority = entry.priority,
                     .reason = reason,
                     .durationSeconds = statistics.durationSeconds,
                     .durationNanoseconds = statistics.durationNanoseconds,
                     .idleTimeout = statistics.idleTimeout,
                     .hardTimeout = statistics.hardTimeout,
                     .packets = entry.packets,
                     .bytes = entry.bytes,
                     .match = entry.match});
}

void
SwitchAgent::Refuse(uint32_t xid, const OpenFlowMessage& message, ErrorMessage error)
{
    error.data = EncodeOpenFlow(xid, message);
    error.data.resize(std::min(error.data.size(), REFUSED_BYTES));
    m_connection->Reply(xid, error);
}

void
SwitchAgent::Handle(uint32_t xid, const OpenFlowMessage& message)
{
    // A function may end the connection, which must outlive the call.
    const Ptr<OpenFlowConnection> connection = m_connection;
    const bool isOrder = std::holds_alternative<FlowMod>(message) ||
                         std::holds_alternative<GroupMod>(message) ||
                         std::holds_alternative<PacketOut>(message);
    std::optional<ErrorMessage> refusal;
    if (isOrder && m_role == ControllerRole::SLAVE)
    {
        refusal = ErrorMessage{ErrorType::BAD_REQUEST, REQUEST_IS_SLAVE, {}};
    }
    else if (const auto* flow = std::get_if<FlowMod>(&message))
    {
        refusal = m_switch.ChangeFlows(*flow);
    }
    else if (const auto* group = std::get_if<GroupMod>(&message))
    {
        refusal = m_switch.ChangeGroups(*group);
    }
    else if (const auto* packet = std::get_if<PacketOut>(&message))
    {
        refusal = m_switch.SendOut(*packet);
    }
    else if (std::holds_alternative<BarrierRequest>(message))
    {
        // Messages are executed as they come, so everything before is done.
        connection->Reply(xid, BarrierReply{});
    }
    else if (std::holds_alternative<FeaturesRequest>(message))
    {
        connection->Reply(xid,
                          FeaturesReply{.datapathId = m_switch.DatapathId(),
                                        .buffers = m_switch.Buffers(),
                                        .capabilities = CAPABILITIES});
    }
    else if (std::holds_alternative<GetConfigRequest>(message))
    {
        connection->Reply(xid, GetConfigReply{.missSendLength = m_missSendLength});
    }
    else if (const auto* configuration = std::get_if<SetConfig>(&message))
    {
        m_missSendLength = configuration->missSendLength;
    }
    else if (const auto* role = std::get_if<RoleRequest>(&message))
    {
        ChangeRole(xid, *role);
    }
    else if (const auto* question = std::get_if<MultipartRequest>(&message))
    {
        Answer(xid, *question);
    }
    else if (!std::holds_alternative<ErrorMessage>(message))
    {
        // A message that only a switch sends.
        refusal = ErrorMessage{ErrorType::BAD_REQUEST, REQUEST_BAD_TYPE, {}};
    }
    if (refusal)
    {
        Refuse(xid, message, *refusal);
    }
}

void
SwitchAgent::ChangeRole(uint32_t xid, const RoleRequest& request)
{
    const bool isElection =
        request.role == ControllerRole::MASTER || request.role == ControllerRole::SLAVE;
    if (isElection)
    {
        // A master of the past is recognised by its generation; the difference may wrap around.
        if (m_hasGeneration && static_cast<int64_t>(request.generation - m_generation) < 0)
        {
            Refuse(xid, request, {ErrorType::ROLE_REQUEST_FAILED, ROLE_STALE, {}});
            return;
        }
        m_hasGeneration = true;
        m_generation = request.generation;
    }
    if (request.role != ControllerRole::NO_CHANGE)
    {
        m_role = request.role;
    }
    m_connection->Reply(xid, RoleReply{m_role, m_hasGeneration ? m_generation : ~uint64_t{0}});
}

void
SwitchAgent::Answer(uint32_t xid, const MultipartRequest& request)
{
    if (const auto* flows = std::get_if<FlowStatisticsRequest>(&request.body))
    {
        AnswerFlows(xid, *flows);
        return;
    }
    const auto* statistics = std::get_if<PortStatisticsRequest>(&request.body);
    const uint32_t only = statistics ? statistics->port : PORT_ANY;
    if (only != PORT_ANY && (only == 0 || only > m_switch.PortCount()))
    {
        Refuse(xid, request, {ErrorType::BAD_REQUEST, REQUEST_BAD_PORT, {}});
        return;
    }
    const uint32_t first = only == PORT_ANY ? 1 : only;
    const uint32_t last = only == PORT_ANY ? m_switch.PortCount() : only;
    if (statistics)
    {
        AnswerPorts<PortStatistics>(xid, first, last, &SdnSwitch::StatisticsOf);
    }
    else
    {
        AnswerPorts<PortDescription>(xid, first, last, &SdnSwitch::DescriptionOf);
    }
}

template <typename Item>
void
SwitchAgent::AnswerPorts(uint32_t xid,
                         uint32_t first,
                         uint32_t last,
                         Item (SdnSwitch::*itemOf)(uint32_t) const)
{
    std::vector<Item> part;
    for (uint32_t port = first; port <= last; ++port)
    {
        if (part.size() == PART_PORTS)
        {
            m_connection->Reply(xid, MultipartReply{.hasMore = true, .body = std::move(part)});
            part.clear();
        }
        part.push_back((m_switch.*itemOf)(port));
    }
    m_connection->Reply(xid, MultipartReply{.body = std::move(part)});
}

void
SwitchAgent::AnswerFlows(uint32_t xid, const FlowStatisticsRequest& request)
{
    std::vector<FlowStatistics> part;
    std::size_t bytes = 0;
    for (const FlowEntry* entry : m_switch.Flows().Select(request))
    {
        const std::size_t actions = entry->applyActions.size() + entry->writeActions.size();
        const std::size_t most = 160 + 16 * actions;
        if (!part.empty() && bytes + most > PART_BYTES)
        {
            m_connection->Reply(xid, MultipartReply{.hasMore = true, .body = std::move(part)});
            part.clear();
            bytes = 0;
        }
        part.push_back(StatisticsOf(*entry));
        bytes += most;
    }
    m_connection->Reply(xid, MultipartReply{.body = std::move(part)});
}

} // namespace ns3::pubsub::sdn
