// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_FILTER_POOL_H
#define BROKER_FILTER_POOL_H

#include "ns3/broker-advertised-filters.h"
#include "ns3/pubsub-message.h"
#include "ns3/pubsub-subscription.h"

#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief Sets of filters that all brokers of a simulation share, because with simple routing each
 * broker has a copy of each set. The simulation owns the pool (SimulationOwned).
 */
class FilterPool
{
  public:
    using Shared = std::shared_ptr<const AdvertisedFilters>; ///< filters that do not change

    /**
     * @brief Find or add a set of filters.
     * @param origin broker of their clients
     * @param sequence of the origin's changes
     * @param filters of the origin, as far as the caller has them
     * @return an equal set, shared with all others who have it
     */
    Shared Share(NodeId origin, uint32_t sequence, const Subscription& filters);

  private:
    /// Sets that are kept without looking whether they are still in use.
    static constexpr std::size_t MANY = 16384;

    using Key = std::pair<NodeId, uint32_t>; ///< origin and sequence

    std::map<Key, std::vector<std::weak_ptr<const AdvertisedFilters>>> m_sets; ///< in use
    std::size_t m_limit = MANY; ///< sets at which those out of use are removed
};

} // namespace ns3::pubsub::broker

#endif
