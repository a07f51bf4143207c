// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_SUBSCRIPTION_TYPES_H
#define BROKER_SUBSCRIPTION_TYPES_H

#include "ns3/pubsub-content.h"
#include "ns3/pubsub-filter.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3::pubsub::broker
{

/// Attribute pairs of a type: numbers of name and value, in order of name.
using AttributePairs = std::vector<std::pair<uint32_t, uint32_t>>;

/// Of what types are made.
struct PairSettings
{
    uint32_t names = 20;             ///< of attributes
    uint32_t values = 10;            ///< of each attribute
    uint32_t filterPairs = 4;        ///< pairs of a subscription
    uint32_t notificationPairs = 16; ///< attributes of a notification: as many as an event can have
};

/**
 * @ingroup pubsub-broker
 * @brief Draws types of subscriptions and notifications, all different.
 */
class TypeMaker
{
  public:
    /**
     * @param settings of pairs
     * @param random source
     */
    TypeMaker(const PairSettings& settings, Ptr<UniformRandomVariable> random);

    /**
     * @param count of types
     * @return random subscriptions (S1 and S2 of the paper)
     */
    std::vector<AttributePairs> DrawSubscriptions(uint32_t count);

    /**
     * @brief Derive subscriptions that differ from random ones of the bases in one pair (S3, S4).
     * @param bases to derive from, at least one
     * @param count of types
     * @return the types
     */
    std::vector<AttributePairs> DeriveSubscriptions(const std::vector<AttributePairs>& bases,
                                                    uint32_t count);

    /**
     * @brief Draw notifications that match random ones of the bases.
     * @param bases subscriptions, at least one
     * @param count of types
     * @return the types; no two have the same content class
     */
    std::vector<AttributePairs> DrawNotifications(const std::vector<AttributePairs>& bases,
                                                  uint32_t count);

  private:
    /**
     * @brief Add pairs of random values with random names that are not in use.
     * @param pairs to begin with
     * @param count of pairs in the end
     * @return the pairs
     */
    AttributePairs Completed(AttributePairs pairs, uint32_t count);

    PairSettings m_settings;             ///< of pairs
    Ptr<UniformRandomVariable> m_random; ///< source
    std::set<AttributePairs> m_used;     ///< subscriptions so far
    std::set<uint32_t> m_classes;        ///< content classes of notifications so far
};

/**
 * @param pairs of a subscription
 * @return its filter
 */
Filter TypeFilter(const AttributePairs& pairs);

/**
 * @param pairs of a notification
 * @return its content
 */
Content TypeContent(const AttributePairs& pairs);

/**
 * @param pairs of a notification
 * @return the filter of an advertisement that promises exactly this type
 */
inline Filter
TypeAdvertisement(const AttributePairs& pairs)
{
    return TypeFilter(pairs);
}

} // namespace ns3::pubsub::broker

#endif
