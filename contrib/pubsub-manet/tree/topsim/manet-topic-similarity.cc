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
 * @param meaning similarities of words
 * @return what it costs to take one for the other, 0 to 1
 */
double
SubstitutionCost(const std::string* a,
                 const std::string* b,
                 uint32_t n,
                 const WordSimilarities& meaning)
{
    double similarity = 1.0;
    for (uint32_t i = 0; i < n; ++i)
    {
        similarity *= meaning.Of(a[i], b[i]);
    }
    return 1.0 - similarity;
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
 * @brief Edit distance between the gram sequences of two topics, one row at a time.
 * @param s words
 * @param t words
 * @param n words in a gram
 * @param meaning similarities of words
 * @return least cost of insertions, deletions and substitutions
 */
double
GramDistance(const std::vector<std::string>& s,
             const std::vector<std::string>& t,
             uint32_t n,
             const WordSimilarities& meaning)
{
    const std::size_t columns = GramCount(t, n);
    std::vector<double> row(columns + 1);
    std::iota(row.begin(), row.end(), 0.0);
    for (std::size_t i = 1; i <= GramCount(s, n); ++i)
    {
        double diagonal = row[0];
        row[0] = static_cast<double>(i);
        for (std::size_t j = 1; j <= columns; ++j)
        {
            const double above = row[j];
            const double substitute = diagonal + SubstitutionCost(&s[i - 1], &t[j - 1], n, meaning);
            row[j] = std::min({substitute, above + 1.0, row[j - 1] + 1.0});
            diagonal = above;
        }
    }
    return row[columns];
}

/**
 * @param words of the joining node's topic
 * @param other words of the candidate's topic
 * @param measure how to compare
 * @param meaning similarities of words
 * @return the similarity, 0 to 2
 */
double
Compare(const std::vector<std::string>& words,
        const std::vector<std::string>& other,
        TopicMeasure measure,
        const WordSimilarities& meaning)
{
    return measure == TopicMeasure::PREFIX_WEIGHTED ? PrefixWeighted(words, other)
                                                    : VarBleu(words, other, meaning);
}

} // namespace

double
Similarity(const std::vector<std::string>& words,
           const std::vector<std::string>& other,
           uint32_t n,
           const WordSimilarities& meaning)
{
    const std::size_t length = GramCount(words, n);
    if (length == 0)
    {
        return 0.0;
    }
    return std::max(0.0,
                    1.0 - GramDistance(words, other, n, meaning) / static_cast<double>(length));
}

double
VarBleu(const std::vector<std::string>& words,
        const std::vector<std::string>& other,
        const WordSimilarities& meaning)
{
    return Similarity(words, other, 1, meaning) + Similarity(words, other, 2, meaning);
}

double
PrefixWeighted(const std::vector<std::string>& words, const std::vector<std::string>& other)
{
    double shared = 0.0;
    double all = 0.0;
    double weight = 1.0;
    bool isShared = true;
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        weight /= 2.0;
        isShared = isShared && i < other.size() && words[i] == other[i];
        shared += isShared ? weight : 0.0;
        all += weight;
    }
    return all > 0.0 ? 2.0 * shared / all : 0.0;
}

double
TopicListSimilarity(const std::vector<Filter>& own,
                    const std::vector<Filter>& candidate,
                    SimilarityRule rule,
                    TopicMeasure measure,
                    const WordSimilarities& meaning)
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
            closest = std::max(closest, Compare(own[i].Words(), topic.Words(), measure, meaning));
        }
        sum += closest;
    }
    return sum / static_cast<double>(compared);
}

} // namespace ns3::pubsub::manet
