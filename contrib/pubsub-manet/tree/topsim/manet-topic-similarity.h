// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_TOPIC_SIMILARITY_H
#define MANET_TOPIC_SIMILARITY_H

#include "ns3/pubsub-filter.h"

#include <string>
#include <vector>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief Sim_n of Nguyen and Oh (TopSim, section III.1 and III.2): 1 - d/l, at least 0.
 *
 * d is the Levenshtein distance between the two sequences of n-grams of words, l the number of
 * n-grams of the joining node's topic. A topic with fewer than n words has similarity 0 to all.
 *
 * @param words of the joining node's topic
 * @param other words of the candidate's topic
 * @param n words in a gram, at least 1
 * @return the similarity, 0 to 1
 */
double Similarity(const std::vector<std::string>& words,
                  const std::vector<std::string>& other,
                  uint32_t n);

/**
 * @ingroup pubsub-manet
 * @brief varBLEU (TopSim, formula 7): Sim_1 + Sim_2.
 * @param words of the joining node's topic
 * @param other words of the candidate's topic
 * @return the similarity, 0 to 2
 */
double VarBleu(const std::vector<std::string>& words, const std::vector<std::string>& other);

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
 * @brief varBLEU between a joining node and a candidate, each with any number of topics.
 * @param own topics of the joining node, the primary one first
 * @param candidate topics of the candidate
 * @param rule how several topics are compared
 * @return the similarity, 0 to 2; 0 where either has no topic
 */
double TopicListSimilarity(const std::vector<Filter>& own,
                           const std::vector<Filter>& candidate,
                           SimilarityRule rule);

} // namespace ns3::pubsub::manet

#endif
