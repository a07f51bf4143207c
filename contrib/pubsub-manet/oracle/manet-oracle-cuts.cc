// SPDX-License-Identifier: GPL-2.0-only
#include "manet-oracle-cuts.h"

#include "manet-node-set.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace ns3::pubsub::manet
{

/// Nodes around a receiver, which may become a cut.
struct DisjointCuts::Region
{
    std::vector<NodeId> members; ///< in the order in which they joined
    NodeSet inside;              ///< the same
};

DisjointCuts::DisjointCuts(const Multicast& multicast, const std::vector<NodeId>& receivers)
    : m_multicast(multicast),
      m_receivers(receivers),
      m_onRims(multicast.links.size()),
      m_around(multicast.links.size(), 0),
      m_left(std::size_t{1} << receivers.size(), 0),
      m_free(multicast.links.size(), NO_WAY)
{
    std::vector<Region> regions;
    for (NodeId receiver : receivers)
    {
        auto servers = multicast.links[receiver];
        servers.push_back(receiver);
        const NodeSet inside(multicast.links.size(), servers);
        regions.push_back({std::move(servers), inside});
    }
    std::vector<Cuts> unserved(receivers.size(), 0);
    for (uint32_t cut = 0; cut < std::numeric_limits<Cuts>::digits && !regions.empty(); ++cut)
    {
        // Small ones have small rims, which leave the others more cuts.
        const auto smallest =
            std::min_element(regions.begin(), regions.end(), [](const Region& a, const Region& b) {
                return a.members.size() < b.members.size();
            });
        const auto rim = Add(cut, *smallest, unserved);
        std::erase_if(regions, [&](Region& each) {
            Expand(each, rim);
            return each.inside.Contains(multicast.publisher);
        });
    }
    for (std::size_t served = m_left.size() - 1; served-- > 0;)
    {
        const int first = std::countr_one(served);
        m_left[served] = m_left[served | std::size_t{1} << first] | unserved[first];
    }
    FindFreeWays();
}

std::vector<NodeId>
DisjointCuts::Add(uint32_t cut, const Region& region, std::vector<Cuts>& unserved)
{
    const auto& links = m_multicast.links;
    const auto isInside = [&region](NodeId node) { return region.inside.Contains(node); };
    const auto isSurrounded = [&](NodeId node) {
        return std::all_of(links[node].begin(), links[node].end(), isInside);
    };
    const Cuts bit = Cuts{1} << cut;
    for (std::size_t i = 0; i < m_receivers.size(); ++i)
    {
        unserved[i] |= isInside(m_receivers[i]) && isSurrounded(m_receivers[i]) ? bit : 0;
    }
    std::vector<NodeId> rim;
    for (NodeId node : region.members)
    {
        m_around[node] |= bit;
        if (!m_onRims.Contains(node) && !isSurrounded(node))
        {
            m_onRims.Insert(node);
            rim.push_back(node);
        }
    }
    return rim;
}

void
DisjointCuts::Expand(Region& region, const std::vector<NodeId>& rim) const
{
    const std::size_t before = region.members.size();
    const auto takeIn = [this, &region](NodeId member) {
        for (NodeId next : m_multicast.links[member])
        {
            if (region.inside.Insert(next))
            {
                region.members.push_back(next);
            }
        }
    };
    for (NodeId node : rim)
    {
        if (region.inside.Contains(node))
        {
            takeIn(node);
        }
    }
    for (std::size_t i = before; i < region.members.size(); ++i)
    {
        if (m_onRims.Contains(region.members[i]))
        {
            takeIn(region.members[i]);
        }
    }
}

void
DisjointCuts::FindFreeWays()
{
    std::vector<NodeId> here{m_multicast.publisher};
    std::vector<NodeId> farther;
    m_free[m_multicast.publisher] = 1;
    for (uint32_t free = 1; !here.empty(); ++free)
    {
        for (std::size_t i = 0; i < here.size(); ++i)
        {
            if (m_free[here[i]] < free)
            {
                continue; // it was found again, nearer
            }
            for (NodeId next : m_multicast.links[here[i]])
            {
                const uint32_t there = free + (m_onRims.Contains(next) ? 0 : 1);
                if (there < m_free[next])
                {
                    m_free[next] = there;
                    (there == free ? here : farther).push_back(next);
                }
            }
        }
        here = std::move(farther);
        farther.clear();
    }
}

} // namespace ns3::pubsub::manet
