// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_TOPIC_SIMILARITY_H
#define MANET_TOPIC_SIMILARITY_H

#include "manet-word-similarities.h"

#include "ns3/pubsub-filter.h"

#include <string>
#include <vector>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief Sim_n of Nguyen and Oh (TopSim, section III.1 and III.2): 1 - d/l, at least 0.
 *
 * d is the least cost of edits between the two sequences of n-grams of words, l the number of
 * n-grams of the joining node's topic. To insert or to delete a gram costs 1. To substitute one
 * costs 1 less the product of the similarities of its words (our extension). With the empty table
 * that is 0 or 1, and d the Levenshtein distance of the paper. A topic with fewer than n words has
 * similarity 0 to all.
 *
 * @param words of the joining node's topic
 * @param other words of the candidate's topic
 * @param n words in a gram, at least 1
 * @param meaning similarities of words
 * @return the similarity, 0 to 1
 */
double Similarity(const std::vector<std::string>& words,
                  const std::vector<std::string>& other,
                  uint32_t n,
                  const WordSimilarities& meaning = {});

/**
 * @ingroup pubsub-manet
 * @brief varBLEU (TopSim, formula 7): Sim_1 + Sim_2.
 * @param words of the joining node's topic
 * @param other words of the candidate's topic
 * @param meaning similarities of words
 * @return the similarity, 0 to 2
 */
double VarBleu(const std::vector<std::string>& words,
               const std::vector<std::string>& other,
               const WordSimilarities& meaning = {});

/**
 * @ingroup pubsub-manet
 * @brief How much of a topic two topics share from the left (ours, a rival of varBLEU).
 *
 * The i-th word weighs 2^-i. The similarity is 2 times the weight of the words before the first
 * difference over the weight of all words of the joining node's topic.
 *
 * @param words of the joining node's topic
 * @param other words of the candidate's topic
 * @return the similarity, 0 to 2
 */
double PrefixWeighted(const std::vector<std::string>& words, const std::vector<std::string>& other);

/**
 * @ingroup pubsub-manet
 * @brief How two topics are compared.
 */
enum class TopicMeasure
{
    VAR_BLEU,       ///< varBLEU
    PREFIX_WEIGHTED ///< what they share from the left
};

/**
 * @ingroup pubsub-manet
 * @brief How several topics are compared (design, section 7).
 */
enum class SimilarityRule
{
    PRIMARY,       ///< the node's first topic with the candidate's closest
    MEAN_OF_MAXIMA ///< the mean over the node's topics, each with the candidate's closest
};

/**
 * @ingroup pubsub-manet
 * @brief A measure between a joining node and a candidate, each with any number of topics.
 * @param own topics of the joining node, the primary one first
 * @param candidate topics of the candidate
 * @param rule how several topics are compared
 * @param measure how two topics are compared
 * @param meaning similarities of words, for varBLEU
 * @return the similarity, 0 to 2; 0 where either has no topic
 */
double TopicListSimilarity(const std::vector<Filter>& own,
                           const std::vector<Filter>& candidate,
                           SimilarityRule rule,
                           TopicMeasure measure = TopicMeasure::VAR_BLEU,
                           const WordSimilarities& meaning = {});

} // namespace ns3::pubsub::manet

#endif
