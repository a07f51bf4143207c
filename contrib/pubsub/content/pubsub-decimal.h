// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_DECIMAL_H
#define PUBSUB_DECIMAL_H

#include <compare>
#include <optional>
#include <string>

namespace ns3::pubsub
{

/**
 * @ingroup pubsub
 * @brief A number in decimal text: `-3`, `0.25`, `120`.
 *
 * An optional minus, digits without a leading zero, and perhaps a point and more digits; 15 digits
 * in all at most. So many a double tells apart, so that order and equality are those of the texts'
 * numbers.
 */
class Decimal
{
  public:
    /// Digits of a number.
    static constexpr std::size_t MAX_DIGITS = 15;

    /**
     * @brief Read a number.
     * @param text of it
     * @return the number, or nothing if the text is none
     */
    static std::optional<Decimal> Parse(const std::string& text);

    /// @return its one canonical text: no zeros behind the last other digit after a point, no `-0`
    const std::string& Text() const
    {
        return m_text;
    }

    /**
     * @brief Equality of numbers.
     * @param other number
     * @return whether equal
     */
    bool operator==(const Decimal& other) const
    {
        return m_value == other.m_value;
    }

    /**
     * @brief Numbers are ordered by size.
     * @param other number
     * @return the order
     */
    std::strong_ordering operator<=>(const Decimal& other) const
    {
        return std::strong_order(m_value, other.m_value);
    }

  private:
    /**
     * @param text canonical
     * @param value of it
     */
    Decimal(std::string text, double value);

    std::string m_text; ///< canonical
    double m_value;     ///< never NaN nor -0
};

} // namespace ns3::pubsub

#endif
