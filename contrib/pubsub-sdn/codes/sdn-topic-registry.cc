// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-topic-registry.h"

#include "ns3/log.h"

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnTopicRegistry");

TopicRegistry::TopicRegistry(TopicCoding coding)
    : m_codes(coding, m_tree)
{
}

TopicRegistration
TopicRegistry::Register(const Topic& topic, double rate)
{
    return Register(std::vector<std::pair<Topic, double>>{{topic, rate}});
}

TopicRegistration
TopicRegistry::Register(const std::vector<std::pair<Topic, double>>& topics)
{
    NS_LOG_FUNCTION(this << topics.size());
    const std::size_t before = m_tree.Size();
    std::vector<std::pair<Topic, double>> oldRates;
    TopicRegistration registration;
    for (const auto& [topic, rate] : topics)
    {
        if (const TopicId known = m_tree.Find(topic); known < before)
        {
            oldRates.emplace_back(topic, m_tree.RateOf(known));
        }
        registration.topic = m_tree.Add(topic, rate);
    }
    if (m_tree.Size() == before)
    {
        return registration;
    }
    try
    {
        registration.isRecoded = m_codes.Append();
    }
    catch (const TopicCodeError& error)
    {
        NS_LOG_INFO("refused: " << error.what());
        m_tree.Truncate(before);
        // Backwards: the first rate of a topic that was named twice is the old one.
        for (auto old = oldRates.rbegin(); old != oldRates.rend(); ++old)
        {
            m_tree.Add(old->first, old->second);
        }
        throw;
    }
    for (TopicId topic = before; topic < m_tree.Size(); ++topic)
    {
        registration.added.push_back(topic);
    }
    return registration;
}

bool
TopicRegistry::Recode()
{
    NS_LOG_FUNCTION(this);
    return m_codes.Recode();
}

} // namespace ns3::pubsub::sdn
