// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_FILTER_H
#define PUBSUB_FILTER_H

#include "content.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup pubsub
 * @brief What a subscriber names: one topic, or with a last word `#` a topic and all below it.
 *
 * `enemy.#` matches `enemy`, `enemy.troop` and `enemy.troop.status`; `#` matches everything.
 */
class Filter
{
  public:
    /**
     * @brief Read a filter from text.
     * @param text a topic, or a topic followed by `.#`, or `#`
     * @return the filter, or nothing if the text is not one
     */
    static std::optional<Filter> Parse(const std::string& text);

    /// @brief The filter of the empty topic, which matches nothing that is published.
    Filter() = default;

    /// @brief The filter that matches one topic. @param topic the topic
    explicit Filter(Topic topic)
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

    /// @param content of an event @return whether the filter matches it
    bool Matches(const Content& content) const;

    /// @param other another filter @return whether every topic that other matches is matched
    bool Covers(const Filter& other) const;

    /// @return the filter of the subtree one level up: `a.b` and `a.b.#` give `a.#`, `a` gives `#`
    Filter Widened() const;

    /// @return characters on the wire
    std::size_t WireLength() const;

    /// @brief Filters are ordered by their topic, exact ones first. @return the order
    auto operator<=>(const Filter&) const = default;

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
    Filter filter; ///< the filter
    uint16_t count = 0; ///< how many
    /// @brief Equality of both. @return whether equal
    bool operator==(const WeightedFilter&) const = default;
};

} // namespace ns3

#endif
