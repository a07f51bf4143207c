// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_FUTURE_TRAFFIC_H
#define BROKER_FUTURE_TRAFFIC_H

#include "ns3/broker-flow-table.h"
#include "ns3/broker-traffic-cost.h"
#include "ns3/nstime.h"
#include "ns3/pubsub-subscription.h"

#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief All that clients will publish and subscribe to in a run, which only an observer of the
 * future has. Entries are added in order of time.
 */
class FutureTraffic
{
  public:
    /**
     * @brief A client will publish.
     * @param time when
     * @param broker of the client
     * @param content of the event
     */
    void AddPublication(Time time, BrokerId broker, const Content& content);

    /**
     * @brief The clients of a broker will subscribe or unsubscribe.
     * @param time when
     * @param broker of the clients
     * @param filter which
     * @param isActive whether they want it from then on
     */
    void AddSubscription(Time time, BrokerId broker, const Filter& filter, bool isActive);

    /**
     * @brief Find the flows of a window. Notifications count in the window in which they are
     * published, and go to the brokers whose clients want them at that time.
     * @param begin of the window
     * @param end of the window
     * @return flows; one of them appears more than once if its consumers change
     */
    std::vector<OverlayFlow> FlowsBetween(Time begin, Time end) const;

    /**
     * @param flow any
     * @return what it is about, or null for one that is never published
     */
    const Content* ContentOf(FlowId flow) const;

  private:
    /// A subscription that begins or ends.
    struct Change
    {
        Time time;                   ///< when
        BrokerId broker = NO_BROKER; ///< of the clients
        Filter filter;               ///< which
        bool isActive = false;       ///< whether they want it from then on
    };

    using Wanted = std::map<BrokerId, Subscription>; ///< by broker

    /**
     * @brief Bring subscriptions up to date.
     * @param wanted brought up to date
     * @param next first change that was not made; moved on
     * @param time until which changes are made
     * @return whether there was a change
     */
    bool Advance(Wanted& wanted, std::size_t& next, Time time) const;

    std::vector<std::pair<Time, FlowId>> m_publications; ///< in order of time
    std::unordered_map<FlowId, Content> m_contents;      ///< of all flows
    std::vector<Change> m_changes;                       ///< in order of time
};

} // namespace ns3::pubsub::broker

#endif
