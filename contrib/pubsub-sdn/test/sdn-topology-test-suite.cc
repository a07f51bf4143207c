// SPDX-License-Identifier: GPL-2.0-only
#include "overlay-cases.h"

#include "ns3/sdn-random-graphs.h"
#include "ns3/sdn-topology.h"
#include "ns3/test.h"

#include <algorithm>
#include <fstream>

using namespace ns3;
using namespace ns3::pubsub::sdn;

namespace
{

/**
 * @param graph any
 * @return by cluster: the number of its edges
 */
std::vector<std::size_t>
DegreesOf(const ClusterGraph& graph)
{
    std::vector<std::size_t> degrees;
    for (ClusterId cluster = 0; cluster < graph.Size(); ++cluster)
    {
        degrees.push_back(graph.Neighbours(cluster).size());
    }
    return degrees;
}

/// @brief The graph of clusters.
class ClusterGraphTest : public TestCase
{
  public:
    ClusterGraphTest()
        : TestCase("edges and neighbours of clusters")
    {
    }

  private:
    void DoRun() override
    {
        ClusterGraph graph(4);
        NS_TEST_EXPECT_MSG_EQ(graph.AddEdge(3, 1, 5.0), 0, "first edge");
        NS_TEST_EXPECT_MSG_EQ(graph.AddEdge(1, 0, 6.0), 1, "second edge");
        NS_TEST_EXPECT_MSG_EQ(graph.Edge(0).a, 1, "the smaller end");
        NS_TEST_EXPECT_MSG_EQ(graph.Edge(0).b, 3, "the larger end");
        NS_TEST_EXPECT_MSG_EQ(graph.OtherEnd(0, 3), 1, "from 3");
        NS_TEST_EXPECT_MSG_EQ(graph.OtherEnd(0, 1), 3, "from 1");
        NS_TEST_EXPECT_MSG_EQ(graph.Neighbours(1)[0].cluster, 0, "in order of numbers");
        NS_TEST_EXPECT_MSG_EQ(graph.Neighbours(1)[1].edge, 0, "in order of numbers");
        NS_TEST_EXPECT_MSG_EQ((graph.Find(0, 1) == EdgeId{1}), true, "there");
        NS_TEST_EXPECT_MSG_EQ(graph.Find(0, 3).has_value(), false, "not there");
        NS_TEST_EXPECT_MSG_EQ(graph.IsConnected(), false, "2 is alone");
        graph.AddEdge(2, 0, 1.0);
        NS_TEST_EXPECT_MSG_EQ(graph.IsConnected(), true, "a path");
        graph.SetCapacity(2, 9.0);
        NS_TEST_EXPECT_MSG_EQ(graph.Edge(2).capacityBps, 9.0, "another capacity");
        NS_TEST_EXPECT_MSG_EQ(ClusterGraph(1).IsConnected(), true, "one cluster");
    }
};

/// @brief Topologies of all kinds.
class TopologyKindTest : public TestCase
{
  public:
    TopologyKindTest()
        : TestCase("topologies of all kinds")
    {
    }

  private:
    void DoRun() override
    {
        CheckRegular();
        CheckSmallWorld();
        CheckFatTree();
        CheckBrite();
        CheckFile();
        CheckSizes();
    }

    /// @brief Random graphs of one degree.
    void CheckRegular()
    {
        for (const auto& [clusters, degree] :
             {std::pair(30U, 3U), {16U, 4U}, {6U, 5U}, {8U, 2U}, {2U, 1U}, {20U, 13U}})
        {
            for (int64_t stream = 0; stream < 5; ++stream)
            {
                const Topology topology =
                    Make({.kind = "regular", .clusters = clusters, .degree = degree}, stream);
                const auto degrees = DegreesOf(topology.graph);
                NS_TEST_EXPECT_MSG_EQ(std::count(degrees.begin(), degrees.end(), degree),
                                      clusters,
                                      "degree " << degree);
                NS_TEST_EXPECT_MSG_EQ(topology.graph.IsConnected(), true, "degree " << degree);
            }
        }
        const TopologySource source{.kind = "regular", .clusters = 30, .degree = 3};
        NS_TEST_EXPECT_MSG_EQ((EndsOf(source, 1) == EndsOf(source, 1)), true, "the same stream");
        NS_TEST_EXPECT_MSG_EQ((EndsOf(source, 1) == EndsOf(source, 2)), false, "another stream");
    }

