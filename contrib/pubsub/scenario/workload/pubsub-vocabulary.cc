// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-vocabulary.h"

#include "ns3/abort.h"

#include <algorithm>
#include <array>

namespace ns3::pubsub
{

namespace
{

/// Words by place in a topic.
using WordTable = std::array<std::array<const char*, VOCABULARY_WORDS>, VOCABULARY_DEPTH>;

/// Words with the same meaning stand at the same place. The first are those of the TopSim paper.
constexpr std::array<WordTable, MAX_VOCABULARIES> WORDS{{
    {{
        {"enemy", "alliance", "civil", "weather", "terrain", "supply", "medical", "comms"},
        {"troop", "aircraft", "munitions", "vehicle", "vessel", "sensor", "route", "site"},
        {"status", "location", "count", "heading", "alert", "report", "image", "plan"},
    }},
    {{
        {"hostile", "coalition", "civilian", "meteo", "ground", "logistics", "health", "signals"},
        {"infantry", "plane", "ammunition", "truck", "ship", "detector", "road", "place"},
        {"state", "position", "number", "bearing", "alarm", "message", "picture", "intent"},
    }},
}};

} // namespace

std::string
VocabularyWord(std::size_t level, std::size_t index)
{
    if (level < VOCABULARY_DEPTH && index < VOCABULARY_WORDS)
    {
        return WORDS[0][level][index];
    }
    return std::string(1, static_cast<char>('a' + level % 26)) + std::to_string(index);
}

Topic
TranslateTopic(const Topic& topic, uint32_t vocabulary)
{
    std::string text;
    const auto words = topic.Words();
    for (std::size_t level = 0; level < words.size(); ++level)
    {
        NS_ABORT_MSG_IF(level >= VOCABULARY_DEPTH, "no translation of " << topic.Text());
        const auto& known = WORDS[0][level];
        const auto word = std::find(known.begin(), known.end(), words[level]);
        NS_ABORT_MSG_IF(word == known.end(), "no translation of " << words[level]);
        text += (level > 0 ? "." : "");
        text += WORDS[vocabulary][level][word - known.begin()];
    }
    return *Topic::Parse(text);
}

} // namespace ns3::pubsub
