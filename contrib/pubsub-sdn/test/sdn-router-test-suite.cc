// SPDX-License-Identifier: GPL-2.0-only
#include "overlay-cases.h"

#include "ns3/boolean.h"
#include "ns3/sdn-file-router.h"
#include "ns3/sdn-overlay-changes.h"
#include "ns3/sdn-overlay-instance.h"
#include "ns3/sdn-random-demand.h"
#include "ns3/sdn-router-factory.h"
#include "ns3/sdn-sdnps-router.h"
#include "ns3/sdn-unicast-loads.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <algorithm>
#include <cmath>
#include <fstream>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::sdn;

namespace
{

/**
 * @brief The example of the research notes: edges 01:10 12:8 23:6 03:4 14:5 24:9 35:7 45:3.
 * @return its graph; edges are numbered in this order
 */
ClusterGraph
ExampleGraph()
{
    ClusterGraph graph(6);
    graph.AddEdge(0, 1, 10);
    graph.AddEdge(1, 2, 8);
    graph.AddEdge(2, 3, 6);
    graph.AddEdge(0, 3, 4);
    graph.AddEdge(1, 4, 5);
    graph.AddEdge(2, 4, 9);
    graph.AddEdge(3, 5, 7);
    graph.AddEdge(4, 5, 3);
    return graph;
}

/// @return the two topics of the example
std::vector<TopicDemand>
ExampleDemands()
{
    return {
        {.topic = 7, .father = 3, .subscribers = {3, 4, 5}, .publishers = {{0, 1.0}}, .load = 1},
        {.topic = 3, .subscribers = {3, 5}, .publishers = {{0, 1.0}}, .load = 2}};
}

/**
 * @param router any
 * @return the residuals of its edges
 */
std::vector<double>
AllResiduals(const TopicRouter& router)
{
    std::vector<double> residuals;
    for (EdgeId edge = 0; edge < router.GetGraph().Edges().size(); ++edge)
    {
        residuals.push_back(router.Residual(edge));
    }
    return residuals;
}

/**
 * @param name of a router
 * @param graph of the clusters
 * @return the router
 */
Ptr<TopicRouter>
RouterOn(const std::string& name, const ClusterGraph& graph)
{
    const auto router = MakeTopicRouter(name);
    router->SetGraph(graph);
    return router;
}

/// @brief Algorithms 1 to 3 on the example.
class KnownAnswerTest : public TestCase
{
  public:
    KnownAnswerTest()
        : TestCase("the known answer of Algorithms 1, 2 and 3")
    {
    }

  private:
    void DoRun() override
    {
        using Edges = std::vector<EdgeId>;
        using Topics = std::vector<TopicId>;
        using Values = std::vector<double>;
        const auto router = RouterOn("sdnps", ExampleGraph());
        NS_TEST_EXPECT_MSG_EQ((router->Compute({ExampleDemands()[1]}) == Topics{3}), true, "t1");
        NS_TEST_EXPECT_MSG_EQ((router->OverlayOf(3).edges == Edges{0, 1, 2, 6}),
                              true,
                              "tree of t1");
        NS_TEST_EXPECT_MSG_EQ((AllResiduals(*router) == Values{8, 6, 4, 4, 5, 9, 5, 3}),
                              true,
                              "residuals with t1");
        NS_TEST_EXPECT_MSG_EQ((router->Compute(ExampleDemands()) == Topics{7}),
                              true,
                              "t1 stays; the order of demands does not matter");
        NS_TEST_EXPECT_MSG_EQ((router->OverlayOf(7).edges == Edges{0, 1, 2, 5, 6}), true, "t2");
        NS_TEST_EXPECT_MSG_EQ((AllResiduals(*router) == Values{7, 5, 3, 4, 5, 8, 4, 3}),
                              true,
                              "residuals with t1 and t2");
        NS_TEST_EXPECT_MSG_EQ(router->MinResidual(), 3, "least");
        NS_TEST_EXPECT_MSG_EQ(router->StoredEdges(), 5, "four of t1 and the one that t2 adds");

        NS_TEST_EXPECT_MSG_EQ((router->EdgesFailed({2}) == Topics{3, 7}), true, "both are mended");
        NS_TEST_EXPECT_MSG_EQ((router->OverlayOf(3).edges == Edges{0, 1, 3, 6}), true, "by 0-3");
        NS_TEST_EXPECT_MSG_EQ((router->OverlayOf(7).edges == Edges{0, 1, 5, 6, 7}), true, "by 4-5");
        NS_TEST_EXPECT_MSG_EQ((AllResiduals(*router) == Values{7, 5, 6, 2, 5, 8, 4, 2}),
                              true,
                              "residuals after the repair");
        NS_TEST_EXPECT_MSG_EQ(router->EdgesRestored({2}).size(), 0, "a new link changes nothing");
        NS_TEST_EXPECT_MSG_EQ(ViolationOf(*router, false), "", "invariants");
    }
};

/// @brief What the options of sdnps change.
class OptionTest : public TestCase
{
  public:
    OptionTest()
        : TestCase("incremental, from scratch, pruned; repair in full and none")
    {
    }

