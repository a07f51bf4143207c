// SPDX-License-Identifier: GPL-2.0-only
#include "input-refusal.h"

#include "ns3/broker-graph.h"
#include "ns3/broker-input.h"
#include "ns3/broker-trees.h"
#include "ns3/test.h"

#include <algorithm>
#include <map>
#include <set>

using namespace ns3;
using namespace ns3::pubsub::broker;

namespace
{

/**
 * @param stream of random numbers
 * @return a source that draws from it
 */
Ptr<UniformRandomVariable>
RandomOfStream(int64_t stream)
{
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(stream);
    return random;
}

/**
 * @param brokers number of them
 * @param links between them
 * @return the graph
 */
BrokerGraph
GraphOf(uint32_t brokers, const std::vector<BrokerLink>& links)
{
    BrokerGraph graph(brokers);
    for (const auto& [a, b] : links)
    {
        graph.AddLink(a, b);
    }
    return graph;
}

/// @brief Links, neighbours and what follows from them, on a ring of five with a tail.
class GraphTest : public TestCase
{
  public:
    GraphTest()
        : TestCase("neighbours, hops, next hops and breadth-first trees")
    {
    }

  private:
    void DoRun() override
    {
        // 0-1-2-3-4-0 and 3-5
        BrokerGraph graph = GraphOf(6, {{3, 2}, {0, 4}, {1, 0}, {3, 4}, {2, 1}, {3, 5}});
        NS_TEST_EXPECT_MSG_EQ(graph.AddLink(4, 3), false, "there is such a link");
        NS_TEST_EXPECT_MSG_EQ(graph.Links().size(), 6, "links");
        NS_TEST_EXPECT_MSG_EQ((graph.Neighbours(3) == std::vector<BrokerId>{2, 4, 5}),
                              true,
                              "neighbours in order of id");
        NS_TEST_EXPECT_MSG_EQ((graph.HopsFrom(0) == std::vector<uint16_t>{0, 1, 2, 2, 1, 3}),
                              true,
                              "hops");
        NS_TEST_EXPECT_MSG_EQ(
            (graph.NextHopsTo(0) == std::vector<BrokerId>{NO_BROKER, 0, 1, 4, 0, 3}),
            true,
            "next hops; the path from 3 is the only one of two links");
        NS_TEST_EXPECT_MSG_EQ(graph.IsConnected(), true, "connected");
        NS_TEST_EXPECT_MSG_EQ(graph.IsTree(), false, "it has a ring");
        const BrokerGraph tree = graph.BreadthFirstTree(0);
        NS_TEST_EXPECT_MSG_EQ(tree.IsTree(), true, "a tree");
        NS_TEST_EXPECT_MSG_EQ(
            (tree.Links() == std::vector<BrokerLink>{{0, 1}, {1, 2}, {4, 3}, {0, 4}, {3, 5}}),
            true,
            "its links");
        CheckDistances(graph);
        CheckUnconnected();
    }

    /// @param graph connected
    void CheckDistances(const BrokerGraph& graph)
    {
        const HopMatrix hops = graph.Distances();
        for (BrokerId from = 0; from < graph.Size(); ++from)
        {
            const std::vector<uint16_t> row = graph.HopsFrom(from);
            NS_TEST_EXPECT_MSG_EQ(std::equal(row.begin(), row.end(), hops.Row(from).begin()),
                                  true,
                                  "row " << from);
            for (BrokerId to = 0; to < graph.Size(); ++to)
            {
                NS_TEST_EXPECT_MSG_EQ(hops(from, to), hops(to, from), from << " to " << to);
            }
        }
        NS_TEST_EXPECT_MSG_EQ(hops(5, 0), 3, "from the tail");
    }

    /// @brief Graphs with brokers that no path connects, and the smallest.
    void CheckUnconnected()
    {
        const BrokerGraph pairs = GraphOf(4, {{0, 1}, {2, 3}});
        NS_TEST_EXPECT_MSG_EQ(pairs.IsConnected(), false, "two pairs");
        NS_TEST_EXPECT_MSG_EQ(pairs.HopsFrom(0)[2], UNREACHABLE, "no path");
        NS_TEST_EXPECT_MSG_EQ(pairs.NextHopsTo(0)[3], NO_BROKER, "no path");
        NS_TEST_EXPECT_MSG_EQ(GraphOf(4, {{0, 1}, {1, 2}, {0, 2}}).IsTree(), false, "N - 1 links");
        NS_TEST_EXPECT_MSG_EQ(BrokerGraph(1).IsTree(), true, "one broker");
        NS_TEST_EXPECT_MSG_EQ(BrokerGraph(0).IsTree(), false, "no broker");
        NS_TEST_EXPECT_MSG_EQ(BrokerGraph(0).IsConnected(), true, "no broker");
    }
};

/// @brief The kinds of tree.
class TreeTest : public TestCase
{
  public:
    TreeTest()
        : TestCase("trees of all kinds")
    {
    }

