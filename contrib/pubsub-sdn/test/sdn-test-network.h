// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_TEST_NETWORK_H
#define SDN_TEST_NETWORK_H

#include "ns3/boolean.h"
#include "ns3/channel.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-routing-helper.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/node-container.h"
#include "ns3/node-list.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/sdn-agent.h"
#include "ns3/sdn-controller.h"
#include "ns3/sdn-event-packet.h"
#include "ns3/sdn-server.h"
#include "ns3/sdn-switch.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn-test
 * @brief A link between clusters, with its rate in Mbit/s. Parallel ones are trunks.
 */
struct TestEdge
{
    ClusterId a = 0;   ///< one end
    ClusterId b = 0;   ///< the other end
    uint32_t mbps = 0; ///< rate
};

/**
 * @ingroup pubsub-sdn-test
 * @brief A whole network: hosts, switches, controllers, server, standby and the control network.
 *
 * Each cluster has one host. Node ids follow the order hosts, switches, controllers, servers,
 * router.
 */
class SdnTestNetwork
{
  public:
    /// An event that a host has received.
    struct ReceivedEvent
    {
        NodeId host = 0;       ///< receiver
        std::string topic{};   ///< of the event
        NodeId publisher = 0;  ///< of the event
        uint32_t sequence = 0; ///< of the publisher
        Time when{};           ///< of the delivery
    };

    /**
     * @param clusters number of them
     * @param edges between clusters
     * @param hasStandby whether the server has a standby
     * @param switchesPerCluster a ring in each cluster; the host hangs on the last one
     */
    SdnTestNetwork(uint32_t clusters,
                   const std::vector<TestEdge>& edges,
                   bool hasStandby = false,
                   uint32_t switchesPerCluster = 1)
        : m_clusters(clusters),
          m_perCluster(switchesPerCluster)
    {
        m_hosts.Create(clusters);
        m_switches.Create(clusters * switchesPerCluster);
        m_controllers.Create(clusters);
        m_servers.Create(hasStandby ? 2 : 1);
        m_router.Create(1);
        m_attackers.Create(2);
        MakeData(edges);
        MakeControl();
        InstallServers();
        InstallControllers();
        InstallAgents();
    }

    ~SdnTestNetwork()
    {
        Simulator::Destroy();
    }

    SdnTestNetwork(const SdnTestNetwork&) = delete;
    SdnTestNetwork& operator=(const SdnTestNetwork&) = delete;

    /// @return the agent of a cluster's host
    /// @param cluster of the host
    Ptr<SdnAgent> Agent(ClusterId cluster) const
    {
        return m_agents[cluster];
    }

    /// @return the controller of a cluster
    /// @param cluster any
    Ptr<SdnController> Controller(ClusterId cluster) const
    {
        return m_controllerApps[cluster];
    }

    /// @return the server, or the standby
    /// @param index 0 or 1
    Ptr<SdnServer> Server(uint32_t index = 0) const
    {
        return m_serverApps[index];
    }

    /// @return the switch of a cluster
    /// @param cluster any
    /// @param index in the cluster
    Ptr<SdnSwitch> Switch(ClusterId cluster, uint32_t index = 0) const
    {
        return m_switches.Get(cluster * m_perCluster + index)->GetObject<SdnSwitch>();
    }

    /// @return a node in the control network that runs nothing
    /// @param index 0 or 1
    Ptr<Node> Attacker(uint32_t index) const
    {
        return m_attackers.Get(index);
    }

    /// @return where a controller listens to hosts
    /// @param cluster of the controller
    InetSocketAddress ControllerAddress(ClusterId cluster) const
    {
        return At(m_controllers.Get(cluster), SdnController::HOST_PORT);
    }

    /// @return where the server listens
    InetSocketAddress ServerAddress() const
    {
        return At(m_servers.Get(0), SdnServer::PORT);
    }

    /**
     * @brief Cut or mend the trunks between two clusters.
     * @param a one cluster
     * @param b the other one
     * @param isUp whether they work from now on
     */
    void SetEdgeUp(ClusterId a, ClusterId b, bool isUp)
    {
        for (const Link& link : m_links)
        {
            if (link.a.cluster == a && link.b.cluster == b)
            {
                SwitchAt(link.a)->SetPortUp(link.a.port, isUp);
                SwitchAt(link.b)->SetPortUp(link.b.port, isUp);
            }
        }
    }

