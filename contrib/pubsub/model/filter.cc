// SPDX-License-Identifier: GPL-2.0-only
#include "filter.h"

#include <algorithm>

namespace ns3
{

namespace
{

/// @param text a topic @param prefix a shorter one @return whether text is prefix or lies below it
bool
IsAtOrBelow(const std::string& text, const std::string& prefix)
{
    return prefix.empty() || (text.starts_with(prefix) &&
                              (text.size() == prefix.size() || text[prefix.size()] == '.'));
}

} // namespace

std::optional<Filter>
Filter::Parse(const std::string& text)
{
    Filter filter;
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
Filter::Text() const
{
    if (!m_subtree)
    {
        return m_prefix.Text();
    }
    return m_prefix.Text().empty() ? "#" : m_prefix.Text() + ".#";
}

bool
Filter::Matches(const Content& content) const
{
    const Topic& topic = content.topic;
    return m_subtree ? IsAtOrBelow(topic.Text(), m_prefix.Text()) : topic == m_prefix;
}

bool
Filter::Covers(const Filter& other) const
{
    return m_subtree ? IsAtOrBelow(other.m_prefix.Text(), m_prefix.Text()) : *this == other;
}

Filter
Filter::Widened() const
{
    Filter wider;
    wider.m_subtree = true;
    const std::size_t dot = m_prefix.Text().rfind('.');
    if (dot != std::string::npos)
    {
        wider.m_prefix = *Topic::Parse(m_prefix.Text().substr(0, dot));
    }
    return wider;
}

std::size_t
Filter::WireLength() const
{
    const std::size_t length = m_prefix.Text().size();
    return m_subtree ? (length == 0 ? 1 : length + 2) : length;
}

} // namespace ns3