  private:
    void DoRun() override
    {
        // The child has fewer members than its father's overlay has clusters: 2 and 3 relay to 5.
        std::vector<TopicDemand> demands = ExampleDemands();
        demands[0].subscribers = {4};
        const auto edgesOf = [&](const std::vector<std::string>& options) {
            const auto router = RouterOn("sdnps", ExampleGraph());
            for (const std::string& option : options)
            {
                router->SetAttribute(option.substr(1), BooleanValue(option[0] == '+'));
            }
            router->Compute(demands);
            NS_TEST_EXPECT_MSG_EQ(ViolationOf(*router, false), "", "invariants");
            return router->OverlayOf(7).edges;
        };
        NS_TEST_EXPECT_MSG_EQ((edgesOf({}) == std::vector<EdgeId>{0, 1, 2, 5, 6}), true, "copied");
        NS_TEST_EXPECT_MSG_EQ((edgesOf({"+Prune"}) == std::vector<EdgeId>{0, 1, 5}),
                              true,
                              "pruned");
        NS_TEST_EXPECT_MSG_EQ((edgesOf({"-Incremental"}) == std::vector<EdgeId>{0, 1, 5}),
                              true,
                              "from scratch");
        CheckRepair("full", {3, 7}, false);
        CheckRepair("none", {}, true);
    }

    /**
     * @brief Fail and restore the edge 2-3 of the example.
     * @param mode of repair
     * @param changed topics at the failure
     * @param keepsFailed whether the overlays keep the edge
     */
    void CheckRepair(const std::string& mode, const std::vector<TopicId>& changed, bool keepsFailed)
    {
        const auto router = RouterOn("sdnps", ExampleGraph());
        router->SetAttribute("Repair", StringValue(mode));
        router->Compute(ExampleDemands());
        const std::vector<double> before = AllResiduals(*router);
        NS_TEST_EXPECT_MSG_EQ((router->EdgesFailed({2}) == changed), true, mode);
        NS_TEST_EXPECT_MSG_EQ(ViolationOf(*router, keepsFailed), "", mode);
        NS_TEST_EXPECT_MSG_EQ((router->OverlayOf(3).edges[2] == 2), keepsFailed, mode);
        NS_TEST_EXPECT_MSG_EQ((router->EdgesRestored({2}) == changed), true, mode);
        NS_TEST_EXPECT_MSG_EQ((AllResiduals(*router) == before), true, mode << " returns");
    }
};

/// @brief Subscriptions, publishers, loads, policies and partitions.
class ChangeTest : public TestCase
{
  public:
    ChangeTest()
        : TestCase("joins, leaves, policies, partitions and capacities")
    {
    }

