// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_VOCABULARY_H
#define PUBSUB_VOCABULARY_H

#include "ns3/pubsub-topic.h"

#include <cstdint>

namespace ns3::pubsub
{

/// Vocabularies that name the same topics in words of their own.
constexpr int64_t MAX_VOCABULARIES = 2;

/// Words of a topic that every vocabulary has.
constexpr int64_t VOCABULARY_DEPTH = 3;

/// Words of every vocabulary at each place of a topic.
constexpr int64_t VOCABULARY_WORDS = 8;

/**
 * @ingroup pubsub
 * @brief A word of the workload's topics. The first vocabulary has words for all places.
 * @param level place in the topic, from 0
 * @param index which word there
 * @return the word in the first vocabulary
 */
std::string VocabularyWord(std::size_t level, std::size_t index);

/**
 * @ingroup pubsub
 * @brief Name a topic in another vocabulary, word by word.
 * @param topic of words of the first vocabulary, which the other has as well
 * @param vocabulary from 0
 * @return its name there
 */
Topic TranslateTopic(const Topic& topic, uint32_t vocabulary);

} // namespace ns3::pubsub

#endif
