// SPDX-License-Identifier: GPL-2.0-only
//
// SHOPPARENT: what beacons say of the trees, and what is learnt from them.

#include "manet-shop-parent.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <limits>

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("ShopParentBeacons");

namespace
{

/// Beacons in a row that tell a publisher's advertisement when it is new: they may be lost.
constexpr uint32_t NEWS_REPEATS = 3;

} // namespace

std::vector<TreeEntry>
ShopParent::DescribeTrees()
{
    NS_LOG_FUNCTION(this);
    const std::size_t room = MaxMessageBytes() / 4;
    std::vector<TreeEntry> entries;
    ForgetTheOld();
    for (auto& [root, tree] : m_trees)
    {
        if (!IsInUse(tree) && !IsNews(tree))
        {
            continue;
        }
        TreeEntry entry;
        entry.root = root;
        entry.parent = tree.parent;
        entry.path = tree.path;
        entry.attached = tree.IsAttached(GetNodeId());
        entry.rootSequence = tree.label ? tree.label->rootSequence : 0;
        if (root == GetNodeId())
        {
            entry.rootSequence = ++m_rootSequence;
            TakeAdvertisement(tree, GetAdvertised());
        }
        const Subscription proxied = tree.ProxiedSubscription();
        const Subscription fitting = proxied.WidenedTo(room);
        if (fitting == proxied.Reduced())
        {
            entry.proxied = tree.Proxied();
        }
        else
        {
            for (const Filter& filter : fitting.Filters())
            {
                entry.proxied.push_back({filter, std::numeric_limits<uint16_t>::max()});
            }
        }
        if (IsAdvertisementDue(tree))
        {
            entry.advertised = tree.advertised;
        }
        entries.push_back(std::move(entry));
    }
    return entries;
}

void
ShopParent::TakeAdvertisement(Tree& tree, const std::vector<WeightedFilter>& advertised)
{
    // Most beacons leave it out.
    if (!advertised.empty() && advertised != tree.advertised)
    {
        tree.advertised = advertised;
        tree.advertisedTold = 0;
    }
}

bool
ShopParent::IsAdvertisementDue(Tree& tree) const
{
    if (!NeedsOverhead() || m_eventSource == EventSource::HEARD)
    {
        return false;
    }
    const uint32_t told = tree.advertisedTold++;
    return told < NEWS_REPEATS || told % m_advertiseEvery == 0;
}

void
ShopParent::BeaconReceived(NodeId from, const BeaconMessage& beacon)
{
    NS_LOG_FUNCTION(this);
    const NeighbourTable::Neighbour* sender = Neighbours().Find(from);
    for (const TreeEntry& entry : beacon.trees)
    {
        TreeEntryReceived(from, entry, sender->inherent);
    }
}

void
ShopParent::TreeEntryReceived(NodeId from, const TreeEntry& entry, const Subscription& inherent)
{
    Tree* known = TreeOf(entry);
    if (known == nullptr)
    {
        return;
    }
    Tree& tree = *known;
    if (entry.attached)
    {
        tree.attachedHeard = Simulator::Now();
    }
    if (entry.parent == GetNodeId() && from != tree.parent)
    {
        Subscription effective = inherent;
        for (const WeightedFilter& proxied : entry.proxied)
        {
            effective.Add(proxied.filter);
        }
        SetChild(tree, from, effective);
        ReportIfChanged(tree);
    }
    else if (tree.children.erase(from) > 0)
    {
        ReportIfChanged(tree);
    }
    if (entry.root == GetNodeId())
    {
        return;
    }
    if (entry.attached && (from == tree.parent || tree.parent == NO_NODE))
    {
        TakeAdvertisement(tree, entry.advertised);
    }
    if (from == tree.parent)
    {
        FollowParent(tree, entry);
    }
    if (!tree.explored)
    {
        ShopWithin(tree, m_shopDelay);
    }
    else if (tree.parent == NO_NODE || (from == tree.awaited && IsFeasibleParent(tree, from)))
    {
        ShopWithin(tree, Jitter(m_reportDelay));
    }
}

