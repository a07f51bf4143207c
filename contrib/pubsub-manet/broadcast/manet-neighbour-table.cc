// SPDX-License-Identifier: GPL-2.0-only
#include "manet-neighbour-table.h"

#include "ns3/log.h"

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("NeighbourTable");

bool
NeighbourTable::Update(NodeId from,
                       const std::shared_ptr<const BeaconMessage>& beacon,
                       Time expires,
                       const Limits& limits)
{
    NS_LOG_FUNCTION(this);
    if (m_neighbours.size() >= limits.neighbours && !m_neighbours.contains(from))
    {
        return false;
    }
    bool room = true;
    Neighbour& neighbour = m_neighbours[from];
    neighbour.expires = expires;
    if (neighbour.inherent.Filters() != beacon->inherent)
    {
        neighbour.inherent = Subscription(beacon->inherent);
    }
    for (const TreeEntry& entry : beacon->trees)
    {
        if (neighbour.trees.size() < limits.trees || neighbour.trees.contains(entry.root))
        {
            neighbour.trees[entry.root] = {{beacon, &entry}, expires};
        }
        else
        {
            room = false;
        }
    }
    return room;
}

void
NeighbourTable::Remove(NodeId node)
{
    m_neighbours.erase(node);
}

void
NeighbourTable::RemoveTree(NodeId node, NodeId root)
{
    NS_LOG_FUNCTION(this);
    const auto it = m_neighbours.find(node);
    if (it != m_neighbours.end())
    {
        it->second.trees.erase(root);
    }
}

std::vector<NodeId>
NeighbourTable::Expire(Time now)
{
    NS_LOG_FUNCTION(this);
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
            std::erase_if(it->second.trees,
                          [now](const auto& tree) { return tree.second.expires <= now; });
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

} // namespace ns3::pubsub::manet
