// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_BLOOM_KEYS_H
#define PUBSUB_BLOOM_KEYS_H

#include "pubsub-bloom-filter.h"

#include "ns3/pubsub-subscription.h"

/**
 * @file
 * @ingroup pubsub
 * What subscriptions, events and advertisements put into a Bloom filter, and ask of it.
 *
 * A subscription is one key, its text: `a.b` or `a.b.#`. An event about `a.b` asks for all keys
 * that could match it: `a.b`, `a.b.#`, `a.#` and `#`. So no subscriber is missed. Predicates on
 * attributes are left out: the filter stands for more than the subscription, never for less.
 *
 * An advertisement is asked whether it overlaps a subscription. Two filters overlap if one covers
 * the other. The advertisement puts in every filter that covers it, as the keys above, and if it is
 * a subtree itself once more with `=` in front, a character no topic has; a subscription asks for
 * its own key, and with `=` for every subtree that covers it.
 */

namespace ns3::pubsub
{

/**
 * @param filter of a subscriber
 * @return its key
 */
std::string KeyOf(const Filter& filter);

/**
 * @param topic of an event
 * @return the keys of all filters that match it, the topic itself first
 */
std::vector<std::string> KeysMatching(const Topic& topic);

/**
 * @param subscription of a node
 * @param shape of the filter
 * @return its filter
 */
BloomFilter SubscriptionFilter(const Subscription& subscription, const BloomShape& shape);

/**
 * @param filter of subscriptions
 * @param topic of an event
 * @return whether any may match it
 */
bool MayMatch(const BloomFilter& filter, const Topic& topic);

/**
 * @param topics that a publisher advertises
 * @param shape of the filter
 * @return its filter
 */
BloomFilter AdvertisementFilter(const std::vector<WeightedFilter>& topics, const BloomShape& shape);

/**
 * @param advertisement of a publisher
 * @param wanted by a node
 * @return whether the publisher may ever publish what the node wants
 */
bool MayOverlap(const BloomFilter& advertisement, const Filter& wanted);

} // namespace ns3::pubsub

#endif
