// SPDX-License-Identifier: GPL-2.0-only
#include "manet-node-set.h"
#include "manet-oracle-cuts.h"
#include "manet-oracle-trees.h"

#include <algorithm>

namespace ns3::pubsub::manet
{

namespace
{

/**
 * @param multicast a task
 * @return receivers that do not hear the publisher, without those who hear a transmitter whenever
 * another receiver does
 */
std::vector<NodeId>
HardReceivers(const Multicast& multicast)
{
    const auto& links = multicast.links;
    const NodeSet receivers(links.size(), multicast.receivers);
    std::vector<NodeId> hard;
    for (NodeId receiver : multicast.receivers)
    {
        NodeSet servers(links.size(), links[receiver]);
        servers.Insert(receiver);
        const auto isServer = [&servers](NodeId node) { return servers.Contains(node); };
        const auto makesEasy = [&](NodeId other) {
            // Of several with the same servers the first stays.
            const auto& near = links[other];
            return receivers.Contains(other) &&
                   (near.size() < links[receiver].size() || other < receiver) &&
                   std::all_of(near.begin(), near.end(), isServer);
        };
        if (!isServer(multicast.publisher) &&
            std::none_of(links[receiver].begin(), links[receiver].end(), makesEasy))
        {
            hard.push_back(receiver);
        }
    }
    return hard;
}

/// Transmitters that are linked.
struct SteinerTree
{
    uint32_t served; ///< receivers that hear it, a bit for each
    uint32_t cost;   ///< transmitters
    NodeId root;     ///< one of them
    uint32_t next;   ///< another tree in the same list
};

/**
 * @brief The trees that smallest trees are made of, by Dreyfus and Wagner's recursion: a tree is a
 * node alone, one to which the root has been added, or two that share the root.
 *
 * Trees are taken in the order of what they cost with the least that is left to be done, as in
 * DijkstraSteiner (S. Hougardy, J. Silvanus, J. Vygen, Dijkstra meets Steiner, 2017). Taking a
 * tree, that sum never falls: DisjointCuts counts whatever a step leaves out. So once a tree with
 * the publisher serves all, trees of a greater sum are in no smallest tree, and every tree of no
 * greater sum is known, or one of the same root and cost that serves more.
 */
class TreeSearch
{
  public:
    /**
     * @param multicast the task
     * @param receivers to serve, at least one
     */
    TreeSearch(const Multicast& multicast, const std::vector<NodeId>& receivers)
        : m_links(multicast.links),
          m_cuts(multicast, receivers),
          m_served(m_links.size(), 0),
          m_trees(2048),
          m_offered(m_links.size() + 1, NO_TREE),
          m_taken(m_links.size(), NO_TREE),
          m_mostSum(m_links.size())
    {
        for (std::size_t bit = 0; bit < receivers.size(); ++bit)
        {
            m_served[receivers[bit]] |= uint32_t{1} << bit;
            for (NodeId node : m_links[receivers[bit]])
            {
                m_served[node] |= uint32_t{1} << bit;
            }
        }
        for (NodeId node = 0; node < m_links.size(); ++node)
        {
            if (m_served[node] != 0)
            {
                Offer(m_served[node], 1, node);
            }
        }
        const uint32_t all = (uint32_t{1} << receivers.size()) - 1;
        for (uint32_t sum = 0; sum <= m_mostSum; ++sum)
        {
            while (m_offered[sum] != NO_TREE)
            {
                const uint32_t tree = m_offered[sum];
                m_offered[sum] = m_trees[tree].next;
                Take(tree);
                if (m_trees[tree].served == all && m_trees[tree].root == multicast.publisher)
                {
                    m_mostSum = sum;
                }
            }
        }
    }

