// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-controller.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/sdn-wire-bits.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnController");

NS_OBJECT_ENSURE_REGISTERED(SdnController);

namespace
{

/// Bytes of the IPv6 and UDP headers of an event.
constexpr uint32_t PACKET_HEADERS = 48;

/// How long a drop entry lasts without a packet.
constexpr int64_t MISS_SECONDS = 10;

/// Notices that wait for the first routes at most.
constexpr std::size_t MOST_HELD = 4096;

} // namespace

TypeId
SdnController::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::sdn::SdnController")
            .SetParent<Application>()
            .SetGroupName("PubSub")
            .AddConstructor<SdnController>()
            .AddAttribute("Cluster",
                          "Cluster that the controller is the representative broker of.",
                          UintegerValue(NO_CLUSTER),
                          MakeUintegerAccessor(&SdnController::m_cluster),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("ProbeInterval",
                          "Time between two probes of a link.",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&SdnController::m_probeInterval),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute("MissedProbes",
                          "Missing probes after which a link is silent, and intervals after which "
                          "a switch without a connection is gone.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&SdnController::m_missedProbes),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("StatisticsPeriod",
                          "Time between two requests of counters from the switches; 0: none.",
                          TimeValue(Seconds(5)),
                          MakeTimeAccessor(&SdnController::m_statisticsPeriod),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("ReportDelay",
                          "Time from a change of the topology to its report, so that changes that "
                          "belong together make one.",
                          TimeValue(MilliSeconds(5)),
                          MakeTimeAccessor(&SdnController::m_reportDelay),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("InstallDelay",
                          "Time from a change of the subscriptions in the cluster to new tables.",
                          TimeValue(MilliSeconds(1)),
                          MakeTimeAccessor(&SdnController::m_installDelay),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("CopyWindow",
                          "How long copies of events are kept.",
                          TimeValue(Seconds(5)),
                          MakeTimeAccessor(&SdnController::m_copyWindow),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("MaxCopies",
                          "Copies of events that are kept at most.",
                          UintegerValue(100000),
                          MakeUintegerAccessor(&SdnController::m_mostCopies),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("CountCopies",
                          "Whether loads of topics are counted by copies of events, if hosts send "
                          "any; otherwise by flow entries, whose bytes topics of one entry share.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&SdnController::m_countsCopies),
                          MakeBooleanChecker())
            .AddAttribute("InstallTopics",
                          "Whether flow entries for topics are installed. Data planes with routes "
                          "in packets need none.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&SdnController::m_installsTopics),
                          MakeBooleanChecker())
            .AddAttribute("Aggregation",
                          "How the entries of a switch become fewer.",
                          EnumValue(FlowAggregation::MINIMAL),
                          MakeEnumAccessor<FlowAggregation>(&SdnController::m_aggregation),
                          MakeEnumChecker(FlowAggregation::NONE,
                                          "none",
                                          FlowAggregation::ANCESTOR,
                                          "ancestor",
                                          FlowAggregation::MINIMAL,
                                          "minimal"))
            .AddTraceSource("ControlSent",
                            "A control message was sent",
                            MakeTraceSourceAccessor(&SdnController::m_controlSent),
                            "ns3::pubsub::sdn::SdnController::ControlRecordTracedCallback")
            .AddTraceSource("Drop",
                            "A message or packet was not used: reason, bytes",
                            MakeTraceSourceAccessor(&SdnController::m_drop),
                            "ns3::pubsub::Endpoint::DropTracedCallback");
    return tid;
}

SdnController::SdnController() = default;

SdnController::~SdnController() = default;

void
SdnController::DoDispose()
{
    NS_LOG_FUNCTION(this);
    Reset();
    Application::DoDispose();
}

void
SdnController::AddSwitch(NodeId node, ClusterId cluster)
{
    NS_LOG_FUNCTION(this << node << cluster);
    m_inventory[node] = cluster;
}

void
SdnController::SetServers(const std::vector<InetSocketAddress>& servers)
{
    NS_LOG_FUNCTION(this << servers.size());
    m_servers = servers;
}

bool
SdnController::IsWorking() const
{
    return m_isWorking;
}

void
SdnController::Fail()
{
    NS_LOG_FUNCTION(this);
    if (m_isWorking)
    {
        m_power.Off(GetNode());
        Reset();
    }
}

void
SdnController::Restore()
{
    NS_LOG_FUNCTION(this);
    if (!m_isWorking)
    {
        m_power.On();
        StartApplication();
    }
}

void
SdnController::StartApplication()
{
    NS_LOG_FUNCTION(this);
    m_isWorking = true;
    m_copies.SetLimits(m_mostCopies, m_copyWindow);
    m_context.controller = GetNode()->GetId();
    m_context.state = &m_state;
    m_context.aggregation = m_aggregation;
    m_context.installsTopics = m_installsTopics;
    m_context.missTimeout = Seconds(MISS_SECONDS);
    m_context.mostHeld = MOST_HELD;
    m_context.topologyChanged = [this] { TopologyChanged(); };
    m_context.installed = [this] { CheckInstalled(); };
    m_context.hostFound = [this](NodeId host) { HostFound(host); };
    m_context.noticeHeard = [this](std::span<const uint8_t> message) { ReadNotice(message); };
    m_context.counted = [this](const SdnStatisticsMessage& counts) {
        if (m_isServed)
        {
            m_server->Send(counts);
        }
    };
    m_context.drop = [this](const std::string& reason, uint32_t bytes) { Drop(reason, bytes); };
    m_context.sent = [this](const ControlRecord& record) { m_controlSent(record); };
    m_switchListener =
        ListenForTcp(GetNode(), SWITCH_PORT, [this](Ptr<Socket> socket) { AcceptSwitch(socket); });
    m_hostListener =
        ListenForTcp(GetNode(), HOST_PORT, [this](Ptr<Socket> socket) { AcceptHost(socket); });
    m_server = MakeChannel("server");
    m_server->Connect(GetNode(),
                      m_servers,
                      {.node = GetNode()->GetId(), .role = ChannelRole::CONTROLLER},
                      {.opened = [this] { ServerOpened(); },
                       .received = [this](const auto& message) { ReceiveFromServer(message); },
                       .closed = [this](const auto&) { m_isServed = false; }});
    m_probe = Simulator::Schedule(m_probeInterval, &SdnController::ProbeAll, this);
    if (!m_statisticsPeriod.IsZero())
    {
        m_statistics = Simulator::Schedule(m_statisticsPeriod, &SdnController::AskStatistics, this);
    }
}

void
SdnController::StopApplication()
{
    NS_LOG_FUNCTION(this);
    Reset();
}

void
SdnController::Reset()
{
    m_isWorking = false;
    m_report.Cancel();
    m_install.Cancel();
    m_probe.Cancel();
    m_statistics.Cancel();
    for (const auto& listener : {m_switchListener, m_hostListener})
    {
        if (listener)
        {
            listener->Close();
        }
    }
    m_switchListener = nullptr;
    m_hostListener = nullptr;
    for (const auto& [cluster, control] : m_clusters)
    {
        for (const NodeId node : control->Switches())
        {
            control->SessionOf(node)->Close();
        }
    }
    m_clusters.clear();
    for (const auto& session : m_strangers)
    {
        session->Close();
    }
    m_strangers.clear();
    if (m_server)
    {
        m_server->Close();
    }
    m_server = nullptr;
    m_isServed = false;
    for (const auto& [host, channel] : m_hosts)
    {
        channel->Close();
    }
    for (const auto& channel : m_unnamed)
    {
        channel->Close();
    }
    m_hosts.clear();
    m_unnamed.clear();
    m_reported.clear();
    m_state = {};
    m_publisherClusters.clear();
    m_staged.clear();
    m_stagedFlood.reset();
    m_codeFrames.clear();
    m_policy.clear();
    m_copies.Clear();
    m_isRouted = false;
    m_batch.reset();
    m_flowMods = 0;
    m_groupMods = 0;
}

void
SdnController::ProbeAll()
{
    m_probe = Simulator::Schedule(m_probeInterval, &SdnController::ProbeAll, this);
    for (const auto& [cluster, control] : m_clusters)
    {
        control->Probe();
        control->Expire(Simulator::Now() - m_missedProbes * m_probeInterval);
    }
}

Ptr<ControlChannel>
SdnController::MakeChannel(const std::string& name)
{
    const auto channel = CreateObject<ControlChannel>();
    const NodeId node = GetNode()->GetId();
    channel->TraceConnectWithoutContext(
        "Sent",
        Callback<void, MessageType, uint32_t, NodeId>(
            [this, name, node](MessageType type, uint32_t bytes, NodeId peer) {
                m_controlSent({.from = node,
                               .to = peer,
                               .channel = name,
                               .type = MessageTypeName(type),
                               .bytes = bytes});
            }));
    return channel;
}

void
SdnController::AcceptSwitch(Ptr<Socket> socket)
{
    NS_LOG_FUNCTION(this << socket);
    const auto session = CreateObject<SwitchSession>();
    m_strangers.push_back(session);
    session->TraceConnectWithoutContext(
        "Sent",
        Callback<void, const ControlRecord&>(
            [this](const ControlRecord& record) { m_controlSent(record); }));
    SwitchSession* raw = PeekPointer(session); // the session owns these functions
    session->Accept(
        socket,
        GetNode()->GetId(),
        {.ready = [this, raw] { SwitchReady(raw); },
         .port =
             [this, raw](const PortDescription& port) {
                 ControlOf(m_inventory.at(raw->Switch())).SetPort(raw->Switch(), port);
             },
         .packet =
             [this, raw](const PacketIn& packet) {
                 ControlOf(m_inventory.at(raw->Switch())).TakePacket(*raw, packet);
             },
         .installed = [this] { CheckInstalled(); },
         .counted = [this,
                     raw] { ControlOf(m_inventory.at(raw->Switch())).TakeCounters(raw->Switch()); },
         .closed = [this, raw](const std::string&) { SwitchClosed(raw); },
         .drop = [this](const std::string& reason, uint32_t bytes) { Drop(reason, bytes); }});
}

ClusterControl&
SdnController::ControlOf(ClusterId cluster)
{
    auto& control = m_clusters[cluster];
    if (!control)
    {
        control = std::make_unique<ClusterControl>(cluster, m_context);
    }
    return *control;
}

void
SdnController::SwitchReady(Ptr<SwitchSession> session)
{
    NS_LOG_FUNCTION(this << session->Switch());
    std::erase(m_strangers, session);
    const auto cluster = m_inventory.find(session->Switch());
    if (cluster == m_inventory.end())
    {
        Drop("unknown switch", 0);
        session->Close();
        return;
    }
    const bool isNew = !m_clusters.contains(cluster->second);
    ControlOf(cluster->second).AddSession(session);
    if (isNew)
    {
        m_isRouted = false; // the routes of the cluster are still to come
    }
    if (isNew && m_isServed)
    {
        SendState();
    }
    InstallSoon();
}

void
SdnController::SwitchClosed(Ptr<SwitchSession> session)
{
    NS_LOG_FUNCTION(this << session->Switch());
    std::erase(m_strangers, session);
    const auto cluster = m_inventory.find(session->Switch());
    if (cluster != m_inventory.end() && m_clusters.contains(cluster->second))
    {
        m_clusters.at(cluster->second)->RemoveSession(session);
        Simulator::Schedule(m_missedProbes * m_probeInterval,
                            &SdnController::SwitchMissing,
                            this,
                            session->Switch());
        CheckInstalled();
    }
}

void
SdnController::SwitchMissing(NodeId node)
{
    const auto control = m_clusters.find(m_inventory.at(node));
    if (!m_isWorking || control == m_clusters.end() || control->second->SessionOf(node))
    {
        return;
    }
    control->second->ForgetSwitch(node);
    if (!control->second->HasSwitches())
    {
        m_flowMods += control->second->TakeFlowMods();
        m_groupMods += control->second->TakeGroupMods();
        m_clusters.erase(control);
        if (m_isServed)
        {
            SendState();
        }
    }
}

void
SdnController::AcceptHost(Ptr<Socket> socket)
{
    NS_LOG_FUNCTION(this << socket);
    const auto channel = MakeChannel("host");
    m_unnamed.push_back(channel);
    ControlChannel* raw = PeekPointer(channel); // the channel owns these functions
    channel->Accept(
        socket,
        {.node = GetNode()->GetId(), .role = ChannelRole::CONTROLLER},
        {.opened = [] {},
         .received = [this, raw](const auto& message) { ReceiveFromHost(raw, message); },
         .closed =
             [this, raw](const auto&) {
                 std::erase(m_unnamed, Ptr<ControlChannel>(raw));
                 std::erase_if(m_hosts, [raw](const auto& host) { return host.second == raw; });
             }});
}

void
SdnController::ReceiveFromHost(Ptr<ControlChannel> channel, const ChannelMessage& message)
{
    const auto bytes = static_cast<uint32_t>(message.frame.size());
    if (message.type == SdnJoinMessage::TYPE)
    {
        if (ReadChannel<SdnJoinMessage>(message))
        {
            std::erase(m_unnamed, channel);
            m_hosts[message.from] = channel;
            WelcomeHost(channel);
        }
    }
    else if (!m_hosts.contains(message.from) || m_hosts.at(message.from) != channel)
    {
        Drop("not from a host of ours", bytes);
    }
    else if (message.type == SdnRegisterMessage::TYPE)
    {
        const auto fields = ReadChannel<SdnRegisterMessage>(message);
        if (fields && fields->host == message.from)
        {
            TakeRegistration(*fields, true);
        }
    }
    else if (message.type == SdnCopyMessage::TYPE)
    {
        const auto copy = ReadChannel<Carrier<SdnCopyMessage>>(message);
        if (copy && copy->event.publisher == message.from && copy->event.content.IsWellFormed())
        {
            const uint32_t packet =
                MakeDatagram(copy->event, message.from)->GetSize() + PACKET_HEADERS;
            m_copies.Add({.cluster = copy->header.cluster, .event = copy->event},
                         packet,
                         Simulator::Now());
        }
        else if (copy)
        {
            Drop("forged sdn_copy", bytes);
        }
    }
    else
    {
        Drop("unexpected " + MessageTypeName(message.type), bytes);
    }
}

void
SdnController::WelcomeHost(Ptr<ControlChannel> channel)
{
    SdnJoinMessage join;
    join.role = static_cast<uint8_t>(ChannelRole::CONTROLLER);
    channel->Send(join);
    for (const auto& frame : m_codeFrames)
    {
        channel->SendFrame(frame);
    }
    if (!m_policy.empty())
    {
        SdnPolicyMessage policy;
        policy.text = m_policy;
        channel->Send(policy);
    }
}

void
SdnController::HostFound(NodeId host)
{
    NS_LOG_FUNCTION(this << host);
    const auto channel = m_hosts.find(host);
    for (const auto& [cluster, control] : m_clusters)
    {
        const auto* port = control->Links().PortOfHost(host);
        if (port && channel != m_hosts.end())
        {
            SdnAttachedMessage attached;
            attached.host = host;
            attached.switchNode = port->first;
            attached.port = port->second;
            channel->second->Send(attached);
            InstallSoon();
            return;
        }
    }
}

void
SdnController::TakeRegistration(const SdnRegisterMessage& message, bool isFromHost)
{
    auto& rate = m_state.publishers[message.topic];
    const bool isNew = !rate.contains(message.host);
    rate[message.host] = message.rateBps;
    m_publisherClusters[message.host] = message.cluster;
    if (isFromHost && m_isServed)
    {
        m_server->Send(message);
    }
    if (isNew)
    {
        InstallSoon();
    }
}

void
SdnController::ReadNotice(std::span<const uint8_t> message)
{
    const auto bytes = static_cast<uint32_t>(message.size());
    CommonMessage common;
    WireReader reader(message);
    CommonMessage::Fields(reader, common);
    if (!reader.IsGood() || common.magic != CommonMessage::MAGIC ||
        common.version != CommonMessage::VERSION)
    {
        Drop("not a message", bytes);
        return;
    }
    const ChannelMessage notice{.type = MessageType{common.type},
                                .from = common.node,
                                .frame = {message.begin(), message.end()}};
    if (notice.type == SdnSubscribeMessage::TYPE)
    {
        const auto fields = ReadChannel<SdnSubscribeMessage>(notice);
        if (fields)
        {
            TakeNotice(*fields, true);
        }
    }
    else if (notice.type == SdnUnsubscribeMessage::TYPE)
    {
        const auto fields = ReadChannel<SdnUnsubscribeMessage>(notice);
        if (fields)
        {
            TakeNotice(*fields, true);
        }
    }
    else
    {
        Drop("unexpected " + MessageTypeName(notice.type), bytes);
    }
}

template <typename Notice>
void
SdnController::TakeNotice(const Notice& notice, bool isFlooded)
{
    NS_LOG_FUNCTION(this << notice.host << notice.sequence << isFlooded);
    if (!m_state.interests.Apply(notice))
    {
        return;
    }
    if (m_clusters.contains(notice.cluster))
    {
        if (isFlooded && m_isServed)
        {
            m_server->Send(notice);
        }
        InstallSoon();
    }
}

template void SdnController::TakeNotice(const SdnSubscribeMessage& notice, bool isFlooded);
template void SdnController::TakeNotice(const SdnUnsubscribeMessage& notice, bool isFlooded);

void
SdnController::TopologyChanged()
{
    if (!m_report.IsPending())
    {
        m_report = Simulator::Schedule(m_reportDelay, &SdnController::SendReports, this);
    }
    InstallSoon();
}

void
SdnController::SendReports()
{
    if (!m_isServed)
    {
        return; // SendState() follows when there is a server
    }
    for (const auto& [cluster, control] : m_clusters)
    {
        const TopologyReport report = control->Links().Report();
        const auto last = m_reported.find(cluster);
        if (last == m_reported.end() || last->second != report)
        {
            m_reported[cluster] = report;
            const std::string json = report.Json();
            SdnTopologyMessage message;
            message.cluster = cluster;
            message.timeNs = static_cast<uint64_t>(Simulator::Now().GetNanoSeconds());
            message.report.assign(json.begin(), json.end());
            m_server->Send(message);
        }
    }
}

void
SdnController::AskStatistics()
{
    m_statistics = Simulator::Schedule(m_statisticsPeriod, &SdnController::AskStatistics, this);
    for (const auto& [cluster, control] : m_clusters)
    {
        if (m_countsCopies && m_copies.Total() > 0)
        {
            control->SetPublished(m_copies.TakeCounts(cluster));
        }
        control->AskStatistics();
    }
}

void
SdnController::InstallSoon()
{
    if (m_isRouted && !m_install.IsPending())
    {
        m_install = Simulator::Schedule(m_installDelay, &SdnController::InstallAll, this);
    }
}

void
SdnController::InstallAll()
{
    NS_LOG_FUNCTION(this);
    m_install.Cancel();
    for (const auto& [cluster, control] : m_clusters)
    {
        control->Install();
    }
    CheckInstalled();
}

void
SdnController::CheckInstalled()
{
    const bool isInstalled = std::ranges::all_of(m_clusters, [](const auto& control) {
        return control.second->IsInstalled();
    });
    if (!isInstalled || !m_batch || !m_isServed)
    {
        return;
    }
    for (const auto& [cluster, control] : m_clusters)
    {
        m_flowMods += control->TakeFlowMods();
        m_groupMods += control->TakeGroupMods();
    }
    SdnInstalledMessage message;
    message.batch = *m_batch;
    m_batch.reset();
    message.cluster = m_clusters.empty() ? m_cluster : m_clusters.begin()->first;
    message.flowMods = std::exchange(m_flowMods, 0);
    message.groupMods = std::exchange(m_groupMods, 0);
    m_server->Send(message);
    for (const auto& [cluster, control] : m_clusters)
    {
        control->ReleaseNotices();
    }
}

void
SdnController::Drop(const std::string& reason, uint32_t bytes)
{
    NS_LOG_DEBUG("controller " << GetNode()->GetId() << " drops " << bytes << " bytes: " << reason);
    m_drop(reason, bytes);
}

} // namespace ns3::pubsub::sdn
