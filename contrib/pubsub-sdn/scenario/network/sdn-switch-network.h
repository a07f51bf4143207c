// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_SWITCH_NETWORK_H
#define SDN_SWITCH_NETWORK_H

#include "sdn-links.h"
#include "sdn-network-set-up.h"

#include "ns3/ipv4-address-helper.h"
#include "ns3/node-container.h"
#include "ns3/sdn-switch.h"

#include <map>
#include <vector>

namespace ns3::pubsub::sdn
{

/// What a network has besides hosts and switches.
struct NetworkParts
{
    bool hasControllers = true; ///< a controller per cluster, a server and the control network
    bool hasStandby = false;    ///< a standby of the server
    bool hasBrokers = false;    ///< a broker host per cluster
};

/**
 * @ingroup pubsub-sdn
 * @brief The nodes and links of a network of switches, before any application is installed.
 *
 * Hosts and switches are linked by point-to-point links. Controllers, the server and its standby
 * reach switches and hosts over a network of their own: each of them has one link to the management
 * router. Node ids follow the order hosts, switches, controllers or broker hosts, server, standby,
 * management router. No other nodes may have been made before.
 */
class SwitchNetwork
{
  public:
    /**
     * @brief Make the nodes and the links.
     * @param setUp drawn; it must live as long as the network
     * @param parts of the network
     */
    SwitchNetwork(const NetworkSetUp& setUp, const NetworkParts& parts);

    /// @return clusters and edges
    const Topology& GetTopology() const;

    /// @return the hosts, by number
    const NodeContainer& Hosts() const;

    /// @return the broker hosts, by cluster; none unless they are wanted
    const NodeContainer& Brokers() const;

    /// @return the switches, cluster by cluster
    const NodeContainer& Switches() const;

    /// @return the nodes of controllers, by cluster; none unless they are wanted
    const NodeContainer& Controllers() const;

    /// @return the nodes of the server and of its standby
    const NodeContainer& Servers() const;

    /// @return all nodes, by id
    NodeContainer AllNodes() const;

    /// @return all links
    SwitchLinks& Links();

    /// @return all links
    const SwitchLinks& Links() const;

    /**
     * @param host number of a host
     * @return its cluster
     */
    ClusterId ClusterOfHost(uint32_t host) const;

    /**
     * @param index of a switch
     * @return its cluster
     */
    ClusterId ClusterOfSwitch(uint32_t index) const;

    /**
     * @param host number of a host
     * @return index of its switch
     */
    uint32_t SwitchOfHost(uint32_t host) const;

    /**
     * @param index of a switch
     * @return the switch
     */
    Ptr<SdnSwitch> GetSwitch(uint32_t index) const;

    /**
     * @param node of a host or of a broker host
     * @return its link to the switch
     */
    const SwitchLink& DataLinkOf(const Ptr<Node>& node) const;

    /**
     * @param node with a link to the management router
     * @return its address there
     */
    Ipv4Address ControlAddress(const Ptr<Node>& node) const;

    /**
     * @param edge between clusters
     * @return indices of its trunks
     */
    const std::vector<std::size_t>& TrunksOf(EdgeId edge) const;

    /**
     * @brief Give hosts and broker hosts an IPv4 address each on their data link. All are in the
     * same subnet, and the switches must have a flow entry for each.
     */
    void AddDataAddresses();

    /**
     * @param node of a host or of a broker host
     * @return its address of AddDataAddresses()
     */
    Ipv4Address DataAddress(const Ptr<Node>& node) const;

    /**
     * @brief Cut a link, or mend it: its switches see the port go down or up.
     * @param link index of a link
     * @param isUp whether it works from now on
     */
    void SetLinkUp(std::size_t link, bool isUp);

    /**
     * @brief Count the links on a shortest path between hosts.
     * @param from number of a host
     * @param to number of another
     * @return links, those to the hosts included
     */
    uint16_t Distance(uint32_t from, uint32_t to) const;

    /**
     * @param index of a switch
     * @return by switch, the links on a shortest path to it
     */
    const std::vector<uint16_t>& DistancesTo(uint32_t index) const;

    /// The other end of a port.
    struct Neighbour
    {
        uint32_t port = 0;    ///< number
        uint32_t device = 0;  ///< index of the switch there
        std::size_t link = 0; ///< index of the link
    };

    /**
     * @param index of a switch
     * @return its ports to other switches, in the order of their numbers
     */
    const std::vector<Neighbour>& NeighboursOf(uint32_t index) const;

    /**
     * @param node of a host or of a broker host
     * @return number of the port of its switch
     */
    uint32_t PortTo(const Ptr<Node>& node) const;

    /**
     * @param node of a host or of a broker host
     * @return index of its switch
     */
    uint32_t SwitchAt(const Ptr<Node>& node) const;

  private:
    /**
     * @brief Make the nodes.
     * @param parts of the network
     */
    void MakeNodes(const NetworkParts& parts);

    /// @brief Link the switches of different clusters.
    void MakeTrunks();

    /// @brief Link the switches of each cluster in a ring.
    void MakeRings();

    /**
     * @brief Link a host to a switch.
     * @param host a node
     * @param index of the switch
     */
    void AttachHost(const Ptr<Node>& host, uint32_t index);

    /// @brief Link all nodes but the router to the management router.
    void MakeControlNetwork();

    /**
     * @brief Link two switches.
     * @param a index of a switch
     * @param b index of another
     * @param role of the link
     * @param quality of the link
     * @return index of the link
     */
    std::size_t LinkSwitches(uint32_t a, uint32_t b, LinkRole role, const LinkQuality& quality);

    const NetworkSetUp& m_setUp;                                   ///< of the run
    NodeContainer m_hosts;                                         ///< by number
    NodeContainer m_brokers;                                       ///< by cluster
    NodeContainer m_switches;                                      ///< cluster by cluster
    NodeContainer m_controllers;                                   ///< by cluster
    NodeContainer m_servers;                                       ///< server, standby
    Ptr<Node> m_management;                                        ///< router, or null
    SwitchLinks m_links;                                           ///< all
    std::vector<ClusterId> m_hostCluster;                          ///< by host
    std::map<NodeId, uint32_t> m_attachedTo;                       ///< host or broker -> switch
    std::map<NodeId, std::size_t> m_dataLinks;                     ///< host or broker -> link
    std::map<NodeId, Ipv4Address> m_controlAddresses;              ///< by node
    std::vector<std::vector<std::size_t>> m_trunks;                ///< by edge
    std::vector<std::vector<Neighbour>> m_neighbours;              ///< by switch
    mutable std::map<uint32_t, std::vector<uint16_t>> m_distances; ///< to a switch, by switch
};

} // namespace ns3::pubsub::sdn

#endif