  private:
    void DoRun() override
    {
        for (const std::string& kind : TreeKinds())
        {
            for (uint32_t brokers : {1U, 2U, 3U, 5U, 50U, 400U})
            {
                CheckKind(kind, brokers);
            }
        }
        NS_TEST_EXPECT_MSG_EQ(TreeKinds().front(), "deg4", "the default");
        NS_TEST_EXPECT_MSG_EQ(LargestDegree("deg4", 400), 4, "the bound is reached");
        NS_TEST_EXPECT_MSG_GT(LargestDegree("recursive", 400), 4, "no bound");
        NS_TEST_EXPECT_MSG_GT(LargestDegree("pa", 400), LargestDegree("recursive", 400), "hubs");
        NS_TEST_EXPECT_MSG_EQ(LargestDegree("binary", 400), 3, "two children and a parent");
        NS_TEST_EXPECT_MSG_EQ(LargestDegree("path", 400), 2, "a path");
        NS_TEST_EXPECT_MSG_EQ(LargestDegree("star", 400), 399, "a star");
        CheckPruefer();
        const auto make = [](const std::string& kind, uint32_t brokers) {
            return RefusalOf([&] { MakeTree(kind, brokers, RandomOfStream(1)); });
        };
        NS_TEST_EXPECT_MSG_EQ(make("ring", 5),
                              "'ring' is not a kind of tree; expected one of deg4, recursive, "
                              "prufer, pa, binary, path, star",
                              "unknown");
        NS_TEST_EXPECT_MSG_EQ(make("path", 0),
                              "a tree of 0 brokers cannot be made; expected 1 to 65535",
                              "none");
    }

    /**
     * @param kind of tree
     * @param brokers number of them
     */
    void CheckKind(const std::string& kind, uint32_t brokers)
    {
        std::set<std::vector<BrokerLink>> different;
        for (int64_t stream = 1; stream <= 5; ++stream)
        {
            const BrokerGraph tree = MakeTree(kind, brokers, RandomOfStream(stream));
            NS_TEST_EXPECT_MSG_EQ(tree.Size(), brokers, kind);
            NS_TEST_EXPECT_MSG_EQ(tree.IsTree(), true, kind << " of " << brokers);
            const BrokerGraph same = MakeTree(kind, brokers, RandomOfStream(stream));
            NS_TEST_EXPECT_MSG_EQ((tree.Links() == same.Links()), true, "the same stream");
            different.insert(tree.Links());
        }
        const std::set<std::string> random{"deg4", "recursive", "prufer", "pa"};
        NS_TEST_EXPECT_MSG_EQ((brokers < 50 || different.size() == (random.contains(kind) ? 5 : 1)),
                              true,
                              kind << " of " << brokers << ": other streams");
    }

    /**
     * @param kind of tree
     * @param brokers number of them
     * @return most links of a broker, in any of five trees
     */
    std::size_t LargestDegree(const std::string& kind, uint32_t brokers)
    {
        std::size_t largest = 0;
        for (int64_t stream = 1; stream <= 5; ++stream)
        {
            const BrokerGraph tree = MakeTree(kind, brokers, RandomOfStream(stream));
            for (BrokerId broker = 0; broker < brokers; ++broker)
            {
                largest = std::max(largest, tree.Neighbours(broker).size());
            }
        }
        return largest;
    }

    /// @brief The 16 labelled trees of four brokers are equally frequent.
    void CheckPruefer()
    {
        std::map<std::set<BrokerLink>, uint32_t> counts;
        const auto random = RandomOfStream(7);
        for (uint32_t i = 0; i < 16000; ++i)
        {
            const BrokerGraph tree = MakeTree("prufer", 4, random);
            std::set<BrokerLink> links;
            for (const auto& [a, b] : tree.Links())
            {
                links.insert(std::minmax(a, b));
            }
            ++counts[links];
        }
        NS_TEST_EXPECT_MSG_EQ(counts.size(), 16, "Cayley: 4^2 trees");
        for (const auto& [links, count] : counts)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(count, 1000, 150, "frequency of a tree"); // 4.9 deviations
        }
    }
};

/// @brief All of it.
class BrokerGraphTestSuite : public TestSuite
{
  public:
    BrokerGraphTestSuite()
        : TestSuite("broker-graph", Type::UNIT)
    {
        AddTestCase(new GraphTest, Duration::QUICK);
        AddTestCase(new TreeTest, Duration::QUICK);
    }
};

BrokerGraphTestSuite g_brokerGraphTestSuite; ///< registers itself

} // namespace
