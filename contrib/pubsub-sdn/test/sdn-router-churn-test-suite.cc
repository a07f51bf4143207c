// SPDX-License-Identifier: GPL-2.0-only
#include "overlay-cases.h"

#include "ns3/boolean.h"
#include "ns3/sdn-random-demand.h"
#include "ns3/sdn-router-factory.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <algorithm>
#include <cmath>

using namespace ns3;
using namespace ns3::pubsub::sdn;

namespace
{

/// A router and its options.
struct RouterCase
{
    std::string name;         ///< of the router
    std::string repair;       ///< its mode
    bool isIncremental{true}; ///< of sdnps
    bool isPruned{false};     ///< of sdnps
};

/// @brief Random operations on a random network, with all that always holds checked after each.
class RandomOperationTest : public TestCase
{
  public:
    /// @param routerCase to test
    explicit RandomOperationTest(const RouterCase& routerCase)
        : TestCase("random operations: " + routerCase.name + ", " + routerCase.repair +
                   (routerCase.isIncremental ? "" : ", from scratch") +
                   (routerCase.isPruned ? ", pruned" : "")),
          m_case(routerCase)
    {
    }

  private:
    void DoRun() override
    {
        uint32_t partitions = 0;
        for (uint32_t round = 0; round < 25; ++round)
        {
            Begin(round);
            for (uint32_t step = 0; step < 40; ++step)
            {
                const std::map<TopicId, TopicOverlay> before = Overlays();
                const std::vector<TopicId> changed = Operate();
                const std::string violation =
                    ViolationOf(*m_router, m_case.repair == "none" || m_case.name == "file");
                NS_TEST_ASSERT_MSG_EQ(violation, "", "round " << round << ", step " << step);
                NS_TEST_ASSERT_MSG_EQ((ChangedSince(before) == Sorted(changed)),
                                      true,
                                      "topics reported, round " << round << ", step " << step);
                partitions += !m_router->PartitionedTopics().empty();
            }
        }
        NS_TEST_EXPECT_MSG_GT(partitions, 20, "the operations partition too few topics");
    }

    void DoTeardown() override
    {
        m_router = nullptr;
        m_random = nullptr;
    }

    /// @param round number of the network
    void Begin(uint32_t round)
    {
        m_random = RandomNumbers(100 + round);
        const uint32_t clusters = m_random->GetInteger(3, 12);
        m_router = MakeTopicRouter(m_case.name);
        m_router->SetAttribute("Repair", StringValue(m_case.repair));
        m_router->SetAttributeFailSafe("Incremental", BooleanValue(m_case.isIncremental));
        m_router->SetAttributeFailSafe("Prune", BooleanValue(m_case.isPruned));
        m_router->SetAttributeFailSafe("PruneRecursive", BooleanValue(round % 2 == 0));
        m_router->SetGraph(DrawConnectedGraph(clusters, clusters, 100, m_random));
        const RandomDemand settings{.topics = 7,
                                    .branching = round % 3,
                                    .mostPublishers = 2,
                                    .leastSubscribers = 1,
                                    .mostSubscribers = 3};
        m_demands = DrawDemand(settings, clusters, m_random);
        for (TopicDemand& demand : m_demands)
        {
            demand.load /= 3; // no whole number
        }
        m_router->Compute(m_demands);
    }

    /// @return the overlays of all topics
    std::map<TopicId, TopicOverlay> Overlays() const
    {
        std::map<TopicId, TopicOverlay> overlays;
        for (const TopicId topic : m_router->Topics())
        {
            overlays[topic] = m_router->OverlayOf(topic);
        }
        return overlays;
    }

    /**
     * @param before overlays of all topics
     * @return the topics that have another one now, ascending
     */
    std::vector<TopicId> ChangedSince(const std::map<TopicId, TopicOverlay>& before) const
    {
        std::vector<TopicId> changed;
        for (const auto& [topic, overlay] : Overlays())
        {
            const auto old = before.find(topic);
            if (overlay != (old == before.end() ? TopicOverlay{} : old->second))
            {
                changed.push_back(topic);
            }
        }
        return changed;
    }

    /**
     * @param topics any
     * @return them, ascending
     */
    static std::vector<TopicId> Sorted(std::vector<TopicId> topics)
    {
        std::sort(topics.begin(), topics.end());
        return topics;
    }

    /**
     * @brief Do something at random.
     * @return the topics that the router reports
     */
    std::vector<TopicId> Operate()
    {
        const auto edges = static_cast<uint32_t>(m_router->GetGraph().Edges().size());
        const EdgeId edge = m_random->GetInteger(0, edges - 1);
        switch (m_random->GetInteger(0, 9))
        {
        case 0:
        case 1:
            return m_router->EdgesFailed({edge, m_random->GetInteger(0, edges - 1)});
        case 2:
            return FailOrRestoreCluster();
        case 3:
            return m_router->EdgesRestored({edge});
        case 4:
            m_router->SetCapacity(edge, m_random->GetInteger(0, 50));
            return {};
        case 5:
            return m_router->Compute(m_demands);
        default:
            return ChangeDemands();
        }
    }

