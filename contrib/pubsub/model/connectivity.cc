// SPDX-License-Identifier: GPL-2.0-only
#include "connectivity.h"

#include <deque>

namespace ns3
{

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
    hops[source] = 0;
    std::deque<std::size_t> frontier{source};
    while (!frontier.empty())
    {
        const std::size_t at = frontier.front();
        frontier.pop_front();
        for (std::size_t next = 0; next < positions.size(); ++next)
        {
            if (present[next] && hops[next] == UNREACHABLE &&
                CalculateDistanceSquared(positions[at], positions[next]) <= range * range)
            {
                hops[next] = hops[at] + 1;
                frontier.push_back(next);
            }
        }
    }
    return hops;
}

} // namespace ns3
