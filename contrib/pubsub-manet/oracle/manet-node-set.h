// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_NODE_SET_H
#define MANET_NODE_SET_H

#include "ns3/pubsub-message.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief Some nodes of a network, a bit for each: for those who ask often whether one is among
 * them.
 */
class NodeSet
{
  public:
    /**
     * @brief Nobody.
     * @param nodes of the network
     */
    explicit NodeSet(std::size_t nodes)
        : m_words((nodes + WORD_BITS - 1) / WORD_BITS, 0)
    {
    }

    /**
     * @brief Some nodes.
     * @param nodes of the network
     * @param members of the set
     */
    template <typename Members>
    NodeSet(std::size_t nodes, const Members& members)
        : NodeSet(nodes)
    {
        for (NodeId node : members)
        {
            Insert(node);
        }
    }

    /**
     * @param node any of the network
     * @return whether it is in the set
     */
    bool Contains(NodeId node) const
    {
        return (m_words[node / WORD_BITS] >> (node % WORD_BITS) & 1) == 1;
    }

    /**
     * @param node any of the network
     * @return whether it was not in the set
     */
    bool Insert(NodeId node)
    {
        const bool isNew = !Contains(node);
        m_words[node / WORD_BITS] |= uint64_t{1} << (node % WORD_BITS);
        m_size += isNew ? 1 : 0;
        return isNew;
    }

    /// @param node any of the network
    void Erase(NodeId node)
    {
        m_size -= Contains(node) ? 1 : 0;
        m_words[node / WORD_BITS] &= ~(uint64_t{1} << (node % WORD_BITS));
    }

    /// @return how many they are
    std::size_t Size() const
    {
        return m_size;
    }

    /**
     * @param other a set of the same network
     * @return how many are in both
     */
    std::size_t CountIn(const NodeSet& other) const
    {
        std::size_t both = 0;
        for (std::size_t i = 0; i < m_words.size(); ++i)
        {
            both += std::popcount(m_words[i] & other.m_words[i]);
        }
        return both;
    }

    /// @return them, in order of id
    std::vector<NodeId> Members() const
    {
        std::vector<NodeId> members;
        members.reserve(m_size);
        for (std::size_t i = 0; i < m_words.size(); ++i)
        {
            for (uint64_t left = m_words[i]; left != 0; left &= left - 1)
            {
                members.push_back(static_cast<NodeId>(i * WORD_BITS + std::countr_zero(left)));
            }
        }
        return members;
    }

  private:
    static constexpr std::size_t WORD_BITS = 64; ///< nodes of a word

    std::vector<uint64_t> m_words; ///< by node
    std::size_t m_size = 0;        ///< how many are in
};

} // namespace ns3::pubsub::manet

#endif
