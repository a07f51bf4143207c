// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_DOWNSTREAM_TABLE_H
#define MANET_DOWNSTREAM_TABLE_H

#include "ns3/nstime.h"
#include "ns3/pubsub-bloom-filter.h"
#include "ns3/pubsub-message.h"

#include <map>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief What the neighbours behind a node want of one publisher.
 *
 * Every neighbour that has asked this node to forward has an entry of its own, which expires.
 * Unions are made anew from the entries, so they shrink when an entry shrinks or expires.
 *
 * A round begins with each query of the publisher. What this node asks of its own next hop rests on
 * the last two rounds only: the rounds' ways are trees, so that what a node wants cannot come back
 * to it over neighbours that repeat each other, and a neighbour that has not answered yet in this
 * round is not forgotten meanwhile.
 */
class DownstreamTable
{
  public:
    /// Most neighbours at a time: what comes from the air may name any sender.
    static constexpr std::size_t MAX_NEIGHBOURS = 255;

    /**
     * @brief Nobody is behind the node.
     * @param shape of all filters
     */
    explicit DownstreamTable(const BloomShape& shape);

    /**
     * @brief A query of the publisher came in.
     * @param settled when all will have answered it
     */
    void BeginRound(Time settled);

    /**
     * @brief A neighbour asks this node to forward what matches a filter.
     * @param neighbour who
     * @param filter what; empty: nothing any more
     * @param now the time
     * @param expires when the entry goes
     * @return whether there was room
     */
    bool Ask(NodeId neighbour, const BloomFilter& filter, Time now, Time expires);

    /**
     * @brief A neighbour asks another node. If it has an entry here, that says the new filter from
     * now on, but lives no longer for it. Until the round has settled the new filter is only added:
     * the neighbour may want less because its own neighbours take other ways, which don't stand
     * yet.
     * @param neighbour who
     * @param filter what; empty: nothing any more
     * @param now the time
     * @return whether an entry changed
     */
    bool Overhear(NodeId neighbour, const BloomFilter& filter, Time now);

    /**
     * @param now the time
     * @return the union of all entries, which decides what is forwarded
     */
    BloomFilter Wanted(Time now) const;

    /**
     * @param now the time
     * @param nextHop left out
     * @return the union of the entries of this round and the one before, which the next hop is
     * asked for
     */
    BloomFilter WantedLately(Time now, NodeId nextHop) const;

    /**
     * @param now the time
     * @return whether no entry is left
     */
    bool IsEmpty(Time now) const;

  private:
    /// A neighbour's last word.
    struct Entry
    {
        BloomFilter filter; ///< what it wants
        Time expires;       ///< forgotten then
        uint32_t round = 0; ///< in which it asked
    };

    BloomShape m_shape;                ///< of all filters
    uint32_t m_round = 0;              ///< this one
    Time m_settled;                    ///< when its ways stand
    std::map<NodeId, Entry> m_entries; ///< by neighbour
};

} // namespace ns3::pubsub::manet

#endif
