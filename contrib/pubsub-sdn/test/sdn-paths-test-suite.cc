// SPDX-License-Identifier: GPL-2.0-only
#include "overlay-cases.h"

#include "ns3/sdn-overlay-forest.h"
#include "ns3/sdn-shortest-paths.h"
#include "ns3/sdn-steiner-tree.h"
#include "ns3/sdn-widest-paths.h"
#include "ns3/test.h"

#include <algorithm>
#include <functional>
#include <set>

using namespace ns3;
using namespace ns3::pubsub::sdn;

namespace
{

/// @brief The widths of widest paths, by three methods on random graphs with ties.
class WidestPathTest : public TestCase
{
  public:
    WidestPathTest()
        : TestCase("widest paths by Kruskal's tree, Dijkstra's algorithm and a threshold search")
    {
    }

  private:
    void DoRun() override
    {
        const auto random = RandomNumbers(1);
        uint32_t pairs = 0;
        uint32_t unreachable = 0;
        for (uint32_t round = 0; round < 200; ++round)
        {
            const uint32_t clusters = random->GetInteger(2, 14);
            const ClusterGraph graph = DrawConnectedGraph(clusters, 12, 6, random);
            TestView test(graph);
            for (EdgeId edge = 0; edge < test.residuals.size(); ++edge)
            {
                test.residuals[edge] -= 3; // some are overloaded
                test.hasFailed[edge] = random->GetInteger(0, 9) == 0;
            }
            if (round % 3 == 0)
            {
                test.denied.push_back(random->GetInteger(0, clusters - 1));
            }
            const GraphView view = test.View();
            const OverlayForest tree(graph, WidestTree(view));
            NS_TEST_ASSERT_MSG_EQ(tree.IsForest(), true, "the widest tree has a cycle");
            for (ClusterId from = 0; from < clusters; ++from)
            {
                const std::vector<TreeStep> steps = StepsToRoot(view, tree, from);
                const std::vector<double> widths = WidestWidths(view, Single(clusters, from));
                for (ClusterId to = 0; to < clusters; ++to)
                {
                    if (view.Has(from) && view.Has(to) && from != to)
                    {
                        const double threshold = ThresholdWidth(test, from, to);
                        NS_TEST_ASSERT_MSG_EQ(widths[to], threshold, "Dijkstra, round " << round);
                        NS_TEST_ASSERT_MSG_EQ(steps[to].width, threshold, "tree, round " << round);
                        ++pairs;
                        unreachable += threshold == NO_PATH;
                    }
                }
            }
        }
        NS_TEST_EXPECT_MSG_GT(pairs, 10000, "pairs that were compared");
        NS_TEST_EXPECT_MSG_GT(unreachable, 100, "some of them without a path");
    }

    /**
     * @param clusters number of them
     * @param cluster one
     * @return whether a cluster is that one
     */
    static std::vector<bool> Single(uint32_t clusters, ClusterId cluster)
    {
        std::vector<bool> isThat(clusters, false);
        isThat[cluster] = true;
        return isThat;
    }

    /**
     * @param test the graph
     * @param from a cluster
     * @param to another
     * @return the largest residual such that the edges with at least this one connect the two
     */
    static double ThresholdWidth(const TestView& test, ClusterId from, ClusterId to)
    {
        const std::set<double> thresholds(test.residuals.begin(), test.residuals.end());
        double width = NO_PATH;
        for (const double threshold : thresholds)
        {
            ClusterSets sets(test.graph.Size());
            for (EdgeId edge = 0; edge < test.residuals.size(); ++edge)
            {
                const ClusterEdge& ends = test.graph.Edge(edge);
                const auto isDenied = [&](ClusterId cluster) {
                    return std::find(test.denied.begin(), test.denied.end(), cluster) !=
                           test.denied.end();
                };
                if (test.residuals[edge] >= threshold && !test.hasFailed[edge] &&
                    !isDenied(ends.a) && !isDenied(ends.b))
                {
                    sets.Join(ends.a, ends.b);
                }
            }
            width = sets.Find(from) == sets.Find(to) ? threshold : width;
        }
        return width;
    }
};

/// @brief A widest path is a shortest one of its width, compared with all simple paths.
class WidestShortestPathTest : public TestCase
{
  public:
    WidestShortestPathTest()
        : TestCase("the widest, then shortest path between two sets of clusters")
    {
    }

