// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_LINK_COUNTER_H
#define BROKER_LINK_COUNTER_H

#include "broker-filter-changes.h"

#include "ns3/broker-flow-table.h"
#include "ns3/broker-overlay-routes.h"

#include <cstdint>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3::pubsub::broker
{

/// What crossed one direction of a link in a step (Chi et al. 2017, formula 2).
struct LinkStep
{
    NodeId neighbour = NO_NODE;                   ///< the other end
    FlowDirection direction = FlowDirection::OUT; ///< to the neighbour, or from it
    uint64_t notifications = 0;                   ///< T
    int64_t subscriptionChange = 0;               ///< dS
    int64_t advertisementChange = 0;              ///< dA
    /**
     * @brief Equality of all parts.
     * @return whether equal
     */
    bool operator==(const LinkStep&) const = default;
};

/**
 * @ingroup pubsub-broker
 * @brief Counts the notifications of a broker for each neighbour, direction and step, and those of
 * them that match changed subscriptions and advertisements.
 *
 * The traffic of a direction is announced by the subscriptions at its end and the advertisements at
 * its beginning. For the direction to a neighbour these are the subscriptions that this neighbour
 * leads to, and the advertisements that it does not lead to. For the direction from a neighbour it
 * is the other way round. dS is the number of notifications that match a subscription which was
 * added in the step, minus the number that match one which was deleted; dA is the same for
 * advertisements. A notification counts once, however many of them it matches.
 */
class LinkCounter
{
  public:
    /// Contents of flows.
    using Contents = std::unordered_map<FlowId, Content>;

    /// @param isWhole whether the step begins now; else it has begun before
    void Begin(bool isWhole);

    /**
     * @brief Count a notification.
     * @param neighbour the other end of the link
     * @param direction to the neighbour, or from it
     * @param flow of the notification
     * @param content of the notification
     */
    void Record(NodeId neighbour, FlowDirection direction, FlowId flow, const Content& content);

    /// @param neighbour whose link began or ended in this step
    void LinkChanged(NodeId neighbour);

    /**
     * @brief End the step and begin the next one.
     * @param neighbours of the broker
     * @param routes of the broker
     * @return both directions of each link that existed in the whole step, in order of neighbour,
     * IN first
     */
    std::vector<LinkStep> EndStep(const std::vector<NodeId>& neighbours,
                                  const OverlayRoutes& routes);

    /// @return what the notifications of the last step were about
    const Contents& LastContents() const
    {
        return m_lastContents;
    }

    /// @brief Forget everything.
    void Clear();

  private:
    using Direction = std::pair<NodeId, FlowDirection>;      ///< of a link
    using FlowCounts = std::unordered_map<FlowId, uint64_t>; ///< notifications by flow

    std::map<Direction, FlowCounts> m_counts; ///< of this step
    Contents m_contents;                      ///< of the flows of this step
    Contents m_lastContents;                  ///< of the flows of the last step
    std::set<NodeId> m_changed;               ///< neighbours whose link began or ended in this step
    bool m_isWhole = false;                   ///< whether the step was counted from its beginning
    FilterChanges m_subscriptions;            ///< of the routing table
    FilterChanges m_advertisements;           ///< of the routing table
};

} // namespace ns3::pubsub::broker

#endif
