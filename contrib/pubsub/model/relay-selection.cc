// SPDX-License-Identifier: GPL-2.0-only
#include "relay-selection.h"

#include "node-set.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace ns3
{

namespace
{

/// @param view of a node @param node a neighbour or farther @return its rank in the election
std::pair<uint32_t, NodeId>
RankOf(const TwoHopNeighbourhood& view, NodeId node)
{
    const auto it = view.priorities.find(node);
    return {it == view.priorities.end() ? 0 : it->second, node};
}

/// Which of the nodes two hops away each neighbour reaches, by their place in the order of ids.
using Reach = std::map<NodeId, NodeSet>;

/// @param view of a node @param far nodes two hops away @return who reaches which of them
Reach
ReachOf(const TwoHopNeighbourhood& view, const std::vector<NodeId>& far)
{
    Reach reach;
    for (const auto& [neighbour, links] : view.links)
    {
        NodeSet& reached = reach.try_emplace(neighbour, far.size()).first->second;
        for (NodeId node : links)
        {
            const auto at = std::lower_bound(far.begin(), far.end(), node);
            if (at != far.end() && *at == node)
            {
                reached.Insert(at - far.begin());
            }
        }
    }
    return reach;
}

/// @param reach of the neighbours @param far how many are two hops away @param relays neighbours
/// @return by each of those, how many of the relays reach it
std::vector<uint32_t>
Providers(const Reach& reach, std::size_t far, const std::set<NodeId>& relays)
{
    std::vector<uint32_t> providers(far, 0);
    for (NodeId relay : relays)
    {
        for (NodeId target : reach.at(relay).Members())
        {
            ++providers[target];
        }
    }
    return providers;
}

/// @param reach of the neighbours @param far how many are two hops away
/// @return the neighbours that alone reach one of these
std::set<NodeId>
OnlyProviders(const Reach& reach, std::size_t far)
{
    std::set<NodeId> all;
    for (const auto& [neighbour, reached] : reach)
    {
        all.insert(all.end(), neighbour);
    }
    const auto providers = Providers(reach, far, all);
    std::erase_if(all, [&](NodeId neighbour) {
        const auto reached = reach.at(neighbour).Members();
        return std::none_of(reached.begin(), reached.end(), [&](NodeId target) {
            return providers[target] == 1;
        });
    });
    return all;
}

/// @param reach of the neighbours @param uncovered those two hops away that are not reached yet
/// @return the neighbour that reaches most of these, then most of all
NodeId
BestProvider(const Reach& reach, const NodeSet& uncovered)
{
    const auto worth = [&](const NodeSet& reached) {
        return std::tuple(reached.CountIn(uncovered), reached.Size());
    };
    return std::max_element(
               reach.begin(),
               reach.end(),
               [&](const auto& a, const auto& b) { return worth(a.second) < worth(b.second); })
        ->first;
}

/// @brief Leave out relays without which all is reached. @param reach of the neighbours
/// @param far how many are two hops away @param relays that reach them
void
Prune(const Reach& reach, std::size_t far, std::set<NodeId>& relays)
{
    auto providers = Providers(reach, far, relays);
    std::erase_if(relays, [&](NodeId relay) {
        const auto reached = reach.at(relay).Members();
        const bool isNeeded = std::any_of(reached.begin(), reached.end(), [&](NodeId target) {
            return providers[target] == 1;
        });
        for (NodeId target : reached)
        {
            providers[target] -= isNeeded ? 0 : 1;
        }
        return !isNeeded;
    });
}

/// @param view of a node @param node one it knows @param visit called with each other one that is
/// known to be its neighbour, perhaps twice
template <typename Visit>
void
ForEachNeighbour(const TwoHopNeighbourhood& view, NodeId node, Visit visit)
{
    for (const auto& [neighbour, links] : view.links)
    {
        if (neighbour == node)
        {
            std::for_each(links.begin(), links.end(), [&](NodeId other) {
                if (other != view.self)
                {
                    visit(other);
                }
            });
        }
        else if (std::binary_search(links.begin(), links.end(), node))
        {
            visit(neighbour);
        }
    }
}

} // namespace

std::vector<NodeId>
TwoHopNeighbourhood::TwoHopNodes() const
{
    std::vector<NodeId> far;
    for (const auto& [neighbour, theirs] : links)
    {
        far.insert(far.end(), theirs.begin(), theirs.end());
    }
    std::sort(far.begin(), far.end());
    far.erase(std::unique(far.begin(), far.end()), far.end());
    std::erase_if(far, [this](NodeId node) { return node == self || links.contains(node); });
    return far;
}

std::set<NodeId>
SelectMultipointRelays(const TwoHopNeighbourhood& view)
{
    const std::vector<NodeId> far = view.TwoHopNodes();
    const Reach reach = ReachOf(view, far);
    std::set<NodeId> relays = OnlyProviders(reach, far.size());
    while (true)
    {
        const auto providers = Providers(reach, far.size(), relays);
        NodeSet uncovered(far.size());
        for (NodeId target = 0; target < far.size(); ++target)
        {
            if (providers[target] == 0)
            {
                uncovered.Insert(target);
            }
        }
        if (uncovered.Size() == 0)
        {
            Prune(reach, far.size(), relays);
            return relays;
        }
        relays.insert(BestProvider(reach, uncovered));
    }
}

bool
IsEssentialRelay(const TwoHopNeighbourhood& view)
{
    if (view.links.size() < 2)
    {
        return false;
    }
    const auto own = RankOf(view, view.self);
    const NodeId greatest =
        std::max_element(view.links.begin(), view.links.end(), [&](const auto& a, const auto& b) {
            return RankOf(view, a.first) < RankOf(view, b.first);
        })->first;
    if (RankOf(view, greatest) < own)
    {
        return true;
    }
    std::vector<NodeId> visited{greatest}; // in order of id
    std::size_t unvisited = view.links.size() - 1;
    std::vector<NodeId> queue{greatest};
    for (std::size_t i = 0; i < queue.size() && unvisited > 0; ++i)
    {
        ForEachNeighbour(view, queue[i], [&](NodeId next) {
            const auto at = std::lower_bound(visited.begin(), visited.end(), next);
            if (at == visited.end() || *at != next)
            {
                visited.insert(at, next);
                unvisited -= view.links.contains(next) ? 1 : 0;
                if (RankOf(view, next) > own)
                {
                    queue.push_back(next);
                }
            }
        });
    }
    return unvisited > 0;
}

} // namespace ns3