    /**
     * @brief Let all edges of a cluster fail or return.
     * @return the topics reported
     */
    std::vector<TopicId> FailOrRestoreCluster()
    {
        const ClusterGraph& graph = m_router->GetGraph();
        std::vector<EdgeId> all;
        for (const ClusterNeighbour& each :
             graph.Neighbours(m_random->GetInteger(0, graph.Size() - 1)))
        {
            all.push_back(each.edge);
        }
        return m_random->GetInteger(0, 1) == 0 ? m_router->EdgesFailed(all)
                                               : m_router->EdgesRestored(all);
    }

    /**
     * @brief Change the demands of a topic and of the one after it.
     * @return the topics reported
     */
    std::vector<TopicId> ChangeDemands()
    {
        const uint32_t first = m_random->GetInteger(0, m_demands.size() - 1);
        const uint32_t second = (first + 1) % m_demands.size();
        ChangeDemand(m_demands[first]);
        ChangeDemand(m_demands[second]);
        return m_router->DemandsChanged({m_demands[second], m_demands[first]});
    }

    /// @param demand to change
    void ChangeDemand(TopicDemand& demand)
    {
        const ClusterId cluster = m_random->GetInteger(0, m_router->GetGraph().Size() - 1);
        switch (m_random->GetInteger(0, 5))
        {
        case 0:
            demand.subscribers.push_back(cluster);
            break;
        case 1:
            std::erase(demand.subscribers, cluster);
            break;
        case 2:
            demand.publishers.push_back({cluster, m_random->GetValue(0.0, 1.0)});
            break;
        case 3:
            std::erase_if(demand.publishers, [&](auto& each) { return each.cluster == cluster; });
            break;
        case 4:
            demand.load = m_random->GetValue(0.0, 30.0);
            break;
        default:
            demand.denied =
                m_random->GetInteger(0, 1) == 0 ? std::vector<ClusterId>{} : std::vector{cluster};
        }
    }

    RouterCase m_case;                   ///< to test
    Ptr<UniformRandomVariable> m_random; ///< of operations
    Ptr<TopicRouter> m_router;           ///< tested
    std::vector<TopicDemand> m_demands;  ///< of its topics
};

/// @brief The same operations lead to the same overlays and the same effort.
class RepeatedRouteTest : public TestCase
{
  public:
    RepeatedRouteTest()
        : TestCase("overlays and effort do not depend on the order of demands")
    {
    }

  private:
    void DoRun() override
    {
        const ClusterGraph graph = DrawConnectedGraph(20, 25, 100, RandomNumbers(5));
        std::vector<TopicDemand> demands = DrawDemand({.branching = 3}, 20, RandomNumbers(6));
        for (const std::string& name : TopicRouterNames())
        {
            if (name == "file")
            {
                continue;
            }
            const auto one = MakeTopicRouter(name);
            const auto other = MakeTopicRouter(name);
            one->SetGraph(graph);
            other->SetGraph(graph);
            one->Compute(demands);
            std::reverse(demands.begin(), demands.end());
            other->Compute(demands);
            for (const TopicDemand& demand : demands)
            {
                NS_TEST_EXPECT_MSG_EQ(
                    (one->OverlayOf(demand.topic) == other->OverlayOf(demand.topic)),
                    true,
                    name);
            }
            NS_TEST_EXPECT_MSG_EQ(one->EdgesExamined(), other->EdgesExamined(), name);
            NS_TEST_EXPECT_MSG_GT(one->EdgesExamined(), 100, name);
        }
    }
};

/// @brief The suite.
class SdnRouterChurnTestSuite : public TestSuite
{
  public:
    SdnRouterChurnTestSuite()
        : TestSuite("sdn-router-churn", Type::UNIT)
    {
        for (const std::string& repair : RepairModeNames())
        {
            for (const std::string& name : TopicRouterNames())
            {
                if (name != "file")
                {
                    AddTestCase(new RandomOperationTest({.name = name, .repair = repair}),
                                Duration::QUICK);
                }
            }
            AddTestCase(new RandomOperationTest(
                            {.name = "sdnps", .repair = repair, .isIncremental = false}),
                        Duration::QUICK);
            AddTestCase(
                new RandomOperationTest({.name = "sdnps", .repair = repair, .isPruned = true}),
                Duration::QUICK);
        }
        AddTestCase(new RepeatedRouteTest, Duration::QUICK);
    }
};

SdnRouterChurnTestSuite g_sdnRouterChurnTestSuite; ///< registers the suite

} // namespace
