// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_INTEREST_LOOKUP_H
#define PUBSUB_INTEREST_LOOKUP_H

#include "ns3/pubsub-endpoint.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace ns3::pubsub
{

/**
 * @ingroup pubsub
 * @brief Finds the endpoints whose own subscription matches an event. It looks at all of them once
 * for each content, and again after a subscription has changed.
 */
class InterestLookup
{
  public:
    using Endpoints = std::vector<Ptr<Endpoint>>; ///< in the order in which they were given

    /// @param endpoints of the network
    explicit InterestLookup(Endpoints endpoints);

    InterestLookup(const InterestLookup&) = delete;
    InterestLookup& operator=(const InterestLookup&) = delete;

    /// @return the endpoints of the network
    const Endpoints& All() const;

    /**
     * @param content of an event
     * @return the endpoints that have subscribed to it, whether they run or not; valid until the
     * next call or change
     */
    const Endpoints& Find(const Content& content);

  private:
    /**
     * @brief Sink of SubscriptionChange.
     * @param self this
     * @param filter added or removed
     * @param active whether it is wanted now
     */
    static void Subscribed(InterestLookup* self, const Filter& filter, bool active);

    /// Contents that are remembered.
    static constexpr std::size_t MOST = 16384;

    Endpoints m_endpoints;                              ///< of the network
    std::unordered_map<std::string, Endpoints> m_known; ///< by topic and attributes
};

} // namespace ns3::pubsub

#endif
