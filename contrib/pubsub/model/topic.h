// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_TOPIC_H
#define PUBSUB_TOPIC_H

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup pubsub
 * @brief A hierarchical topic: words of letters, digits, '_' and '-', joined by dots.
 *
 * `enemy.troop.status` has three words. At most 255 characters, so that its length fits one octet
 * on the wire.
 */
class Topic
{
  public:
    /// Longest topic on the wire, in characters.
    static constexpr std::size_t MAX_LENGTH = 255;

    /**
     * @brief Read a topic from text.
     * @param text dot-separated words
     * @return the topic, or nothing if the text is not one
     */
    static std::optional<Topic> Parse(const std::string& text);

    /// @brief The empty topic: no words. It is published by nobody and matches only `#`.
    Topic() = default;

    /// @return the dot-separated text
    const std::string& Text() const
    {
        return m_text;
    }

    /// @return the words, in order
    std::vector<std::string> Words() const;

    /// @brief Topics are ordered by their text. @return the order
    auto operator<=>(const Topic&) const = default;

  private:
    std::string m_text; ///< dot-separated words, without a wildcard
};

/**
 * @ingroup pubsub
 * @brief What a subscriber names: one topic, or with a last word `#` a topic and all below it.
 *
 * `enemy.#` matches `enemy`, `enemy.troop` and `enemy.troop.status`; `#` matches everything.
 */
class TopicFilter
{
  public:
    /**
     * @brief Read a filter from text.
     * @param text a topic, or a topic followed by `.#`, or `#`
     * @return the filter, or nothing if the text is not one
     */
    static std::optional<TopicFilter> Parse(const std::string& text);

    /// @brief The filter of the empty topic, which matches nothing that is published.
    TopicFilter() = default;

    /// @brief The filter that matches one topic. @param topic the topic
    explicit TopicFilter(Topic topic)
        : m_prefix(std::move(topic))
    {
    }

    /// @return the text that Parse reads
    std::string Text() const;

    /// @return the words of the topic, without the wildcard
    std::vector<std::string> Words() const
    {
        return m_prefix.Words();
    }

    /// @param topic a published topic @return whether the filter matches it
    bool Matches(const Topic& topic) const;

    /// @param other another filter @return whether every topic that other matches is matched
    bool Covers(const TopicFilter& other) const;

    /// @return the filter of the subtree one level up: `a.b` and `a.b.#` give `a.#`, `a` gives `#`
    TopicFilter Widened() const;

    /// @return characters on the wire
    std::size_t WireLength() const;

    /// @brief Filters are ordered by their topic, exact ones first. @return the order
    auto operator<=>(const TopicFilter&) const = default;

  private:
    Topic m_prefix;         ///< the topic before the wildcard
    bool m_subtree = false; ///< whether a wildcard follows
};

/**
 * @ingroup pubsub
 * @brief A filter with a number: children that want it, or events expected on it.
 */
struct WeightedFilter
{
    TopicFilter filter; ///< the filter
    uint16_t count = 0; ///< how many
    /// @brief Equality of both. @return whether equal
    bool operator==(const WeightedFilter&) const = default;
};

} // namespace ns3

#endif