    /**
     * @brief Switch the switch of a cluster off or on; its neighbours see their ports go down.
     * @param cluster any
     * @param isUp whether it works from now on
     * @param index in the cluster
     */
    void SetSwitchUp(ClusterId cluster, bool isUp, uint32_t index = 0)
    {
        const Ptr<SdnSwitch> device = Switch(cluster, index);
        device->SetUp(isUp);
        for (uint32_t port = 1; port <= device->PortCount(); ++port)
        {
            const Ptr<NetDevice> near = device->Port(port).device;
            const Ptr<Channel> link = near->GetChannel();
            const Ptr<NetDevice> far = link->GetDevice(link->GetDevice(0) == near ? 1 : 0);
            const auto neighbour = far->GetNode()->GetObject<SdnSwitch>();
            if (neighbour)
            {
                neighbour->SetPortUp(neighbour->PortOf(far), isUp);
            }
        }
    }

    /**
     * @brief Let a host publish again and again.
     * @param cluster of the host
     * @param topic of the events
     * @param from first event
     * @param to no event from then on
     * @param interval between events
     */
    void PublishFlow(ClusterId cluster, const std::string& topic, Time from, Time to, Time interval)
    {
        for (Time at = from; at < to; at += interval)
        {
            Simulator::Schedule(at - Simulator::Now(),
                                [this, cluster, topic] { Publish(cluster, topic); });
        }
    }

    /**
     * @brief Let a host publish an event.
     * @param cluster of the host
     * @param topic of the event
     */
    void Publish(ClusterId cluster, const std::string& topic)
    {
        m_agents[cluster]->Publish(Content(*Topic::Parse(topic)), 100);
        m_published[topic].push_back(Simulator::Now());
    }

    /**
     * @brief Let a host subscribe.
     * @param cluster of the host
     * @param filter that it wants
     */
    void Subscribe(ClusterId cluster, const std::string& filter)
    {
        m_agents[cluster]->Subscribe(*Filter::Parse(filter));
    }

    /// @param until time at which the simulation stops
    static void RunUntil(Time until)
    {
        Simulator::Stop(until - Simulator::Now());
        Simulator::Run();
    }

    /**
     * @param cluster of the host
     * @param topic of the events
     * @param from first publication that counts
     * @param to no publication from then on
     * @return distinct events that the host has received
     */
    std::size_t Deliveries(ClusterId cluster, const std::string& topic, Time from, Time to) const
    {
        std::set<uint32_t> sequences;
        for (const ReceivedEvent& event : m_received)
        {
            if (event.host == cluster && event.topic == topic &&
                m_publishedAt.at({event.publisher, event.sequence}) >= from &&
                m_publishedAt.at({event.publisher, event.sequence}) < to)
            {
                sequences.insert(event.sequence);
            }
        }
        return sequences.size();
    }

    /**
     * @param publisher of the events
     * @param cluster of the host
     * @param from first publication that counts
     * @param to no publication from then on
     * @return distinct events of the publisher that the host has received
     */
    std::size_t DeliveriesFrom(NodeId publisher, ClusterId cluster, Time from, Time to) const
    {
        std::set<uint32_t> sequences;
        for (const ReceivedEvent& event : m_received)
        {
            const Time published = m_publishedAt.at({event.publisher, event.sequence});
            if (event.host == cluster && event.publisher == publisher && published >= from &&
                published < to)
            {
                sequences.insert(event.sequence);
            }
        }
        return sequences.size();
    }

    /**
     * @param cluster of the host
     * @return events that the host has received
     */
    std::size_t Received(ClusterId cluster) const
    {
        return static_cast<std::size_t>(
            std::ranges::count(m_received, cluster, &ReceivedEvent::host));
    }

