// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-prefix-trie.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

namespace ns3::pubsub::sdn
{

namespace
{

/**
 * @param address any
 * @param index of a bit
 * @return the bit
 */
bool
AddressBit(const Ipv6Address& address, std::size_t index)
{
    std::array<uint8_t, 16> octets{};
    address.GetBytes(octets.data());
    return octets[index / 8] >> (7 - index % 8) & 1;
}

/**
 * @param prefix shorter than 128 bits
 * @param bit to append
 * @return the longer prefix
 */
AddressPrefix
Longer(const AddressPrefix& prefix, bool bit)
{
    std::array<uint8_t, 16> octets{};
    prefix.address.GetBytes(octets.data());
    if (bit)
    {
        octets[prefix.length / 8] |= static_cast<uint8_t>(0x80 >> (prefix.length % 8));
    }
    return {Ipv6Address(octets.data()), static_cast<uint8_t>(prefix.length + 1)};
}

} // namespace

PrefixTrie::PrefixTrie(const PortPlan& plan)
    : m_nodes(1)
{
    m_nodes.front().prefix = {Ipv6Address("::"), 0};
    std::map<PortSet, Label> labels;
    for (const auto& [prefix, ports] : plan.All())
    {
        uint32_t node = 0;
        for (std::size_t bit = 0; bit < prefix.length; ++bit)
        {
            node = Child(node, AddressBit(prefix.address, bit));
        }
        const auto label = labels.emplace(ports, static_cast<Label>(m_portSets.size()));
        if (label.second)
        {
            m_portSets.push_back(ports);
        }
        m_nodes[node].label = label.first->second;
    }
}

uint32_t
PrefixTrie::Child(uint32_t node, bool bit)
{
    if (m_nodes[node].children[bit] == NONE)
    {
        const auto child = static_cast<uint32_t>(m_nodes.size());
        m_nodes[node].children[bit] = child;
        m_nodes.push_back(Node{.prefix = Longer(m_nodes[node].prefix, bit)});
    }
    return m_nodes[node].children[bit];
}

PrefixTrie::Labels
PrefixTrie::FindBest(uint32_t node, Label inherited, std::vector<Labels>& best) const
{
    if (node == NONE)
    {
        return inherited == NONE ? Labels() : Labels{inherited};
    }
    const Node& here = m_nodes[node];
    const Label label = here.label == NONE ? inherited : here.label;
    if (here.children[0] == NONE && here.children[1] == NONE)
    {
        return best[node] = FindBest(NONE, label, best);
    }
    const Labels zero = FindBest(here.children[0], label, best);
    const Labels one = FindBest(here.children[1], label, best);
    if (zero.empty() || one.empty())
    {
        return best[node] = {};
    }
    Labels& both = best[node];
    std::set_intersection(zero.begin(),
                          zero.end(),
                          one.begin(),
                          one.end(),
                          std::back_inserter(both));
    if (both.empty())
    {
        std::set_union(zero.begin(), zero.end(), one.begin(), one.end(), std::back_inserter(both));
    }
    return both;
}

void
PrefixTrie::Emit(uint32_t node,
                 const AddressPrefix& prefix,
                 Label inherited,
                 Label current,
                 const std::vector<Labels>& best,
                 PortPlan& fewest) const
{
    const Label label =
        node == NONE || m_nodes[node].label == NONE ? inherited : m_nodes[node].label;
    const Labels wanted = node != NONE ? best[node] : label == NONE ? Labels() : Labels{label};
    // An empty list is a subtree with a missing address: it has no entry at its top.
    if (!wanted.empty() && !std::binary_search(wanted.begin(), wanted.end(), current))
    {
        current = wanted.front();
        fewest.Set(prefix, m_portSets[current]);
    }
    if (node == NONE || (m_nodes[node].children[0] == NONE && m_nodes[node].children[1] == NONE))
    {
        return;
    }
    for (const bool bit : {false, true})
    {
        Emit(m_nodes[node].children[bit], Longer(prefix, bit), label, current, best, fewest);
    }
}

PortPlan
PrefixTrie::FewestEntries() const
{
    std::vector<Labels> best(m_nodes.size());
    FindBest(0, NONE, best);
    PortPlan fewest;
    Emit(0, m_nodes.front().prefix, NONE, NONE, best, fewest);
    return fewest;
}

} // namespace ns3::pubsub::sdn