    /**
     * @param set of receivers
     * @param root a transmitter
     * @return fewest with it that serve the set, if a smallest tree has these in it; else not less
     * than that
     */
    uint32_t Cost(uint32_t set, NodeId root) const
    {
        uint32_t cost = NO_WAY;
        for (uint32_t i = m_taken[root]; i != NO_TREE; i = m_trees[i].next)
        {
            if ((set & ~m_trees[i].served) == 0)
            {
                cost = std::min(cost, m_trees[i].cost);
            }
        }
        return cost;
    }

    /**
     * @param set of receivers
     * @param root a transmitter
     * @param cost of these
     * @return the part with the greatest number whose tree and the rest's have that cost together;
     * 0 if there is none
     */
    uint32_t GreatestPart(uint32_t set, NodeId root, uint32_t cost) const
    {
        uint32_t greatest = 0;
        for (uint32_t i = m_taken[root]; i != NO_TREE; i = m_trees[i].next)
        {
            const SteinerTree& one = m_trees[i];
            const uint32_t rest = set & ~one.served;
            for (uint32_t j = m_taken[root]; j != NO_TREE && one.cost <= cost; j = m_trees[j].next)
            {
                const uint32_t other = set & m_trees[j].served;
                if (one.cost + m_trees[j].cost - 1 == cost && (rest & ~other) == 0 && other != 0)
                {
                    // If the one could serve all, the other serves as little as possible.
                    greatest = std::max(greatest, set ^ (rest != 0 ? rest : other & -other));
                }
            }
        }
        return greatest;
    }

  private:
    /// No number of a tree.
    static constexpr uint32_t NO_TREE = 0xFFFFFFFF;

    /**
     * @brief Put a tree into its list.
     * @param served receivers
     * @param cost transmitters
     * @param root one of them
     */
    void Offer(uint32_t served, uint32_t cost, NodeId root)
    {
        const uint32_t sum = cost - 1 + m_cuts.Least(served, root);
        if (sum > m_mostSum)
        {
            return;
        }
        // Not push_back, which is called 2,000 times in a search: the compiler would not inline it.
        if (m_count == m_trees.size())
        {
            m_trees.resize(2 * m_count);
        }
        m_trees[m_count] = {served, cost, root, m_offered[sum]};
        m_offered[sum] = m_count++;
    }

    /**
     * @brief Offer what a tree leads to, unless another is as good.
     * @param tree number
     */
    void Take(uint32_t tree)
    {
        const auto [served, cost, root, offered] = m_trees[tree];
        for (uint32_t i = m_taken[root]; i != NO_TREE; i = m_trees[i].next)
        {
            if ((served & ~m_trees[i].served) == 0 && m_trees[i].cost <= cost)
            {
                return;
            }
        }
        for (uint32_t i = m_taken[root]; i != NO_TREE; i = m_trees[i].next)
        {
            if ((m_trees[i].served & ~served) != 0)
            {
                Offer(m_trees[i].served | served, m_trees[i].cost + cost - 1, root);
            }
        }
        m_trees[tree].next = m_taken[root];
        m_taken[root] = tree;
        for (NodeId next : m_links[root])
        {
            Offer(served | m_served[next], cost + 1, next);
        }
    }

    const LinkGraph& m_links;         ///< of all nodes
    DisjointCuts m_cuts;              ///< what bounds the search
    std::vector<uint32_t> m_served;   ///< by node, the receivers that hear it or are it
    std::vector<SteinerTree> m_trees; ///< each in a list of those below, and room for more
    uint32_t m_count = 0;             ///< of trees
    std::vector<uint32_t> m_offered;  ///< by sum, the first tree of those to be taken
    std::vector<uint32_t> m_taken;    ///< by root, the first tree of those that have been taken
    uint32_t m_mostSum;               ///< of trees of interest
};

/**
 * @brief Read one of the smallest trees off the search: the one that Dreyfus and Wagner's recursion
 * finds if it looks at nodes by id and at parts of a set from the greatest number down, whatever
 * the search left out and in which order.
 *
 * That recursion makes, for one set of receivers after the other, first the trees of each node
 * alone and of two parts, then those that grow, the cheap ones first and of the same cost in the
 * order in which they were made. Of equals the first stays. So
 * - two parts go before a neighbour, and the greatest part before others;
 * - of the ways from the root to a tree that has not grown the shortest goes before others, of
 *   these the one to the node of least id, and then the one whose next node has the least id.
 * Whatever is asked here of the search is part of a smallest tree, so that its cost is exact.
 */
class TreeReader
{
  public:
    /**
     * @param links of all nodes
     * @param search done
     */
    TreeReader(const LinkGraph& links, const TreeSearch& search)
        : m_links(links),
          m_search(search)
    {
    }

