// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_PREFIX_TRIE_H
#define SDN_PREFIX_TRIE_H

#include "sdn-port-plan.h"

#include <cstdint>
#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief The prefixes of a plan as a binary trie, and the fewest entries that have the same ports
 * (the optimal routing table constructor of Draves et al. 1999).
 *
 * No entry can make an address miss the table. So a node with a missing address below it has no
 * entry, and the construction of Draves et al. begins anew in each largest subtree without one.
 */
class PrefixTrie
{
  public:
    /// @param plan of a switch
    explicit PrefixTrie(const PortPlan& plan);

    /// @return a plan with as few entries as possible and the same ports for every address
    PortPlan FewestEntries() const;

  private:
    using Label = uint32_t;               ///< number of a set of ports
    using Labels = std::vector<Label>;    ///< ascending
    static constexpr uint32_t NONE = ~0U; ///< no node, or no label: the address misses

    /// A prefix; its children are one bit longer.
    struct Node
    {
        AddressPrefix prefix;                ///< of the node
        uint32_t children[2] = {NONE, NONE}; ///< by the next bit
        Label label = NONE;                  ///< of an entry of the plan
    };

    /**
     * @param node a node
     * @param bit next bit
     * @return its child, which is made where it is missing
     */
    uint32_t Child(uint32_t node, bool bit);

    /**
     * @brief The labels that a subtree may have at its top with the fewest entries below.
     * @param node a node, or NONE for a missing one
     * @param inherited label of the longest entry of the plan around it
     * @param best filled for each node
     * @return the labels; none where an address of the subtree misses
     */
    Labels FindBest(uint32_t node, Label inherited, std::vector<Labels>& best) const;

    /**
     * @brief Add the entries of a subtree.
     * @param node a node, or NONE for a missing one
     * @param prefix of the node
     * @param inherited label of the longest entry of the plan around it
     * @param current label of the longest new entry around it
     * @param best labels of each node
     * @param fewest plan to add to
     */
    void Emit(uint32_t node,
              const AddressPrefix& prefix,
              Label inherited,
              Label current,
              const std::vector<Labels>& best,
              PortPlan& fewest) const;

    std::vector<Node> m_nodes;       ///< the root first
    std::vector<PortSet> m_portSets; ///< by label
};

} // namespace ns3::pubsub::sdn

#endif
