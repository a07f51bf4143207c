// SPDX-License-Identifier: GPL-2.0-only
#include "broker-input.h"

#include "ns3/log.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerInput");

WordLines::WordLines(std::string file, char separator)
    : m_file(std::move(file)),
      m_separator(separator),
      m_stream(m_file)
{
    NS_LOG_FUNCTION(this << m_file);
    // A folder opens, but has nothing to read.
    if (!m_stream || m_stream.peek() == std::ifstream::traits_type::eof())
    {
        RefuseFile("cannot be read or is empty; expected a text file");
    }
}

bool
WordLines::Next()
{
    std::string line;
    while (std::getline(m_stream, line))
    {
        ++m_line.number;
        m_line.words = WordsOf(line.substr(0, line.find('#')));
        if (!m_line.words.empty())
        {
            return true;
        }
    }
    return false;
}

std::vector<std::string>
WordLines::WordsOf(const std::string& text) const
{
    std::vector<std::string> words;
    std::istringstream stream(text);
    if (m_separator == ' ')
    {
        for (std::string word; stream >> word;)
        {
            words.push_back(word);
        }
        return words;
    }
    constexpr const char* BLANKS = " \t\r\v\f";
    if (text.find_first_not_of(BLANKS) == std::string::npos)
    {
        return words;
    }
    const std::string whole = text + m_separator; // getline() leaves out an empty last word
    stream.str(whole);
    for (std::string word; std::getline(stream, word, m_separator);)
    {
        const std::size_t begin = std::min(word.find_first_not_of(BLANKS), word.size());
        words.push_back(word.substr(begin, word.find_last_not_of(BLANKS) + 1 - begin));
    }
    return words;
}

void
WordLines::Refuse(const std::string& expected) const
{
    RefuseLine(m_line, expected);
}

void
WordLines::RefuseLine(const InputLine& line, const std::string& expected) const
{
    NS_LOG_FUNCTION(this << line.number << expected);
    std::string text;
    for (const std::string& word : line.words)
    {
        text += (&word == line.words.data() ? "" : std::string(1, m_separator)) + word;
    }
    throw BrokerInputError(m_file + ", line " + std::to_string(line.number) + ": " + Quoted(text) +
                           "; expected " + expected);
}

void
WordLines::RefuseFile(const std::string& sentence) const
{
    NS_LOG_FUNCTION(this << sentence);
    throw BrokerInputError(m_file + " " + sentence);
}

uint32_t
WordLines::Number(std::size_t index, uint32_t least, uint32_t most, const std::string& what)
{
    const std::string& word = m_line.words[index];
    uint32_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || value < least || value > most)
    {
        Refuse(what + " from " + std::to_string(least) + " to " + std::to_string(most) +
               " instead of " + Quoted(word));
    }
    return value;
}

double
WordLines::Amount(std::size_t index, const std::string& what)
{
    const std::string& word = m_line.words[index];
    double value = 0.0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value) ||
        value < 0.0)
    {
        Refuse(what + " of at least 0 instead of " + Quoted(word));
    }
    return value;
}

std::string
Quoted(const std::string& text)
{
    constexpr std::size_t LONGEST = 60;
    std::string quoted = "'";
    for (const char letter : text.substr(0, LONGEST))
    {
        quoted += letter >= ' ' && letter <= '~' ? letter : '?';
    }
    return quoted + (text.size() > LONGEST ? "...'" : "'");
}

std::string
Listed(const std::vector<std::string>& words)
{
    std::string list;
    for (const std::string& word : words)
    {
        list += (list.empty() ? "" : ", ") + word;
    }
    return list;
}

} // namespace ns3::pubsub::broker
