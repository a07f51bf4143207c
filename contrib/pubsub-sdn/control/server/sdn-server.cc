// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-server.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/sdn-router-factory.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnServer");

NS_OBJECT_ENSURE_REGISTERED(SdnServer);

TypeId
SdnServer::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::sdn::SdnServer")
            .SetParent<Application>()
            .SetGroupName("PubSub")
            .AddConstructor<SdnServer>()
            .AddAttribute("Standby",
                          "Whether the server begins as the standby of the other one.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&SdnServer::m_isStandby),
                          MakeBooleanChecker())
            .AddAttribute("Clusters",
                          "Clusters of the network. Routes are computed when all have reported.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&SdnServer::m_clusterCount),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Coding",
                          "How topics become bits.",
                          EnumValue(TopicCoding::OWN_SLOT),
                          MakeEnumAccessor<TopicCoding>(&SdnServer::m_coding),
                          MakeEnumChecker(TopicCoding::OWN_SLOT,
                                          "own-slot",
                                          TopicCoding::LCRS,
                                          "lcrs",
                                          TopicCoding::HUFFMAN,
                                          "huffman",
                                          TopicCoding::FIXED_WIDTH,
                                          "fixed-width"))
            .AddAttribute("Router",
                          "Computes the overlays; null: the one that RouterName names.",
                          PointerValue(),
                          MakePointerAccessor(&SdnServer::m_router),
                          MakePointerChecker<TopicRouter>())
            .AddAttribute("RouterName",
                          "Name of the router, as MakeTopicRouter() has it.",
                          StringValue("sdnps"),
                          MakeStringAccessor(&SdnServer::m_routerName),
                          MakeStringChecker())
            .AddAttribute("Predictor",
                          "Predicts loads; null: the one that PredictorName names.",
                          PointerValue(),
                          MakePointerAccessor(&SdnServer::m_predictor),
                          MakePointerChecker<LoadPredictor>())
            .AddAttribute("PredictorName",
                          "Name of the predictor, as MakeLoadPredictor() has it.",
                          StringValue("ewma"),
                          MakeStringAccessor(&SdnServer::m_predictorName),
                          MakeStringChecker())
            .AddAttribute("RouteDelay",
                          "Time from a change to the computation of routes, so that changes that "
                          "belong together make one.",
                          TimeValue(MilliSeconds(10)),
                          MakeTimeAccessor(&SdnServer::m_routeDelay),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("StartTimeout",
                          "Time after which the first routes are computed, even if some cluster "
                          "has not reported.",
                          TimeValue(Seconds(5)),
                          MakeTimeAccessor(&SdnServer::m_startTimeout),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("InstallTimeout",
                          "Time that controllers have to confirm a batch of routes.",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&SdnServer::m_installTimeout),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute("SilenceGrace",
                          "How long a link counts whose probes are missing, because its "
                          "controller may have failed, not the link.",
                          TimeValue(Seconds(2)),
                          MakeTimeAccessor(&SdnServer::m_silenceGrace),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("StatisticsPeriod",
                          "Period of statistics and predictions; 0: none.",
                          TimeValue(Seconds(5)),
                          MakeTimeAccessor(&SdnServer::m_period),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Reroute",
                          "Topics that get new routes for predicted loads.",
                          EnumValue(Reroute::CHANGED),
                          MakeEnumAccessor<Reroute>(&SdnServer::m_reroute),
                          MakeEnumChecker(Reroute::NONE,
                                          "none",
                                          Reroute::CHANGED,
                                          "changed",
                                          Reroute::ALL,
                                          "all"))
            .AddAttribute("RerouteThreshold",
                          "Relative change of a load that counts with Reroute=changed.",
                          DoubleValue(0.25),
                          MakeDoubleAccessor(&SdnServer::m_threshold),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("Replay",
                          "When controllers send kept copies of events again.",
                          EnumValue(Replay::PLANNED),
                          MakeEnumAccessor<Replay>(&SdnServer::m_replay),
                          MakeEnumChecker(Replay::NONE,
                                          "none",
                                          Replay::PLANNED,
                                          "planned",
                                          Replay::ALL,
                                          "all"))
            .AddAttribute("ReplayMargin",
                          "How much older than the change of routes the copies may be.",
                          TimeValue(MilliSeconds(100)),
                          MakeTimeAccessor(&SdnServer::m_replayMargin),
                          MakeTimeChecker(Time(0)))
            .AddTraceSource("ControlSent",
                            "A control message was sent",
                            MakeTraceSourceAccessor(&SdnServer::m_controlSent),
                            "ns3::pubsub::sdn::ControlRecordTracedCallback")
            .AddTraceSource("TopicCode",
                            "A topic has a code",
                            MakeTraceSourceAccessor(&SdnServer::m_topicCode),
                            "ns3::pubsub::sdn::TopicCodeTracedCallback")
            .AddTraceSource("TopicTree",
                            "An overlay gained or lost an edge",
                            MakeTraceSourceAccessor(&SdnServer::m_topicTree),
                            "ns3::pubsub::sdn::TopicTreeTracedCallback")
            .AddTraceSource("TopicLoad",
                            "Load of a topic in the last period, and its prediction",
                            MakeTraceSourceAccessor(&SdnServer::m_topicLoad),
                            "ns3::pubsub::sdn::TopicLoadTracedCallback")
            .AddTraceSource("EdgeLoad",
                            "Load of an edge in the last period, and its plan",
                            MakeTraceSourceAccessor(&SdnServer::m_edgeLoad),
                            "ns3::pubsub::sdn::EdgeLoadTracedCallback")
            .AddTraceSource("RouteUpdate",
                            "A change of routes is installed",
                            MakeTraceSourceAccessor(&SdnServer::m_routeUpdate),
                            "ns3::pubsub::sdn::RouteUpdateTracedCallback")
            .AddTraceSource("PolicyRule",
                            "A rule of the policy came into force",
                            MakeTraceSourceAccessor(&SdnServer::m_policyRule),
                            "ns3::pubsub::sdn::PolicyRuleTracedCallback")
            .AddTraceSource("RoutesInstalled",
                            "A batch of routes is installed: topics whose routes have changed",
                            MakeTraceSourceAccessor(&SdnServer::m_installed),
                            "ns3::pubsub::sdn::SdnServer::RoutesInstalledTracedCallback")
            .AddTraceSource("Drop",
                            "A message was not used: reason, bytes",
                            MakeTraceSourceAccessor(&SdnServer::m_drop),
                            "ns3::pubsub::Endpoint::DropTracedCallback");
    return tid;
}

SdnServer::SdnServer() = default;

SdnServer::~SdnServer() = default;

void
SdnServer::DoDispose()
{
    NS_LOG_FUNCTION(this);
    Reset();
    m_router = nullptr;
    m_predictor = nullptr;
    Application::DoDispose();
}

void
SdnServer::SetPeer(const InetSocketAddress& peer)
{
    NS_LOG_FUNCTION(this << peer);
    m_peer = peer;
}

bool
SdnServer::IsWorking() const
{
    return m_isWorking;
}

bool
SdnServer::IsInCharge() const
{
    return m_isInCharge;
}

const RouteSet&
SdnServer::Routes() const
{
    return m_routes;
}

const InterestTable&
SdnServer::Interests() const
{
    return m_interests;
}

const TopicRegistry&
SdnServer::Registry() const
{
    return *m_registry;
}

const std::map<NetworkView::EdgeKey, std::vector<UsableTrunk>>&
SdnServer::Trunks() const
{
    return m_trunks;
}

const std::map<ClusterId, TopologyReport>&
SdnServer::Reports() const
{
    return m_view.Reports();
}

Ptr<TopicRouter>
SdnServer::Router() const
{
    return m_router;
}

void
SdnServer::NoteFailure(Time when)
{
    m_noted = when;
}

void
SdnServer::Fail()
{
    NS_LOG_FUNCTION(this);
    if (m_isWorking)
    {
        m_power.Off(GetNode());
        Reset();
    }
}

void
SdnServer::Restore()
{
    NS_LOG_FUNCTION(this);
    if (!m_isWorking)
    {
        m_power.On();
        m_isStandby = m_peer.has_value();
        StartApplication();
    }
}

void
SdnServer::StartApplication()
{
    NS_LOG_FUNCTION(this);
    NS_ABORT_MSG_IF(m_isStandby && !m_peer, "a standby needs the address of the other server");
    m_isWorking = true;
    m_router = m_router ? m_router : MakeTopicRouter(m_routerName);
    m_predictor = m_predictor ? m_predictor : MakeLoadPredictor(m_predictorName);
    m_router->SetGraph(ClusterGraph(m_clusterCount));
    m_registry = std::make_unique<TopicRegistry>(m_coding);
    m_listener = ListenForTcp(GetNode(), PORT, [this](Ptr<Socket> socket) { AcceptPeer(socket); });
    m_isInCharge = !m_isStandby;
    if (m_isStandby)
    {
        FollowPeer();
    }
    else
    {
        ++m_term;
    }
    m_start = Simulator::Schedule(m_startTimeout, [this] {
        m_mustStart = true;
        ComputeSoon("start", Simulator::Now());
    });
    if (!m_period.IsZero())
    {
        // The controllers ask for counters at the end of each period; their answers come later.
        m_periodEnd = Simulator::Schedule(m_period + m_period / 10, &SdnServer::ClosePeriod, this);
    }
}

void
SdnServer::StopApplication()
{
    NS_LOG_FUNCTION(this);
    Reset();
}

void
SdnServer::Reset()
{
    m_isWorking = false;
    m_isInCharge = false;
    for (EventId* event : {&m_compute, &m_batchTimeout, &m_periodEnd, &m_takeover, &m_start})
    {
        event->Cancel();
    }
    if (m_listener)
    {
        m_listener->Close();
    }
    m_listener = nullptr;
    for (const auto& [node, controller] : m_controllers)
    {
        controller.channel->Close();
    }
    for (const auto& channel : m_unnamed)
    {
        channel->Close();
    }
    for (const auto& channel : {m_standby, m_primary})
    {
        if (channel)
        {
            channel->Close();
        }
    }
    m_unnamed.clear();
    m_controllers.clear();
    m_owners.clear();
    m_standby = nullptr;
    m_primary = nullptr;
    m_publishers.clear();
    m_newTopics.clear();
    m_refusedTopics.clear();
    m_interests.Clear();
    m_policy = {};
    m_view.Clear();
    m_trunks.clear();
    m_edges.clear();
    m_isStarted = false;
    m_mustStart = false;
    m_allocation = {};
    m_routes.clear();
    m_sent.clear();
    m_flood.clear();
    m_traced.clear();
    m_reason.reset();
    m_batch.reset();
    m_syncs.clear();
    m_everServed.clear();
    m_history.clear();
    m_loads.clear();
    m_counted.clear();
    m_edgeCounted.clear();
    m_examinedBefore = 0;
}

void
SdnServer::Drop(const std::string& reason, uint32_t bytes)
{
    NS_LOG_DEBUG("server " << GetNode()->GetId() << " drops " << bytes << " bytes: " << reason);
    m_drop(reason, bytes);
}

Ptr<ControlChannel>
SdnServer::MakeChannel()
{
    const auto channel = CreateObject<ControlChannel>();
    const NodeId node = GetNode()->GetId();
    channel->TraceConnectWithoutContext(
        "Sent",
        Callback<void, MessageType, uint32_t, NodeId>(
            [this, node](MessageType type, uint32_t bytes, NodeId peer) {
                m_controlSent({.from = node,
                               .to = peer,
                               .channel = "server",
                               .type = MessageTypeName(type),
                               .bytes = bytes});
            }));
    return channel;
}

} // namespace ns3::pubsub::sdn