  private:
    void DoRun() override
    {
        const auto random = RandomNumbers(2);
        uint32_t shorter = 0;
        for (uint32_t round = 0; round < 300; ++round)
        {
            const uint32_t clusters = random->GetInteger(3, 8);
            const ClusterGraph graph = DrawConnectedGraph(clusters, 6, 3, random);
            const TestView test(graph);
            std::vector<bool> isSource(clusters);
            std::vector<bool> isTarget(clusters);
            for (ClusterId cluster = 0; cluster < clusters; ++cluster)
            {
                const uint32_t role = random->GetInteger(0, 3);
                const bool isLast = cluster == clusters - 1;
                isSource[cluster] = cluster == 0 || (role == 0 && !isLast);
                isTarget[cluster] = isLast || (role == 1 && !isSource[cluster]);
            }
            m_best = {NO_PATH, 0};
            for (ClusterId cluster = 0; cluster < clusters; ++cluster)
            {
                if (isSource[cluster])
                {
                    std::vector<bool> isOnPath(clusters, false);
                    Explore(graph, cluster, isTarget, isOnPath, UNLIMITED, 0);
                }
            }
            const auto path = WidestShortestPath(test.View(), isSource, isTarget);
            NS_TEST_ASSERT_MSG_EQ(path.has_value(), true, "a connected graph has a path");
            double width = UNLIMITED;
            for (const EdgeId edge : *path)
            {
                width = std::min(width, graph.Edge(edge).capacityBps);
            }
            NS_TEST_ASSERT_MSG_EQ(width, m_best.first, "width, round " << round);
            NS_TEST_ASSERT_MSG_EQ(path->size(), m_best.second, "length, round " << round);
            shorter += path->size() > 1;
        }
        NS_TEST_EXPECT_MSG_GT(shorter, 50, "paths of several edges");
        CheckMissedByOneLabel();
    }

    /**
     * @brief Visit all simple paths and keep the widest, then shortest.
     * @param graph of the clusters
     * @param cluster where the path is
     * @param isTarget by cluster
     * @param isOnPath by cluster
     * @param width of the path
     * @param edges of the path
     */
    void Explore(const ClusterGraph& graph,
                 ClusterId cluster,
                 const std::vector<bool>& isTarget,
                 std::vector<bool>& isOnPath,
                 double width,
                 std::size_t edges)
    {
        if (isTarget[cluster])
        {
            if (width > m_best.first || (width == m_best.first && edges < m_best.second))
            {
                m_best = {width, edges};
            }
            return;
        }
        isOnPath[cluster] = true;
        for (const ClusterNeighbour& next : graph.Neighbours(cluster))
        {
            if (!isOnPath[next.cluster])
            {
                const double narrower = std::min(width, graph.Edge(next.edge).capacityBps);
                Explore(graph, next.cluster, isTarget, isOnPath, narrower, edges + 1);
            }
        }
        isOnPath[cluster] = false;
    }

    /// @brief A graph in which a label of width and length together misses the shortest path.
    void CheckMissedByOneLabel()
    {
        ClusterGraph graph(4); // 0-1-2 is wide, 0-2 is narrow but short; 2-3 is the bottleneck
        graph.AddEdge(0, 1, 9);
        graph.AddEdge(1, 2, 9);
        const EdgeId narrow = graph.AddEdge(0, 2, 5);
        const EdgeId last = graph.AddEdge(2, 3, 5);
        const TestView test(graph);
        const auto path = WidestShortestPath(test.View(),
                                             {true, false, false, false},
                                             {false, false, false, true});
        NS_TEST_EXPECT_MSG_EQ((path == std::vector<EdgeId>{last, narrow}), true, "two edges");
    }

    std::pair<double, std::size_t> m_best; ///< width and edges of the best path so far
};

/// @brief Steiner trees against the exact ones.
class SteinerTreeTest : public TestCase
{
  public:
    SteinerTreeTest()
        : TestCase("Steiner trees weigh at least the exact ones' weight and less than twice that")
    {
    }

