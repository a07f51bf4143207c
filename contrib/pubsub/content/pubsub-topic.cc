// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-topic.h"

namespace ns3::pubsub
{

namespace
{

/**
 * @param c a character
 * @return whether it may stand in a word
 */
bool
IsWordCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

/**
 * @param text candidate
 * @return whether it is one or more words joined by single dots
 */
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

} // namespace

const std::string Topic::EMPTY;

bool
Topic::IsTopic(const std::string& text)
{
    return text.size() <= MAX_LENGTH && IsDottedWords(text);
}

std::optional<Topic>
Topic::Parse(std::string text)
{
    if (!IsTopic(text))
    {
        return std::nullopt;
    }
    Topic topic;
    topic.m_text = std::make_shared<const std::string>(std::move(text));
    return topic;
}

std::vector<std::string>
Topic::Words() const
{
    const std::string& text = Text();
    std::vector<std::string> words;
    std::size_t start = 0;
    while (start < text.size())
    {
        const std::size_t dot = std::min(text.find('.', start), text.size());
        words.push_back(text.substr(start, dot - start));
        start = dot + 1;
    }
    return words;
}

} // namespace ns3::pubsub
