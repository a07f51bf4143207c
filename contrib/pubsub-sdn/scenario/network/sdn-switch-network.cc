// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-switch-network.h"

#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv4.h"
#include "ns3/log.h"

#include <limits>
#include <queue>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnSwitchNetwork");

namespace
{

/// No path.
constexpr uint16_t FAR = std::numeric_limits<uint16_t>::max();

/**
 * @brief Give nodes an IPv4 stack. Events need no IPv6 stack: agents and switches build and read
 * their packets themselves.
 * @param nodes without a stack
 */
void
InstallIpv4(const NodeContainer& nodes)
{
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(nodes);
}

/**
 * @brief Send all packets of a node that has one link over this link.
 * @param node with an IPv4 stack
 * @param gateway at the other end
 * @param device of the link
 */
void
SetDefaultRoute(const Ptr<Node>& node, Ipv4Address gateway, const Ptr<NetDevice>& device)
{
    const auto ipv4 = node->GetObject<Ipv4>();
    Ipv4StaticRoutingHelper helper;
    helper.GetStaticRouting(ipv4)->SetDefaultRoute(gateway, ipv4->GetInterfaceForDevice(device));
}

/**
 * @param node with an IPv4 stack
 * @param device of it that has an address
 * @return the address
 */
Ipv4Address
AddressAt(const Ptr<Node>& node, const Ptr<NetDevice>& device)
{
    const auto ipv4 = node->GetObject<Ipv4>();
    return ipv4->GetAddress(ipv4->GetInterfaceForDevice(device), 0).GetLocal();
}

} // namespace

SwitchNetwork::SwitchNetwork(const NetworkSetUp& setUp, const NetworkParts& parts)
    : m_setUp(setUp)
{
    NS_LOG_FUNCTION(this);
    MakeNodes(parts);
    MakeTrunks();
    MakeRings();
    const uint32_t perCluster = GetTopology().switchesPerCluster;
    std::vector<uint32_t> attached(GetTopology().graph.Size());
    for (uint32_t host = 0; host < m_hosts.GetN(); ++host)
    {
        const ClusterId cluster = m_hostCluster[host];
        AttachHost(m_hosts.Get(host), cluster * perCluster + attached[cluster]++ % perCluster);
    }
    for (uint32_t cluster = 0; cluster < m_brokers.GetN(); ++cluster)
    {
        AttachHost(m_brokers.Get(cluster), cluster * perCluster);
    }
    if (parts.hasControllers)
    {
        MakeControlNetwork();
    }
}

void
SwitchNetwork::MakeNodes(const NetworkParts& parts)
{
    const Topology& topology = GetTopology();
    const uint32_t clusters = topology.graph.Size();
    m_hosts.Create(topology.HostCount());
    NS_ABORT_MSG_UNLESS(m_hosts.Get(0)->GetId() == 0, "nodes were made before the network");
    for (ClusterId cluster = 0; cluster < clusters; ++cluster)
    {
        m_hostCluster.insert(m_hostCluster.end(), topology.hosts[cluster], cluster);
    }
    m_switches.Create(clusters * topology.switchesPerCluster);
    m_neighbours.resize(m_switches.GetN());
    for (uint32_t i = 0; i < m_switches.GetN(); ++i)
    {
        m_switches.Get(i)->AggregateObject(CreateObject<SdnSwitch>());
    }
    if (parts.hasControllers)
    {
        m_controllers.Create(clusters);
        m_servers.Create(parts.hasStandby ? 2 : 1);
        m_management = CreateObject<Node>();
    }
    if (parts.hasBrokers)
    {
        m_brokers.Create(clusters);
    }
    InstallIpv4(m_hosts);
    InstallIpv4(m_brokers);
}

void
SwitchNetwork::MakeTrunks()
{
    const Topology& topology = GetTopology();
    const uint32_t perCluster = topology.switchesPerCluster;
    m_trunks.resize(topology.graph.Edges().size());
    for (EdgeId edge = 0; edge < m_trunks.size(); ++edge)
    {
        const ClusterEdge& ends = topology.graph.Edge(edge);
        for (uint32_t trunk = 0; trunk < topology.trunks; ++trunk)
        {
            const uint32_t place = trunk % perCluster;
            m_trunks[edge].push_back(LinkSwitches(ends.a * perCluster + place,
                                                  ends.b * perCluster + place,
                                                  LinkRole::TRUNK,
                                                  m_setUp.TrunkQuality(edge)));
        }
    }
}

