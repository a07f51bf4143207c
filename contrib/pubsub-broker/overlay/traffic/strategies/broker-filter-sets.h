// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_FILTER_SETS_H
#define BROKER_FILTER_SETS_H

#include "ns3/broker-count-table.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

/// How much two sets have in common.
struct SetOverlap
{
    int64_t common = 0; ///< elements in both
    int64_t either = 0; ///< elements in any of the two

    /// @return the Jaccard index; 0 for two empty sets
    double Index() const;

    /**
     * @brief Compare the Jaccard indices, without rounding.
     * @param other overlap
     * @return whether this index is less
     */
    bool operator<(const SetOverlap& other) const;
};

/// What subscriptions are compared by.
enum class SetElements
{
    FILTERS, ///< whole filters: only equal subscriptions are common
    PAIRS    ///< attribute pairs: subscriptions can be common in part
};

/**
 * @param rows of a routing table
 * @param isWanted selects rows
 * @param kind of element
 * @return texts of the elements of the rows, each once, in order
 */
std::vector<std::string> ElementsWhere(const std::vector<RoutedFilter>& rows,
                                       const std::function<bool(const RoutedFilter&)>& isWanted,
                                       SetElements kind);

/**
 * @param a elements, each once, in order
 * @param b as well
 * @return how much they have in common
 */
SetOverlap OverlapOf(const std::vector<std::string>& a, const std::vector<std::string>& b);

} // namespace ns3::pubsub::broker

#endif
