// SPDX-License-Identifier: GPL-2.0-only
#include "dreyfus-wagner.h"

#include <algorithm>
#include <map>
#include <vector>

namespace ns3::pubsub::manet
{

namespace
{

/**
 * @param links of all nodes
 * @param receiver one
 * @return it and those that hear it
 */
std::set<NodeId>
Servers(const LinkGraph& links, NodeId receiver)
{
    std::set<NodeId> nodes(links[receiver].begin(), links[receiver].end());
    nodes.insert(receiver);
    return nodes;
}

/**
 * @param multicast a task
 * @return receivers that do not hear the publisher, without those who hear a transmitter whenever
 * another receiver does
 */
std::vector<NodeId>
HardReceivers(const Multicast& multicast)
{
    std::vector<NodeId> hard;
    std::map<NodeId, std::set<NodeId>> servers;
    for (NodeId receiver : multicast.receivers)
    {
        servers[receiver] = Servers(multicast.links, receiver);
    }
    for (const auto& [receiver, own] : servers)
    {
        const bool easy =
            own.contains(multicast.publisher) ||
            std::any_of(
                servers.begin(),
                servers.end(),
                [r = receiver, &mine = own](const auto& other) {
                    const auto& theirs = other.second;
                    // Of several with the same neighbourhood the first stays.
                    return other.first != r && (theirs != mine || other.first < r) &&
                           std::includes(mine.begin(), mine.end(), theirs.begin(), theirs.end());
                });
        if (!easy)
        {
            hard.push_back(receiver);
        }
    }
    return hard;
}

/**
 * @brief Dreyfus and Wagner's table: for each set of receivers and each node the fewest
 * transmitters in a tree that has the node as a transmitter and serves the set.
 */
class TransmitterTable
{
  public:
    /**
     * @param multicast the task
     * @param receivers to serve
     */
    TransmitterTable(const Multicast& multicast, const std::vector<NodeId>& receivers)
        : m_links(multicast.links),
          m_served(multicast.links.size(), 0),
          m_table(std::size_t{1} << receivers.size(), std::vector<Entry>(multicast.links.size()))
    {
        for (std::size_t bit = 0; bit < receivers.size(); ++bit)
        {
            for (NodeId node : Servers(m_links, receivers[bit]))
            {
                m_served[node] |= uint32_t{1} << bit;
            }
        }
        for (uint32_t set = 0; set < m_table.size(); ++set)
        {
            Join(set);
            Grow(set);
        }
    }

    /**
     * @param root a transmitter
     * @return the fewest with it that serve all
     */
    std::set<NodeId> Transmitters(NodeId root) const
    {
        std::set<NodeId> nodes;
        Collect(m_table.size() - 1, root, nodes);
        return nodes;
    }

  private:
    /// The best tree for a set at a node, and what it is made of.
    struct Entry
    {
        uint32_t cost = NO_WAY; ///< transmitters
        NodeId child = NO_NODE; ///< a neighbour, whose tree for the set this one leads to; or
        uint32_t part = 0; ///< a part of the set, whose tree here is joined with that of the rest
    };

    /**
     * @param set of receivers
     * @param node a transmitter
     * @return whether it serves them alone
     */
    bool Serves(uint32_t set, NodeId node) const
    {
        return (set & ~m_served[node]) == 0;
    }

    /**
     * @brief Trees of parts of the set, joined at a node.
     * @param set of receivers
     */
    void Join(uint32_t set)
    {
        for (NodeId node = 0; node < m_links.size(); ++node)
        {
            Entry& best = m_table[set][node];
            if (Serves(set, node))
            {
                best.cost = 1;
                continue;
            }
            for (uint32_t part = (set - 1) & set; part > (set ^ part); part = (part - 1) & set)
            {
                const uint32_t cost = m_table[part][node].cost + m_table[set ^ part][node].cost - 1;
                if (cost < best.cost)
                {
                    best = {cost, NO_NODE, part};
                }
            }
        }
    }

    /**
     * @brief Trees that a neighbour has.
     * @param set of receivers
     */
    void Grow(uint32_t set)
    {
        auto& entries = m_table[set];
        std::map<uint32_t, std::vector<NodeId>> byCost;
        for (NodeId node = 0; node < entries.size(); ++node)
        {
            if (entries[node].cost < NO_WAY)
            {
                byCost[entries[node].cost].push_back(node);
            }
        }
        for (auto level = byCost.begin(); level != byCost.end(); ++level)
        {
            const uint32_t cost = level->first + 1;
            for (NodeId node : level->second)
            {
                for (NodeId next : m_links[node])
                {
                    if (entries[node].cost + 1 == cost && cost < entries[next].cost)
                    {
                        entries[next] = {cost, node, 0};
                        byCost[cost].push_back(next);
                    }
                }
            }
        }
    }

    /**
     * @brief Read a tree off the table.
     * @param set of receivers
     * @param node its root
     * @param nodes its transmitters are added here
     */
    void Collect(uint32_t set, NodeId node, std::set<NodeId>& nodes) const
    {
        nodes.insert(node);
        const Entry& entry = m_table[set][node];
        if (Serves(set, node))
        {
            return;
        }
        if (entry.child != NO_NODE)
        {
            Collect(set, entry.child, nodes);
            return;
        }
        Collect(entry.part, node, nodes);
        Collect(set ^ entry.part, node, nodes);
    }

    const LinkGraph& m_links;                ///< of all nodes
    std::vector<uint32_t> m_served;          ///< by node, the receivers that hear it or are it
    std::vector<std::vector<Entry>> m_table; ///< by set and node
};

} // namespace

std::set<NodeId>
TransmittersOfFullTable(const Multicast& multicast)
{
    return TransmitterTable(multicast, HardReceivers(multicast)).Transmitters(multicast.publisher);
}

} // namespace ns3::pubsub::manet
