// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_NEIGHBOUR_TABLE_H
#define MANET_NEIGHBOUR_TABLE_H

#include "manet-beacon-messages.h"

#include "ns3/nstime.h"
#include "ns3/pubsub-subscription.h"

#include <map>
#include <memory>
#include <vector>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief What a node knows of the nodes whose beacons it hears.
 */
class NeighbourTable
{
  public:
    /// What a neighbour said of one tree.
    struct HeardEntry
    {
        std::shared_ptr<const TreeEntry> said; ///< in a beacon that others may know, too
        Time expires;                          ///< forgotten then, unless heard again
    };

    /// What the last beacons of a neighbour said.
    struct Neighbour
    {
        Time expires;                       ///< forgotten then, unless heard again
        Subscription inherent;              ///< what it wants
        std::map<NodeId, HeardEntry> trees; ///< where it stands, by root
    };

    /// Beyond these numbers what is new is not taken in: anybody may claim to be anyone.
    struct Limits
    {
        std::size_t neighbours; ///< in the table
        std::size_t trees;      ///< of one neighbour
    };

    /**
     * @brief Take in a beacon.
     *
     * An entry for a tree replaces the one before it; a tree that is not in this beacon keeps its
     * entry, since long beacons come in several frames.
     *
     * @param from the sender
     * @param beacon what it said
     * @param expires when to forget it
     * @param limits of the table
     * @return whether there was room for all it said
     */
    bool Update(NodeId from,
                const std::shared_ptr<const BeaconMessage>& beacon,
                Time expires,
                const Limits& limits);

    /**
     * @brief Forget a neighbour.
     * @param node who
     */
    void Remove(NodeId node);

    /**
     * @brief Forget what a neighbour said of one tree.
     * @param node who
     * @param root of the tree
     */
    void RemoveTree(NodeId node, NodeId root);

    /**
     * @brief Forget neighbours and entries not heard in time.
     * @param now the time
     * @return the neighbours, in order of id
     */
    std::vector<NodeId> Expire(Time now);

    /**
     * @param node who
     * @return what it said, or nullptr
     */
    const Neighbour* Find(NodeId node) const;

    /// @return all neighbours by id
    const std::map<NodeId, Neighbour>& All() const
    {
        return m_neighbours;
    }

  private:
    std::map<NodeId, Neighbour> m_neighbours; ///< by id, so that every walk has one order
};

} // namespace ns3::pubsub::manet

#endif
