// SPDX-License-Identifier: GPL-2.0-only
#include "manet-topic-similarity.h"

#include <algorithm>
#include <numeric>

namespace ns3::pubsub::manet
{

namespace
{

/**
 * @param a start of a gram
 * @param b start of another
 * @param n words
 * @return whether they are equal
 */
bool
SameGram(const std::string* a, const std::string* b, uint32_t n)
{
    return std::equal(a, a + n, b);
}

/**
 * @param words of a topic
 * @param n words in a gram
 * @return number of grams
 */
std::size_t
GramCount(const std::vector<std::string>& words, uint32_t n)
{
    return words.size() < n ? 0 : words.size() - n + 1;
}

/**
 * @brief Levenshtein distance between the gram sequences of two topics, one row at a time.
 * @param s words
 * @param t words
 * @param n words in a gram
 * @return insertions, deletions and substitutions needed
 */
std::size_t
GramDistance(const std::vector<std::string>& s, const std::vector<std::string>& t, uint32_t n)
{
    const std::size_t columns = GramCount(t, n);
    std::vector<std::size_t> row(columns + 1);
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 1; i <= GramCount(s, n); ++i)
    {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= columns; ++j)
        {
            const std::size_t above = row[j];
            const std::size_t substitute = diagonal + (SameGram(&s[i - 1], &t[j - 1], n) ? 0 : 1);
            row[j] = std::min({substitute, above + 1, row[j - 1] + 1});
            diagonal = above;
        }
    }
    return row[columns];
}

} // namespace

double
Similarity(const std::vector<std::string>& words, const std::vector<std::string>& other, uint32_t n)
{
    const std::size_t length = GramCount(words, n);
    if (length == 0)
    {
        return 0.0;
    }
    const double distance = static_cast<double>(GramDistance(words, other, n));
    return std::max(0.0, 1.0 - distance / static_cast<double>(length));
}

double
VarBleu(const std::vector<std::string>& words, const std::vector<std::string>& other)
{
    return Similarity(words, other, 1) + Similarity(words, other, 2);
}

double
TopicListSimilarity(const std::vector<Filter>& own,
                    const std::vector<Filter>& candidate,
                    SimilarityRule rule)
{
    if (own.empty() || candidate.empty())
    {
        return 0.0;
    }
    const std::size_t compared = rule == SimilarityRule::PRIMARY ? 1 : own.size();
    double sum = 0.0;
    for (std::size_t i = 0; i < compared; ++i)
    {
        double closest = 0.0;
        for (const Filter& topic : candidate)
        {
            closest = std::max(closest, VarBleu(own[i].Words(), topic.Words()));
        }
        sum += closest;
    }
    return sum / static_cast<double>(compared);
}

} // namespace ns3::pubsub::manet
