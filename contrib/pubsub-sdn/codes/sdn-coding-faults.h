// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_CODING_FAULTS_H
#define SDN_CODING_FAULTS_H

#include "sdn-topic-code.h"

#include "ns3/random-variable-stream.h"

#include <cstdint>

namespace ns3::pubsub::sdn
{

/// Where the codes of a tree would make switches do something else than topics mean.
struct CodingFaults
{
    uint64_t wrongPairs = 0; ///< (a, b) where an entry of a matches b, but a does not cover b, or
                             ///< the other way round
    uint64_t collisions = 0; ///< topics whose own events have the address of an older topic's

    /**
     * @brief Add those of another tree.
     * @param other its faults
     * @return the sum
     */
    CodingFaults& operator+=(const CodingFaults& other);

    /**
     * @brief Equality of both numbers.
     * @param other another
     * @return whether equal
     */
    bool operator==(const CodingFaults& other) const = default;
};

/**
 * @brief Count the faults of codes, by comparing the cover of each topic with each own address.
 * @param tree of topics
 * @param codes of the tree
 * @return the faults; a coding that works has none
 */
CodingFaults FaultsOf(const TopicTree& tree, const TopicCodes& codes);

/**
 * @brief Count the faults of the rule that the paper prints: a covers b if and only if the
 * topic-expression of a is a prefix of that of b. Own addresses are padded with zeros.
 * @param tree of topics
 * @return the faults
 */
CodingFaults FaultsOfPrintedRule(const TopicTree& tree);

/**
 * @brief Make a tree in which the father of each topic is the root or any earlier topic, all with
 * the same probability.
 * @param size number of topics
 * @param random draws of fathers, then of rates from 0 to 1
 * @return the tree
 */
TopicTree RandomTopicTree(uint32_t size, Ptr<UniformRandomVariable> random);

} // namespace ns3::pubsub::sdn

#endif