    /**
     * @param topic of the events
     * @param from first publication that counts
     * @param to no publication from then on
     * @return events published
     */
    std::size_t Publications(const std::string& topic, Time from, Time to) const
    {
        const auto times = m_published.find(topic);
        return times == m_published.end()
                   ? 0
                   : static_cast<std::size_t>(std::ranges::count_if(times->second, [&](Time at) {
                         return at >= from && at < to;
                     }));
    }

    /// Transmissions of events of one topic by the trunks, each edge with the smaller number first.
    using EdgeCounts = std::map<std::pair<ClusterId, ClusterId>, uint32_t>;

    /// @return transmissions by edge since ClearCounts()
    /// @param topic of the events
    EdgeCounts Crossings(const std::string& topic) const
    {
        const auto counts = m_crossings.find(topic);
        return counts == m_crossings.end() ? EdgeCounts() : counts->second;
    }

    /// @brief Count transmissions from now on.
    void ClearCounts()
    {
        m_crossings.clear();
    }

    /// @return drops of duplicates at hosts
    uint32_t Duplicates() const
    {
        return m_duplicates;
    }

    /// @return the batches that were installed
    const std::vector<RouteUpdateRecord>& Updates() const
    {
        return m_updates;
    }

    /// @return drops of controllers and servers by reason
    const std::map<std::string, uint32_t>& Drops() const
    {
        return m_drops;
    }

  private:
    /// The two ends of a trunk.
    struct Link
    {
        TrunkEnd a; ///< one end
        TrunkEnd b; ///< the other end
    };

    /// @return the switch at an end
    /// @param end of a trunk
    Ptr<SdnSwitch> SwitchAt(const TrunkEnd& end) const
    {
        return NodeList::GetNode(end.switchNode)->GetObject<SdnSwitch>();
    }

