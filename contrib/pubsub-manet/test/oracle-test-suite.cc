// SPDX-License-Identifier: GPL-2.0-only
#include "dreyfus-wagner.h"
#include "network-test-case.h"
#include "test-network.h"

#include "ns3/constant-position-mobility-model.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/manet-oracle.h"
#include "ns3/node-list.h"
#include "ns3/node.h"
#include "ns3/random-variable-stream.h"
#include "ns3/test.h"

#include <algorithm>
#include <memory>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::manet;

namespace
{

/**
 * @param random source
 * @param nodes how many, anywhere in an area of height 1
 * @param range of links
 * @param width of the area
 * @return who hears whom
 */
LinkGraph
RandomDiskGraph(Ptr<UniformRandomVariable> random, uint32_t nodes, double range, double width = 1.0)
{
    std::vector<Vector> positions;
    for (uint32_t i = 0; i < nodes; ++i)
    {
        positions.emplace_back(random->GetValue(0.0, width), random->GetValue(), 0);
    }
    LinkGraph links(nodes);
    for (NodeId i = 0; i < nodes; ++i)
    {
        for (NodeId other = 0; other < nodes; ++other)
        {
            if (other != i && CalculateDistance(positions[i], positions[other]) <= range)
            {
                links[i].push_back(other);
            }
        }
    }
    return links;
}

/**
 * @param random source
 * @param links of all nodes
 * @param share of the nodes that receive
 * @return a task that can be done, from node 0
 */
Multicast
RandomTask(Ptr<UniformRandomVariable> random, const LinkGraph& links, double share)
{
    Multicast multicast{links, 0, {}};
    const auto hops = HopsFrom(links, 0);
    for (NodeId node = 1; node < links.size(); ++node)
    {
        if (hops[node] != NO_WAY && random->GetValue() < share)
        {
            multicast.receivers.insert(node);
        }
    }
    return multicast;
}

/// @brief Small networks: every set of nodes is tried.
class FewestTransmittersTest : public TestCase
{
  public:
    /// @param networks how many
    explicit FewestTransmittersTest(uint32_t networks)
        : TestCase("no set is smaller, of all sets in " + std::to_string(networks) + " networks"),
          m_networks(networks)
    {
    }

  private:
    void DoRun() override
    {
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(1);
        uint32_t most = 0;
        for (uint32_t i = 0; i < m_networks; ++i)
        {
            const auto links =
                RandomDiskGraph(random, random->GetInteger(1, 12), random->GetValue(0.2, 0.6));
            const auto task = RandomTask(random, links, random->GetValue());
            const auto found = *FewestTransmitters(task, 12);
            const auto greedy = FewTransmitters(task);
            const uint32_t fewest = TryAll(task);
            most = std::max(most, fewest);
            NS_TEST_EXPECT_MSG_EQ(IsEnough(task, found), true, "the found set, network " << i);
            NS_TEST_EXPECT_MSG_EQ(found.size(), fewest, "transmitters, network " << i);
            NS_TEST_EXPECT_MSG_EQ(IsEnough(task, greedy), true, "the greedy set, network " << i);
            CheckShortest(task);
        }
        NS_TEST_EXPECT_MSG_GT(most, 4, "some networks must have been large");
    }

    /**
     * @param task small
     * @return the size of the smallest set that is enough
     */
    static uint32_t TryAll(const Multicast& task)
    {
        uint32_t fewest = task.links.size();
        for (uint32_t choice = 0; choice < (1U << task.links.size()); ++choice)
        {
            std::set<NodeId> chosen;
            for (NodeId node = 0; node < task.links.size(); ++node)
            {
                if (choice >> node & 1)
                {
                    chosen.insert(node);
                }
            }
            if (chosen.size() < fewest && IsEnough(task, chosen))
            {
                fewest = chosen.size();
            }
        }
        return fewest;
    }

    /**
     * @brief Everybody as near as can be.
     * @param task any
     */
    void CheckShortest(const Multicast& task)
    {
        const auto transmitters = ShortestPathTransmitters(task);
        LinkGraph used(task.links.size());
        for (NodeId node : transmitters)
        {
            used[node] = task.links[node];
        }
        const auto best = HopsFrom(task.links, task.publisher);
        const auto hops = HopsFrom(used, task.publisher);
        for (NodeId receiver : task.receivers)
        {
            NS_TEST_EXPECT_MSG_EQ(hops[receiver], best[receiver], "hops to " << receiver);
        }
    }

