// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_NETWORK_SET_UP_H
#define SDN_NETWORK_SET_UP_H

#include "sdn-links.h"

#include "ns3/pubsub-scenario-parameters.h"
#include "ns3/sdn-topology.h"

#include <cstdint>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief The clusters of a run, and the quality of its links, as the parameters have them.
 */
class NetworkSetUp
{
  public:
    /**
     * @brief Offer the parameters.
     * @param parameters of the program
     */
    void AddTo(ScenarioParameters& parameters);

    /**
     * @brief Refuse what does not fit together.
     * @param parameters of the program
     */
    void Check(const ScenarioParameters& parameters) const;

    /**
     * @brief Draw the clusters and the edges between them.
     * @param parameters of the program, to refuse files
     * @param stream the first of the topology's streams
     * @return streams used
     */
    int64_t Draw(const ScenarioParameters& parameters, int64_t stream);

    /// @return clusters, edges, switches and hosts
    const Topology& GetTopology() const;

    /**
     * @param edge number of an edge between clusters
     * @return quality of each of its trunks
     */
    LinkQuality TrunkQuality(EdgeId edge) const;

    /// @return quality of links between switches of a cluster
    LinkQuality ClusterQuality() const;

    /// @return quality of links between a host and its switch
    LinkQuality HostQuality() const;

    /// @return quality of control links
    LinkQuality ControlQuality() const;

  private:
    TopologySource m_source;
    int64_t m_clusters = 20;
    int64_t m_degree = 4;
    double m_rewiring = 0.3;
    int64_t m_ports = 4;
    int64_t m_linksPerCluster = 2;
    int64_t m_switches = 1;
    int64_t m_trunks = 1;
    int64_t m_hosts = 1;
    int64_t m_rate = 1000000000;
    int64_t m_delay = 1000;
    int64_t m_hostRate = 1000000000;
    int64_t m_hostDelay = 10;
    int64_t m_controlRate = 1000000000;
    int64_t m_controlDelay = 1000;
    int64_t m_queueFrames = 1000;

    Topology m_topology; ///< drawn
};

} // namespace ns3::pubsub::sdn

#endif
