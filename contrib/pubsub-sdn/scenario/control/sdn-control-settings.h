// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_CONTROL_SETTINGS_H
#define SDN_CONTROL_SETTINGS_H

#include "ns3/nstime.h"
#include "ns3/pubsub-scenario-parameters.h"
#include "ns3/sdn-policy.h"
#include "ns3/sdn-switch-network.h"
#include "ns3/sdn-topology.h"
#include "ns3/sdn-workload-plan.h"

#include <string>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief How events are routed, as the parameters have it: the strategy, and the options of the
 * server, the controllers and the data plane.
 */
class ControlSettings
{
  public:
    /**
     * @brief Offer the parameters.
     * @param parameters of the program
     */
    void AddTo(ScenarioParameters& parameters);

    /**
     * @brief Refuse what does not fit together, and read the policy.
     * @param parameters of the program
     */
    void Check(const ScenarioParameters& parameters);

    /**
     * @brief Refuse a policy or overlays that do not fit the clusters.
     * @param parameters of the program
     * @param topology of the run
     */
    void CheckClusters(const ScenarioParameters& parameters, const Topology& topology) const;

    /**
     * @brief Refuse topics that have no room in an address.
     * @param parameters of the program
     * @param plan of the workload
     */
    void CheckTopics(const ScenarioParameters& parameters, const WorkloadPlan& plan) const;

    /// @return what the network needs besides hosts and switches
    NetworkParts Parts() const;

    /// @return whether there are controllers and a server
    bool HasControllers() const;

    std::string strategy = "sdnps";      ///< who finds the way of events
    std::string dataplane = "topic";     ///< how switches forward
    std::string coding = "own-slot";     ///< of topics
    std::string aggregation = "minimal"; ///< of flow entries
    bool isIncremental = true;           ///< overlays extend those of fathers
    bool isPruned = false;               ///< overlays lose leaves without publisher or subscriber
    std::string repair = "algorithm-3";  ///< after failures
    std::string overlays{};              ///< file, for the strategy file
    std::string predictor = "ewma";      ///< of loads
    std::string predictorFile{};         ///< network, for the predictor network
    double periodSeconds = 5.0;          ///< of statistics
    double seasonSeconds = 60.0;         ///< of the predictor seasonal
    bool hasStandby = false;             ///< of the server
    bool hasCopies = true;               ///< of events, for representative brokers
    double processingUs = 0.0;           ///< of an event at a broker
    std::string policyFile{};            ///< empty: none
    double policySeconds = 0.0;          ///< when it comes into force
    Policy policy{};                     ///< of the file
};

} // namespace ns3::pubsub::sdn

#endif