void
SwitchNetwork::MakeRings()
{
    const uint32_t perCluster = GetTopology().switchesPerCluster;
    const uint32_t linksOfRing = perCluster > 2 ? perCluster : perCluster - 1;
    for (ClusterId cluster = 0; cluster < GetTopology().graph.Size(); ++cluster)
    {
        const uint32_t first = cluster * perCluster;
        for (uint32_t i = 0; i < linksOfRing; ++i)
        {
            LinkSwitches(first + i,
                         first + (i + 1) % perCluster,
                         LinkRole::CLUSTER,
                         m_setUp.ClusterQuality());
        }
    }
}

std::size_t
SwitchNetwork::LinkSwitches(uint32_t a, uint32_t b, LinkRole role, const LinkQuality& quality)
{
    const std::size_t link =
        m_links.Connect({.node = m_switches.Get(a), .cluster = ClusterOfSwitch(a)},
                        {.node = m_switches.Get(b), .cluster = ClusterOfSwitch(b)},
                        role,
                        quality);
    const auto& devices = m_links.All()[link].devices;
    const uint32_t portOfA = GetSwitch(a)->AddPort(devices[0]);
    const uint32_t portOfB = GetSwitch(b)->AddPort(devices[1]);
    m_neighbours[a].push_back({.port = portOfA, .device = b, .link = link});
    m_neighbours[b].push_back({.port = portOfB, .device = a, .link = link});
    return link;
}

void
SwitchNetwork::AttachHost(const Ptr<Node>& host, uint32_t index)
{
    const ClusterId cluster = ClusterOfSwitch(index);
    const std::size_t link = m_links.Connect({.node = host, .cluster = cluster},
                                             {.node = m_switches.Get(index), .cluster = cluster},
                                             LinkRole::HOST,
                                             m_setUp.HostQuality());
    GetSwitch(index)->AddPort(m_links.All()[link].devices[1]);
    m_attachedTo[host->GetId()] = index;
    m_dataLinks[host->GetId()] = link;
}

void
SwitchNetwork::MakeControlNetwork()
{
    InstallIpv4(NodeContainer(m_switches, m_controllers, m_servers, m_management));
    Ipv4AddressHelper addresses("172.16.0.0", "255.255.255.252");
    for (const auto& group : {m_hosts, m_switches, m_controllers, m_servers})
    {
        for (auto node = group.Begin(); node != group.End(); ++node)
        {
            const NodeId id = (*node)->GetId();
            const auto attached = m_attachedTo.find(id);
            ClusterId cluster = NO_CLUSTER;
            if (attached != m_attachedTo.end())
            {
                cluster = ClusterOfSwitch(attached->second);
            }
            else if (id < m_hosts.GetN() + m_switches.GetN())
            {
                cluster = ClusterOfSwitch(id - m_hosts.GetN());
            }
            else if (id < m_hosts.GetN() + m_switches.GetN() + m_controllers.GetN())
            {
                cluster = id - m_hosts.GetN() - m_switches.GetN();
            }
            const std::size_t link = m_links.Connect({.node = *node, .cluster = cluster},
                                                     {.node = m_management, .cluster = NO_CLUSTER},
                                                     LinkRole::CONTROL,
                                                     m_setUp.ControlQuality());
            const auto& devices = m_links.All()[link].devices;
            NetDeviceContainer both(devices[0]);
            both.Add(devices[1]);
            addresses.Assign(both);
            addresses.NewNetwork();
            m_controlAddresses[id] = AddressAt(*node, devices[0]);
            SetDefaultRoute(*node, AddressAt(m_management, devices[1]), devices[0]);
        }
    }
}

const Topology&
SwitchNetwork::GetTopology() const
{
    return m_setUp.GetTopology();
}

const NodeContainer&
SwitchNetwork::Hosts() const
{
    return m_hosts;
}

const NodeContainer&
SwitchNetwork::Brokers() const
{
    return m_brokers;
}

const NodeContainer&
SwitchNetwork::Switches() const
{
    return m_switches;
}

