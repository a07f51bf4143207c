// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_OVERLAY_TREE_H
#define BROKER_OVERLAY_TREE_H

#include "ns3/broker-graph.h"
#include "ns3/broker-overlay-move.h"

#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief The links between the brokers of an overlay, as moves change them. It serves plans made
 * with the whole overlay in view, and tests; brokers know only their own links.
 */
class OverlayTree
{
  public:
    /// @param tree of all brokers; any other graph aborts
    explicit OverlayTree(const BrokerGraph& tree);

    /// @return the number of brokers
    uint32_t Size() const
    {
        return static_cast<uint32_t>(m_neighbours.size());
    }

    /**
     * @param broker any
     * @return those linked to it, in order of id
     */
    const std::vector<BrokerId>& Neighbours(BrokerId broker) const
    {
        return m_neighbours[broker];
    }

    /**
     * @param root a broker
     * @return for each broker the next one towards the root; NO_BROKER at the root
     */
    std::vector<BrokerId> ParentsTowards(BrokerId root) const;

    /**
     * @param from a broker
     * @param to another or the same
     * @return the brokers of the path, both ends included
     */
    std::vector<BrokerId> Path(BrokerId from, BrokerId to) const;

    /**
     * @brief Replace a link. The move need not keep the tree: see Graph().
     * @param move whose link (x, from) exists
     */
    void Apply(const Move& move);

    /// @return the links, in order of their ends
    BrokerGraph Graph() const;

  private:
    /**
     * @brief Add a neighbour, in one direction.
     * @param broker that gets it
     * @param neighbour new
     */
    void Insert(BrokerId broker, BrokerId neighbour);

    /**
     * @brief Remove a neighbour, in one direction.
     * @param broker that loses it
     * @param neighbour present
     */
    void Remove(BrokerId broker, BrokerId neighbour);

    std::vector<std::vector<BrokerId>> m_neighbours; ///< of each broker, in order of id
};

} // namespace ns3::pubsub::broker

#endif
