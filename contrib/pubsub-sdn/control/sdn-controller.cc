// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-controller.h"

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnController");

NS_OBJECT_ENSURE_REGISTERED(SdnController);

namespace
{

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
                            "ns3::pubsub::sdn::ControlRecordTracedCallback")
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
SdnController::Drop(const std::string& reason, uint32_t bytes)
{
    NS_LOG_DEBUG("controller " << GetNode()->GetId() << " drops " << bytes << " bytes: " << reason);
    m_drop(reason, bytes);
}

} // namespace ns3::pubsub::sdn
