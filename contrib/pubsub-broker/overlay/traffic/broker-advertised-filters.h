// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_ADVERTISED_FILTERS_H
#define BROKER_ADVERTISED_FILTERS_H

#include "ns3/pubsub-filter.h"
#include "ns3/pubsub-subscription.h"

#include <array>
#include <cstdint>
#include <unordered_map>

namespace ns3::pubsub::broker
{

/// When a subscription counts as advertised.
enum class AdvertisedRule : uint8_t
{
    COVERED, ///< if it matches everything that one advertisement can bring
    OVERLAP  ///< if it can match something of an advertisement
};

/**
 * @param subscribed filter of a subscription
 * @param advertised filter of an advertisement
 * @param rule when a subscription counts as advertised
 * @return whether it does, by this advertisement
 */
bool IsAdvertisedBy(const Filter& subscribed, const Filter& advertised, AdvertisedRule rule);

/**
 * @ingroup pubsub-broker
 * @brief A set of filters that does not change, and which subscriptions it advertises. Brokers
 * share it, so each subscription is compared with the filters once and not once for each broker.
 */
class AdvertisedFilters : public Subscription
{
  public:
    /// @param filters of the set
    explicit AdvertisedFilters(const Subscription& filters);

    /**
     * @param filter of a subscription
     * @param rule when it counts as advertised
     * @return whether it does, by one of these filters
     */
    bool Advertises(const Filter& filter, AdvertisedRule rule) const;

  private:
    using Known = std::unordered_map<Filter, bool, FilterHash>; ///< answers

    /// Answers that are remembered by rule. Filters come from the network, so there is a limit.
    static constexpr std::size_t MOST = 16384;

    mutable std::array<Known, 2> m_known; ///< answers by rule
};

} // namespace ns3::pubsub::broker

#endif