    uint32_t m_networks; ///< how many
};

/// @brief Networks of many shapes: of all smallest sets the one that the whole recursion finds.
class SameTransmittersTest : public TestCase
{
  public:
    /**
     * @param networks how many
     * @param most receivers in one that are not reached in any case
     */
    SameTransmittersTest(uint32_t networks, uint32_t most)
        : TestCase("the recursion over all sets and nodes finds the same transmitters, in " +
                   std::to_string(networks) + " networks"),
          m_networks(networks),
          m_most(most)
    {
    }

  private:
    void DoRun() override
    {
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(3);
        uint32_t compared = 0;
        std::size_t largest = 0;
        for (uint32_t i = 0; i < m_networks; ++i)
        {
            // Some long and narrow, with more hops than the search has cuts.
            const bool isLong = i % 100 == 0;
            const uint32_t nodes = isLong ? 600 : random->GetInteger(2, 60);
            const double range = isLong ? 0.7 : random->GetValue(0.12, 0.5);
            const auto links = RandomDiskGraph(random, nodes, range, isLong ? 60.0 : 1.0);
            const auto task = RandomTask(random, links, (isLong ? 0.02 : 0.5) * random->GetValue());
            if (const auto found = FewestTransmitters(task, isLong ? 5 : m_most))
            {
                const bool same = *found == TransmittersOfFullTable(task);
                NS_TEST_EXPECT_MSG_EQ(same, true, "transmitters, network " << i);
                compared += found->size() > 2 ? 1 : 0;
                largest = std::max(largest, found->size());
            }
        }
        NS_TEST_EXPECT_MSG_GT(compared, m_networks / 3, "some had to be chosen");
        NS_TEST_EXPECT_MSG_GT(largest, 64, "transmitters");
    }

    uint32_t m_networks; ///< how many
    uint32_t m_most;     ///< receivers that are not reached in any case
};

/// @brief How good the greedy choice is where the exact one can still be had.
class GreedyGapTest : public TestCase
{
  public:
    GreedyGapTest()
        : TestCase("greedy choices are within 1 % of exact ones, 50 nodes")
    {
    }

  private:
    void DoRun() override
    {
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(2);
        std::size_t fewest = 0;
        std::size_t greedy = 0;
        for (uint32_t i = 0; i < 100; ++i)
        {
            const auto links = RandomDiskGraph(random, 50, 0.25);
            const auto task = RandomTask(random, links, random->GetValue(0.1, 0.5));
            if (const auto found = FewestTransmitters(task, 10))
            {
                const auto few = FewTransmitters(task);
                NS_TEST_EXPECT_MSG_EQ(IsEnough(task, few), true, "the greedy set, network " << i);
                NS_TEST_EXPECT_MSG_GT_OR_EQ(few.size(), found->size(), "network " << i);
                fewest += found->size();
                greedy += few.size();
            }
        }
        NS_TEST_EXPECT_MSG_GT(fewest, 400, "transmitters compared");
        NS_TEST_EXPECT_MSG_LT(greedy, 1.01 * fewest, "transmitters");
    }
};

/// Where the nodes of the test networks stand, m; those up to 100 m apart hear each other.
const std::vector<Vector> PLACES{
    {0, 0, 0},
    {90, 0, 0},
    {180, 0, 0},
    {270, 0, 0},
    {65, 70, 0},
    {150, 90, 0},
    {-90, 0, 0},
    {900, 0, 0},
};

/**
 * @brief A network whose links are as the places say.
 *
 *         4 --- 5             3, 5, 6 and 7 want a.b, 4 wants c.d. 0 and 5 publish.
 *        /|      \            Steiner: 0, 1, 2 bring a.b to 3, 5 and 6 (nothing reaches 7).
 *  6 - 0 - 1 ---- 2 - 3   7   ShortestPath: 4 sends, too, so that 5 is two hops away.
 */
class OracleNetworkTest : public NetworkTestCase
{
  public:
    using NetworkTestCase::NetworkTestCase;

  protected:
    /**
     * @param tree attribute
     * @return the network, subscribed
     */
    static std::unique_ptr<TestNetwork> Make(OracleTree tree)
    {
        ObjectFactory factory("ns3::Oracle");
        factory.Set("Range", DoubleValue(100.0));
        factory.Set("Tree", EnumValue(tree));
        auto network = std::make_unique<TestNetwork>(PLACES.size(), factory);
        for (NodeId node = 0; node < PLACES.size(); ++node)
        {
            auto place = CreateObject<ConstantPositionMobilityModel>();
            place->SetPosition(PLACES[node]);
            NodeList::GetNode(node)->AggregateObject(place);
            for (NodeId other = 0; other < node; ++other)
            {
                if (CalculateDistance(PLACES[node], PLACES[other]) <= 100.0)
                {
                    network->Connect(node, other);
                }
            }
        }
        for (NodeId node : {3, 5, 6, 7})
        {
            network->Subscribe(node, "a.b");
        }
        network->Subscribe(4, "c.d");
        return network;
    }

