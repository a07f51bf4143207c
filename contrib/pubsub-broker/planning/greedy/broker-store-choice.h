// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_STORE_CHOICE_H
#define BROKER_STORE_CHOICE_H

#include <algorithm>
#include <cmath>
#include <optional>

namespace ns3::pubsub::broker
{

/// Two values that differ by less than this, relative to the larger of 1 and the second, are equal.
inline constexpr double CHOICE_TOLERANCE = 1e-9;

/**
 * @param value any
 * @param best to compare it with
 * @return whether it is larger by more than the tolerance
 */
inline bool
Exceeds(double value, double best)
{
    return value > best + CHOICE_TOLERANCE * std::max(1.0, std::abs(best));
}

/**
 * @param value any
 * @param best to compare it with
 * @return whether it is smaller by more than the tolerance
 */
inline bool
FallsBelow(double value, double best)
{
    return value < best - CHOICE_TOLERANCE * std::max(1.0, std::abs(best));
}

/**
 * @param value not negative
 * @return the smallest whole number that is not below it by more than the tolerance
 */
inline double
CeilingOf(double value)
{
    return std::ceil(value - CHOICE_TOLERANCE * std::max(1.0, value));
}

/**
 * @param value not negative
 * @return the largest whole number that does not exceed it by more than the tolerance
 */
inline double
FloorOf(double value)
{
    return std::floor(value + CHOICE_TOLERANCE * std::max(1.0, value));
}

/**
 * @ingroup pubsub-broker
 * @brief Finds the candidate with the largest value. Of equal ones it is the first that was
 * offered, although their sums may have been rounded differently.
 */
template <typename Candidate>
class LargestValue
{
  public:
    /**
     * @brief Consider a candidate.
     * @param candidate any
     * @param value of it
     */
    void Offer(const Candidate& candidate, double value)
    {
        if (!m_best || Exceeds(value, m_value))
        {
            m_best = candidate;
            m_value = value;
        }
    }

    /// @return the candidate; nothing if none was offered
    const std::optional<Candidate>& Best() const
    {
        return m_best;
    }

    /// @return the value of the best candidate
    double Value() const
    {
        return m_value;
    }

  private:
    std::optional<Candidate> m_best; ///< so far
    double m_value = 0.0;            ///< of it
};

} // namespace ns3::pubsub::broker

#endif
