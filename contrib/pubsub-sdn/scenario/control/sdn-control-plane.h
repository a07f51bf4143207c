// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_CONTROL_PLANE_H
#define SDN_CONTROL_PLANE_H

#include "sdn-control-settings.h"

#include "ns3/sdn-agent.h"
#include "ns3/sdn-controller.h"
#include "ns3/sdn-server.h"
#include "ns3/sdn-switch-network.h"
#include "ns3/sdn-workload.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief The applications of a network of switches: an agent on each host, a controller for each
 * cluster, the server and its standby.
 */
class ControlPlane
{
  public:
    /**
     * @brief Install the applications and connect the switches to their controllers.
     * @param network with controllers; it must live as long as the control plane
     * @param settings of the run
     * @param workload drawn, for the predictor that knows the future; it must live as long
     */
    ControlPlane(SwitchNetwork& network,
                 const ControlSettings& settings,
                 const SdnWorkload& workload);

    ControlPlane(const ControlPlane&) = delete;
    ControlPlane& operator=(const ControlPlane&) = delete;

    /**
     * @brief Have each host register the topics that it is going to publish, with the mean load
     * that its events put on a link.
     * @param plan of the workload
     */
    void Register(const WorkloadPlan& plan);

    /**
     * @brief Give the server a policy.
     * @param xml text of its rules
     * @param when it comes into force
     */
    void SchedulePolicy(const std::string& xml, Time when);

    /// @return the agents, by host
    const std::vector<Ptr<SdnAgent>>& Agents() const;

    /**
     * @param topic any
     * @return the hosts that have registered it
     */
    const std::set<uint32_t>& PublishersOf(const Topic& topic) const;

    /// @return the hosts that have registered a topic, by topic
    const std::map<Topic, std::set<uint32_t>>& Publishers() const;

    /// @return the controllers, by cluster
    const std::vector<Ptr<SdnController>>& Controllers() const;

    /// @return the server, then its standby if there is one
    const std::vector<Ptr<SdnServer>>& Servers() const;

    /**
     * @param index of a switch
     * @return node of the controller that it is connected to, or tries
     */
    NodeId ControllerOfSwitch(uint32_t index) const;

    /// @brief Note for the trace that a failure, or the end of one, happens now.
    void NoteFailure();

    /**
     * @brief Let a controller fail, or work again.
     * @param cluster of the controller
     * @param isUp whether it works from now on
     */
    void SetControllerUp(ClusterId cluster, bool isUp);

    /**
     * @brief Let the first server fail, or work again.
     * @param isUp whether it works from now on
     */
    void SetServerUp(bool isUp);

    /**
     * @brief Assign random streams to all applications.
     * @param stream the first
     * @return streams used
     */
    int64_t AssignStreams(int64_t stream);

  private:
    /**
     * @brief Install the server and its standby.
     * @param settings of the run
     */
    void InstallServers(const ControlSettings& settings);

    /**
     * @param settings of the run
     * @param server that is going to have the router
     * @return the router of the strategy
     */
    Ptr<TopicRouter> RouterFor(const ControlSettings& settings, const Ptr<SdnServer>& server) const;

    /**
     * @param settings of the run
     * @param server that is going to have the predictor
     * @return the predictor of loads
     */
    Ptr<LoadPredictor> PredictorFor(const ControlSettings& settings,
                                    const Ptr<SdnServer>& server) const;

    /**
     * @param topic any
     * @param period that begins now
     * @return the load that its events will make in the period, bit/s
     */
    double FutureLoad(const Topic& topic, Time period) const;

    /**
     * @brief Install a controller for each cluster.
     * @param settings of the run
     */
    void InstallControllers(const ControlSettings& settings);

    /**
     * @brief Install an agent on each host.
     * @param settings of the run
     */
    void InstallAgents(const ControlSettings& settings);

    /**
     * @param cluster any
     * @param port of TCP
     * @return where its controller listens, then those of the nearest clusters
     */
    std::vector<InetSocketAddress> ControllersFor(ClusterId cluster, uint16_t port) const;

    /**
     * @param cluster any
     * @return it, then the nearest clusters, whose controllers take the place of its own
     */
    std::vector<ClusterId> PlacesOfControllers(ClusterId cluster) const;

    SwitchNetwork& m_network;                         ///< of the run
    const SdnWorkload& m_workload;                    ///< of the run
    std::vector<Ptr<SdnAgent>> m_agents;              ///< by host
    std::map<Topic, std::set<uint32_t>> m_publishers; ///< by topic
    std::vector<Ptr<SdnController>> m_controllers;    ///< by cluster
    std::vector<Ptr<SdnServer>> m_servers;            ///< server, standby
};

/**
 * @param topic of an event
 * @param payloadBytes of it
 * @return bytes that the event takes on a link, headers included
 */
uint32_t EventBytesOnLink(const Topic& topic, uint16_t payloadBytes);

} // namespace ns3::pubsub::sdn

#endif
