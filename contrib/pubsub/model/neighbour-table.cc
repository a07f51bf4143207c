// SPDX-License-Identifier: GPL-2.0-only
#include "neighbour-table.h"

namespace ns3
{

void
NeighbourTable::Update(NodeId from, const BeaconMessage& beacon, Time expires)
{
    Neighbour& neighbour = m_neighbours[from];
    neighbour.expires = expires;
    neighbour.inherent = Subscription(beacon.inherent);
    for (const TreeEntry& entry : beacon.trees)
    {
        neighbour.trees[entry.root] = entry;
    }
}

void
NeighbourTable::Remove(NodeId node)
{
    m_neighbours.erase(node);
}

void
NeighbourTable::RemoveTree(NodeId node, NodeId root)
{
    const auto it = m_neighbours.find(node);
    if (it != m_neighbours.end())
    {
        it->second.trees.erase(root);
    }
}

std::vector<NodeId>
NeighbourTable::Expire(Time now)
{
    std::vector<NodeId> lost;
    for (auto it = m_neighbours.begin(); it != m_neighbours.end();)
    {
        if (it->second.expires <= now)
        {
            lost.push_back(it->first);
            it = m_neighbours.erase(it);
        }
        else
        {
            ++it;
        }
    }
    return lost;
}

const NeighbourTable::Neighbour*
NeighbourTable::Find(NodeId node) const
{
    const auto it = m_neighbours.find(node);
    return it == m_neighbours.end() ? nullptr : &it->second;
}

} // namespace ns3
