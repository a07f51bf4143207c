// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_TRAFFIC_COST_H
#define BROKER_TRAFFIC_COST_H

#include "broker-overlay-tree.h"

#include "ns3/broker-flow-table.h"
#include "ns3/broker-overlay-costs.h"

#include <cstdint>
#include <vector>

namespace ns3::pubsub::broker
{

/// A flow with all its consumers, as only an observer of the whole overlay knows it.
struct OverlayFlow
{
    FlowId flow = 0;                 ///< its publisher's broker and its content class
    std::vector<BrokerId> consumers; ///< brokers with clients that want it; in any order
    uint32_t count = 0;              ///< notifications of the window
};

/// The brokers and links of the least subtree that joins some brokers.
struct LeastSubtree
{
    std::vector<BrokerId> brokers; ///< the publisher's broker first, each after its parent
    std::vector<BrokerLink> links; ///< parent and child
};

/**
 * @ingroup pubsub-broker
 * @brief Cost of messages in an overlay (Chi et al. 2014, formulas 2 and 3).
 */
struct OverlayCost
{
    uint64_t notifications = 0;  ///< cost_N
    uint64_t advertisements = 0; ///< cost_A
    uint64_t subscriptions = 0;  ///< cost_S
    uint64_t control = 0;        ///< of the strategy's and the executor's messages

    /// @return cost_N + cost_A + cost_S
    uint64_t Total() const
    {
        return notifications + advertisements + subscriptions;
    }

    /// @return the mean of Total() and the cost of OCBR, which is cost_N: what the paper plots
    double Reported() const
    {
        return (static_cast<double>(Total()) + static_cast<double>(notifications)) / 2.0;
    }

    /// @return Total() and the control messages, which the paper does not count
    uint64_t WithControl() const
    {
        return Total() + control;
    }
};

/**
 * @param tree of the overlay
 * @param flow any
 * @return the subtree that its notifications take (formula 1): the publisher's broker alone where
 * there is no consumer
 */
LeastSubtree SubtreeOf(const OverlayTree& tree, const OverlayFlow& flow);

/**
 * @param tree of the overlay
 * @param costs of links and brokers
 * @param flows of the window
 * @return cost of their notifications
 */
uint64_t NotificationCost(const OverlayTree& tree,
                          const OverlayCosts& costs,
                          const std::vector<OverlayFlow>& flows);

/**
 * @param tree of the overlay
 * @param costs of links and brokers
 * @return cost of one message that reaches all brokers: an advertisement, or a subscription under
 * simple routing
 */
uint64_t FloodingCost(const OverlayTree& tree, const OverlayCosts& costs);

/**
 * @param tree of the overlay
 * @param flows of the window
 * @return what each broker would have recorded
 */
std::vector<FlowTable> FlowTablesOf(const OverlayTree& tree, const std::vector<OverlayFlow>& flows);

} // namespace ns3::pubsub::broker

#endif
