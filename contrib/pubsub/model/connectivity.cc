// SPDX-License-Identifier: GPL-2.0-only
#include "connectivity.h"

#include <algorithm>
#include <tuple>

namespace ns3
{

LinkGraph
LinksWithin(const std::vector<Vector>& positions, const std::vector<bool>& present, double range)
{
    std::vector<NodeId> byX;
    for (NodeId node = 0; node < positions.size(); ++node)
    {
        if (present[node])
        {
            byX.push_back(node);
        }
    }
    std::sort(byX.begin(), byX.end(), [&positions](NodeId a, NodeId b) {
        return std::tie(positions[a].x, a) < std::tie(positions[b].x, b);
    });
    LinkGraph links(positions.size());
    for (auto node = byX.begin(); node != byX.end(); ++node)
    {
        const Vector& at = positions[*node];
        for (auto other = node + 1; other != byX.end(); ++other)
        {
            const Vector& there = positions[*other];
            const double x = there.x - at.x;
            if (x * x > range * range)
            {
                break;
            }
            if (CalculateDistanceSquared(at, there) <= range * range)
            {
                links[*node].push_back(*other);
                links[*other].push_back(*node);
            }
        }
    }
    for (auto& heard : links)
    {
        std::sort(heard.begin(), heard.end());
    }
    return links;
}

std::vector<uint16_t>
ShortestHops(const std::vector<Vector>& positions,
             const std::vector<bool>& present,
             double range,
             std::size_t source)
{
    std::vector<uint16_t> hops(positions.size(), UNREACHABLE);
    if (!present[source])
    {
        return hops;
    }
    const LinkGraph links = LinksWithin(positions, present, range);
    hops[source] = 0;
    std::vector<NodeId> queue{static_cast<NodeId>(source)};
    for (std::size_t i = 0; i < queue.size(); ++i)
    {
        const NodeId at = queue[i];
        for (NodeId next : links[at])
        {
            if (hops[next] == UNREACHABLE)
            {
                hops[next] = hops[at] + 1;
                queue.push_back(next);
            }
        }
    }
    return hops;
}

} // namespace ns3
