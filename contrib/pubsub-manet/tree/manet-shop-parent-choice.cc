// SPDX-License-Identifier: GPL-2.0-only
//
// SHOPPARENT: looking for a parent, taking one, losing it.

#include "manet-shop-parent.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <limits>

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("ShopParentChoice");

bool
ShopParent::IsCandidate(const Tree& tree, NodeId node, const TreeEntry& entry) const
{
    return entry.attached && entry.path.size() < MAX_PATH && !tree.children.contains(node) &&
           std::find(entry.path.begin(), entry.path.end(), GetNodeId()) == entry.path.end();
}

bool
ShopParent::IsFeasible(const Tree& tree, const TreeEntry& entry)
{
    return !tree.label || TreeLabel{entry.rootSequence, entry.Hops()}.IsBetterThan(*tree.label);
}

bool
ShopParent::IsFeasibleParent(const Tree& tree, NodeId node) const
{
    const auto* neighbour = Neighbours().Find(node);
    if (neighbour == nullptr || !neighbour->trees.contains(tree.root))
    {
        return false;
    }
    const TreeEntry& entry = *neighbour->trees.at(tree.root).said;
    return IsCandidate(tree, node, entry) && IsFeasible(tree, entry);
}

bool
ShopParent::NeedsOverhead() const
{
    return m_metric != ParentMetric::HOPS;
}

std::vector<WeightedFilter>
ShopParent::Events(const Tree& tree) const
{
    return m_eventSource == EventSource::ADVERTISED ? tree.advertised : tree.heard.Weights();
}

std::vector<Candidate>
ShopParent::FindCandidates(const Tree& tree) const
{
    NS_LOG_FUNCTION(this);
    const std::vector<WeightedFilter> events = Events(tree);
    const Subscription effective = Effective(tree);
    std::vector<Candidate> candidates;
    for (const auto& [node, neighbour] : Neighbours().All())
    {
        const auto it = neighbour.trees.find(tree.root);
        if (it == neighbour.trees.end() || !IsCandidate(tree, node, *it->second.said))
        {
            continue;
        }
        const TreeEntry& entry = *it->second.said;
        const bool isParent = node == tree.parent;
        const Subscription proxied =
            ProxiedForOthers(entry.proxied, isParent ? tree.reported : Subscription());
        const Subscription inherent = node == tree.root ? Subscription() : neighbour.inherent;
        const double marginal = MarginalOverhead(events, effective, inherent, proxied);
        candidates.push_back({.node = node,
                              .hops = entry.Hops(),
                              .metric = ParentMetricValue(m_metric, entry.Hops(), marginal),
                              .marginal = marginal,
                              .isParent = isParent});
    }
    return candidates;
}

void
ShopParent::Shop(NodeId root)
{
    Tree& tree = GetTree(root);
    tree.explored = true;
    tree.shopTimer =
        Simulator::Schedule(m_shopPeriod - Jitter(m_shopPeriod / 4), &ShopParent::Shop, this, root);
    Decide(tree, FindCandidates(tree));
}

void
ShopParent::ShopWithin(Tree& tree, Time delay)
{
    if (tree.shopTimer.IsPending() && Simulator::GetDelayLeft(tree.shopTimer) <= delay)
    {
        return;
    }
    // Removed, not only cancelled: in a flood of lies plans change thousands of times a second.
    tree.shopTimer.Remove();
    tree.shopTimer = Simulator::Schedule(delay, &ShopParent::Shop, this, tree.root);
}

void
ShopParent::Decide(Tree& tree, std::vector<Candidate> candidates)
{
    Pursue(tree, std::move(candidates));
}

bool
ShopParent::Prefers(const Candidate& a, const Candidate& b) const
{
    NS_LOG_FUNCTION(this);
    if (a.metric != b.metric)
    {
        return a.metric < b.metric;
    }
    if (a.hops != b.hops)
    {
        return a.hops < b.hops;
    }
    if (a.isParent != b.isParent)
    {
        return a.isParent;
    }
    return a.node < b.node;
}

bool
ShopParent::IsWorthSwitching(const Candidate& current, const Candidate& other) const
{
    NS_LOG_FUNCTION(this);
    return other.metric < current.metric * (1.0 - m_hysteresis) ||
           (other.metric == current.metric && other.hops < current.hops);
}

void
ShopParent::Pursue(Tree& tree, std::vector<Candidate> candidates)
{
    NS_LOG_FUNCTION(this);
    tree.awaited = NO_NODE;
    if (candidates.empty())
    {
        return;
    }
    std::sort(candidates.begin(), candidates.end(), [this](const auto& a, const auto& b) {
        return Prefers(a, b);
    });
    const auto current = std::find_if(candidates.begin(), candidates.end(), [](const auto& c) {
        return c.isParent;
    });
    const Candidate& best = candidates.front();
    if (best.isParent || (current != candidates.end() && !IsWorthSwitching(*current, best)))
    {
        return;
    }
    if (IsFeasibleParent(tree, best.node))
    {
        Adopt(tree, best);
        return;
    }
    if (tree.parent == NO_NODE)
    {
        const auto safe = std::find_if(candidates.begin(), candidates.end(), [&](const auto& c) {
            return IsFeasibleParent(tree, c.node);
        });
        if (safe != candidates.end())
        {
            Adopt(tree, *safe);
        }
        return;
    }
    tree.awaited = best.node;
    tree.awaitedUntil = Simulator::Now() + HoldTime();
}

void
ShopParent::Adopt(Tree& tree, const Candidate& candidate)
{
    const TreeEntry& entry = *Neighbours().Find(candidate.node)->trees.at(tree.root).said;
    const NodeId old = tree.parent;
    tree.parent = candidate.node;
    tree.label = TreeLabel{entry.rootSequence, entry.Hops() + 1};
    tree.confirmed = Simulator::Now();
    tree.path = entry.path;
    tree.path.insert(tree.path.begin(), candidate.node);
    TakeAdvertisement(tree, entry.advertised);
    tree.awaited = NO_NODE;
    NS_LOG_INFO("node " << GetNodeId() << " takes " << candidate.node << " as its parent to "
                        << tree.root << ", metric " << candidate.metric);
    m_parentChange({tree.root, old, tree.parent, candidate.metric, candidate.similarity});
    tree.reportTimer.Cancel();
    tree.reportsUnanswered = 0;
    SendReport(tree.root);
    TriggerBeacon();
}

void
ShopParent::Detach(Tree& tree)
{
    const NodeId old = tree.parent;
    tree.parent = NO_NODE;
    tree.path.clear();
    tree.awaited = NO_NODE;
    tree.reported = Subscription();
    tree.reportsUnanswered = 0;
    tree.reportTimer.Cancel();
    if (old != NO_NODE)
    {
        tree.detached = Simulator::Now();
        m_parentChange({tree.root, old, NO_NODE, NOT_KNOWN, NOT_KNOWN});
    }
}

void
ShopParent::LoseParent(Tree& tree)
{
    Detach(tree);
    TriggerBeacon();
    ShopWithin(tree, Jitter(m_reportDelay));
}

} // namespace ns3::pubsub::manet