    /// @brief Rings with rewired edges.
    void CheckSmallWorld()
    {
        const TopologySource ring{.kind = "watts-strogatz",
                                  .clusters = 12,
                                  .degree = 4,
                                  .rewiring = 0.0};
        const Topology plain = Make(ring, 1);
        NS_TEST_EXPECT_MSG_EQ((DegreesOf(plain.graph) == std::vector<std::size_t>(12, 4)),
                              true,
                              "a ring");
        NS_TEST_EXPECT_MSG_EQ(plain.graph.Find(0, 10).has_value(), true, "two apart");
        NS_TEST_EXPECT_MSG_EQ(plain.graph.Find(0, 9).has_value(), false, "three apart");
        for (const double rewiring : {0.1, 0.5, 1.0})
        {
            uint32_t moved = 0;
            for (int64_t stream = 0; stream < 20; ++stream)
            {
                TopologySource source = ring;
                source.clusters = 30;
                source.rewiring = rewiring;
                const Topology topology = Make(source, stream);
                NS_TEST_EXPECT_MSG_EQ(topology.graph.Edges().size(), 60, "edges are moved");
                NS_TEST_EXPECT_MSG_EQ(topology.graph.IsConnected(), true, "in one piece");
                for (const ClusterEdge& edge : topology.graph.Edges())
                {
                    const uint32_t apart = std::min(edge.b - edge.a, 30 - (edge.b - edge.a));
                    moved += apart > 2;
                }
            }
            // Of 1200 edges; a moved one lands in 25 of some 27 places away from the ring.
            NS_TEST_EXPECT_MSG_EQ_TOL(moved, 1200 * rewiring * 0.93, 90.0, "rewired edges");
        }
    }

    /// @brief Three layers of switches.
    void CheckFatTree()
    {
        const Topology topology = Make({.kind = "fat-tree", .ports = 4, .hostsPerCluster = 2}, 0);
        NS_TEST_EXPECT_MSG_EQ(topology.graph.Size(), 20, "switches");
        NS_TEST_EXPECT_MSG_EQ(topology.graph.Edges().size(), 32, "edges");
        NS_TEST_EXPECT_MSG_EQ(topology.HostCount(), 16, "two at each of eight edge switches");
        NS_TEST_EXPECT_MSG_EQ(topology.graph.IsConnected(), true, "in one piece");
        for (ClusterId cluster = 0; cluster < 20; ++cluster)
        {
            const bool isEdge = cluster < 8;
            NS_TEST_EXPECT_MSG_EQ(topology.graph.Neighbours(cluster).size(),
                                  (isEdge ? 2 : 4),
                                  topology.names[cluster]);
            NS_TEST_EXPECT_MSG_EQ(topology.hosts[cluster], (isEdge ? 2 : 0), "hosts");
        }
        NS_TEST_EXPECT_MSG_EQ(topology.names[0], "edge0-0", "name");
        NS_TEST_EXPECT_MSG_EQ(topology.names[19], "core1-1", "name");
        for (ClusterId core = 16; core < 20; ++core) // a core switch reaches each pod once
        {
            std::vector<uint32_t> pods;
            for (const ClusterNeighbour& neighbour : topology.graph.Neighbours(core))
            {
                pods.push_back((neighbour.cluster - 8) / 2);
            }
            NS_TEST_EXPECT_MSG_EQ((pods == std::vector<uint32_t>{0, 1, 2, 3}), true, "pods");
        }
    }

    /// @brief Graphs of BRITE; this ns-3 may be built without it.
    void CheckBrite()
    {
        TopologySource source{.kind = "brite", .clusters = 20};
        source.link.rateBps = 5'000'000;
        const std::string refusal = SentenceOf([&] { Make(source, 3); });
        if (refusal.empty())
        {
            const Topology topology = Make(source, 3);
            NS_TEST_EXPECT_MSG_EQ(topology.graph.Size(), 20, "clusters");
            NS_TEST_EXPECT_MSG_EQ(topology.graph.IsConnected(), true, "in one piece");
            NS_TEST_EXPECT_MSG_EQ(topology.graph.Edge(0).capacityBps, 5e6, "rate");
            NS_TEST_EXPECT_MSG_GT(topology.links[0].delayNs, 0, "delay of the length");
        }
        else
        {
            NS_TEST_EXPECT_MSG_NE(refusal.find("BRITE"), std::string::npos, refusal);
        }
    }

