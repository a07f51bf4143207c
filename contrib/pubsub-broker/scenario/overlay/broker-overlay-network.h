// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_OVERLAY_NETWORK_H
#define BROKER_OVERLAY_NETWORK_H

#include "broker-overlay-set-up.h"

#include "ns3/broker-hindsight.h"
#include "ns3/broker-overlay-broker.h"
#include "ns3/broker-overlay-tree.h"

#include <memory>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief An overlay of brokers on an underlay, before the simulation begins. Its clients are on the
 * nodes of their brokers. The number of a broker is the id of its node.
 */
class OverlayNetwork
{
  public:
    /**
     * @brief Make the nodes, the brokers and the tree. No other nodes may have been made.
     * @param setUp drawn; it must live as long as the network
     * @param isLinked whether there are links between brokers; else they have the strategy
     * `static`, too
     */
    explicit OverlayNetwork(const OverlaySetUp& setUp, bool isLinked = true);

    /// @return the underlay
    UnderlayNetwork& GetUnderlay();

    /// @return routers and links of the underlay
    const Underlay& GetGraph() const;

    /// @return the nodes with a broker
    const NodeContainer& GetBrokers() const;

    /**
     * @param number of a broker
     * @return the broker
     */
    Ptr<OverlayBroker> GetBroker(BrokerId number) const;

    /// @return all brokers, by number
    std::vector<Ptr<OverlayBroker>> AllBrokers() const;

    /// @return the links that the brokers have now; no tree while a move changes them
    BrokerGraph PresentTree() const;

    /// @return the costs of links and brokers
    const OverlayCosts& GetCosts() const;

    /// @return the links between brokers in the beginning
    const BrokerGraph& GetInitialTree() const;

    /// @return whether the brokers execute plans: their strategy is `hindsight`
    bool CanPlan() const;

    /**
     * @brief Give the brokers a plan that they execute from now on; only for the strategy
     * `hindsight`, else nothing happens.
     * @param flows that will cross the overlay
     */
    void PlanFor(const std::vector<OverlayFlow>& flows);

    /**
     * @brief Assign random streams to all brokers.
     * @param stream the first
     * @return streams used
     */
    int64_t AssignStreams(int64_t stream);

  private:
    /**
     * @brief Give each broker its strategy.
     * @param name of the strategy
     */
    void SetStrategies(const std::string& name);

    /**
     * @brief Sink of Plan: a move of the shared plan was executed.
     * @param self this
     * @param report of the plan
     */
    static void Planned(OverlayNetwork* self, const PlanReport& report);

    const Underlay& m_graph;                      ///< routers and links
    OverlayCosts m_costs;                         ///< of links and brokers
    UnderlayNetwork m_underlay;                   ///< routers and links
    BrokerGraph m_tree;                           ///< initial
    NodeContainer m_brokers;                      ///< by number
    std::shared_ptr<SharedPlan> m_plan;           ///< null unless the strategy is `hindsight`
    std::vector<Ptr<HindsightStrategy>> m_shared; ///< strategies that execute it, by broker
};

} // namespace ns3::pubsub::broker

#endif
