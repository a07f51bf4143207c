// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-predicate.h"

#include "pubsub-content.h"

#include <algorithm>

namespace ns3::pubsub
{

namespace
{

/**
 * @param value of an attribute
 * @return its number's canonical text, or itself
 */
std::string
Canonical(const std::string& value)
{
    const auto number = Decimal::Parse(value);
    return number ? number->Text() : value;
}

} // namespace

Predicate::Predicate(std::string name)
    : m_name(std::move(name))
{
}

std::optional<Predicate>
Predicate::Parse(const std::string& text)
{
    const std::size_t at = text.find_first_of("=<>");
    if (at == std::string::npos || !IsAttributeName(text.substr(0, at)))
    {
        return std::nullopt;
    }
    Predicate predicate(text.substr(0, at));
    const std::string operand = text.substr(at + 1);
    const bool good =
        text[at] == '=' ? predicate.SetEqual(operand) : predicate.SetBound(text[at], operand);
    if (!good || !predicate.Normalize())
    {
        return std::nullopt;
    }
    return predicate;
}

bool
Predicate::SetEqual(const std::string& text)
{
    if (text.ends_with('*'))
    {
        m_prefix = text.substr(0, text.size() - 1);
        return IsValueText(m_prefix);
    }
    const std::size_t dots = text.find("..");
    if (dots == std::string::npos)
    {
        m_exact = Canonical(text);
        return !text.empty() && IsValueText(text);
    }
    const auto from = Decimal::Parse(text.substr(0, dots));
    const auto to = Decimal::Parse(text.substr(dots + 2));
    if (!from || !to)
    {
        return false;
    }
    m_lower = Bound{*from, true};
    m_upper = Bound{*to, true};
    return true;
}

bool
Predicate::SetBound(char side, std::string text)
{
    const bool closed = text.starts_with('=');
    const auto number = Decimal::Parse(closed ? text.substr(1) : text);
    if (number)
    {
        (side == '<' ? m_upper : m_lower) = Bound{*number, closed};
    }
    return number.has_value();
}

bool
Predicate::Normalize()
{
    if (!m_lower || !m_upper || m_lower->at < m_upper->at)
    {
        return true;
    }
    const std::string value = m_lower->at.Text();
    if (m_lower->at > m_upper->at || !m_lower->closed || !m_upper->closed ||
        !value.starts_with(m_prefix))
    {
        return false;
    }
    Predicate one(m_name);
    one.m_exact = value;
    *this = one;
    return true;
}

bool
Predicate::IsInside(const Decimal& number) const
{
    return (!m_lower || number > m_lower->at || (m_lower->closed && number == m_lower->at)) &&
           (!m_upper || number < m_upper->at || (m_upper->closed && number == m_upper->at));
}

bool
Predicate::Matches(const std::string& value) const
{
    // Only a number with a point or a minus can have another canonical text than its own.
    if (m_exact && value.find_first_of(".-") == std::string::npos)
    {
        return value == *m_exact;
    }
    const auto number = Decimal::Parse(value);
    const std::string& canonical = number ? number->Text() : value;
    if (m_exact)
    {
        return canonical == *m_exact;
    }
    const bool bounded = m_lower || m_upper;
    return canonical.starts_with(m_prefix) && (!bounded || (number && IsInside(*number)));
}

bool
Predicate::Covers(const Predicate& other) const
{
    if (other.m_exact || m_exact)
    {
        return other.m_exact && Matches(*other.m_exact);
    }
    const auto reaches = [](const Bound& inner, const Bound& outer) {
        return inner.at == outer.at && (outer.closed || !inner.closed);
    };
    const bool below =
        !m_lower ||
        (other.m_lower && (other.m_lower->at > m_lower->at || reaches(*other.m_lower, *m_lower)));
    const bool above =
        !m_upper ||
        (other.m_upper && (other.m_upper->at < m_upper->at || reaches(*other.m_upper, *m_upper)));
    return other.m_prefix.starts_with(m_prefix) && below && above;
}

std::optional<Predicate>
Predicate::Intersection(const Predicate& other) const
{
    if (m_exact || other.m_exact)
    {
        const Predicate& one = m_exact ? *this : other;
        const Predicate& rest = m_exact ? other : *this;
        return rest.Matches(*one.m_exact) ? std::optional(one) : std::nullopt;
    }
    Predicate both = *this;
    if (other.m_prefix.starts_with(m_prefix))
    {
        both.m_prefix = other.m_prefix;
    }
    else if (!m_prefix.starts_with(other.m_prefix))
    {
        return std::nullopt;
    }
    // An open end is the narrower of two at one number.
    if (other.m_lower && (!m_lower || other.m_lower->at > m_lower->at ||
                          (other.m_lower->at == m_lower->at && !other.m_lower->closed)))
    {
        both.m_lower = other.m_lower;
    }
    if (other.m_upper && (!m_upper || other.m_upper->at < m_upper->at ||
                          (other.m_upper->at == m_upper->at && !other.m_upper->closed)))
    {
        both.m_upper = other.m_upper;
    }
    return both.Normalize() ? std::optional(both) : std::nullopt;
}

std::string
Predicate::Text() const
{
    if (m_exact)
    {
        return m_name + "=" + *m_exact;
    }
    std::string text;
    const auto add = [this, &text](const std::string& comparison) {
        text += (text.empty() ? "" : ",") + m_name + comparison;
    };
    if (!m_prefix.empty() || (!m_lower && !m_upper))
    {
        add("=" + m_prefix + "*");
    }
    if (m_lower && m_upper && m_lower->closed && m_upper->closed)
    {
        add("=" + m_lower->at.Text() + ".." + m_upper->at.Text());
        return text;
    }
    if (m_lower)
    {
        add((m_lower->closed ? ">=" : ">") + m_lower->at.Text());
    }
    if (m_upper)
    {
        add((m_upper->closed ? "<=" : "<") + m_upper->at.Text());
    }
    return text;
}

} // namespace ns3::pubsub