    /// @brief A GML file and an edge list.
    void CheckFile()
    {
        const std::string list = CreateTempDirFilename("edges.txt");
        std::ofstream(list) << "paris lyon 4 2e9\nlyon nice # the defaults\nnice paris 1\n";
        const Topology topology =
            Make({.kind = "file", .file = list, .trunks = 3, .switchesPerCluster = 2}, 0);
        NS_TEST_EXPECT_MSG_EQ((topology.names == std::vector<std::string>{"paris", "lyon", "nice"}),
                              true,
                              "names");
        NS_TEST_EXPECT_MSG_EQ(topology.graph.Edge(0).capacityBps, 6e9, "three trunks of 2 Gbit/s");
        NS_TEST_EXPECT_MSG_EQ(topology.links[0].delayNs, 4'000'000, "its delay");
        NS_TEST_EXPECT_MSG_EQ(topology.graph.Edge(1).capacityBps, 3e9, "three trunks by default");
        NS_TEST_EXPECT_MSG_EQ(topology.switchesPerCluster, 2, "switches");

        const std::string gml = CreateTempDirFilename("three.gml");
        std::ofstream(gml) << "graph [ node [ id 0 label \"A\" ] node [ id 1 ] node [ id 2 ]\n"
                              "edge [ source 0 target 1 LinkSpeedRaw 7000000 ]\n"
                              "edge [ source 1 target 2 ] ]\n";
        const Topology zoo = Make({.kind = "file", .file = gml}, 0);
        NS_TEST_EXPECT_MSG_EQ(zoo.names[0], "A", "label");
        NS_TEST_EXPECT_MSG_EQ(zoo.graph.Edge(0).capacityBps, 7e6, "its rate");

        std::ofstream(list) << "a b\nc d\n";
        const std::string pieces = SentenceOf([&] { Make({.kind = "file", .file = list}, 0); });
        NS_TEST_EXPECT_MSG_NE(pieces.find("connected"), std::string::npos, pieces);
        NS_TEST_EXPECT_MSG_EQ(SentenceOf([&] { Make({.kind = "file"}, 0); }),
                              "the topology is a file without a name; expected the name of a GML "
                              "file or an edge list",
                              "no name");
    }

    /// @brief Numbers that allow no topology.
    void CheckSizes()
    {
        const auto refusal = [&](const TopologySource& source) {
            return SentenceOf([&] { Make(source, 1); });
        };
        NS_TEST_EXPECT_MSG_EQ(
            refusal({.kind = "regular", .clusters = 10, .degree = 1}),
            "each of 100 draws of a regular graph of 10 clusters with degree 1 is "
            "in pieces; expected a connected one: a larger degree helps",
            "in pieces");
        NS_TEST_EXPECT_MSG_EQ(refusal({.kind = "regular", .clusters = 5, .degree = 3}),
                              "there is no regular graph of 5 clusters with degree 3; expected a "
                              "degree from 1 to the number of clusters less 1, and an even product "
                              "of the two",
                              "an odd sum");
        NS_TEST_EXPECT_MSG_EQ(
            refusal({.clusters = 5, .degree = 3}),
            "there is no small world of 5 clusters with degree 3; expected an even "
            "degree of at least 2, and more clusters",
            "an odd degree");
        NS_TEST_EXPECT_MSG_EQ(refusal({.kind = "fat-tree", .ports = 5}),
                              "a fat tree of switches with 5 ports; expected an even number",
                              "odd");
        NS_TEST_EXPECT_MSG_EQ(refusal({.trunks = 0}),
                              "a topology with 0 trunks of an edge; expected 1 to 64",
                              "no trunk");
        NS_TEST_EXPECT_MSG_EQ(refusal({.kind = "torus"}),
                              "'torus' is no kind of topology; expected one of watts-strogatz, "
                              "regular, brite, fat-tree, file",
                              "unknown");
    }

    /**
     * @param source of the topology
     * @param stream of random numbers
     * @return the topology
     */
    static Topology Make(const TopologySource& source, int64_t stream)
    {
        return MakeTopology(source, RandomNumbers(stream));
    }

    /**
     * @param source of a topology
     * @param stream of random numbers
     * @return the ends of its edges
     */
    static NodePairs EndsOf(const TopologySource& source, int64_t stream)
    {
        NodePairs pairs;
        const Topology topology = Make(source, stream);
        for (const ClusterEdge& edge : topology.graph.Edges())
        {
            pairs.emplace_back(edge.a, edge.b);
        }
        return pairs;
    }
};

/// @brief The suite.
class SdnTopologyTestSuite : public TestSuite
{
  public:
    SdnTopologyTestSuite()
        : TestSuite("sdn-topology", Type::UNIT)
    {
        AddTestCase(new ClusterGraphTest, Duration::QUICK);
        AddTestCase(new TopologyKindTest, Duration::QUICK);
    }
};

SdnTopologyTestSuite g_sdnTopologyTestSuite; ///< registers the suite

} // namespace
