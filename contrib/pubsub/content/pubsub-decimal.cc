// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-decimal.h"

#include <algorithm>
#include <charconv>

namespace ns3::pubsub
{

namespace
{

/**
 * @param c a character
 * @return whether it is a digit
 */
bool
IsDigit(char c)
{
    return c >= '0' && c <= '9';
}

/**
 * @param text of any kind
 * @return whether it is one digit or more and no other character
 */
bool
IsDigits(const std::string& text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), IsDigit);
}

} // namespace

Decimal::Decimal(std::string text, double value)
    : m_text(std::move(text)),
      m_value(value)
{
}

std::optional<Decimal>
Decimal::Parse(const std::string& text)
{
    const bool negative = text.starts_with('-');
    const std::size_t point = std::min(text.find('.'), text.size());
    const std::string whole = text.substr(negative, point - negative);
    std::string fraction = text.substr(std::min(point + 1, text.size()));
    if (!IsDigits(whole) || (whole.size() > 1 && whole.front() == '0') ||
        (point < text.size() && !IsDigits(fraction)) || whole.size() + fraction.size() > MAX_DIGITS)
    {
        return std::nullopt;
    }
    fraction.erase(fraction.find_last_not_of('0') + 1);
    const bool zero = whole == "0" && fraction.empty();
    const std::string canonical =
        (negative && !zero ? "-" : "") + whole + (fraction.empty() ? "" : "." + fraction);
    double value = 0.0;
    std::from_chars(canonical.data(), canonical.data() + canonical.size(), value);
    return Decimal(canonical, value);
}

} // namespace ns3::pubsub
