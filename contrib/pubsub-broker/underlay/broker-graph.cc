// SPDX-License-Identifier: GPL-2.0-only
#include "broker-graph.h"

#include "ns3/abort.h"
#include "ns3/log.h"

#include <algorithm>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerGraph");

HopMatrix::HopMatrix(const std::vector<std::vector<uint16_t>>& rows)
    : m_brokers(rows.size())
{
    m_hops.reserve(m_brokers * m_brokers);
    for (const auto& row : rows)
    {
        m_hops.insert(m_hops.end(), row.begin(), row.end());
    }
}

BrokerGraph::BrokerGraph(uint32_t brokers)
    : m_neighbours(brokers)
{
    NS_ABORT_MSG_IF(brokers > MOST_BROKERS, brokers << " brokers, expected at most 65535");
}

bool
BrokerGraph::AddLink(BrokerId a, BrokerId b)
{
    NS_LOG_FUNCTION(this << a << b);
    NS_ABORT_MSG_IF(a == b || std::max(a, b) >= Size(), "no link can join " << a << " and " << b);
    const auto place = std::lower_bound(m_neighbours[a].begin(), m_neighbours[a].end(), b);
    if (place != m_neighbours[a].end() && *place == b)
    {
        return false;
    }
    m_neighbours[a].insert(place, b);
    m_neighbours[b].insert(std::lower_bound(m_neighbours[b].begin(), m_neighbours[b].end(), a), a);
    m_links.emplace_back(a, b);
    return true;
}

std::vector<uint16_t>
BrokerGraph::HopsFrom(BrokerId from) const
{
    std::vector<uint16_t> hops(Size(), UNREACHABLE);
    std::vector<BrokerId> queue{from};
    queue.reserve(Size());
    hops[from] = 0;
    for (std::size_t head = 0; head < queue.size(); ++head)
    {
        for (BrokerId next : m_neighbours[queue[head]])
        {
            if (hops[next] == UNREACHABLE)
            {
                hops[next] = hops[queue[head]] + 1;
                queue.push_back(next);
            }
        }
    }
    return hops;
}

HopMatrix
BrokerGraph::Distances() const
{
    NS_LOG_FUNCTION(this);
    std::vector<std::vector<uint16_t>> rows;
    rows.reserve(Size());
    for (BrokerId from = 0; from < Size(); ++from)
    {
        rows.push_back(HopsFrom(from));
    }
    return HopMatrix(rows);
}

std::vector<BrokerId>
BrokerGraph::NextHopsTo(BrokerId to) const
{
    std::vector<BrokerId> nextHops(Size(), NO_BROKER);
    std::vector<BrokerId> queue{to};
    queue.reserve(Size());
    for (std::size_t head = 0; head < queue.size(); ++head)
    {
        for (BrokerId neighbour : m_neighbours[queue[head]])
        {
            if (neighbour != to && nextHops[neighbour] == NO_BROKER)
            {
                nextHops[neighbour] = queue[head];
                queue.push_back(neighbour);
            }
        }
    }
    return nextHops;
}

BrokerGraph
BrokerGraph::BreadthFirstTree(BrokerId root) const
{
    NS_LOG_FUNCTION(this << root);
    BrokerGraph tree(Size());
    const std::vector<BrokerId> parents = NextHopsTo(root);
    for (BrokerId broker = 0; broker < Size(); ++broker)
    {
        if (parents[broker] != NO_BROKER)
        {
            tree.AddLink(parents[broker], broker);
        }
    }
    return tree;
}

bool
BrokerGraph::IsConnected() const
{
    if (Size() == 0)
    {
        return true;
    }
    const std::vector<uint16_t> hops = HopsFrom(0);
    return std::find(hops.begin(), hops.end(), UNREACHABLE) == hops.end();
}

bool
BrokerGraph::IsTree() const
{
    return Size() > 0 && m_links.size() + 1 == Size() && IsConnected();
}

} // namespace ns3::pubsub::broker