const NodeContainer&
SwitchNetwork::Controllers() const
{
    return m_controllers;
}

const NodeContainer&
SwitchNetwork::Servers() const
{
    return m_servers;
}

NodeContainer
SwitchNetwork::AllNodes() const
{
    NodeContainer all(m_hosts, m_switches, m_controllers, m_brokers, m_servers);
    if (m_management)
    {
        all.Add(m_management);
    }
    return all;
}

SwitchLinks&
SwitchNetwork::Links()
{
    return m_links;
}

const SwitchLinks&
SwitchNetwork::Links() const
{
    return m_links;
}

ClusterId
SwitchNetwork::ClusterOfHost(uint32_t host) const
{
    return m_hostCluster.at(host);
}

ClusterId
SwitchNetwork::ClusterOfSwitch(uint32_t index) const
{
    return index / GetTopology().switchesPerCluster;
}

uint32_t
SwitchNetwork::SwitchOfHost(uint32_t host) const
{
    return SwitchAt(m_hosts.Get(host));
}

Ptr<SdnSwitch>
SwitchNetwork::GetSwitch(uint32_t index) const
{
    return m_switches.Get(index)->GetObject<SdnSwitch>();
}

const SwitchLink&
SwitchNetwork::DataLinkOf(const Ptr<Node>& node) const
{
    return m_links.All()[m_dataLinks.at(node->GetId())];
}

Ipv4Address
SwitchNetwork::ControlAddress(const Ptr<Node>& node) const
{
    return m_controlAddresses.at(node->GetId());
}

const std::vector<std::size_t>&
SwitchNetwork::TrunksOf(EdgeId edge) const
{
    return m_trunks.at(edge);
}

void
SwitchNetwork::AddDataAddresses()
{
    NS_LOG_FUNCTION(this);
    Ipv4AddressHelper addresses("10.0.0.0", "255.0.0.0");
    for (const auto& group : {m_hosts, m_brokers})
    {
        for (auto node = group.Begin(); node != group.End(); ++node)
        {
            addresses.Assign(NetDeviceContainer(DataLinkOf(*node).devices[0]));
        }
    }
}

Ipv4Address
SwitchNetwork::DataAddress(const Ptr<Node>& node) const
{
    return AddressAt(node, DataLinkOf(node).devices[0]);
}

void
SwitchNetwork::SetLinkUp(std::size_t link, bool isUp)
{
    NS_LOG_FUNCTION(this << link << isUp);
    const SwitchLink& cut = m_links.All().at(link);
    for (const std::size_t end : {0, 1})
    {
        if (const auto device = cut.ends[end].node->GetObject<SdnSwitch>())
        {
            device->SetPortUp(device->PortOf(cut.devices[end]), isUp);
        }
    }
}

const std::vector<uint16_t>&
SwitchNetwork::DistancesTo(uint32_t index) const
{
    auto& distances = m_distances[index];
    if (!distances.empty())
    {
        return distances;
    }
    distances.assign(m_switches.GetN(), FAR);
    distances[index] = 0;
    std::queue<uint32_t> reached;
    reached.push(index);
    while (!reached.empty())
    {
        const uint32_t near = reached.front();
        reached.pop();
        for (const Neighbour& neighbour : m_neighbours[near])
        {
            if (distances[neighbour.device] == FAR)
            {
                distances[neighbour.device] = distances[near] + 1;
                reached.push(neighbour.device);
            }
        }
    }
    return distances;
}

uint16_t
SwitchNetwork::Distance(uint32_t from, uint32_t to) const
{
    constexpr uint16_t LINKS_TO_HOSTS = 2;
    return DistancesTo(SwitchOfHost(to))[SwitchOfHost(from)] + LINKS_TO_HOSTS;
}

const std::vector<SwitchNetwork::Neighbour>&
SwitchNetwork::NeighboursOf(uint32_t index) const
{
    return m_neighbours.at(index);
}

uint32_t
SwitchNetwork::PortTo(const Ptr<Node>& node) const
{
    return GetSwitch(SwitchAt(node))->PortOf(DataLinkOf(node).devices[1]);
}

uint32_t
SwitchNetwork::SwitchAt(const Ptr<Node>& node) const
{
    return m_attachedTo.at(node->GetId());
}

} // namespace ns3::pubsub::sdn
