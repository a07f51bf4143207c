// SPDX-License-Identifier: GPL-2.0-only
#include "broker-overlay-tree.h"

#include "ns3/abort.h"
#include "ns3/log.h"

#include <algorithm>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerOverlayTree");

OverlayTree::OverlayTree(const BrokerGraph& tree)
{
    NS_ABORT_MSG_UNLESS(tree.IsTree(), "an overlay of " << tree.Size() << " brokers is no tree");
    for (BrokerId broker = 0; broker < tree.Size(); ++broker)
    {
        m_neighbours.push_back(tree.Neighbours(broker));
    }
}

std::vector<BrokerId>
OverlayTree::ParentsTowards(BrokerId root) const
{
    std::vector<BrokerId> parents(Size(), NO_BROKER);
    std::vector<BrokerId> queue{root};
    queue.reserve(Size());
    for (std::size_t head = 0; head < queue.size(); ++head)
    {
        const BrokerId broker = queue[head];
        for (BrokerId next : m_neighbours[broker])
        {
            if (next != parents[broker])
            {
                parents[next] = broker;
                queue.push_back(next);
            }
        }
    }
    return parents;
}

std::vector<BrokerId>
OverlayTree::Path(BrokerId from, BrokerId to) const
{
    const std::vector<BrokerId> parents = ParentsTowards(to);
    std::vector<BrokerId> path;
    for (BrokerId broker = from; broker != NO_BROKER; broker = parents[broker])
    {
        path.push_back(broker);
    }
    return path;
}

void
OverlayTree::Apply(const Move& move)
{
    NS_LOG_FUNCTION(this << move.x << move.from << move.to);
    Remove(move.x, move.from);
    Remove(move.from, move.x);
    Insert(move.x, move.to);
    Insert(move.to, move.x);
}

BrokerGraph
OverlayTree::Graph() const
{
    BrokerGraph graph(Size());
    for (BrokerId broker = 0; broker < Size(); ++broker)
    {
        for (BrokerId neighbour : m_neighbours[broker])
        {
            if (broker < neighbour)
            {
                graph.AddLink(broker, neighbour);
            }
        }
    }
    return graph;
}

void
OverlayTree::Insert(BrokerId broker, BrokerId neighbour)
{
    auto& all = m_neighbours[broker];
    const auto place = std::lower_bound(all.begin(), all.end(), neighbour);
    NS_ABORT_MSG_IF(place != all.end() && *place == neighbour,
                    "brokers " << broker << " and " << neighbour << " have a link already");
    all.insert(place, neighbour);
}

void
OverlayTree::Remove(BrokerId broker, BrokerId neighbour)
{
    auto& all = m_neighbours[broker];
    const auto place = std::lower_bound(all.begin(), all.end(), neighbour);
    NS_ABORT_MSG_IF(place == all.end() || *place != neighbour,
                    "brokers " << broker << " and " << neighbour << " have no link");
    all.erase(place);
}

} // namespace ns3::pubsub::broker