Tree*
ShopParent::TreeOf(const TreeEntry& entry)
{
    Tree* known = FindTree(entry.root);
    // Only publishing makes a node a root.
    if (known != nullptr || entry.root == GetNodeId())
    {
        return known;
    }
    if (m_trees.size() >= MaxTrees())
    {
        Drop("too many neighbours or trees", 0);
        return nullptr;
    }
    return &GetTree(entry.root);
}

bool
ShopParent::SetChild(Tree& tree, NodeId child, const Subscription& effective)
{
    if (tree.children.size() >= MaxNeighbours() && !tree.children.contains(child))
    {
        Drop("too many neighbours or trees", 0);
        return false;
    }
    tree.children[child] = {effective.WidenedTo(MaxMessageBytes() / 2),
                            Simulator::Now() + HoldTime()};
    return true;
}

bool
ShopParent::IsInUse(const Tree& tree) const
{
    return tree.IsAttached(GetNodeId()) || !tree.children.empty();
}

bool
ShopParent::IsNews(const Tree& tree) const
{
    // Rumours must be passed on for less long than they are remembered: two nodes would remind each
    // other for ever.
    return Simulator::Now() < std::max(std::max(tree.attachedHeard, tree.detached) + m_treeLifetime,
                                       tree.known + m_treeLifetime / 4);
}

void
ShopParent::ForgetTheOld()
{
    const Time now = Simulator::Now();
    for (auto it = m_trees.begin(); it != m_trees.end();)
    {
        auto& [root, tree] = *it;
        const auto isOld = [now](const auto& child) { return child.second.expires <= now; };
        if (std::erase_if(tree.children, isOld) > 0)
        {
            ReportIfChanged(tree);
        }
        const auto* parent = Neighbours().Find(tree.parent);
        const bool silent = parent == nullptr || !parent->trees.contains(root);
        if (tree.parent != NO_NODE && (silent || now >= tree.confirmed + m_treeLifetime))
        {
            LoseParent(tree);
        }
        if (tree.parent == NO_NODE && now >= tree.detached + m_treeLifetime)
        {
            tree.label.reset();
        }
        const Time news = std::max({tree.attachedHeard, tree.detached, tree.known});
        if (IsInUse(tree) || now < news + m_treeLifetime)
        {
            ++it;
            continue;
        }
        Quit(tree);
        TreeForgotten(root);
        it = m_trees.erase(it);
    }
}

void
ShopParent::FollowParent(Tree& tree, const TreeEntry& entry)
{
    const bool throughUs =
        std::find(entry.path.begin(), entry.path.end(), GetNodeId()) != entry.path.end();
    if (!entry.attached || throughUs || entry.parent == GetNodeId())
    {
        LoseParent(tree);
        return;
    }
    const bool waiting = tree.awaited != NO_NODE && Simulator::Now() < tree.awaitedUntil;
    const TreeLabel label{entry.rootSequence, entry.Hops() + 1};
    if (!tree.label->IsBetterThan(label))
    {
        tree.confirmed = Simulator::Now();
    }
    // While we wait for another parent's label to get newer than ours, ours must not move.
    if (tree.label->IsBetterThan(label) || (waiting && label.IsBetterThan(*tree.label)))
    {
        return;
    }
    tree.label = label;
    tree.path = entry.path;
    tree.path.insert(tree.path.begin(), tree.parent);
}

void
ShopParent::NeighbourLost(NodeId node)
{
    NS_LOG_FUNCTION(this);
    for (auto& [root, tree] : m_trees)
    {
        tree.children.erase(node);
        if (tree.parent == node)
        {
            LoseParent(tree);
        }
        ReportIfChanged(tree);
    }
}

} // namespace ns3::pubsub::manet
