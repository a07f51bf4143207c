// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-filter.h"

#include <algorithm>
#include <functional>

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

Filter::SharedParts::SharedParts(Parts parts)
    : Parts(std::move(parts)),
      text(prefix.Text())
{
    if (isSubtree)
    {
        text += text.empty() ? "#" : ".#";
    }
    for (const Predicate& predicate : predicates)
    {
        text += (&predicate == &predicates.front() ? "[" : ",") + predicate.Text();
    }
    text += predicates.empty() ? "" : "]";
    hash = std::hash<std::string>()(text);
}

const Filter::SharedParts&
Filter::Empty()
{
    static const SharedParts empty{Parts()};
    return empty;
}

Filter::Filter(Parts parts)
    : m_parts(std::make_shared<const SharedParts>(std::move(parts)))
{
}

Filter::Filter(Topic topic)
    : Filter(Parts{std::move(topic), false, {}})
{
}

std::optional<Filter>
Filter::Parse(std::string text)
{
    Parts parts;
    const std::size_t bracket = text.find('[');
    if (text.size() > Topic::MAX_LENGTH)
    {
        return std::nullopt;
    }
    if (bracket == std::string::npos)
    {
        return SetTopic(parts, std::move(text)) ? std::optional(Filter(std::move(parts)))
                                                : std::nullopt;
    }
    if (!SetTopic(parts, text.substr(0, bracket)))
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
        if (!predicate || !Narrow(parts.predicates, *predicate))
        {
            return std::nullopt;
        }
    }
    return Filter(std::move(parts));
}

bool
Filter::SetTopic(Parts& parts, std::string text)
{
    parts.isSubtree = text == "#" || text.ends_with(".#");
    if (text == "#")
    {
        return true;
    }
    if (parts.isSubtree)
    {
        text.resize(text.size() - 2);
    }
    auto topic = Topic::Parse(std::move(text));
    const bool isTopic = topic.has_value();
    parts.prefix = isTopic ? *std::move(topic) : Topic();
    return isTopic;
}

bool
Filter::Narrow(std::vector<Predicate>& predicates, const Predicate& predicate)
{
    const auto at = std::lower_bound(
        predicates.begin(),
        predicates.end(),
        predicate,
        [](const Predicate& a, const Predicate& b) { return a.Name() < b.Name(); });
    if (at == predicates.end() || at->Name() != predicate.Name())
    {
        predicates.insert(at, predicate);
        return true;
    }
    const auto both = at->Intersection(predicate);
    if (both)
    {
        *at = *both;
    }
    return both.has_value();
}

const std::string&
Filter::Text() const
{
    return Get().text;
}

bool
Filter::Matches(const Content& content) const
{
    const Topic& topic = content.topic;
    const Parts& parts = Get();
    return (parts.isSubtree ? IsAtOrBelow(topic.Text(), parts.prefix.Text())
                            : topic == parts.prefix) &&
           std::all_of(parts.predicates.begin(),
                       parts.predicates.end(),
                       [&content](const auto& predicate) {
                           const std::string* value = content.Find(predicate.Name());
                           return value != nullptr && predicate.Matches(*value);
                       });
}

bool
Filter::CoversTopics(const Filter& other) const
{
    const Parts& ours = Get();
    const Parts& theirs = other.Get();
    return ours.isSubtree ? IsAtOrBelow(theirs.prefix.Text(), ours.prefix.Text())
                          : !theirs.isSubtree && ours.prefix == theirs.prefix;
}

bool
Filter::Covers(const Filter& other) const
{
    const auto& mine = Predicates();
    const auto& its = other.Predicates();
    return CoversTopics(other) && std::all_of(mine.begin(), mine.end(), [&its](const auto& ours) {
               return std::any_of(its.begin(), its.end(), [&ours](const auto& theirs) {
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
    Parts both = other.Get();
    const auto& mine = Predicates();
    const bool possible = std::all_of(mine.begin(), mine.end(), [&both](const auto& predicate) {
        return Narrow(both.predicates, predicate);
    });
    return possible ? std::optional(Filter(std::move(both))) : std::nullopt;
}

Filter
Filter::Widened() const
{
    Parts wider = Get();
    if (!wider.predicates.empty())
    {
        wider.predicates.pop_back();
        return Filter(std::move(wider));
    }
    const std::string text = wider.prefix.Text();
    const std::size_t dot = std::min(text.rfind('.'), text.size());
    wider.isSubtree = true;
    wider.prefix = Topic();
    if (dot < text.size())
    {
        wider.prefix = *Topic::Parse(text.substr(0, dot));
    }
    return Filter(std::move(wider));
}

std::size_t
Filter::WireLength() const
{
    return Text().size();
}

} // namespace ns3::pubsub
