// SPDX-License-Identifier: GPL-2.0-only
#include "topic.h"

namespace ns3
{

namespace
{

/// @param c a character @return whether it may stand in a word
bool
IsWordCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

/// @param text candidate @return whether it is one or more words joined by single dots
bool
IsDottedWords(const std::string& text)
{
    bool afterDot = true;
    for (char c : text)
    {
        if (c == '.' && afterDot)
        {
            return false;
        }
        if (c != '.' && !IsWordCharacter(c))
        {
            return false;
        }
        afterDot = (c == '.');
    }
    return !afterDot;
}

/// @param text a topic @param prefix a shorter one @return whether text is prefix or lies below it
bool
IsAtOrBelow(const std::string& text, const std::string& prefix)
{
    return prefix.empty() || (text.starts_with(prefix) &&
                              (text.size() == prefix.size() || text[prefix.size()] == '.'));
}

} // namespace

std::optional<Topic>
Topic::Parse(const std::string& text)
{
    if (text.size() > MAX_LENGTH || !IsDottedWords(text))
    {
        return std::nullopt;
    }
    Topic topic;
    topic.m_text = text;
    return topic;
}

std::vector<std::string>
Topic::Words() const
{
    std::vector<std::string> words;
    std::size_t start = 0;
    while (start < m_text.size())
    {
        const std::size_t dot = std::min(m_text.find('.', start), m_text.size());
        words.push_back(m_text.substr(start, dot - start));
        start = dot + 1;
    }
    return words;
}

std::optional<TopicFilter>
TopicFilter::Parse(const std::string& text)
{
    TopicFilter filter;
    if (text.size() > Topic::MAX_LENGTH)
    {
        return std::nullopt;
    }
    if (text == "#")
    {
        filter.m_subtree = true;
        return filter;
    }
    filter.m_subtree = text.ends_with(".#");
    const auto topic = Topic::Parse(filter.m_subtree ? text.substr(0, text.size() - 2) : text);
    if (!topic)
    {
        return std::nullopt;
    }
    filter.m_prefix = *topic;
    return filter;
}

std::string
TopicFilter::Text() const
{
    if (!m_subtree)
    {
        return m_prefix.Text();
    }
    return m_prefix.Text().empty() ? "#" : m_prefix.Text() + ".#";
}

bool
TopicFilter::Matches(const Topic& topic) const
{
    return m_subtree ? IsAtOrBelow(topic.Text(), m_prefix.Text()) : topic == m_prefix;
}

bool
TopicFilter::Covers(const TopicFilter& other) const
{
    return m_subtree ? IsAtOrBelow(other.m_prefix.Text(), m_prefix.Text()) : *this == other;
}

TopicFilter
TopicFilter::Widened() const
{
    TopicFilter wider;
    wider.m_subtree = true;
    const std::size_t dot = m_prefix.Text().rfind('.');
    if (dot != std::string::npos)
    {
        wider.m_prefix = *Topic::Parse(m_prefix.Text().substr(0, dot));
    }
    return wider;
}

std::size_t
TopicFilter::WireLength() const
{
    const std::size_t length = m_prefix.Text().size();
    return m_subtree ? (length == 0 ? 1 : length + 2) : length;
}

} // namespace ns3
