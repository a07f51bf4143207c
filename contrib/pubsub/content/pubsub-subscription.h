// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_SUBSCRIPTION_H
#define PUBSUB_SUBSCRIPTION_H

#include "pubsub-filter.h"

#include <vector>

namespace ns3::pubsub
{

/**
 * @ingroup pubsub
 * @brief A disjunction of filters: an event matches it if it matches any of them.
 *
 * The filters are kept in the order of Filter, each once, so that equal sets are equal bytes.
 */
class Subscription
{
  public:
    Subscription() = default;

    /**
     * @brief The disjunction of some filters.
     * @param filters in any order, repeated or not
     */
    explicit Subscription(const std::vector<Filter>& filters);

    /**
     * @brief Add a filter.
     * @param filter the filter
     * @return whether it was new
     */
    bool Add(const Filter& filter);

    /**
     * @brief Take a filter out.
     * @param filter the filter
     * @return whether it was there
     */
    bool Remove(const Filter& filter);

    /**
     * @brief Add all filters of another.
     * @param other the other
     */
    void Merge(const Subscription& other);

    /**
     * @param content of an event
     * @return whether any filter matches it
     */
    bool Matches(const Content& content) const;

    /**
     * @param filter a filter
     * @return whether one of ours covers it
     */
    bool Covers(const Filter& filter) const;

    /**
     * @param other another
     * @return whether each of its filters is covered by one of ours
     */
    bool Covers(const Subscription& other) const;

    /// @return the same set of events without the filters that another one covers
    Subscription Reduced() const;

    /**
     * @brief A subscription that covers this one and is short enough for a message.
     * @param maxBytes room on the wire, each filter taking its length and one octet
     * @return this one reduced; where that is too long, with predicates dropped first, then its
     * deepest topics widened level by level, so that no event is lost but some come unasked
     */
    Subscription WidenedTo(std::size_t maxBytes) const;

    /// @return the filters in order
    const std::vector<Filter>& Filters() const
    {
        return m_filters;
    }

    /// @return whether there is no filter
    bool IsEmpty() const
    {
        return m_filters.empty();
    }

    /**
     * @brief Equality of the sets of filters.
     * @return whether equal
     */
    bool operator==(const Subscription&) const = default;

  private:
    /// @return bytes on the wire without the count
    std::size_t WireLength() const;

    std::vector<Filter> m_filters; ///< ordered, each once
};

} // namespace ns3::pubsub

#endif
