// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-topic-pattern.h"

namespace ns3::pubsub::sdn
{

std::optional<TopicPattern>
TopicPattern::Parse(const std::string& text)
{
    if (text == "#")
    {
        return TopicPattern{Topic(), true};
    }
    const bool isTree = text.ends_with(".#");
    const auto topic = Topic::Parse(isTree ? text.substr(0, text.size() - 2) : text);
    return topic ? std::optional(TopicPattern{*topic, isTree}) : std::nullopt;
}

bool
TopicPattern::Matches(const Topic& other) const
{
    const std::string& ours = topic.Text();
    const std::string& theirs = other.Text();
    if (!isTree || ours.empty() || ours == theirs)
    {
        return isTree ? true : ours == theirs;
    }
    return theirs.size() > ours.size() && theirs.starts_with(ours) && theirs[ours.size()] == '.';
}

std::size_t
TopicPattern::Words() const
{
    return topic.Words().size();
}

std::string
TopicPattern::Text() const
{
    if (topic.Text().empty())
    {
        return "#";
    }
    return topic.Text() + (isTree ? ".#" : "");
}

} // namespace ns3::pubsub::sdn
