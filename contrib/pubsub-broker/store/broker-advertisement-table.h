// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_ADVERTISEMENT_TABLE_H
#define BROKER_ADVERTISEMENT_TABLE_H

#include "ns3/nstime.h"
#include "ns3/pubsub-filter.h"
#include "ns3/pubsub-message.h"

#include <map>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief A store of a topic, and the neighbour through which it is reached.
 */
struct StoreRoute
{
    NodeId neighbour = NO_NODE; ///< next broker on the way; the broker itself for its own store
    NodeId store = NO_NODE;     ///< broker at which the store is
    uint16_t hops = 0;          ///< links to it
    uint32_t sequence = 0;      ///< of the advertisement
    Time until = Time::Max();   ///< when it ends unless it is advertised again
};

/**
 * @ingroup pubsub-broker
 * @brief The nearest stores of each topic: the table AT of Sourlas et al. 2011, section 4.1.
 *
 * All routes of a topic are equally long. The first is the one that the broker has told its
 * neighbours.
 */
class AdvertisementTable
{
  public:
    /// What an advertisement has changed.
    enum class Change
    {
        NONE,    ///< nothing: the store is further away than others, or the advertisement is old
        EQUAL,   ///< one more store that is as near as the others
        RENEWED, ///< another route than the first counts for longer
        FIRST    ///< the first route is new or counts for longer: the neighbours have to be told
    };

    /// What a withdrawal has changed.
    enum class Loss
    {
        NONE,  ///< nothing that the neighbours know of
        FIRST, ///< the first route
    };

    /**
     * @brief Record an advertisement.
     * @param topic that a store keeps
     * @param route to the store
     * @return what has changed
     */
    Change Record(const Filter& topic, const StoreRoute& route);

    /**
     * @brief Remove a store.
     * @param topic that it no longer keeps
     * @param neighbour through which it was reached
     * @param store which
     * @return what has changed
     */
    Loss Remove(const Filter& topic, NodeId neighbour, NodeId store);

    /**
     * @brief Remove the routes that have ended.
     * @param now the present time
     * @return topics whose first route is gone, with that route
     */
    std::map<Filter, StoreRoute> Expire(Time now);

    /// @brief Forget everything.
    void Clear();

    /**
     * @param topic any
     * @return the routes to its nearest stores; none if no store is known
     */
    const std::vector<StoreRoute>& RoutesOf(const Filter& topic) const;

    /**
     * @brief Find the stores for a request: those of the nearest topic that covers all that is
     * asked for, or else of the nearest that covers some of it.
     * @param filter asked for
     * @param now routes that end by then are left out
     * @return the routes, by neighbour; none if no store is known
     */
    std::vector<StoreRoute> RoutesFor(const Filter& filter, Time now) const;

    /// @return topic -> routes
    const std::map<Filter, std::vector<StoreRoute>>& All() const;

    /// @return routes of all topics
    std::size_t Size() const;

  private:
    std::map<Filter, std::vector<StoreRoute>> m_routes; ///< by topic, never empty
};

} // namespace ns3::pubsub::broker

#endif
