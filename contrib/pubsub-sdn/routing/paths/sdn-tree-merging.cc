// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-tree-merging.h"

#include "sdn-widest-paths.h"

#include <set>

namespace ns3::pubsub::sdn
{

namespace
{

/**
 * @param toPublishers for each publisher, the steps to it
 * @param cluster where a walk is
 * @return the step to the publisher with the widest path; that of NO_PATH if none has one
 */
TreeStep
WidestStep(const std::vector<std::vector<TreeStep>>& toPublishers, ClusterId cluster)
{
    TreeStep best;
    for (const auto& steps : toPublishers)
    {
        if (steps[cluster].width > best.width)
        {
            best = steps[cluster];
        }
    }
    return best;
}

/**
 * @param forest with trees
 * @param terminals some
 * @param clusters number of them
 * @return by cluster: the smallest cluster of its tree; NO_CLUSTER where is neither an edge nor a
 * terminal
 */
std::vector<ClusterId>
TreeOfEach(const OverlayForest& forest, const std::vector<ClusterId>& terminals, uint32_t clusters)
{
    ClusterSets sets = forest.Trees();
    std::vector<ClusterId> trees(clusters, NO_CLUSTER);
    for (const ClusterId terminal : terminals)
    {
        trees[terminal] = sets.Find(terminal);
    }
    for (ClusterId cluster = 0; cluster < clusters; ++cluster)
    {
        trees[cluster] = forest.Touches(cluster) ? sets.Find(cluster) : trees[cluster];
    }
    return trees;
}

} // namespace

void
AddWalks(const GraphView& view,
         const std::vector<ClusterId>& publishers,
         const std::vector<ClusterId>& subscribers,
         OverlayForest& forest)
{
    const OverlayForest tree(view.Graph(), WidestTree(view));
    std::vector<std::vector<TreeStep>> toPublishers;
    for (const ClusterId publisher : publishers)
    {
        toPublishers.push_back(StepsToRoot(view, tree, publisher));
    }
    for (ClusterId cluster : subscribers)
    {
        // The width at a publisher is UNLIMITED, and it has no next cluster: the walk's end.
        TreeStep step = WidestStep(toPublishers, cluster);
        while (step.next != NO_CLUSTER)
        {
            forest.Add(step.edge);
            step = WidestStep(toPublishers, step.next);
        }
    }
}

void
AttachTerminals(const GraphView& view,
                const std::vector<ClusterId>& terminals,
                OverlayForest& forest)
{
    for (const ClusterId terminal : terminals)
    {
        if (!forest.Touches(terminal))
        {
            std::vector<bool> isTerminal(view.Graph().Size(), false);
            isTerminal[terminal] = true;
            const auto path = WidestShortestPath(view, isTerminal, forest.TouchedClusters());
            forest.AddAll(path.value_or(std::vector<EdgeId>{}));
        }
    }
}

void
MergeTrees(const GraphView& view, const std::vector<ClusterId>& terminals, OverlayForest& forest)
{
    const uint32_t clusters = view.Graph().Size();
    std::set<ClusterId> alone; // trees that reach no other
    while (true)
    {
        const std::vector<ClusterId> trees = TreeOfEach(forest, terminals, clusters);
        std::set<ClusterId> open(trees.begin(), trees.end());
        open.erase(NO_CLUSTER);
        for (const ClusterId tree : alone)
        {
            open.erase(tree);
        }
        if (open.size() < 2)
        {
            return;
        }
        const ClusterId first = *open.begin();
        std::vector<bool> isSource(clusters);
        std::vector<bool> isTarget(clusters);
        for (ClusterId cluster = 0; cluster < clusters; ++cluster)
        {
            isSource[cluster] = trees[cluster] == first;
            isTarget[cluster] = !isSource[cluster] && trees[cluster] != NO_CLUSTER;
        }
        if (const auto path = WidestShortestPath(view, isSource, isTarget))
        {
            forest.AddAll(*path);
        }
        else
        {
            alone.insert(first);
        }
    }
}

} // namespace ns3::pubsub::sdn