    /**
     * @brief Link two nodes.
     * @param a one end
     * @param b the other end
     * @param mbps rate
     * @param us delay
     * @return both devices
     */
    static NetDeviceContainer Connect(Ptr<Node> a, Ptr<Node> b, uint32_t mbps, uint32_t us)
    {
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue(std::to_string(mbps) + "Mbps"));
        link.SetChannelAttribute("Delay", TimeValue(MicroSeconds(us)));
        return link.Install(a, b);
    }

    /// @param edges between clusters
    void MakeData(const std::vector<TestEdge>& edges)
    {
        for (uint32_t i = 0; i < m_switches.GetN(); ++i)
        {
            const auto device = CreateObject<SdnSwitch>();
            m_switches.Get(i)->AggregateObject(device);
            device->TraceConnectWithoutContext(
                "Forwarded",
                Callback<void, uint32_t, uint32_t, Ptr<const Packet>>(
                    [this, i](uint32_t, uint32_t port, Ptr<const Packet> packet) {
                        CountCrossing(m_switches.Get(i)->GetId(), port, packet);
                    }));
        }
        for (ClusterId cluster = 0; cluster < m_clusters; ++cluster)
        {
            for (uint32_t i = 0; m_perCluster > 1 && i < (m_perCluster > 2 ? m_perCluster : 1); ++i)
            {
                const uint32_t next = (i + 1) % m_perCluster;
                const auto ends = Connect(m_switches.Get(cluster * m_perCluster + i),
                                          m_switches.Get(cluster * m_perCluster + next),
                                          1000,
                                          10);
                Switch(cluster, i)->AddPort(ends.Get(0));
                Switch(cluster, next)->AddPort(ends.Get(1));
            }
            const auto ends = Connect(m_hosts.Get(cluster),
                                      m_switches.Get((cluster + 1) * m_perCluster - 1),
                                      1000,
                                      10);
            m_hostDevices.Add(ends.Get(0));
            Switch(cluster, m_perCluster - 1)->AddPort(ends.Get(1));
        }
        std::map<ClusterId, uint32_t> attached;
        for (const TestEdge& edge : edges)
        {
            const uint32_t a = attached[edge.a]++ % m_perCluster;
            const uint32_t b = attached[edge.b]++ % m_perCluster;
            const Ptr<Node> nodeA = m_switches.Get(edge.a * m_perCluster + a);
            const Ptr<Node> nodeB = m_switches.Get(edge.b * m_perCluster + b);
            const auto ends = Connect(nodeA, nodeB, edge.mbps, 1000);
            m_links.push_back({.a = {.cluster = edge.a,
                                     .switchNode = nodeA->GetId(),
                                     .port = Switch(edge.a, a)->AddPort(ends.Get(0))},
                               .b = {.cluster = edge.b,
                                     .switchNode = nodeB->GetId(),
                                     .port = Switch(edge.b, b)->AddPort(ends.Get(1))}});
        }
    }

    /**
     * @brief Count an event on a trunk.
     * @param node of the switch
     * @param port that it leaves by
     * @param packet of IPv6
     */
    void CountCrossing(NodeId node, uint32_t port, Ptr<const Packet> packet)
    {
        std::vector<uint8_t> octets(packet->GetSize());
        packet->CopyData(octets.data(), packet->GetSize());
        const auto event = ReadEventPacket(octets);
        const auto address = event ? ReadEventAddress(event->destination) : std::nullopt;
        if (!address || address->kind != EventKind::PUBLISH)
        {
            return;
        }
        WireReader reader(event->payload.subspan(CommonMessage::BYTES));
        EventMessage message;
        EventMessage::Fields(reader, message);
        for (const Link& link : m_links)
        {
            if ((link.a.switchNode == node && link.a.port == port) ||
                (link.b.switchNode == node && link.b.port == port))
            {
                ++m_crossings[message.content.topic.Text()]
                             [std::minmax(link.a.cluster, link.b.cluster)];
            }
        }
    }

    /// @brief Link switches, controllers, servers and hosts to the router.
    void MakeControl()
    {
        InternetStackHelper stack;
        stack.SetIpv6StackInstall(false);
        stack.Install(m_router);
        Ipv4AddressHelper addresses("172.16.0.0", "255.255.255.252");
        Ipv4StaticRoutingHelper routing;
        for (const NodeContainer* nodes :
             {&m_switches, &m_controllers, &m_servers, &m_hosts, &m_attackers})
        {
            stack.Install(*nodes);
            for (uint32_t i = 0; i < nodes->GetN(); ++i)
            {
                const auto ends = Connect(nodes->Get(i), m_router.Get(0), 1000, 100);
                const auto interfaces = addresses.Assign(ends);
                addresses.NewNetwork();
                const auto ipv4 = nodes->Get(i)->GetObject<Ipv4>();
                routing.GetStaticRouting(ipv4)->SetDefaultRoute(interfaces.GetAddress(1), 1);
                m_addresses[nodes->Get(i)->GetId()] = interfaces.GetAddress(0);
            }
        }
    }

    /// @return where a node listens
    /// @param node any
    /// @param port of TCP
    InetSocketAddress At(Ptr<Node> node, uint16_t port) const
    {
        return {m_addresses.at(node->GetId()), port};
    }

    /// @brief Install the server and its standby.
    void InstallServers()
    {
        for (uint32_t i = 0; i < m_servers.GetN(); ++i)
        {
            const auto server = CreateObject<SdnServer>();
            server->SetAttribute("Clusters", UintegerValue(m_clusters));
            server->SetAttribute("Standby", BooleanValue(i == 1));
            if (m_servers.GetN() == 2)
            {
                server->SetPeer(At(m_servers.Get(1 - i), SdnServer::PORT));
            }
            server->TraceConnectWithoutContext(
                "RouteUpdate",
                Callback<void, const RouteUpdateRecord&>(
                    [this](const RouteUpdateRecord& record) { m_updates.push_back(record); }));
            server->TraceConnectWithoutContext("Drop", DropSink());
            m_servers.Get(i)->AddApplication(server);
            m_serverApps.push_back(server);
        }
    }

    /// @return a sink of drops
    Callback<void, std::string, uint32_t> DropSink()
    {
        return Callback<void, std::string, uint32_t>(
            [this](std::string reason, uint32_t) { ++m_drops[reason]; });
    }

    /// @brief Install a controller per cluster and connect the switches.
    void InstallControllers()
    {
        std::vector<InetSocketAddress> servers;
        for (uint32_t i = 0; i < m_servers.GetN(); ++i)
        {
            servers.push_back(At(m_servers.Get(i), SdnServer::PORT));
        }
        for (ClusterId cluster = 0; cluster < m_clusters; ++cluster)
        {
            const auto controller = CreateObject<SdnController>();
            controller->SetAttribute("Cluster", UintegerValue(cluster));
            controller->SetServers(servers);
            for (uint32_t i = 0; i < m_switches.GetN(); ++i)
            {
                controller->AddSwitch(m_switches.Get(i)->GetId(), i / m_perCluster);
            }
            controller->TraceConnectWithoutContext("Drop", DropSink());
            m_controllers.Get(cluster)->AddApplication(controller);
            m_controllerApps.push_back(controller);
            for (uint32_t i = 0; i < m_perCluster; ++i)
            {
                Switch(cluster, i)->ConnectTo(ControllersOf(cluster, SdnController::SWITCH_PORT));
            }
        }
    }

    /// @return where the controller of a cluster listens, then that of the next cluster
    /// @param cluster any
    /// @param port of TCP
    std::vector<InetSocketAddress> ControllersOf(ClusterId cluster, uint16_t port) const
    {
        return {At(m_controllers.Get(cluster), port),
                At(m_controllers.Get((cluster + 1) % m_clusters), port)};
    }

    /// @brief Install an agent on each host.
    void InstallAgents()
    {
        for (ClusterId cluster = 0; cluster < m_clusters; ++cluster)
        {
            const auto agent = CreateObject<SdnAgent>();
            agent->SetDataLink(m_hostDevices.Get(cluster), cluster);
            agent->SetControllers(ControllersOf(cluster, SdnController::HOST_PORT));
            m_hosts.Get(cluster)->AddApplication(agent);
            agent->TraceConnectWithoutContext("Deliver",
                                              Callback<void, const EventMessage&, bool>(
                                                  [this, cluster](const EventMessage& event, bool) {
                                                      m_received.push_back(
                                                          {.host = cluster,
                                                           .topic = event.content.topic.Text(),
                                                           .publisher = event.publisher,
                                                           .sequence = event.sequence,
                                                           .when = Simulator::Now()});
                                                  }));
            agent->TraceConnectWithoutContext(
                "Published",
                Callback<void, const EventMessage&>([this](const EventMessage& event) {
                    m_publishedAt[{event.publisher, event.sequence}] = Simulator::Now();
                }));
            agent->TraceConnectWithoutContext(
                "Drop",
                Callback<void, std::string, uint32_t>([this](const std::string& reason, uint32_t) {
                    m_duplicates += reason == "duplicate";
                    ++m_drops["host: " + reason];
                }));
            m_agents.push_back(agent);
        }
    }

    uint32_t m_clusters;                                       ///< number
    uint32_t m_perCluster;                                     ///< switches
    NodeContainer m_hosts;                                     ///< by cluster
    NodeContainer m_switches;                                  ///< by cluster
    NodeContainer m_controllers;                               ///< by cluster
    NodeContainer m_servers;                                   ///< server, standby
    NodeContainer m_router;                                    ///< of the control network
    NodeContainer m_attackers;                                 ///< in the control network
    NetDeviceContainer m_hostDevices;                          ///< data links, by cluster
    std::vector<Link> m_links;                                 ///< trunks
    std::map<NodeId, Ipv4Address> m_addresses;                 ///< in the control network
    std::vector<Ptr<SdnAgent>> m_agents;                       ///< by cluster
    std::vector<Ptr<SdnController>> m_controllerApps;          ///< by cluster
    std::vector<Ptr<SdnServer>> m_serverApps;                  ///< server, standby
    std::vector<ReceivedEvent> m_received;                     ///< in order
    std::map<std::string, std::vector<Time>> m_published;      ///< by topic
    std::map<std::pair<NodeId, uint32_t>, Time> m_publishedAt; ///< by event
    std::map<std::string, EdgeCounts> m_crossings;             ///< by topic
    std::vector<RouteUpdateRecord> m_updates;                  ///< in order
    std::map<std::string, uint32_t> m_drops;                   ///< by reason
    uint32_t m_duplicates = 0;                                 ///< at hosts
};

} // namespace ns3::pubsub::sdn

#endif
