// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-route-set.h"

#include <algorithm>
#include <deque>

namespace ns3::pubsub::sdn
{

void
TrunkAllocation::SetTrunks(std::map<NetworkView::EdgeKey, std::vector<UsableTrunk>> trunks)
{
    m_trunks = std::move(trunks);
}

std::optional<Trunk>
TrunkAllocation::Choose(const NetworkView::EdgeKey& edge, const User& user, double load)
{
    const auto trunks = m_trunks.find(edge);
    auto& choices = m_choices[user];
    const auto old = choices.find(edge);
    if (old != choices.end())
    {
        m_loads[old->second.trunk] -= old->second.load;
    }
    if (trunks == m_trunks.end())
    {
        choices.erase(edge);
        return std::nullopt;
    }
    const auto share = [&](const UsableTrunk& trunk) {
        return m_loads[trunk.trunk] /
               static_cast<double>(std::max<uint64_t>(trunk.bandwidthBps, 1));
    };
    const UsableTrunk* best = nullptr;
    for (const UsableTrunk& trunk : trunks->second)
    {
        if (old != choices.end() && old->second.trunk == trunk.trunk)
        {
            best = &trunk;
            break;
        }
        best = !best || share(trunk) < share(*best) ? &trunk : best;
    }
    m_loads[best->trunk] += load;
    choices[edge] = {.trunk = best->trunk, .load = load};
    return best->trunk;
}

void
TrunkAllocation::Keep(const User& user, const std::set<NetworkView::EdgeKey>& kept)
{
    std::erase_if(m_choices[user], [&](const auto& choice) {
        if (kept.contains(choice.first))
        {
            return false;
        }
        m_loads[choice.second.trunk] -= choice.second.load;
        return true;
    });
}

bool
HasCycle(const std::vector<Trunk>& first, const std::vector<Trunk>& second)
{
    std::set<Trunk> all(first.begin(), first.end());
    all.insert(second.begin(), second.end());
    std::map<ClusterId, ClusterId> father;
    const auto root = [&](ClusterId cluster) {
        while (father.contains(cluster) && father[cluster] != cluster)
        {
            cluster = father[cluster];
        }
        return cluster;
    };
    for (const Trunk& trunk : all)
    {
        const ClusterId a = root(trunk.a.cluster);
        const ClusterId b = root(trunk.b.cluster);
        if (a == b)
        {
            return true;
        }
        father[a] = b;
    }
    return false;
}

std::vector<Trunk>
SpanningTrunks(const std::map<NetworkView::EdgeKey, std::vector<UsableTrunk>>& trunks)
{
    std::map<ClusterId, std::map<ClusterId, Trunk>> neighbours;
    for (const auto& [edge, parallel] : trunks)
    {
        neighbours[edge.first][edge.second] = parallel.front().trunk;
        neighbours[edge.second][edge.first] = parallel.front().trunk;
    }
    std::vector<Trunk> tree;
    std::set<ClusterId> reached;
    for (const auto& [root, unused] : neighbours)
    {
        std::deque<ClusterId> queue;
        if (reached.insert(root).second)
        {
            queue.push_back(root);
        }
        while (!queue.empty())
        {
            const ClusterId cluster = queue.front();
            queue.pop_front();
            for (const auto& [next, trunk] : neighbours[cluster])
            {
                if (reached.insert(next).second)
                {
                    tree.push_back(trunk);
                    queue.push_back(next);
                }
            }
        }
    }
    std::ranges::sort(tree);
    return tree;
}

const std::vector<Trunk>&
TrunksOf(const RouteSet& routes, const Topic& topic, ClusterId source)
{
    static const std::vector<Trunk> NONE;
    const auto bySource = routes.find(topic);
    if (bySource == routes.end())
    {
        return NONE;
    }
    const auto trunks = bySource->second.find(source);
    return trunks == bySource->second.end() ? NONE : trunks->second;
}

std::set<TrunkAllocation::User>
ChangedRoutes(const RouteSet& first, const RouteSet& second)
{
    std::set<TrunkAllocation::User> changed;
    for (const RouteSet* routes : {&first, &second})
    {
        for (const auto& [topic, bySource] : *routes)
        {
            for (const auto& [source, trunks] : bySource)
            {
                const auto there = first.find(topic);
                const auto here = second.find(topic);
                const bool isInBoth = there != first.end() && here != second.end() &&
                                      there->second.contains(source) &&
                                      here->second.contains(source);
                if (!isInBoth || there->second.at(source) != here->second.at(source))
                {
                    changed.emplace(topic, source);
                }
            }
        }
    }
    return changed;
}

} // namespace ns3::pubsub::sdn
