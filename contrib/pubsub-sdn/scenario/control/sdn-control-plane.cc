// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-control-plane.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/pubsub-message.h"
#include "ns3/sdn-file-router.h"
#include "ns3/sdn-load-predictors.h"
#include "ns3/sdn-network-load-predictor.h"
#include "ns3/sdn-router-factory.h"
#include "ns3/sdn-sdnps-router.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnControlPlane");

namespace
{

/// Controllers that take the place of one that fails, at most.
constexpr std::size_t BACKUP_CONTROLLERS = 2;

/// Bytes of PPP, IPv6 and UDP in front of a message.
constexpr uint32_t HEADERS_ON_LINK = 2 + 40 + 8;

/**
 * @param graph of a topology
 * @return the same graph with the edges in the order in which the server numbers them
 */
ClusterGraph
GraphOfServer(const ClusterGraph& graph)
{
    std::vector<ClusterEdge> edges = graph.Edges();
    std::ranges::sort(edges, {}, [](const ClusterEdge& edge) { return std::pair(edge.a, edge.b); });
    ClusterGraph sorted(graph.Size());
    for (const ClusterEdge& edge : edges)
    {
        sorted.AddEdge(edge.a, edge.b, edge.capacityBps);
    }
    return sorted;
}

/**
 * @tparam App type of the application
 * @param node where
 * @return the application, which starts at 0 s
 */
template <typename App>
Ptr<App>
StartedOn(const Ptr<Node>& node)
{
    auto app = CreateObject<App>();
    node->AddApplication(app);
    app->SetStartTime(Seconds(0));
    return app;
}

} // namespace

uint32_t
EventBytesOnLink(const Topic& topic, uint16_t payloadBytes)
{
    EventMessage event;
    event.content.topic = topic;
    event.payloadBytes = payloadBytes;
    const uint32_t header = MessageHeader<EventMessage>(event).GetSerializedSize();
    return HEADERS_ON_LINK + CommonMessage::BYTES + header + payloadBytes;
}

ControlPlane::ControlPlane(SwitchNetwork& network,
                           const ControlSettings& settings,
                           const SdnWorkload& workload)
    : m_network(network),
      m_workload(workload)
{
    NS_LOG_FUNCTION(this);
    InstallServers(settings);
    InstallControllers(settings);
    InstallAgents(settings);
    for (uint32_t i = 0; i < network.Switches().GetN(); ++i)
    {
        network.GetSwitch(i)->ConnectTo(
            ControllersFor(network.ClusterOfSwitch(i), SdnController::SWITCH_PORT));
    }
}

std::vector<ClusterId>
ControlPlane::PlacesOfControllers(ClusterId cluster) const
{
    std::vector<ClusterId> places{cluster};
    for (const auto& neighbour : m_network.GetTopology().graph.Neighbours(cluster))
    {
        if (places.size() <= BACKUP_CONTROLLERS)
        {
            places.push_back(neighbour.cluster);
        }
    }
    return places;
}

std::vector<InetSocketAddress>
ControlPlane::ControllersFor(ClusterId cluster, uint16_t port) const
{
    std::vector<InetSocketAddress> addresses;
    for (const ClusterId place : PlacesOfControllers(cluster))
    {
        const Ptr<Node> node = m_network.Controllers().Get(place);
        addresses.emplace_back(m_network.ControlAddress(node), port);
    }
    return addresses;
}

NodeId
ControlPlane::ControllerOfSwitch(uint32_t index) const
{
    const auto places = PlacesOfControllers(m_network.ClusterOfSwitch(index));
    const std::size_t at = m_network.GetSwitch(index)->ControllerIndex();
    return at < places.size() ? m_network.Controllers().Get(places[at])->GetId() : NO_NODE;
}

