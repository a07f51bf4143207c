// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_FILTER_H
#define PUBSUB_FILTER_H

#include "pubsub-content.h"
#include "pubsub-predicate.h"

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3::pubsub
{

/**
 * @ingroup pubsub
 * @brief What a subscriber names: a topic, or with a last word `#` a topic and all below it; and
 * perhaps predicates on attributes, which must all hold.
 *
 * `enemy.#` matches `enemy`, `enemy.troop` and `enemy.troop.status`; `#` matches everything.
 * `enemy.#[speed>=3,unit=ta*]` matches those of them with attributes such as these. An event
 * without an attribute that is asked for does not match. Copies share their parts, which never
 * change.
 */
class Filter
{
  public:
    /// Comparisons in a text at most.
    static constexpr std::size_t MAX_COMPARISONS = 16;

    /**
     * @brief Read a filter from text.
     * @param text a topic, or a topic followed by `.#`, or `#`; then perhaps comparisons in
     * brackets
     * @return the filter, or nothing if the text is not one, or if its comparisons exclude each
     * other
     */
    static std::optional<Filter> Parse(std::string text);

    /// @brief The filter of the empty topic, which matches nothing that is published.
    Filter() = default;

    /**
     * @brief The filter that matches one topic.
     * @param topic the topic
     */
    explicit Filter(Topic topic);

    /// @return its one canonical text: predicates by attribute, each in its canonical text
    const std::string& Text() const;

    /// @return the words of the topic, without the wildcard
    std::vector<std::string> Words() const
    {
        return Get().prefix.Words();
    }

    /// @return the predicates, one for each attribute, in the order of the names
    const std::vector<Predicate>& Predicates() const
    {
        return Get().predicates;
    }

    /// @return whether it takes the topics below its own, too
    bool IsSubtree() const
    {
        return Get().isSubtree;
    }

    /**
     * @param content of an event
     * @return whether the filter matches it
     */
    bool Matches(const Content& content) const;

    /**
     * @param other another filter
     * @return whether everything that other matches is matched
     */
    bool Covers(const Filter& other) const;

    /**
     * @param other another filter
     * @return what both match, or nothing if that is sure to be nothing
     */
    std::optional<Filter> Intersection(const Filter& other) const;

    /**
     * @brief Something that covers this filter and is shorter.
     * @return this one without its last predicate; or without any, the subtree one level up: `a.b`
     * and `a.b.#` give `a.#`, `a` gives `#`
     */
    Filter Widened() const;

    /// @return characters on the wire
    std::size_t WireLength() const;

    /// @return a hash of the text
    std::size_t Hash() const
    {
        return Get().hash;
    }

    /**
     * @brief Filters are ordered by topic, exact ones first, then by predicates.
     * @param other another filter
     * @return the order
     */
    std::strong_ordering operator<=>(const Filter& other) const
    {
        return m_parts == other.m_parts ? std::strong_ordering::equal : Get() <=> other.Get();
    }

    /**
     * @brief Filters with equal parts are equal.
     * @param other another filter
     * @return whether it is
     */
    bool operator==(const Filter& other) const
    {
        return m_parts == other.m_parts || Get() == other.Get();
    }

  private:
    /// What a filter consists of.
    struct Parts
    {
        Topic prefix;                      ///< the topic before the wildcard
        bool isSubtree = false;            ///< whether a wildcard follows
        std::vector<Predicate> predicates; ///< by name, each name once
        /**
         * @brief In the order of the parts.
         * @return the order
         */
        auto operator<=>(const Parts&) const = default;
    };

    /// Parts and their text.
    struct SharedParts : Parts
    {
        /// @param parts of a filter
        explicit SharedParts(Parts parts);

        std::string text;     ///< canonical
        std::size_t hash = 0; ///< of the text
    };

    /// @param parts of the filter
    explicit Filter(Parts parts);

    /// @return the parts of the filter of the empty topic
    static const SharedParts& Empty();

    /// @return the parts
    const SharedParts& Get() const
    {
        return m_parts ? *m_parts : Empty();
    }

    /**
     * @brief Read the topic.
     * @param parts that get it
     * @param text without brackets
     * @return whether it is one
     */
    static bool SetTopic(Parts& parts, std::string text);

    /**
     * @brief Ask for more.
     * @param predicates that are asked for
     * @param predicate of one attribute
     * @return whether anything can match
     */
    static bool Narrow(std::vector<Predicate>& predicates, const Predicate& predicate);

    /**
     * @param other another filter
     * @return whether all its topics are ours
     */
    bool CoversTopics(const Filter& other) const;

    std::shared_ptr<const SharedParts> m_parts; ///< none: Empty()
};

/// Hashes filters, so that containers without order can hold them.
struct FilterHash
{
    /**
     * @param filter any
     * @return its hash
     */
    std::size_t operator()(const Filter& filter) const
    {
        return filter.Hash();
    }
};

/**
 * @ingroup pubsub
 * @brief A filter with a number: children that want it, or events expected on it.
 */
struct WeightedFilter
{
    Filter filter;      ///< the filter
    uint16_t count = 0; ///< how many
    /**
     * @brief Equality of both.
     * @return whether equal
     */
    bool operator==(const WeightedFilter&) const = default;
};

} // namespace ns3::pubsub

#endif
