// SPDX-License-Identifier: GPL-2.0-only
#include "broker-subscription-types.h"

#include "ns3/abort.h"
#include "ns3/broker-flow-table.h"
#include "ns3/log.h"

#include <algorithm>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerSubscriptionTypes");

namespace
{

const std::string TOPIC = "stage"; ///< of all notifications

/**
 * @param name number of an attribute
 * @return its name: p00, p01, ...
 */
std::string
NameOf(uint32_t name)
{
    return (name < 10 ? "p0" : "p") + std::to_string(name);
}

/**
 * @param pairs some
 * @param name of an attribute
 * @return whether a pair has it
 */
bool
HasName(const AttributePairs& pairs, uint32_t name)
{
    return std::any_of(pairs.begin(), pairs.end(), [&](const auto& pair) {
        return pair.first == name;
    });
}

} // namespace

TypeMaker::TypeMaker(const PairSettings& settings, Ptr<UniformRandomVariable> random)
    : m_settings(settings),
      m_random(random)
{
    NS_ABORT_MSG_IF(settings.names > 100 || settings.values == 0 ||
                        settings.notificationPairs > Content::MAX_ATTRIBUTES ||
                        settings.notificationPairs > settings.names ||
                        settings.filterPairs > settings.notificationPairs,
                    "pairs of types do not fit");
}

std::vector<AttributePairs>
TypeMaker::DrawSubscriptions(uint32_t count)
{
    NS_LOG_FUNCTION(this << count);
    std::vector<AttributePairs> types;
    while (types.size() < count)
    {
        AttributePairs pairs = Completed({}, m_settings.filterPairs);
        if (m_used.insert(pairs).second)
        {
            types.push_back(std::move(pairs));
        }
    }
    return types;
}

std::vector<AttributePairs>
TypeMaker::DeriveSubscriptions(const std::vector<AttributePairs>& bases, uint32_t count)
{
    NS_LOG_FUNCTION(this << count);
    NS_ABORT_MSG_IF(bases.empty() && count > 0, "nothing to derive from");
    std::vector<AttributePairs> types;
    while (types.size() < count)
    {
        AttributePairs pairs =
            bases[m_random->GetInteger(0, static_cast<uint32_t>(bases.size() - 1))];
        pairs.erase(pairs.begin() +
                    m_random->GetInteger(0, static_cast<uint32_t>(pairs.size() - 1)));
        pairs = Completed(std::move(pairs), m_settings.filterPairs);
        if (m_used.insert(pairs).second) // also refuses the base itself
        {
            types.push_back(std::move(pairs));
        }
    }
    return types;
}

std::vector<AttributePairs>
TypeMaker::DrawNotifications(const std::vector<AttributePairs>& bases, uint32_t count)
{
    NS_LOG_FUNCTION(this << count);
    NS_ABORT_MSG_IF(bases.empty() && count > 0, "nothing to match");
    std::vector<AttributePairs> types;
    while (types.size() < count)
    {
        const auto base = m_random->GetInteger(0, static_cast<uint32_t>(bases.size() - 1));
        AttributePairs pairs = Completed(bases[base], m_settings.notificationPairs);
        if (m_classes.insert(ContentClassOf(TypeContent(pairs))).second)
        {
            types.push_back(std::move(pairs));
        }
    }
    return types;
}

AttributePairs
TypeMaker::Completed(AttributePairs pairs, uint32_t count)
{
    while (pairs.size() < count)
    {
        const uint32_t name = m_random->GetInteger(0, m_settings.names - 1);
        if (!HasName(pairs, name))
        {
            pairs.emplace_back(name, m_random->GetInteger(0, m_settings.values - 1));
        }
    }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

Filter
TypeFilter(const AttributePairs& pairs)
{
    std::string text = TOPIC;
    char separator = '[';
    for (const auto& [name, value] : pairs)
    {
        text += separator + NameOf(name) + '=' + std::to_string(value);
        separator = ',';
    }
    const auto filter = Filter::Parse(text + (pairs.empty() ? "" : "]"));
    NS_ABORT_MSG_UNLESS(filter, text << " is no filter");
    return *filter;
}

Content
TypeContent(const AttributePairs& pairs)
{
    std::vector<EventAttribute> attributes;
    for (const auto& [name, value] : pairs)
    {
        attributes.push_back({NameOf(name), std::to_string(value)});
    }
    const auto topic = Topic::Parse(TOPIC);
    NS_ABORT_MSG_UNLESS(topic, TOPIC << " is no topic");
    return {*topic, attributes};
}

} // namespace ns3::pubsub::broker