  private:
    void DoRun() override
    {
        CheckLeave(true, {0, 1, 5});
        CheckLeave(false, {0, 1, 2, 5}); // 3 stays, though it neither publishes nor subscribes
        CheckJoin();
        CheckPolicy();
        CheckPartition();
        CheckLoads();
        CheckUnusedTopics();
    }

    /**
     * @brief Clusters 5 and 3 end their subscriptions.
     * @param isRecursive whether needless leaves that follow are removed
     * @param expected edges of the child when 5, then 3 and then 5 again ... has left
     */
    void CheckLeave(bool isRecursive, const std::vector<EdgeId>& expected)
    {
        const auto router = RouterOn("sdnps", ExampleGraph());
        router->SetAttribute("PruneRecursive", BooleanValue(isRecursive));
        router->Compute(ExampleDemands());
        TopicDemand child = ExampleDemands()[0];
        child.subscribers = {4, 5}; // 3 relays to 5
        NS_TEST_EXPECT_MSG_EQ(router->DemandChanged(child).size(), 0, "a relay stays");
        child.subscribers = {4};
        NS_TEST_EXPECT_MSG_EQ(router->DemandChanged(child).size(), 1, "5 leaves");
        NS_TEST_EXPECT_MSG_EQ((router->OverlayOf(7).edges == expected), true, "what is left");
        NS_TEST_EXPECT_MSG_EQ((router->OverlayOf(3).edges == std::vector<EdgeId>{0, 1, 2, 6}),
                              true,
                              "the father stays");
        NS_TEST_EXPECT_MSG_EQ(ViolationOf(*router, false), "", "invariants");
    }

    /// @brief A cluster joins father and child.
    void CheckJoin()
    {
        const auto router = RouterOn("sdnps", ExampleGraph());
        router->Compute(ExampleDemands());
        std::vector<TopicDemand> demands = ExampleDemands();
        demands[1].subscribers.push_back(4);
        NS_TEST_EXPECT_MSG_EQ((router->DemandsChanged(demands) == std::vector<TopicId>{3}),
                              true,
                              "the child has 4 already");
        NS_TEST_EXPECT_MSG_EQ((router->OverlayOf(3).edges == std::vector<EdgeId>{0, 1, 2, 5, 6}),
                              true,
                              "by 2-4, the widest");
        NS_TEST_EXPECT_MSG_EQ(router->StoredEdges(), 5, "the child is its father's");
        const TopicDemand young{.topic = 9,
                                .father = 7,
                                .subscribers = {3, 4, 5},
                                .publishers = {{4, 1.0}},
                                .load = 0.5};
        NS_TEST_EXPECT_MSG_EQ((router->DemandChanged(young) == std::vector<TopicId>{9}),
                              true,
                              "a new topic");
        NS_TEST_EXPECT_MSG_EQ((router->OverlayOf(9).edges == router->OverlayOf(7).edges),
                              true,
                              "copies its father's overlay");
        NS_TEST_EXPECT_MSG_EQ(ViolationOf(*router, false), "", "invariants");
    }

    /// @brief A cluster is denied, first to the child and then to both.
    void CheckPolicy()
    {
        for (const std::string& name : TopicRouterNames())
        {
            if (name == "file")
            {
                continue;
            }
            const auto router = RouterOn(name, ExampleGraph());
            router->Compute(ExampleDemands());
            std::vector<TopicDemand> demands = ExampleDemands();
            demands[0].denied = {2};
            demands[1].denied = {2};
            NS_TEST_EXPECT_MSG_EQ((router->DemandChanged(demands[0]).size() <= 1), true, name);
            NS_TEST_EXPECT_MSG_EQ(ViolationOf(*router, false), "", name);
            router->DemandsChanged(demands);
            NS_TEST_EXPECT_MSG_EQ(ViolationOf(*router, false), "", name);
            NS_TEST_EXPECT_MSG_EQ(router->PartitionedTopics().size(), 0, name);
            demands[0].denied = {0};
            router->DemandsChanged({demands[0]});
            NS_TEST_EXPECT_MSG_EQ(ViolationOf(*router, false), "", name);
            NS_TEST_EXPECT_MSG_EQ(router->LoadOn(7, 2) + router->LoadOn(7, 6), 0, "no publisher");
        }
    }