void
ControlPlane::InstallServers(const ControlSettings& settings)
{
    const NodeContainer& nodes = m_network.Servers();
    for (uint32_t i = 0; i < nodes.GetN(); ++i)
    {
        const auto server = StartedOn<SdnServer>(nodes.Get(i));
        server->SetAttribute("Standby", BooleanValue(i > 0));
        server->SetAttribute("Clusters", UintegerValue(m_network.Controllers().GetN()));
        server->SetAttribute("Coding", StringValue(settings.coding));
        server->SetAttribute("StatisticsPeriod", TimeValue(Seconds(settings.periodSeconds)));
        server->SetAttribute("Router", PointerValue(RouterFor(settings, server)));
        server->SetAttribute("Predictor", PointerValue(PredictorFor(settings, server)));
        if (nodes.GetN() > 1)
        {
            const Ptr<Node> other = nodes.Get(1 - i);
            server->SetPeer(InetSocketAddress(m_network.ControlAddress(other), SdnServer::PORT));
        }
        m_servers.push_back(server);
    }
}

Ptr<TopicRouter>
ControlPlane::RouterFor(const ControlSettings& settings, const Ptr<SdnServer>& server) const
{
    const auto router = MakeTopicRouter(settings.strategy);
    router->SetAttribute("Repair", StringValue(settings.repair));
    if (DynamicCast<SdnpsRouter>(router))
    {
        router->SetAttribute("Incremental", BooleanValue(settings.isIncremental));
        router->SetAttribute("Prune", BooleanValue(settings.isPruned));
    }
    if (const auto fixed = DynamicCast<FileRouter>(router))
    {
        // A plain pointer: the server owns the router.
        const SdnServer* owner = PeekPointer(server);
        fixed->SetOverlays(
            ReadOverlays(settings.overlays, GraphOfServer(m_network.GetTopology().graph)),
            [owner](TopicId topic) { return owner->Registry().Tree().NameOf(topic).Text(); });
    }
    return router;
}

Ptr<LoadPredictor>
ControlPlane::PredictorFor(const ControlSettings& settings, const Ptr<SdnServer>& server) const
{
    const auto predictor = MakeLoadPredictor(settings.predictor);
    if (const auto network = DynamicCast<NetworkLoadPredictor>(predictor))
    {
        network->ReadNetwork(settings.predictorFile);
    }
    else if (DynamicCast<SeasonalLoadPredictor>(predictor))
    {
        const double periods = std::round(settings.seasonSeconds / settings.periodSeconds);
        predictor->SetAttribute("Period", UintegerValue(std::max<uint64_t>(1, periods)));
    }
    else if (const auto oracle = DynamicCast<OracleLoadPredictor>(predictor))
    {
        const SdnServer* owner = PeekPointer(server);
        const Time period = Seconds(settings.periodSeconds);
        oracle->SetFuture(Callback<double, TopicId>([this, owner, period](TopicId topic) {
            return FutureLoad(owner->Registry().Tree().NameOf(topic), period);
        }));
    }
    return predictor;
}

double
ControlPlane::FutureLoad(const Topic& topic, Time period) const
{
    double bits = 0.0;
    for (const PlannedEvent& event :
         m_workload.EventsOf(topic, Simulator::Now(), Simulator::Now() + period))
    {
        bits += 8.0 * EventBytesOnLink(event.topic, event.payloadBytes);
    }
    return bits / period.GetSeconds();
}

void
ControlPlane::InstallControllers(const ControlSettings& settings)
{
    std::vector<InetSocketAddress> servers;
    for (auto node = m_network.Servers().Begin(); node != m_network.Servers().End(); ++node)
    {
        servers.emplace_back(m_network.ControlAddress(*node), SdnServer::PORT);
    }
    for (ClusterId cluster = 0; cluster < m_network.Controllers().GetN(); ++cluster)
    {
        const auto controller = StartedOn<SdnController>(m_network.Controllers().Get(cluster));
        controller->SetAttribute("Cluster", UintegerValue(cluster));
        controller->SetAttribute("StatisticsPeriod", TimeValue(Seconds(settings.periodSeconds)));
        controller->SetAttribute("InstallTopics", BooleanValue(settings.dataplane == "topic"));
        controller->SetAttribute("Aggregation", StringValue(settings.aggregation));
        for (uint32_t i = 0; i < m_network.Switches().GetN(); ++i)
        {
            const auto places = PlacesOfControllers(m_network.ClusterOfSwitch(i));
            if (std::ranges::find(places, cluster) != places.end())
            {
                controller->AddSwitch(m_network.Switches().Get(i)->GetId(),
                                      m_network.ClusterOfSwitch(i));
            }
        }
        controller->SetServers(servers);
        m_controllers.push_back(controller);
    }
}

