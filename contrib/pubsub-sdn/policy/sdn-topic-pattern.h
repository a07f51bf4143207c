// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_TOPIC_PATTERN_H
#define SDN_TOPIC_PATTERN_H

#include "ns3/pubsub-topic.h"

#include <compare>
#include <cstddef>
#include <optional>
#include <string>

namespace ns3::pubsub::sdn
{

/// The topics of a rule: one topic, or a topic and all below it.
struct TopicPattern
{
    Topic topic;         ///< without words: all topics
    bool isTree = false; ///< whether the topics below it belong to it

    /**
     * @brief Read `a.b`, `a.b.#` or `#`.
     * @param text any
     * @return the pattern, or nothing for other texts
     */
    static std::optional<TopicPattern> Parse(const std::string& text);

    /**
     * @param other a topic
     * @return whether the pattern has it
     */
    bool Matches(const Topic& other) const;

    /// @return number of words; of two patterns that match, the one with more is more specific
    std::size_t Words() const;

    /// @return `a.b`, `a.b.#` or `#`
    std::string Text() const;

    /**
     * @brief Order by topic.
     * @param other another
     * @return the order
     */
    auto operator<=>(const TopicPattern& other) const = default;
};

} // namespace ns3::pubsub::sdn

#endif