    /// @brief Cluster 5 is cut off and comes back.
    void CheckPartition()
    {
        const auto router = RouterOn("sdnps", ExampleGraph());
        router->Compute(ExampleDemands());
        router->EdgesFailed({6, 7});
        NS_TEST_EXPECT_MSG_EQ((router->PartitionedTopics() == std::vector<TopicId>{3, 7}),
                              true,
                              "both miss 5");
        NS_TEST_EXPECT_MSG_EQ(ViolationOf(*router, false), "", "invariants");
        NS_TEST_EXPECT_MSG_EQ((router->EdgesRestored({7}) == std::vector<TopicId>{3, 7}),
                              true,
                              "tried again");
        NS_TEST_EXPECT_MSG_EQ(router->PartitionedTopics().size(), 0, "joined by 4-5");
        NS_TEST_EXPECT_MSG_EQ(router->Residual(7), 0, "3 less 2 and 1");
        NS_TEST_EXPECT_MSG_EQ(ViolationOf(*router, false), "", "invariants");
    }

    /// @brief Overload, other loads and other capacities.
    void CheckLoads()
    {
        const auto router = RouterOn("sdnps", ExampleGraph());
        router->Compute(ExampleDemands());
        TopicDemand child = ExampleDemands()[0];
        child.load = 5;
        NS_TEST_EXPECT_MSG_EQ(router->DemandChanged(child).size(), 0, "the overlay stays");
        NS_TEST_EXPECT_MSG_EQ(router->Residual(2), -1, "6 less 2 and 5");
        NS_TEST_EXPECT_MSG_EQ((router->InfeasibleTopics() == std::vector<TopicId>{3, 7}),
                              true,
                              "both use it");
        router->SetCapacity(2, 7.5);
        NS_TEST_EXPECT_MSG_EQ(router->Residual(2), 0.5, "a larger capacity");
        NS_TEST_EXPECT_MSG_EQ(router->InfeasibleTopics().size(), 0, "none");
        child.publishers = {{0, 3.0}, {4, 1.0}};
        router->DemandChanged(child);
        NS_TEST_EXPECT_MSG_EQ(router->DemandOf(7).LoadOf(4), 1.25, "a quarter of the load");
        child.denied = {0};
        NS_TEST_EXPECT_MSG_EQ(child.AllowedLoad(), 1.25, "without the denied publisher");
        NS_TEST_EXPECT_MSG_EQ(ViolationOf(*router, false), "", "invariants");
        router->Compute({});
        NS_TEST_EXPECT_MSG_EQ(router->Residual(2), 7.5, "nothing is left");
        NS_TEST_EXPECT_MSG_EQ(router->Topics().size(), 0, "no topics");
    }

    /// @brief Topics without a publisher, or without a subscriber.
    void CheckUnusedTopics()
    {
        const TopicDemand silent{.topic = 0, .subscribers = {3, 5}, .load = 1};
        const TopicDemand unheard{.topic = 1, .publishers = {{3, 1.0}, {5, 1.0}}, .load = 1};
        for (const std::string& name : TopicRouterNames())
        {
            if (name == "file")
            {
                continue;
            }
            const auto router = RouterOn(name, ExampleGraph());
            router->Compute({silent, unheard});
            NS_TEST_EXPECT_MSG_EQ(router->PartitionedTopics().size(), 0, name);
            NS_TEST_EXPECT_MSG_EQ(router->OverlayOf(1).edges.size(),
                                  (name == "flooding" ? 5 : 0),
                                  name << ": only flooding sends events without subscribers");
            NS_TEST_EXPECT_MSG_EQ(router->OverlayOf(0).edges.size(),
                                  (name == "sdnps" ? 1 : 0),
                                  name << ": sdnps joins subscribers, for the topics below");
            NS_TEST_EXPECT_MSG_EQ(router->LoadOn(0, 6), 0, "nothing is sent");
            NS_TEST_EXPECT_MSG_EQ(ViolationOf(*router, false), "", name);
        }
    }
};

/// @brief The rivals on the example, whose trees can be found by hand.
class RivalTest : public TestCase
{
  public:
    RivalTest()
        : TestCase("the overlays of the rivals")
    {
    }

