// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_HINT_TABLE_H
#define MANET_HINT_TABLE_H

#include "ns3/nstime.h"
#include "ns3/pubsub-message.h"
#include "ns3/pubsub-subscription.h"

#include <cstdint>
#include <map>

namespace ns3::pubsub::manet
{

/// Hints by node, in order of id so that every walk has one order.
using Hints = std::map<NodeId, uint8_t>;

/**
 * @ingroup pubsub-manet
 * @brief Who was met, what it wants, and for how many beacons it has not been heard.
 *
 * A hint is reckoned from the time of the last beacon when it is asked for: no timer ages it.
 */
class HintTable
{
  public:
    /**
     * @brief Say how hints grow.
     * @param period of everybody's beacons
     * @param tolerance share of a period that a beacon may be late before it counts as missed
     * @param maxHint above which a node is forgotten
     */
    void Configure(Time period, double tolerance, uint8_t maxHint);

    /**
     * @brief A beacon came in.
     * @param node its sender
     * @param wanted by it
     * @param now the time
     */
    void Heard(NodeId node, const Subscription& wanted, Time now);

    /**
     * @brief Forget those with too great a hint.
     * @param now the time
     */
    void Expire(Time now);

    /// @brief Forget all.
    void Clear();

    /**
     * @param now the time
     * @return everybody's hint
     */
    Hints All(Time now) const;

    /**
     * @param content of an event
     * @param now the time
     * @return the hints of those who want it
     */
    Hints Matching(const Content& content, Time now) const;

  private:
    /// A node met.
    struct Entry
    {
        Subscription wanted; ///< by its last beacon
        Time heard;          ///< when that came in
    };

    /**
     * @param now the time
     * @param isOne whether who wants this is meant
     * @return their hints
     */
    template <typename Predicate>
    Hints Those(Time now, Predicate isOne) const;

    /**
     * @param entry of a node
     * @param now the time
     * @return beacons missed since
     */
    uint64_t Missed(const Entry& entry, Time now) const;

    Time m_period;                     ///< of beacons
    double m_tolerance = 0.0;          ///< in periods
    uint8_t m_maxHint = 0;             ///< of those kept
    std::map<NodeId, Entry> m_entries; ///< by id
};

} // namespace ns3::pubsub::manet

#endif
