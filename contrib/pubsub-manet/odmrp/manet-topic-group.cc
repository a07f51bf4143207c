// SPDX-License-Identifier: GPL-2.0-only
#include "manet-topic-group.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("TopicGroup");

TopicGroup::TopicGroup(const Topic& topic, uint32_t words)
    : m_words(topic.Words()),
      m_isTopic(words == 0 || m_words.size() < words)
{
    if (!m_isTopic)
    {
        m_words.resize(words);
    }
    for (const std::string& word : m_words)
    {
        m_text += (m_text.empty() ? "" : ".") + word;
    }
}

uint32_t
TopicGroup::Address() const
{
    NS_LOG_FUNCTION(this);
    uint32_t hash = 2166136261U;
    for (const char c : m_text)
    {
        hash = (hash ^ static_cast<uint8_t>(c)) * 16777619U;
    }
    return 0xEF000000U | ((hash ^ (hash >> 24)) & 0x00FFFFFFU);
}

bool
TopicGroup::MayMatch(const Filter& filter) const
{
    NS_LOG_FUNCTION(this);
    const auto wanted = filter.Words();
    const std::size_t common = std::min(wanted.size(), m_words.size());
    if (!std::equal(wanted.begin(), wanted.begin() + common, m_words.begin()))
    {
        return false;
    }
    if (wanted.size() < m_words.size())
    {
        return filter.IsSubtree();
    }
    return wanted.size() == m_words.size() || !m_isTopic;
}

} // namespace ns3::pubsub::manet
