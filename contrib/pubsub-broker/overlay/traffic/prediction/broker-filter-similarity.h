// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_FILTER_SIMILARITY_H
#define BROKER_FILTER_SIMILARITY_H

#include "ns3/pubsub-filter.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace ns3::pubsub::broker
{

/// What the number of equal attribute pairs of two filters is divided by.
enum class SimilarityKind
{
    JACCARD, ///< the pairs of both together
    LARGER,  ///< the pairs of the filter that has more
    FIRST    ///< the pairs of the first filter
};

/// A similarity as a fraction, so that comparisons do not depend on rounding.
struct SimilarityRatio
{
    uint64_t shared = 0; ///< equal attribute pairs
    uint64_t of = 1;     ///< what they are divided by

    /// @return the similarity, from 0 to 1
    double Value() const
    {
        return static_cast<double>(shared) / static_cast<double>(of);
    }

    /**
     * @param other similarity
     * @return whether this one is greater
     */
    bool IsAbove(const SimilarityRatio& other) const
    {
        return shared * other.of > other.shared * of;
    }
};

/**
 * @ingroup pubsub-broker
 * @brief Numbers the attribute pairs of filters. The pairs of a filter are its predicates; its
 * topic does not count.
 */
class PairNumbers
{
  public:
    /**
     * @param filter any
     * @return the numbers of its pairs, each once, in order
     */
    const std::vector<uint32_t>& Of(const Filter& filter);

  private:
    std::unordered_map<std::string, uint32_t> m_numbers; ///< of the texts of predicates
    std::unordered_map<Filter, std::vector<uint32_t>, FilterHash> m_filter; ///< pairs of each
};

/**
 * @ingroup pubsub-broker
 * @brief The similarity rate of two filters (formula 5).
 * @param f numbers of the pairs of the first
 * @param g those of the second
 * @param kind of similarity
 * @return equal pairs and what they are divided by; 0 where there are no pairs
 */
SimilarityRatio SimilarityOf(const std::vector<uint32_t>& f,
                             const std::vector<uint32_t>& g,
                             SimilarityKind kind);

/// A filter similar to another.
struct SimilarFilter
{
    Filter filter;         ///< which
    SimilarityRatio ratio; ///< how similar
};

/**
 * @ingroup pubsub-broker
 * @brief Finds the filter that is most similar to a given one. An index by pair leaves out all
 * filters without a common pair.
 */
class SimilarityIndex
{
  public:
    /**
     * @param numbers of pairs; they outlive the index
     * @param kind of similarity
     */
    SimilarityIndex(PairNumbers& numbers, SimilarityKind kind);

    /**
     * @brief Add a filter that can be found, once.
     * @param filter that counts belong to
     * @param count of messages, which breaks ties
     */
    void Add(const Filter& filter, uint64_t count);

    /**
     * @param filter any; it does not find itself
     * @return the most similar filter; of equal ones that of the greater count, then the first in
     * the order of filters; nothing where no filter has a common pair
     */
    std::optional<SimilarFilter> Best(const Filter& filter);

  private:
    /// A filter of the index.
    struct Entry
    {
        const Filter* filter;               ///< owned by m_counts
        uint64_t count;                     ///< of messages
        const std::vector<uint32_t>* pairs; ///< owned by the numbers
    };

    PairNumbers& m_numbers;                     ///< of pairs
    SimilarityKind m_kind;                      ///< of similarity
    std::map<Filter, uint64_t> m_counts;        ///< the filters
    std::vector<std::vector<Entry>> m_withPair; ///< filters with each pair
};

/**
 * @brief Measure how much a similarity can tell about a set of filters.
 * @param filters any
 * @param kind of similarity
 * @return the mean, over all filters, of the similarity to the most similar other one
 */
double MeanBestSimilarity(const std::vector<Filter>& filters, SimilarityKind kind);

} // namespace ns3::pubsub::broker

#endif