  private:
    void DoRun() override
    {
        using Edges = std::vector<EdgeId>;
        const std::vector<TopicDemand> one{
            {.topic = 0, .subscribers = {3, 5}, .publishers = {{0, 1.0}, {4, 1.0}}, .load = 2}};
        const auto edgesOf = [&](const std::string& name) {
            const auto router = RouterOn(name, ExampleGraph());
            router->Compute(one);
            NS_TEST_EXPECT_MSG_EQ(ViolationOf(*router, false), "", name);
            return router->OverlayOf(0).edges;
        };
        NS_TEST_EXPECT_MSG_EQ((edgesOf("flooding") == Edges{0, 1, 3, 4, 6}), true, "BFS from 0");
        NS_TEST_EXPECT_MSG_EQ((edgesOf("core") == Edges{2, 3, 5, 6}), true, "the core is 3");
        NS_TEST_EXPECT_MSG_EQ((edgesOf("steiner") == Edges{3, 6, 7}), true, "three edges");
        const auto spt = RouterOn("spt", ExampleGraph());
        spt->Compute(one);
        NS_TEST_EXPECT_MSG_EQ((spt->OverlayOf(0).bySource.at(0) == Edges{3, 6}), true, "from 0");
        NS_TEST_EXPECT_MSG_EQ((spt->OverlayOf(0).bySource.at(4) == Edges{2, 5, 7}), true, "from 4");
        NS_TEST_EXPECT_MSG_EQ(spt->Residual(6), 6, "one half of the load");
        NS_TEST_EXPECT_MSG_EQ(spt->StoredEdges(), 5, "of both trees");
        NS_TEST_EXPECT_MSG_EQ(
            (UnicastLoads(ExampleGraph(), one) == std::vector<double>{0, 0, 1, 2, 0, 1, 1, 1}),
            true,
            "a copy for each subscriber");
        CheckLoadSteiner();
        CheckFile(one);
        NS_TEST_EXPECT_MSG_EQ(SentenceOf([] { MakeTopicRouter("ospf"); }),
                              "'ospf' is no router of topics; expected one of sdnps, flooding, "
                              "spt, core, steiner, load-steiner, file",
                              "unknown");
    }

    /// @brief On a ring of four, the second of two equal topics goes the other way around.
    void CheckLoadSteiner()
    {
        ClusterGraph ring(4);
        for (ClusterId cluster = 0; cluster < 4; ++cluster)
        {
            ring.AddEdge(cluster, (cluster + 1) % 4, 10);
        }
        const TopicDemand demand{.topic = 0,
                                 .subscribers = {2},
                                 .publishers = {{0, 1.0}},
                                 .load = 4};
        TopicDemand second = demand;
        second.topic = 1;
        for (const auto& [name, least] : {std::pair("steiner", 2.0), {"load-steiner", 6.0}})
        {
            const auto router = RouterOn(name, ring);
            router->Compute({demand, second});
            NS_TEST_EXPECT_MSG_EQ(router->MinResidual(), least, name);
        }
    }

