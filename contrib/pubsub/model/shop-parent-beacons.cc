// SPDX-License-Identifier: GPL-2.0-only
//
// SHOPPARENT: what beacons say of the trees, and what is learnt from them.

#include "shop-parent.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <limits>

namespace ns3
{

std::vector<TreeEntry>
ShopParent::DescribeTrees()
{
    const std::size_t room = MaxMessageBytes() / 4;
    std::vector<TreeEntry> entries;
    for (auto& [root, tree] : m_trees)
    {
        TreeEntry entry;
        entry.root = root;
        entry.parent = tree.parent;
        entry.path = tree.path;
        entry.attached = tree.IsAttached(GetNodeId());
        entry.rootSequence = tree.label ? tree.label->rootSequence : 0;
        if (root == GetNodeId())
        {
            entry.rootSequence = ++m_rootSequence;
            tree.advertised = GetAdvertised();
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
        if (m_metric != ParentMetric::HOPS && m_eventSource == EventSource::ADVERTISED)
        {
            entry.advertised = tree.advertised;
        }
        entries.push_back(entry);
    }
    return entries;
}

void
ShopParent::BeaconReceived(NodeId from, const BeaconMessage& beacon)
{
    const Subscription inherent(beacon.inherent);
    for (const TreeEntry& entry : beacon.trees)
    {
        TreeEntryReceived(from, entry, inherent);
    }
}

void
ShopParent::TreeEntryReceived(NodeId from, const TreeEntry& entry, const Subscription& inherent)
{
    if (entry.root == NO_NODE || entry.path.size() > MAX_PATH)
    {
        Drop("malformed beacon", 0);
        return;
    }
    Tree& tree = GetTree(entry.root);
    if (entry.parent == GetNodeId() && from != tree.parent)
    {
        Subscription effective = inherent;
        for (const WeightedFilter& proxied : entry.proxied)
        {
            effective.Add(proxied.filter);
        }
        tree.children[from].effective = effective.WidenedTo(MaxMessageBytes() / 2);
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
        tree.advertised = entry.advertised;
    }
    if (from == tree.parent)
    {
        FollowParent(tree, entry);
    }
    if (!tree.explored)
    {
        ShopWithin(tree, m_shopDelay);
    }
    else if (tree.parent == NO_NODE ||
             (from == tree.awaited && IsFeasibleParent(tree, from)))
    {
        ShopWithin(tree, Jitter(m_reportDelay));
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

} // namespace ns3
