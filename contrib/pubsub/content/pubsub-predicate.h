// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_PREDICATE_H
#define PUBSUB_PREDICATE_H

#include "pubsub-decimal.h"

#include <compare>
#include <optional>
#include <string>

namespace ns3::pubsub
{

/**
 * @ingroup pubsub
 * @brief What a subscriber wants of one attribute.
 *
 * | text | matches |
 * |---|---|
 * | `unit=tank`, `speed=3` | this text, or this number |
 * | `unit=ta*` | texts that begin so; `unit=*` any value |
 * | `speed<3`, `speed<=3`, `speed>3`, `speed>=3` | numbers on that side |
 * | `speed=3..5` | numbers from 3 to 5, both included |
 *
 * Several joined by commas must all hold: `speed>3,speed<=5`. A value that is a number stands for
 * its canonical text, so 3.0 is 3, for prefixes as well. Text has no order here.
 *
 * Inside is either one value or a prefix and an interval that both must hold, which makes
 * intersection and covering a matter of each part for itself.
 */
class Predicate
{
  public:
    /**
     * @brief Read one comparison.
     * @param text an attribute's name, an operator and what to compare with
     * @return the predicate, or nothing if the text is none or nothing can match it
     */
    static std::optional<Predicate> Parse(const std::string& text);

    /// @return the attribute's name
    const std::string& Name() const
    {
        return m_name;
    }

    /**
     * @param value of the attribute in an event
     * @return whether it is wanted
     */
    bool Matches(const std::string& value) const;

    /**
     * @brief Inclusion of what is matched, but for one case: that all numbers of an interval begin
     * with the digits of a prefix, as `x=-*` and `x<0`, is not seen.
     * @param other of the same attribute
     * @return whether every value that other matches is matched
     */
    bool Covers(const Predicate& other) const;

    /**
     * @param other of the same attribute
     * @return what both match, or nothing if that is no value
     */
    std::optional<Predicate> Intersection(const Predicate& other) const;

    /// @return its one canonical text: comparisons that Parse reads, joined by commas
    std::string Text() const;

    /**
     * @brief Predicates are ordered by attribute, then by what they want.
     * @return the order
     */
    auto operator<=>(const Predicate&) const = default;

  private:
    /// One end of an interval.
    struct Bound
    {
        Decimal at;  ///< where
        bool closed; ///< whether it belongs to the interval
        /**
         * @brief Bounds are ordered by number.
         * @return the order
         */
        auto operator<=>(const Bound&) const = default;
    };

    /**
     * @brief An attribute of any value.
     * @param name of the attribute
     */
    explicit Predicate(std::string name);

    /**
     * @param text after the operator `=`
     * @return whether it is a value, prefix or range, now held
     */
    bool SetEqual(const std::string& text);

    /**
     * @param side of the operator: `<` or `>`
     * @param text after it
     * @return whether it is a number
     */
    bool SetBound(char side, std::string text);

    /**
     * @brief A closed interval of one number is that value.
     * @return whether any value is left
     */
    bool Normalize();

    /**
     * @param number any
     * @return whether it is inside the interval
     */
    bool IsInside(const Decimal& number) const;

    std::string m_name;                 ///< of the attribute
    std::optional<std::string> m_exact; ///< one value, canonical; then the rest is not set
    std::string m_prefix;               ///< what canonical values begin with
    std::optional<Bound> m_lower;       ///< with a bound, only numbers match
    std::optional<Bound> m_upper;       ///< the other one
};

} // namespace ns3::pubsub

#endif