  private:
    void DoRun() override
    {
        const auto random = RandomNumbers(3);
        double worst = 1.0;
        uint32_t exact = 0;
        const uint32_t rounds = 300;
        for (uint32_t round = 0; round < rounds; ++round)
        {
            const uint32_t clusters = random->GetInteger(2, 16);
            const ClusterGraph graph = DrawConnectedGraph(clusters, 14, 9, random);
            TestView test(graph);
            std::set<ClusterId> drawn;
            for (uint32_t i = 0; i < 6; ++i)
            {
                drawn.insert(random->GetInteger(0, clusters - 1));
            }
            const std::vector<ClusterId> terminals(drawn.begin(), drawn.end());
            std::vector<double> weights; // of one half of the rounds, the number of edges
            for (const double residual : test.residuals)
            {
                weights.push_back(round % 2 == 0 ? 1.0 : residual);
            }
            const std::vector<EdgeId> tree = SteinerTree(test.View(), terminals, weights);
            const OverlayForest forest(graph, tree);
            NS_TEST_ASSERT_MSG_EQ(forest.IsForest(), true, "a cycle in round " << round);
            ClusterSets sets = forest.Trees();
            double weight = 0.0;
            for (const EdgeId edge : tree)
            {
                weight += weights[edge];
            }
            for (const ClusterId terminal : terminals)
            {
                NS_TEST_ASSERT_MSG_EQ(sets.Find(terminal),
                                      sets.Find(terminals[0]),
                                      "a terminal apart in round " << round);
            }
            const double best = ExactSteinerWeight(test.View(), terminals, weights);
            NS_TEST_ASSERT_MSG_GT_OR_EQ(weight, best, "below the optimum in round " << round);
            NS_TEST_ASSERT_MSG_LT_OR_EQ(weight,
                                        2.0 * best * (1.0 - 1.0 / terminals.size()) + 1e-9,
                                        "beyond the bound in round " << round);
            worst = best > 0.0 ? std::max(worst, weight / best) : worst;
            exact += weight == best;
        }
        NS_TEST_EXPECT_MSG_GT(worst, 1.0, "the heuristic misses some optimum, or the test is weak");
        NS_TEST_EXPECT_MSG_GT(exact, rounds / 2, "the heuristic finds most optima");
    }
};

/// @brief Trees of shortest paths, and the forest that overlays are edited in.
class HopTreeTest : public TestCase
{
  public:
    HopTreeTest()
        : TestCase("trees of shortest paths, and removal of leaves and fragments")
    {
    }

  private:
    void DoRun() override
    {
        ClusterGraph graph(7); // a ring 0-1-2-3-0 with a tail 3-4-5; 6 hangs on 1
        const EdgeId e01 = graph.AddEdge(0, 1, 1);
        const EdgeId e12 = graph.AddEdge(1, 2, 1);
        const EdgeId e23 = graph.AddEdge(3, 2, 1);
        const EdgeId e03 = graph.AddEdge(0, 3, 1);
        const EdgeId e34 = graph.AddEdge(3, 4, 1);
        const EdgeId e45 = graph.AddEdge(4, 5, 1);
        const EdgeId e16 = graph.AddEdge(6, 1, 1);
        TestView test(graph);
        const HopTree tree = HopsTo(test.View(), 0);
        NS_TEST_EXPECT_MSG_EQ((tree.hops == std::vector<uint32_t>{0, 1, 2, 1, 2, 3, 2}),
                              true,
                              "hops");
        NS_TEST_EXPECT_MSG_EQ(tree.parents[2], 1, "of 1 and 3, the smaller");
        NS_TEST_EXPECT_MSG_EQ(
            (EdgesOfPaths(test.View(), tree, {2, 5}) == std::vector{e01, e12, e03, e34, e45}),
            true,
            "edges of two paths");
        NS_TEST_EXPECT_MSG_EQ(
            (BreadthFirstTree(test.View()) == std::vector{e01, e12, e03, e34, e45, e16}),
            true,
            "a spanning tree");
        test.hasFailed[e34] = true;
        NS_TEST_EXPECT_MSG_EQ(HopsTo(test.View(), 0).hops[5], NO_HOPS, "cut off");
        NS_TEST_EXPECT_MSG_EQ(BreadthFirstTree(test.View()).size(), 5, "a forest");

        OverlayForest forest(graph, {e12, e23, e34, e45, e16});
        forest.RemoveLeaf(5, {2, 3}, false);
        NS_TEST_EXPECT_MSG_EQ((forest.Edges() == std::vector{e12, e23, e34, e16}),
                              true,
                              "one leaf");
        forest.RemoveLeaf(4, {2, 3}, true);
        NS_TEST_EXPECT_MSG_EQ((forest.Edges() == std::vector{e12, e23, e16}), true, "to 3");
        forest.RemoveLeaf(3, {2, 3}, true);
        NS_TEST_EXPECT_MSG_EQ(forest.Edges().size(), 3, "a terminal stays");
        forest.PruneLeaves({2, 3});
        NS_TEST_EXPECT_MSG_EQ((forest.Edges() == std::vector{e23}), true, "6 and 1 are needless");
        forest.AddAll({e45, e01});
        forest.RemoveFragments({0, 2});
        NS_TEST_EXPECT_MSG_EQ((forest.Edges() == std::vector{e01, e23}), true, "4-5 is needless");
    }
};

/// @brief The suite.
class SdnPathsTestSuite : public TestSuite
{
  public:
    SdnPathsTestSuite()
        : TestSuite("sdn-paths", Type::UNIT)
    {
        AddTestCase(new WidestPathTest, Duration::QUICK);
        AddTestCase(new WidestShortestPathTest, Duration::QUICK);
        AddTestCase(new SteinerTreeTest, Duration::QUICK);
        AddTestCase(new HopTreeTest, Duration::QUICK);
    }
};

SdnPathsTestSuite g_sdnPathsTestSuite; ///< registers the suite

} // namespace