    /**
     * @brief Overlays from a file.
     * @param demands of topic 0
     */
    void CheckFile(const std::vector<TopicDemand>& demands)
    {
        const std::string file = CreateTempDirFilename("overlays.txt");
        const auto read = [&](const std::string& text) {
            std::ofstream(file) << text;
            return SentenceOf([&] { ReadOverlays(file, ExampleGraph()); });
        };
        const auto lineError = [&](const std::string& sentence) {
            return sentence.find(file) == 0 ? sentence.substr(file.size()) : sentence;
        };
        NS_TEST_EXPECT_MSG_NE(lineError(read("tree a 0\n")).find("`tree TOPIC A B`"),
                              std::string::npos,
                              "form");
        NS_TEST_EXPECT_MSG_NE(read("tree a 0 5\n").find("an edge between them"),
                              std::string::npos,
                              "no such edge");
        NS_TEST_EXPECT_MSG_NE(
            read("tree a 0 1\ntree a 1 2\ntree a 2 3\ntree a 3 0\n").find("cycle"),
            std::string::npos,
            "a cycle");
        NS_TEST_EXPECT_MSG_NE(read("tree a 0 6\n").find("cluster"), std::string::npos, "cluster 6");
        NS_TEST_EXPECT_MSG_EQ(read("tree a 0 3 # by hand\ntree a 3 5\ntree a 5 4\n"), "", "good");
        const auto router = RouterOn("file", ExampleGraph());
        DynamicCast<FileRouter>(router)->SetOverlays(ReadOverlays(file, ExampleGraph()),
                                                     [](TopicId) { return "a"; });
        router->Compute(demands);
        NS_TEST_EXPECT_MSG_EQ((router->OverlayOf(0).edges == std::vector<EdgeId>{3, 6, 7}),
                              true,
                              "as in the file");
        NS_TEST_EXPECT_MSG_EQ(ViolationOf(*router, false), "", "file");
        router->EdgesFailed({3});
        NS_TEST_EXPECT_MSG_EQ(router->OverlayOf(0).isPartitioned, true, "nothing repairs it");
        router->EdgesRestored({3});
        NS_TEST_EXPECT_MSG_EQ(router->OverlayOf(0).isPartitioned, false, "complete again");
    }
};

/// @brief Trees against exact Steiner trees, and against a maximum spanning tree.
class TreeCostTest : public TestCase
{
  public:
    TreeCostTest()
        : TestCase("no overlay has fewer edges than the exact Steiner tree")
    {
    }

  private:
    void DoRun() override
    {
        const auto random = RandomNumbers(4);
        for (uint32_t round = 0; round < 60; ++round)
        {
            const uint32_t clusters = random->GetInteger(5, 14);
            const ClusterGraph graph = DrawConnectedGraph(clusters, 12, 1000, random);
            const RandomDemand settings{.topics = 5,
                                        .branching = round % 3,
                                        .leastPublishers = 1,
                                        .mostPublishers = 2,
                                        .leastSubscribers = 1,
                                        .mostSubscribers = 3};
            std::vector<TopicDemand> demands = DrawDemand(settings, clusters, random);
            const TestView test(graph);
            const std::vector<double> ones(graph.Edges().size(), 1.0);
            for (const std::string& name : TopicRouterNames())
            {
                if (name == "file")
                {
                    continue;
                }
                const auto router = RouterOn(name, graph);
                router->Compute(demands);
                for (const TopicDemand& demand : demands)
                {
                    const std::vector<ClusterId> terminals = demand.Terminals();
                    const auto edges =
                        static_cast<double>(router->OverlayOf(demand.topic).edges.size());
                    const double least = terminals.size() > 10
                                             ? static_cast<double>(terminals.size()) - 1
                                             : ExactSteinerWeight(test.View(), terminals, ones);
                    NS_TEST_ASSERT_MSG_GT_OR_EQ(edges, least, name << ", round " << round);
                }
            }
        }
    }
};

/// @brief The suite.
class SdnRouterTestSuite : public TestSuite
{
  public:
    SdnRouterTestSuite()
        : TestSuite("sdn-router", Type::UNIT)
    {
        AddTestCase(new KnownAnswerTest, Duration::QUICK);
        AddTestCase(new OptionTest, Duration::QUICK);
        AddTestCase(new ChangeTest, Duration::QUICK);
        AddTestCase(new RivalTest, Duration::QUICK);
        AddTestCase(new TreeCostTest, Duration::QUICK);
    }
};

SdnRouterTestSuite g_sdnRouterTestSuite; ///< registers the suite

} // namespace
