// SPDX-License-Identifier: GPL-2.0-only
#include "manet-word-similarities.h"

#include "ns3/log.h"
#include "ns3/pubsub-topic.h"

#include <array>
#include <charconv>
#include <fstream>
#include <map>

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("WordSimilarities");

namespace
{

/// How a table begins.
const std::string TITLE = "# word similarities";

/**
 * @param a word
 * @param b another
 * @return both in one text, the same whichever comes first
 */
std::string
PairKey(const std::string& a, const std::string& b)
{
    return a < b ? a + '\t' + b : b + '\t' + a;
}

/**
 * @param text perhaps a word of a topic
 * @return whether it is one
 */
bool
IsWord(const std::string& text)
{
    return text.find('.') == std::string::npos && Topic::IsTopic(text);
}

/**
 * @param text perhaps a number
 * @return the number if it is one from 0 to 1, otherwise -1
 */
double
ShareIn(const std::string& text)
{
    double share = 0.0;
    const char* last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, share);
    const bool isShare = error == std::errc() && end == last && share >= 0.0 && share <= 1.0;
    return isShare ? share : -1.0;
}

/**
 * @param line of a table
 * @return what is between its tabs
 */
std::vector<std::string>
Columns(const std::string& line)
{
    std::vector<std::string> columns;
    std::size_t begin = 0;
    for (std::size_t tab = 0; tab != std::string::npos; begin = tab + 1)
    {
        tab = line.find('\t', begin);
        columns.push_back(line.substr(begin, tab - begin));
    }
    return columns;
}

} // namespace

WordSimilarities
WordSimilarities::Read(const std::string& file)
{
    NS_LOG_FUNCTION(file);
    std::ifstream stream(file);
    std::string line;
    if (!stream || !std::getline(stream, line) || !line.starts_with(TITLE))
    {
        throw WordSimilaritiesError(file + " is no table of word similarities; expected a file " +
                                    "that begins with '" + TITLE +
                                    "', as ./waf ontology writes it");
    }
    WordSimilarities table;
    for (std::size_t number = 2; std::getline(stream, line); ++number)
    {
        if (line.starts_with('#'))
        {
            continue;
        }
        const auto refuse = [&](const std::string& expected) {
            throw WordSimilaritiesError(file + ", line " + std::to_string(number) + ": expected " +
                                        expected);
        };
        const auto columns = Columns(line);
        if (columns.size() != 3 || !IsWord(columns[0]) || !IsWord(columns[1]))
        {
            refuse("two words and their similarity, with tabs between them");
        }
        const double share = ShareIn(columns[2]);
        if (share < 0.0 || (columns[0] == columns[1] && share != 1.0))
        {
            refuse("a similarity from 0 to 1, which is 1 for a word with itself");
        }
        const auto [pair, isNew] =
            table.m_pairs.try_emplace(PairKey(columns[0], columns[1]), share);
        if (pair->second != share)
        {
            refuse("each pair of words with one similarity");
        }
        if (table.m_pairs.size() > MAX_PAIRS)
        {
            refuse("at most " + std::to_string(MAX_PAIRS) + " pairs");
        }
    }
    return table;
}

std::shared_ptr<const WordSimilarities>
WordSimilarities::Share(const std::string& file)
{
    NS_LOG_FUNCTION(file);
    static std::map<std::string, std::weak_ptr<const WordSimilarities>> tables;
    std::shared_ptr<const WordSimilarities> table = tables[file].lock();
    if (!table)
    {
        table = std::make_shared<const WordSimilarities>(file.empty() ? WordSimilarities()
                                                                      : Read(file));
        tables[file] = table;
    }
    return table;
}

double
WordSimilarities::Of(const std::string& a, const std::string& b) const
{
    if (a == b)
    {
        return 1.0;
    }
    if (m_pairs.empty())
    {
        return 0.0;
    }
    const auto pair = m_pairs.find(PairKey(a, b));
    return pair == m_pairs.end() ? 0.0 : pair->second;
}

} // namespace ns3::pubsub::manet