    /**
     * @brief Compare.
     * @param network that has run
     * @param expected time-line of its events
     */
    void CheckEvents(const TestNetwork& network, const std::vector<std::string>& expected)
    {
        NS_TEST_ASSERT_MSG_EQ(network.Events().size(), expected.size(), "transmissions");
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(network.Events()[i], expected[i], "transmission " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(network.Timeline().size(), 0, "no control messages");
    }
};

/// @brief Who wants what, and where everybody is, at the moment of publication.
class OracleTimelineTest : public OracleNetworkTest
{
  public:
    OracleTimelineTest()
        : OracleNetworkTest("only the nodes of the smallest tree of the moment send")
    {
    }

  private:
    void DoRun() override
    {
        const auto network = Make(OracleTree::STEINER);
        network->PublishFrom(0, "a.b", Seconds(1), 1);
        network->PublishFrom(0, "c.d", Seconds(2), 1);
        network->PublishFrom(0, "e.f", Seconds(3), 1);
        network->PublishFrom(5, "a.b", Seconds(4), 1);
        TestNetwork::RunUntil(Seconds(5));
        network->At<Oracle>(3)->Unsubscribe(*Filter::Parse("a.b"));
        network->PublishFrom(0, "a.b", Seconds(5), 1);
        TestNetwork::RunUntil(Seconds(6));
        NodeList::GetNode(5)->GetObject<MobilityModel>()->SetPosition({-50, 50, 0});
        network->Connect(5, 0);
        network->PublishFrom(0, "a.b", Seconds(6), 1);
        TestNetwork::RunUntil(Seconds(7));
        CheckEvents(*network,
                    {
                        "1.000 0 event 0.1",
                        "1.007 1 event 0.1",
                        "1.014 2 event 0.1",
                        "2.000 0 event 0.2",
                        "4.000 5 event 5.1",
                        "4.002 4 event 5.1",
                        "4.008 2 event 5.1",
                        "4.011 0 event 5.1",
                        "5.000 0 event 0.4",
                        "5.004 4 event 0.4",
                        "6.000 0 event 0.5",
                    });
        NS_TEST_EXPECT_MSG_EQ(network->Delivered(3), 2, "until it wants no more");
        NS_TEST_EXPECT_MSG_EQ(network->Delivered(4), 1, "c.d");
        NS_TEST_EXPECT_MSG_EQ(network->Delivered(5), 3, "of node 0");
        NS_TEST_EXPECT_MSG_EQ(network->Delivered(6), 4, "all");
        NS_TEST_EXPECT_MSG_EQ(network->Delivered(7), 0, "out of reach");
    }
};

/// @brief The same network with as few hops as possible, and without a node that is away.
class OracleShortestPathTest : public OracleNetworkTest
{
  public:
    OracleShortestPathTest()
        : OracleNetworkTest("as few hops as possible cost one more; who is away is not counted on")
    {
    }

  private:
    void DoRun() override
    {
        const auto network = Make(OracleTree::SHORTEST_PATH);
        network->JoinAt(1, Seconds(2));
        network->PublishFrom(0, "a.b", Seconds(1), 1);
        network->PublishFrom(0, "a.b", Seconds(3), 1);
        TestNetwork::RunUntil(Seconds(4));
        CheckEvents(*network,
                    {
                        "1.000 0 event 0.1",
                        "1.002 4 event 0.1",
                        "1.011 5 event 0.1",
                        "1.018 2 event 0.1",
                        "3.000 0 event 0.2",
                        "3.004 4 event 0.2",
                        "3.007 1 event 0.2",
                        "3.015 2 event 0.2",
                    });
        for (NodeId node : {3, 5, 6})
        {
            NS_TEST_EXPECT_MSG_EQ(network->Delivered(node), 2, "delivered to " << node);
        }
    }
};

/// @brief The oracle.
class OracleTestSuite : public TestSuite
{
  public:
    OracleTestSuite()
        : TestSuite("pubsub-oracle", Type::UNIT)
    {
        AddTestCase(new FewestTransmittersTest(100), Duration::QUICK);
        AddTestCase(new FewestTransmittersTest(1000), Duration::EXTENSIVE);
        AddTestCase(new SameTransmittersTest(2000, 6), Duration::QUICK);
        AddTestCase(new SameTransmittersTest(20000, 9), Duration::EXTENSIVE);
        AddTestCase(new GreedyGapTest, Duration::QUICK);
        AddTestCase(new OracleTimelineTest, Duration::QUICK);
        AddTestCase(new OracleShortestPathTest, Duration::QUICK);
    }
};

OracleTestSuite g_oracleTestSuite; ///< the suite

} // namespace
