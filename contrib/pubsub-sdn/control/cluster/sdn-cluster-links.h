// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_CLUSTER_LINKS_H
#define SDN_CLUSTER_LINKS_H

#include "ns3/nstime.h"
#include "ns3/sdn-flow-plan.h"
#include "ns3/sdn-network-messages.h"
#include "ns3/sdn-topology-report.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief What a controller has discovered of the ports of a cluster's switches: links to other
 * switches by probes, hosts by greetings.
 */
class ClusterLinks
{
  public:
    /// A port of a switch: node of the switch, number.
    using PortKey = std::pair<NodeId, uint32_t>;

    /// @param cluster of the switches
    explicit ClusterLinks(ClusterId cluster);

    /**
     * @brief A port is there, or has changed.
     * @param port of a switch of the cluster
     * @param isUp whether its link works
     * @param bandwidthBps of its link
     * @return whether the report or the links inside the cluster have changed
     */
    bool SetPort(const PortKey& port, bool isUp, uint64_t bandwidthBps);

    /**
     * @brief A switch of the cluster is gone.
     *
     * The places of its hosts stay known: a host greets only when it connects to a controller, and
     * the switch may come back.
     *
     * @param node of the switch
     * @return whether the report or the links inside the cluster have changed
     */
    bool RemoveSwitch(NodeId node);

    /**
     * @brief A probe has come in.
     * @param port that it came in by
     * @param far end that sent it
     * @param now the present time
     * @return whether the report has changed
     */
    bool ProbeHeard(const PortKey& port, const TrunkEnd& far, Time now);

    /**
     * @brief A greeting has come in.
     * @param port that it came in by
     * @param host that sent it
     * @return whether the report has changed
     */
    bool GreetingHeard(const PortKey& port, NodeId host);

    /**
     * @brief Mark the links whose probes are missing.
     * @param before a link without a probe since then is silent
     * @return whether the report has changed
     */
    bool Expire(Time before);

    /**
     * @brief Learn from an earlier report what is not known better.
     * @param report of an earlier controller of the cluster
     * @param now the present time
     */
    void Adopt(const TopologyReport& report, Time now);

    /// @return the ports that may have a link to another switch, ascending
    std::vector<PortKey> PortsToProbe() const;

    /**
     * @param host any
     * @return its port, or null
     */
    const PortKey* PortOfHost(NodeId host) const;

    /// @return the ports of all hosts, by node of the host
    const std::map<NodeId, PortKey>& Hosts() const;

    /// @return links between switches of the cluster that work; both directions of each
    const std::map<PortKey, PortKey>& Inner() const;

    /**
     * @param port any
     * @return the cluster at its other end; NO_CLUSTER if there is none
     */
    ClusterId ClusterAt(const PortKey& port) const;

    /// @return what the server is told
    TopologyReport Report() const;

  private:
    /// What is known of a port.
    struct PortState
    {
        bool isUp = false;         ///< whether its link works
        uint64_t bandwidthBps = 0; ///< of its link
        bool hasPeer = false;      ///< whether a switch is at the other end
        TrunkEnd far;              ///< that switch and its port
        Time heard;                ///< when its last probe came
        bool isSilent = false;     ///< whether probes are missing
    };

    /// @brief Compute the links between switches of the cluster.
    void UpdateInner();

    ClusterId m_cluster;                  ///< of the switches
    std::map<PortKey, PortState> m_ports; ///< of the switches
    std::map<NodeId, PortKey> m_hosts;    ///< by node
    std::map<PortKey, PortKey> m_inner;   ///< both directions
};

} // namespace ns3::pubsub::sdn

#endif
