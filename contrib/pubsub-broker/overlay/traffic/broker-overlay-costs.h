// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_OVERLAY_COSTS_H
#define BROKER_OVERLAY_COSTS_H

#include "ns3/broker-graph.h"

#include <cstdint>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief What it costs to send a message over an overlay link, and to process it at a broker.
 *
 * The costs are whole numbers from 1 to 10, computed from a seed and the ids by the mixing function
 * of SplitMix64. So every broker knows the cost of each link, also of one that does not exist, and
 * all strategies see the same costs. tests/overlay/model.py computes the same numbers.
 */
class OverlayCosts
{
  public:
    /// The largest cost; the smallest is 1.
    static constexpr uint32_t MOST = 10;

    /// @param seed of the costs
    explicit OverlayCosts(uint64_t seed = 1);

    /**
     * @param a a broker
     * @param b another
     * @return cost of a message on the link between them, in both directions
     */
    uint32_t Link(BrokerId a, BrokerId b) const;

    /**
     * @param broker any
     * @return cost of processing a message there
     */
    uint32_t Broker(BrokerId broker) const;

  private:
    /**
     * @param key of a link or broker
     * @return a cost
     */
    uint32_t CostOf(uint64_t key) const;

    uint64_t m_seed; ///< mixed
};

} // namespace ns3::pubsub::broker

#endif
