// SPDX-License-Identifier: GPL-2.0-only
#include "manet-connectivity.h"

#include "ns3/pubsub-simulation-owned.h"

#include <algorithm>

namespace ns3::pubsub::manet
{

namespace
{

/// A node in its place.
struct Place
{
    Vector at;   ///< m
    NodeId node; ///< who
};

/// The last question to LinksWithin and its answer: the recorder and the oracle ask the same.
struct LastLinks
{
    std::vector<Vector> positions;    ///< of the nodes
    std::vector<bool> present;        ///< whether each takes part
    double range = 0.0;               ///< of a link, m
    std::vector<Place> byX;           ///< those who take part, from west to east
    std::shared_ptr<LinkGraph> graph; ///< the answer; its memory is used again

    /// @brief Find the links.
    void Link();
};

void
LastLinks::Link()
{
    if (!graph || graph.use_count() > 1)
    {
        graph = std::make_shared<LinkGraph>();
    }
    LinkGraph& links = *graph;
    byX.clear();
    links.resize(positions.size());
    for (NodeId node = 0; node < positions.size(); ++node)
    {
        links[node].clear();
        if (present[node])
        {
            byX.push_back({positions[node], node});
        }
    }
    std::sort(byX.begin(), byX.end(), [](const Place& a, const Place& b) {
        return a.at.x < b.at.x;
    });
    const double longest = range * range;
    for (auto one = byX.begin(); one != byX.end(); ++one)
    {
        for (auto other = one + 1; other != byX.end(); ++other)
        {
            // CalculateDistanceSquared would first ask whether to log that it is called.
            const double x = other->at.x - one->at.x;
            const double y = other->at.y - one->at.y;
            const double z = other->at.z - one->at.z;
            if (x * x > longest)
            {
                break;
            }
            if (x * x + y * y + z * z <= longest)
            {
                links[one->node].push_back(other->node);
                links[other->node].push_back(one->node);
            }
        }
    }
    for (auto& heard : links)
    {
        std::sort(heard.begin(), heard.end());
    }
}

} // namespace

std::shared_ptr<const LinkGraph>
LinksWithin(const std::vector<Vector>& positions, const std::vector<bool>& present, double range)
{
    auto& last = SimulationOwned<LastLinks>::Get();
    if (!last.graph || last.range != range || last.present != present ||
        last.positions != positions)
    {
        last.positions = positions;
        last.present = present;
        last.range = range;
        last.Link();
    }
    return last.graph;
}

std::vector<uint32_t>
HopsFrom(const LinkGraph& links, NodeId from)
{
    std::vector<uint32_t> hops(links.size(), NO_WAY);
    hops[from] = 0;
    std::vector<NodeId> queue;
    queue.reserve(links.size());
    queue.push_back(from);
    for (std::size_t i = 0; i < queue.size(); ++i)
    {
        const NodeId at = queue[i];
        for (NodeId next : links[at])
        {
            if (hops[next] == NO_WAY)
            {
                hops[next] = hops[at] + 1;
                queue.push_back(next);
            }
        }
    }
    return hops;
}

std::vector<uint16_t>
ShortestHops(const std::vector<Vector>& positions,
             const std::vector<bool>& present,
             double range,
             std::size_t source)
{
    std::vector<uint16_t> shortest(positions.size(), UNREACHABLE);
    if (present[source])
    {
        const auto hops = HopsFrom(*LinksWithin(positions, present, range), source);
        std::transform(hops.begin(), hops.end(), shortest.begin(), [](uint32_t way) {
            return way == NO_WAY ? UNREACHABLE : static_cast<uint16_t>(way);
        });
    }
    return shortest;
}

} // namespace ns3::pubsub::manet