void
ControlPlane::InstallAgents(const ControlSettings& settings)
{
    for (uint32_t host = 0; host < m_network.Hosts().GetN(); ++host)
    {
        const Ptr<Node> node = m_network.Hosts().Get(host);
        const ClusterId cluster = m_network.ClusterOfHost(host);
        const auto agent = StartedOn<SdnAgent>(node);
        agent->SetAttribute("RepresentativeCopy", BooleanValue(settings.hasCopies));
        agent->SetDataLink(m_network.DataLinkOf(node).devices[0], cluster);
        agent->SetControllers(ControllersFor(cluster, SdnController::HOST_PORT));
        m_agents.push_back(agent);
    }
}

void
ControlPlane::Register(const WorkloadPlan& plan)
{
    NS_LOG_FUNCTION(this << plan.publishers.size());
    for (const PlannedPublisher& publisher : plan.publishers)
    {
        m_publishers[publisher.topic].insert(publisher.host);
        const double bits = 8.0 * EventBytesOnLink(publisher.topic, publisher.payloadBytes);
        m_agents.at(publisher.host)
            ->Register(publisher.topic, static_cast<uint64_t>(std::llround(publisher.rate * bits)));
    }
}

void
ControlPlane::SchedulePolicy(const std::string& xml, Time when)
{
    NS_LOG_FUNCTION(this << when);
    for (const auto& server : m_servers)
    {
        // A server takes a policy once it has started, and computes routes only later.
        Simulator::Schedule(Max(when, MilliSeconds(1)), [server, xml] {
            const std::string refused = server->MergePolicy(xml);
            NS_ABORT_MSG_UNLESS(refused.empty(), refused);
        });
    }
}

const std::vector<Ptr<SdnAgent>>&
ControlPlane::Agents() const
{
    return m_agents;
}

const std::set<uint32_t>&
ControlPlane::PublishersOf(const Topic& topic) const
{
    static const std::set<uint32_t> NONE;
    const auto publishers = m_publishers.find(topic);
    return publishers == m_publishers.end() ? NONE : publishers->second;
}

const std::map<Topic, std::set<uint32_t>>&
ControlPlane::Publishers() const
{
    return m_publishers;
}

const std::vector<Ptr<SdnController>>&
ControlPlane::Controllers() const
{
    return m_controllers;
}

const std::vector<Ptr<SdnServer>>&
ControlPlane::Servers() const
{
    return m_servers;
}

void
ControlPlane::NoteFailure()
{
    NS_LOG_FUNCTION(this);
    for (const auto& server : m_servers)
    {
        server->NoteFailure(Simulator::Now());
    }
}

void
ControlPlane::SetControllerUp(ClusterId cluster, bool isUp)
{
    NS_LOG_FUNCTION(this << cluster << isUp);
    const auto controller = m_controllers.at(cluster);
    isUp ? controller->Restore() : controller->Fail();
}

void
ControlPlane::SetServerUp(bool isUp)
{
    NS_LOG_FUNCTION(this << isUp);
    const auto server = m_servers.front();
    isUp ? server->Restore() : server->Fail();
}

int64_t
ControlPlane::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    int64_t used = 0;
    for (const auto& agent : m_agents)
    {
        used += agent->AssignStreams(stream + used);
    }
    for (const auto& controller : m_controllers)
    {
        used += controller->AssignStreams(stream + used);
    }
    for (const auto& server : m_servers)
    {
        used += server->AssignStreams(stream + used);
    }
    return used;
}

} // namespace ns3::pubsub::sdn
