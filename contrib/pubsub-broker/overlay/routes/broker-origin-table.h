// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_ORIGIN_TABLE_H
#define BROKER_ORIGIN_TABLE_H

#include "broker-filter-pool.h"

#include "ns3/broker-overlay-messages.h"

#include <map>
#include <set>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief The filters of each broker's clients, and the neighbour through which that broker is
 * reached: a routing table of subscriptions or of advertisements.
 */
class OriginTable
{
  public:
    /// What is known of an origin.
    struct Entry
    {
        NodeId via = NO_NODE;       ///< neighbour on the way to it; the broker itself: its own
        uint32_t sequence = 0;      ///< of its last change
        uint8_t hops = 0;           ///< overlay links to it when it was learnt
        FilterPool::Shared filters; ///< of its clients
    };

    /**
     * @brief Take in a change.
     * @param message that an origin's broker has sent
     * @param via neighbour on the way to the origin
     * @return whether anything has changed
     */
    bool Apply(const OriginFilters& message, NodeId via);

    /**
     * @brief Whether a change is no older than what is known.
     * @param message that an origin's broker has sent
     * @param via neighbour on the way to the origin
     * @return false if it has to be ignored
     */
    bool IsNews(const OriginFilters& message, NodeId via) const;

    /**
     * @brief Reach some origins through another neighbour.
     * @param origins which
     * @param via the neighbour
     */
    void Redirect(const std::set<NodeId>& origins, NodeId via);

    /**
     * @brief Forget an origin.
     * @param origin which
     */
    void Erase(NodeId origin);

    /// @brief Forget everything.
    void Clear();

    /**
     * @param neighbour any
     * @return the origins that are reached through others than it, and the broker itself
     */
    std::set<NodeId> NotVia(NodeId neighbour) const;

    /**
     * @param neighbour any
     * @return the origins that are reached through it
     */
    std::set<NodeId> Via(NodeId neighbour) const;

    /// @return entries by origin
    const std::map<NodeId, Entry>& All() const
    {
        return m_entries;
    }

    /// @return a number that changes with every change of the table
    uint64_t GetVersion() const
    {
        return m_version;
    }

    /// @return a number that changes with every change of filters; ways to origins may change
    /// without it
    uint64_t GetFiltersVersion() const
    {
        return m_filtersVersion;
    }

    /// @return filters of all origins
    std::size_t Size() const;

  private:
    std::map<NodeId, Entry> m_entries; ///< by origin
    uint64_t m_version = 0;            ///< of the table
    uint64_t m_filtersVersion = 0;     ///< of the filters
};

} // namespace ns3::pubsub::broker

#endif
