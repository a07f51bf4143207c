// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_ORACLE_CUTS_H
#define MANET_ORACLE_CUTS_H

#include "manet-node-set.h"
#include "manet-oracle-trees.h"

#include <cstdint>
#include <vector>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief A lower bound for transmitters: cuts between the publisher and receivers, found by dual
 * ascent (R. T. Wong, A dual ascent approach for Steiner tree problems on a directed graph, 1984).
 *
 * A cut is a set of nodes without the publisher; its rim are those with a neighbour outside. A tree
 * that has a node in the cut enters it, so that a node of the rim transmits. Cuts are chosen such
 * that no node is on the rims of two: transmitters on rims are at least as many as cuts entered.
 * Nodes on no rim are free; those on the way to the publisher add to that.
 */
class DisjointCuts
{
  public:
    /**
     * @param multicast the task
     * @param receivers of it that do not hear the publisher
     */
    DisjointCuts(const Multicast& multicast, const std::vector<NodeId>& receivers);

    /**
     * @brief Fewest transmitters that might do what is left.
     * @param served receivers that need not be served, a bit for each of the constructor's
     * @param node any that the publisher reaches
     * @return lower bound for trees of transmitters that have both the publisher and the node, and
     * serve all other receivers
     */
    uint32_t Least(uint32_t served, NodeId node) const
    {
        return CountOf(m_left[served] | m_around[node]) + m_free[node];
    }

  private:
    /// A bit for each cut; so there are 64 at most.
    using Cuts = uint64_t;

    /// Nodes around a receiver, which may become a cut.
    struct Region;

    /**
     * @param cuts some
     * @return how many
     */
    static uint32_t CountOf(Cuts cuts)
    {
        // std::popcount calls a function where the processor need not have an instruction for it.
        cuts -= cuts >> 1 & 0x5555555555555555;
        cuts = (cuts & 0x3333333333333333) + (cuts >> 2 & 0x3333333333333333);
        cuts = (cuts + (cuts >> 4)) & 0x0F0F0F0F0F0F0F0F;
        return static_cast<uint32_t>(cuts * 0x0101010101010101 >> 56);
    }

    /**
     * @brief One more.
     * @param cut number
     * @param region its nodes
     * @param unserved for each receiver, the cuts that hold all who could serve it, to be added to
     * @return its rim
     */
    std::vector<NodeId> Add(uint32_t cut, const Region& region, std::vector<Cuts>& unserved);

    /**
     * @brief Take in whoever is linked with a member on a rim.
     * @param region to be made larger
     * @param rim the last one; of others this has been done before
     */
    void Expand(Region& region, const std::vector<NodeId>& rim) const;

    /// @brief Count free nodes on the way, for each node.
    void FindFreeWays();

    const Multicast& m_multicast;           ///< the task
    const std::vector<NodeId>& m_receivers; ///< the constructor's
    NodeSet m_onRims;                       ///< nodes that are not free
    std::vector<Cuts> m_around;             ///< by node, those with it inside
    std::vector<Cuts> m_left;               ///< by set of served receivers, those to be entered
    std::vector<uint32_t> m_free;           ///< by node, least free ones from the publisher to it
};

} // namespace ns3::pubsub::manet

#endif
