// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-bloom-keys.h"

#include <algorithm>

namespace ns3::pubsub
{

namespace
{

/**
 * @param key of a filter
 * @return whether it is a subtree
 */
bool
IsSubtree(const std::string& key)
{
    return key.ends_with('#');
}

/**
 * @param text a topic, or empty
 * @return the keys of the subtrees it lies in, the smallest first
 */
std::vector<std::string>
SubtreesOf(std::string text)
{
    std::vector<std::string> keys;
    while (!text.empty())
    {
        keys.push_back(text + ".#");
        const std::size_t dot = text.rfind('.');
        text.resize(dot == std::string::npos ? 0 : dot);
    }
    keys.emplace_back("#");
    return keys;
}

/**
 * @param key of a filter
 * @return the keys of the subtrees that cover it, itself included
 */
std::vector<std::string>
SubtreesCovering(const std::string& key)
{
    const std::size_t wildcard = key == "#" ? 1 : 2;
    return SubtreesOf(IsSubtree(key) ? key.substr(0, key.size() - wildcard) : key);
}

} // namespace

std::string
KeyOf(const Filter& filter)
{
    // Predicates stand in brackets behind the topic.
    const std::string text = filter.Text();
    return text.substr(0, text.find('['));
}

std::vector<std::string>
KeysMatching(const Topic& topic)
{
    std::vector<std::string> keys = SubtreesOf(topic.Text());
    keys.insert(keys.begin(), topic.Text());
    return keys;
}

BloomFilter
SubscriptionFilter(const Subscription& subscription, const BloomShape& shape)
{
    BloomFilter filter(shape);
    const Subscription reduced = subscription.Reduced();
    for (const Filter& wanted : reduced.Filters())
    {
        filter.Add(KeyOf(wanted));
    }
    return filter;
}

bool
MayMatch(const BloomFilter& filter, const Topic& topic)
{
    const std::vector<std::string> keys = KeysMatching(topic);
    return std::any_of(keys.begin(), keys.end(), [&filter](const std::string& key) {
        return filter.Test(key);
    });
}

BloomFilter
AdvertisementFilter(const std::vector<WeightedFilter>& topics, const BloomShape& shape)
{
    BloomFilter filter(shape);
    for (const WeightedFilter& topic : topics)
    {
        const std::string own = KeyOf(topic.filter);
        filter.Add(own);
        if (IsSubtree(own))
        {
            filter.Add("=" + own);
        }
        for (const std::string& key : SubtreesCovering(own))
        {
            filter.Add(key);
        }
    }
    return filter;
}

bool
MayOverlap(const BloomFilter& advertisement, const Filter& wanted)
{
    const std::string own = KeyOf(wanted);
    const std::vector<std::string> wider = SubtreesCovering(own);
    return advertisement.Test(own) ||
           std::any_of(wider.begin(), wider.end(), [&advertisement](const std::string& key) {
               return advertisement.Test("=" + key);
           });
}

} // namespace ns3::pubsub
