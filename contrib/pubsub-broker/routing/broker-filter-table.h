// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_FILTER_TABLE_H
#define BROKER_FILTER_TABLE_H

#include "ns3/nstime.h"
#include "ns3/pubsub-message.h"
#include "ns3/pubsub-subscription.h"

#include <map>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief The filters that each neighbour has sent, with the time until which they count.
 *
 * A broker has one table of subscriptions (the ST of Sourlas et al. 2011, section 4) and one of
 * announcements.
 */
class FilterTable
{
  public:
    /**
     * @brief Record filters.
     * @param neighbour that sent them
     * @param filters which
     * @param until time until which they count; Time::Max(): for ever
     * @return whether one of them is new
     */
    bool Add(NodeId neighbour, const std::vector<Filter>& filters, Time until);

    /**
     * @brief Forget filters.
     * @param neighbour that had sent them
     * @param filters which
     * @return whether one of them was there
     */
    bool Remove(NodeId neighbour, const std::vector<Filter>& filters);

    /**
     * @brief Forget the filters whose time has passed.
     * @param now the present time
     * @return whether there were any
     */
    bool Expire(Time now);

    /// @brief Forget everything.
    void Clear();

    /**
     * @param neighbour any
     * @return what it has sent and still counts
     */
    const Subscription& Of(NodeId neighbour) const;

    /// @return the neighbours with filters, and the filters
    const std::map<NodeId, Subscription>& All() const;

    /// @return filters of all neighbours
    std::size_t Size() const;

  private:
    std::map<NodeId, Subscription> m_filters;            ///< by neighbour
    std::map<NodeId, std::map<Filter, Time>> m_expiries; ///< of filters that end
};

} // namespace ns3::pubsub::broker

#endif
