// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-filter.h"

#include <algorithm>

namespace ns3::pubsub
{

namespace
{

/**
 * @param text a topic
 * @param prefix a shorter one
 * @return whether text is prefix or lies below it
 */
bool
IsAtOrBelow(const std::string& text, const std::string& prefix)
{
    return prefix.empty() || (text.starts_with(prefix) &&
                              (text.size() == prefix.size() || text[prefix.size()] == '.'));
}

/**
 * @param text comparisons with commas between them
 * @return each of them, empty ones, too
 */
std::vector<std::string>
Split(const std::string& text)
{
    std::vector<std::string> parts;
    for (std::size_t start = 0; start <= text.size();)
    {
        const std::size_t comma = std::min(text.find(',', start), text.size());
        parts.push_back(text.substr(start, comma - start));
        start = comma + 1;
    }
    return parts;
}

} // namespace

std::optional<Filter>
Filter::Parse(std::string text)
{
    Filter filter;
    const std::size_t bracket = text.find('[');
    if (text.size() > Topic::MAX_LENGTH)
    {
        return std::nullopt;
    }
    if (bracket == std::string::npos)
    {
        return filter.SetTopic(std::move(text)) ? std::optional(std::move(filter)) : std::nullopt;
    }
    if (!filter.SetTopic(text.substr(0, bracket)))
    {
        return std::nullopt;
    }
    const auto comparisons = Split(text.substr(bracket + 1, text.size() - bracket - 2));
    if (!text.ends_with(']') || comparisons.size() > MAX_COMPARISONS)
    {
        return std::nullopt;
    }
    for (const std::string& comparison : comparisons)
    {
        const auto predicate = Predicate::Parse(comparison);
        if (!predicate || !filter.Narrow(*predicate))
        {
            return std::nullopt;
        }
    }
    return filter;
}

bool
Filter::SetTopic(std::string text)
{
    m_subtree = text == "#" || text.ends_with(".#");
    if (text == "#")
    {
        return true;
    }
    if (m_subtree)
    {
        text.resize(text.size() - 2);
    }
    auto topic = Topic::Parse(std::move(text));
    const bool isTopic = topic.has_value();
    m_prefix = isTopic ? *std::move(topic) : Topic();
    return isTopic;
}

bool
Filter::Narrow(const Predicate& predicate)
{
    const auto at = std::lower_bound(
        m_predicates.begin(),
        m_predicates.end(),
        predicate,
        [](const Predicate& a, const Predicate& b) { return a.Name() < b.Name(); });
    if (at == m_predicates.end() || at->Name() != predicate.Name())
    {
        m_predicates.insert(at, predicate);
        return true;
    }
    const auto both = at->Intersection(predicate);
    if (both)
    {
        *at = *both;
    }
    return both.has_value();
}

std::string
Filter::Text() const
{
    std::string text = m_prefix.Text();
    if (m_subtree)
    {
        text += text.empty() ? "#" : ".#";
    }
    for (const Predicate& predicate : m_predicates)
    {
        text += (&predicate == &m_predicates.front() ? "[" : ",") + predicate.Text();
    }
    return m_predicates.empty() ? text : text + "]";
}

bool
Filter::Matches(const Content& content) const
{
    const Topic& topic = content.topic;
    return (m_subtree ? IsAtOrBelow(topic.Text(), m_prefix.Text()) : topic == m_prefix) &&
           std::all_of(m_predicates.begin(), m_predicates.end(), [&content](const auto& predicate) {
               const std::string* value = content.Find(predicate.Name());
               return value != nullptr && predicate.Matches(*value);
           });
}

bool
Filter::CoversTopics(const Filter& other) const
{
    return m_subtree ? IsAtOrBelow(other.m_prefix.Text(), m_prefix.Text())
                     : !other.m_subtree && m_prefix == other.m_prefix;
}

bool
Filter::Covers(const Filter& other) const
{
    return CoversTopics(other) &&
           std::all_of(m_predicates.begin(), m_predicates.end(), [&other](const auto& ours) {
               return std::any_of(other.m_predicates.begin(),
                                  other.m_predicates.end(),
                                  [&ours](const auto& theirs) {
                                      return ours.Name() == theirs.Name() && ours.Covers(theirs);
                                  });
           });
}

std::optional<Filter>
Filter::Intersection(const Filter& other) const
{
    if (!CoversTopics(other))
    {
        return other.CoversTopics(*this) ? other.Intersection(*this) : std::nullopt;
    }
    Filter both = other;
    const bool possible =
        std::all_of(m_predicates.begin(), m_predicates.end(), [&both](const auto& predicate) {
            return both.Narrow(predicate);
        });
    return possible ? std::optional(both) : std::nullopt;
}

Filter
Filter::Widened() const
{
    Filter wider = *this;
    if (!m_predicates.empty())
    {
        wider.m_predicates.pop_back();
        return wider;
    }
    const std::size_t dot = std::min(m_prefix.Text().rfind('.'), m_prefix.Text().size());
    wider.m_subtree = true;
    wider.m_prefix = Topic();
    if (dot < m_prefix.Text().size())
    {
        wider.m_prefix = *Topic::Parse(m_prefix.Text().substr(0, dot));
    }
    return wider;
}

std::size_t
Filter::WireLength() const
{
    const std::size_t length = m_prefix.Text().size();
    const std::size_t topic = m_subtree ? (length == 0 ? 1 : length + 2) : length;
    return m_predicates.empty() ? topic : Text().size();
}

} // namespace ns3::pubsub