    /**
     * @brief Read a tree.
     * @param set of receivers
     * @param root a transmitter
     * @param transmitters the tree's are added here
     */
    void Read(uint32_t set, NodeId root, std::set<NodeId>& transmitters) const
    {
        uint32_t cost = m_search.Cost(set, root);
        std::vector<std::vector<NodeId>> steps{{root}};
        Seed seed = FirstSeed(set, steps.back(), cost);
        while (seed.node == NO_NODE)
        {
            steps.push_back(StepBefore(set, steps.back(), --cost));
            seed = FirstSeed(set, steps.back(), cost);
        }
        NodeId at = seed.node;
        transmitters.insert(at);
        for (steps.pop_back(); !steps.empty(); steps.pop_back())
        {
            const auto& near = m_links[at];
            at = *std::find_if(steps.back().begin(), steps.back().end(), [&near](NodeId next) {
                return std::binary_search(near.begin(), near.end(), next);
            });
            transmitters.insert(at);
        }
        if (seed.part != 0)
        {
            Read(seed.part, seed.node, transmitters);
            Read(set ^ seed.part, seed.node, transmitters);
        }
    }

  private:
    /// The root of a tree that has not grown from another.
    struct Seed
    {
        NodeId node = NO_NODE; ///< the root; NO_NODE if there is no such tree
        uint32_t part = 0;     ///< of the set, has a tree here, as has the rest; 0: a node alone
    };

    /**
     * @param set of receivers
     * @param nodes in order of id
     * @param cost of their trees
     * @return the first that has not grown
     */
    Seed FirstSeed(uint32_t set, const std::vector<NodeId>& nodes, uint32_t cost) const
    {
        for (NodeId node : nodes)
        {
            const uint32_t part = cost > 1 ? m_search.GreatestPart(set, node, cost) : 0;
            if (cost == 1 || part != 0)
            {
                return {node, part};
            }
        }
        return {};
    }

    /**
     * @param set of receivers
     * @param nodes whose trees have grown
     * @param cost of a tree before
     * @return roots of trees that these can have grown from, in order of id
     */
    std::vector<NodeId> StepBefore(uint32_t set,
                                   const std::vector<NodeId>& nodes,
                                   uint32_t cost) const
    {
        NodeSet before(m_links.size());
        for (NodeId node : nodes)
        {
            for (NodeId next : m_links[node])
            {
                if (m_search.Cost(set, next) == cost)
                {
                    before.Insert(next);
                }
            }
        }
        return before.Members();
    }

    const LinkGraph& m_links;   ///< of all nodes
    const TreeSearch& m_search; ///< done
};

} // namespace

std::optional<std::set<NodeId>>
FewestTransmitters(const Multicast& multicast, uint32_t mostReceivers)
{
    const std::vector<NodeId> receivers = HardReceivers(multicast);
    if (receivers.size() > mostReceivers)
    {
        return std::nullopt;
    }
    std::set<NodeId> transmitters{multicast.publisher};
    if (!receivers.empty())
    {
        const TreeSearch search(multicast, receivers);
        const uint32_t all = (uint32_t{1} << receivers.size()) - 1;
        TreeReader(multicast.links, search).Read(all, multicast.publisher, transmitters);
    }
    return transmitters;
}

} // namespace ns3::pubsub::manet
