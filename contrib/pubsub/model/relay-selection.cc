// SPDX-License-Identifier: GPL-2.0-only
#include "relay-selection.h"

#include <algorithm>
#include <deque>
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

/// @param view of a node @param neighbour of it @param targets some nodes
/// @return which of them the neighbour reaches
std::set<NodeId>
ReachedBy(const TwoHopNeighbourhood& view, NodeId neighbour, const std::set<NodeId>& targets)
{
    std::set<NodeId> reached;
    const std::set<NodeId>& links = view.links.at(neighbour);
    std::set_intersection(links.begin(),
                          links.end(),
                          targets.begin(),
                          targets.end(),
                          std::inserter(reached, reached.end()));
    return reached;
}

/// @param view of a node @param target two hops away @return the neighbours that reach it
std::set<NodeId>
ProvidersOf(const TwoHopNeighbourhood& view, NodeId target)
{
    std::set<NodeId> providers;
    for (const auto& [neighbour, links] : view.links)
    {
        if (links.contains(target))
        {
            providers.insert(neighbour);
        }
    }
    return providers;
}

/// @param view of a node @param far nodes two hops away @param uncovered those not reached yet
/// @return the neighbour that reaches most of these, then most of all
NodeId
BestProvider(const TwoHopNeighbourhood& view,
             const std::set<NodeId>& far,
             const std::set<NodeId>& uncovered)
{
    const auto worth = [&](NodeId neighbour) {
        return std::tuple(ReachedBy(view, neighbour, uncovered).size(),
                          ReachedBy(view, neighbour, far).size());
    };
    return std::max_element(
               view.links.begin(),
               view.links.end(),
               [&](const auto& a, const auto& b) { return worth(a.first) < worth(b.first); })
        ->first;
}

/// @param view of a node @param relays neighbours @return what they reach together
std::set<NodeId>
ReachedByAll(const TwoHopNeighbourhood& view, const std::set<NodeId>& relays)
{
    std::set<NodeId> reached;
    for (NodeId relay : relays)
    {
        reached.insert(view.links.at(relay).begin(), view.links.at(relay).end());
    }
    return reached;
}

/// @brief Leave out relays without which all is reached. @param view of a node @param far nodes two
/// hops away @param relays that reach them
void
Prune(const TwoHopNeighbourhood& view, const std::set<NodeId>& far, std::set<NodeId>& relays)
{
    for (NodeId relay : std::set<NodeId>(relays))
    {
        relays.erase(relay);
        const std::set<NodeId> reached = ReachedByAll(view, relays);
        if (!std::includes(reached.begin(), reached.end(), far.begin(), far.end()))
        {
            relays.insert(relay);
        }
    }
}

/// @param view of a node @return the neighbours of each other node, as far as they are known
std::map<NodeId, std::set<NodeId>>
KnownLinks(const TwoHopNeighbourhood& view)
{
    std::map<NodeId, std::set<NodeId>> known;
    for (const auto& [neighbour, links] : view.links)
    {
        known[neighbour];
        for (NodeId other : links)
        {
            if (other != view.self)
            {
                known[neighbour].insert(other);
                known[other].insert(neighbour);
            }
        }
    }
    return known;
}

} // namespace

std::set<NodeId>
TwoHopNeighbourhood::TwoHopNodes() const
{
    std::set<NodeId> far;
    for (const auto& [neighbour, theirs] : links)
    {
        far.insert(theirs.begin(), theirs.end());
    }
    std::erase_if(far, [this](NodeId node) { return node == self || links.contains(node); });
    return far;
}

std::set<NodeId>
SelectMultipointRelays(const TwoHopNeighbourhood& view)
{
    const std::set<NodeId> far = view.TwoHopNodes();
    std::set<NodeId> relays;
    for (NodeId target : far)
    {
        const std::set<NodeId> providers = ProvidersOf(view, target);
        if (providers.size() == 1)
        {
            relays.insert(*providers.begin());
        }
    }
    while (true)
    {
        std::set<NodeId> uncovered = far;
        for (NodeId node : ReachedByAll(view, relays))
        {
            uncovered.erase(node);
        }
        if (uncovered.empty())
        {
            Prune(view, far, relays);
            return relays;
        }
        relays.insert(BestProvider(view, far, uncovered));
    }
}

bool
IsEssentialRelay(const TwoHopNeighbourhood& view)
{
    if (view.links.size() < 2)
    {
        return false;
    }
    const auto known = KnownLinks(view);
    const auto own = RankOf(view, view.self);
    const NodeId greatest =
        std::max_element(view.links.begin(), view.links.end(), [&](const auto& a, const auto& b) {
            return RankOf(view, a.first) < RankOf(view, b.first);
        })->first;
    if (RankOf(view, greatest) < own)
    {
        return true;
    }
    std::set<NodeId> visited{greatest};
    std::deque<NodeId> queue{greatest};
    while (!queue.empty())
    {
        const NodeId at = queue.front();
        queue.pop_front();
        for (NodeId next : known.at(at))
        {
            if (visited.insert(next).second && RankOf(view, next) > own)
            {
                queue.push_back(next);
            }
        }
    }
    return !std::all_of(view.links.begin(), view.links.end(), [&](const auto& neighbour) {
        return visited.contains(neighbour.first);
    });
}

} // namespace ns3
