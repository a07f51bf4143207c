// SPDX-License-Identifier: GPL-2.0-only
//
// The control plane on real switches, links and TCP.

#include "sdn-known-network.h"

#include "ns3/enum.h"
#include "ns3/sdn-topic-router.h"

#include <cmath>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::sdn;

namespace
{

/// Edges between clusters.
using ClusterPairs = std::set<std::pair<ClusterId, ClusterId>>;

/// @return the edges of a topic's overlay at the server
/// @param server in charge
/// @param topic registered
ClusterPairs
OverlayEdges(const SdnServer& server, const std::string& topic)
{
    ClusterPairs edges;
    for (const Trunk& trunk : server.Routes().at(*Topic::Parse(topic)).at(NO_CLUSTER))
    {
        edges.insert({trunk.a.cluster, trunk.b.cluster});
    }
    return edges;
}

/// @return edges with exactly one transmission each; an edge with another number is a pair of
/// itself
/// @param counts transmissions
ClusterPairs
CrossedOnce(const SdnTestNetwork::EdgeCounts& counts)
{
    ClusterPairs edges;
    for (const auto& [edge, count] : counts)
    {
        edges.insert(count == 1 ? edge : std::pair(edge.first, edge.first));
    }
    return edges;
}

/// @return residual of an edge in Mbit/s
/// @param server in charge
/// @param a one end
/// @param b the other end
double
ResidualMbps(const SdnServer& server, ClusterId a, ClusterId b)
{
    const auto edge = server.Router()->GetGraph().Find(a, b);
    return std::round(server.Router()->Residual(*edge) / 1e4) / 100;
}

/// @brief The known answer for Algorithms 1 to 3 of Wang et al. 2016, by packets.
class KnownAnswerByPacketsTest : public TestCase
{
  public:
    KnownAnswerByPacketsTest()
        : TestCase("overlays of a known network, by packets, before and after a failure")
    {
    }

  private:
    void DoRun() override
    {
        SdnTestNetwork network(KNOWN_CLUSTERS, KNOWN_EDGES);
        network.Server()->SetAttribute("Reroute", StringValue("none"));
        StartKnownTopics(network);
        SdnTestNetwork::RunUntil(Seconds(4));
        for (ClusterId cluster = 0; cluster < KNOWN_CLUSTERS; ++cluster)
        {
            NS_TEST_ASSERT_MSG_EQ(network.Agent(cluster)->IsAttached(), true, cluster);
            NS_TEST_ASSERT_MSG_EQ(network.Agent(cluster)->KnownCodes(), 2, cluster);
        }
        const SdnServer& server = *network.Server();
        NS_TEST_ASSERT_MSG_EQ(server.Router()->GetGraph().Edges().size(), 8, "edges found");
        const ClusterPairs first{{0, 1}, {1, 2}, {2, 3}, {3, 5}};
        const ClusterPairs second{{0, 1}, {1, 2}, {2, 3}, {2, 4}, {3, 5}};
        NS_TEST_EXPECT_MSG_EQ((OverlayEdges(server, "a") == first), true, "overlay of a");
        NS_TEST_EXPECT_MSG_EQ((OverlayEdges(server, "a.b") == second), true, "overlay of a.b");
        const std::vector<double> residuals{7, 5, 3, 4, 5, 8, 4, 3};
        CheckResiduals(server, residuals, "before the failure");
        CheckPackets(network, first, second);

        network.SetEdgeUp(2, 3, false);
        SdnTestNetwork::RunUntil(Seconds(6));
        const ClusterPairs mended{{0, 1}, {1, 2}, {0, 3}, {3, 5}};
        const ClusterPairs mendedChild{{0, 1}, {1, 2}, {2, 4}, {3, 5}, {4, 5}};
        NS_TEST_EXPECT_MSG_EQ((OverlayEdges(server, "a") == mended), true, "mended a");
        NS_TEST_EXPECT_MSG_EQ((OverlayEdges(server, "a.b") == mendedChild), true, "mended a.b");
        const std::vector<double> rest{7, 5, NAN, 2, 5, 8, 4, 2};
        CheckResiduals(server, rest, "after the failure");
        CheckPackets(network, mended, mendedChild);
    }

    /**
     * @brief Compare residuals, in the order of KNOWN_EDGES; not a number: not compared.
     * @param server in charge
     * @param expected Mbit/s
     * @param when for the message
     */
    void CheckResiduals(const SdnServer& server,
                        const std::vector<double>& expected,
                        const std::string& when)
    {
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            if (!std::isnan(expected[i]))
            {
                NS_TEST_EXPECT_MSG_EQ(ResidualMbps(server,
                                                   std::min(KNOWN_EDGES[i].a, KNOWN_EDGES[i].b),
                                                   std::max(KNOWN_EDGES[i].a, KNOWN_EDGES[i].b)),
                                      expected[i],
                                      "edge " << KNOWN_EDGES[i].a << "-" << KNOWN_EDGES[i].b << " "
                                              << when);
            }
        }
    }

    /**
     * @brief Publish an event of each topic: it crosses each edge of its overlay once, no other.
     * @param network of KNOWN_EDGES
     * @param first overlay of a
     * @param second overlay of a.b
     */
    void CheckPackets(SdnTestNetwork& network,
                      const ClusterPairs& first,
                      const ClusterPairs& second)
    {
        network.ClearCounts();
        const Time now = Simulator::Now();
        network.Publish(0, "a");
        network.Publish(0, "a.b");
        SdnTestNetwork::RunUntil(now + MilliSeconds(200));
        NS_TEST_EXPECT_MSG_EQ((CrossedOnce(network.Crossings("a")) == first), true, "path of a");
        NS_TEST_EXPECT_MSG_EQ((CrossedOnce(network.Crossings("a.b")) == second),
                              true,
                              "path of a.b");
        const std::map<ClusterId, std::pair<uint32_t, uint32_t>> due{{1, {0, 0}},
                                                                     {2, {0, 0}},
                                                                     {3, {1, 1}},
                                                                     {4, {0, 1}},
                                                                     {5, {1, 1}}};
        for (const auto& [cluster, counts] : due)
        {
            const Time end = Simulator::Now();
            NS_TEST_EXPECT_MSG_EQ(network.Deliveries(cluster, "a", now, end),
                                  counts.first,
                                  "a at " << cluster);
            NS_TEST_EXPECT_MSG_EQ(network.Deliveries(cluster, "a.b", now, end),
                                  counts.second,
                                  "a.b at " << cluster);
        }
        NS_TEST_EXPECT_MSG_EQ(network.Duplicates(), 0, "no event comes twice");
    }
};

/// @brief A subscription comes and goes while events flow; other subscribers lose none.
class SubscriptionChangeTest : public TestCase
{
  public:
    /// @param switches per cluster
    explicit SubscriptionChangeTest(uint32_t switches)
        : TestCase("subscriptions change while events flow, switches per cluster: " +
                   std::to_string(switches)),
          m_switches(switches)
    {
    }

  private:
    void DoRun() override
    {
        SdnTestNetwork network(KNOWN_CLUSTERS, KNOWN_EDGES, false, m_switches);
        StartKnownTopics(network);
        SdnTestNetwork::RunUntil(Seconds(4));
        network.PublishFlow(0, "a.b", Seconds(4), Seconds(12), MilliSeconds(2));
        Simulator::Schedule(Seconds(2), [&] { network.Subscribe(1, "a.b"); });
        Simulator::Schedule(Seconds(3), [&] { network.Subscribe(2, "#"); });
        Simulator::Schedule(Seconds(5),
                            [&] { network.Agent(4)->Unsubscribe(*Filter::Parse("a.b")); });
        SdnTestNetwork::RunUntil(Seconds(13));
        for (const ClusterId steady : {3, 5})
        {
            NS_TEST_EXPECT_MSG_EQ(network.Deliveries(steady, "a.b", Seconds(4), Seconds(12)),
                                  4000,
                                  "a steady subscriber loses nothing, cluster " << steady);
        }
        NS_TEST_EXPECT_MSG_EQ(network.Deliveries(4, "a.b", Seconds(4), MilliSeconds(8980)),
                              2490,
                              "before it leaves");
        NS_TEST_EXPECT_MSG_EQ(
            network.Deliveries(4, "a.b", Seconds(9) + MilliSeconds(100), Seconds(12)),
            0,
            "after it has left");
        NS_TEST_EXPECT_MSG_EQ(
            network.Deliveries(1, "a.b", Seconds(6) + MilliSeconds(100), Seconds(12)),
            2950,
            "all from 100 ms after it has joined");
        NS_TEST_EXPECT_MSG_EQ(
            network.Deliveries(2, "a.b", Seconds(7) + MilliSeconds(100), Seconds(12)),
            2450,
            "all from 100 ms after it has joined");
        NS_TEST_EXPECT_MSG_EQ(network.Duplicates(), 0, "no event comes twice");
    }

    uint32_t m_switches; ///< per cluster
};

/// @brief Trees per source and parallel trunks: each due event comes once.
class TreesAndTrunksTest : public TestCase
{
  public:
    /// @param router name
    explicit TreesAndTrunksTest(const std::string& router)
        : TestCase("two publishers and parallel trunks, router " + router),
          m_router(router)
    {
    }

  private:
    void DoRun() override
    {
        SdnTestNetwork network(4,
                               {{0, 1, 10}, {0, 1, 10}, {1, 2, 10}, {2, 3, 10}, {0, 3, 10}},
                               false,
                               2);
        network.Server()->SetAttribute("RouterName", StringValue(m_router));
        for (const ClusterId publisher : {0, 2})
        {
            network.Agent(publisher)->Register(*Topic::Parse("a"), 1000000);
            network.Agent(publisher)->Register(*Topic::Parse("b"), 1000000);
        }
        network.Subscribe(1, "#");
        network.Subscribe(3, "b");
        SdnTestNetwork::RunUntil(Seconds(4));
        const Time now = Simulator::Now();
        for (const ClusterId publisher : {0, 2})
        {
            network.PublishFlow(publisher, "a", now, now + Seconds(1), MilliSeconds(10));
            network.PublishFlow(publisher, "b", now, now + Seconds(1), MilliSeconds(10));
        }
        SdnTestNetwork::RunUntil(now + Seconds(2));
        NS_TEST_EXPECT_MSG_EQ(network.Received(1), 400, "both topics of both publishers");
        NS_TEST_EXPECT_MSG_EQ(network.Received(3), 200, "one topic of both publishers");
        NS_TEST_EXPECT_MSG_EQ(network.Duplicates(), 0, "no event comes twice");
        std::set<Trunk> used;
        for (const char* topic : {"a", "b"})
        {
            for (const auto& [source, trunks] : network.Server()->Routes().at(*Topic::Parse(topic)))
            {
                for (const Trunk& trunk : trunks)
                {
                    if (trunk.b.cluster == 1)
                    {
                        used.insert(trunk);
                    }
                }
            }
        }
        NS_TEST_EXPECT_MSG_EQ(used.size(), 2, "the topics share the trunks");
    }

    std::string m_router; ///< name
};

/// @brief Routes follow predicted loads, and no event is lost.
class PredictedLoadTest : public TestCase
{
  public:
    PredictedLoadTest()
        : TestCase("routes follow predicted loads while events flow")
    {
    }

  private:
    void DoRun() override
    {
        SdnTestNetwork network(KNOWN_CLUSTERS, KNOWN_EDGES);
        network.Server()->SetAttribute("Reroute", StringValue("all"));
        network.Server()->SetAttribute("StatisticsPeriod", TimeValue(Seconds(1)));
        for (ClusterId cluster = 0; cluster < KNOWN_CLUSTERS; ++cluster)
        {
            network.Controller(cluster)->SetAttribute("StatisticsPeriod", TimeValue(Seconds(1)));
        }
        // The hosts expect loads that differ from those that they publish.
        network.Agent(0)->Register(*Topic::Parse("a"), 3500000);
        network.Agent(1)->Register(*Topic::Parse("c"), 10000);
        network.Agent(4)->Register(*Topic::Parse("d"), 10000);
        for (const ClusterId cluster : {3, 5})
        {
            network.Subscribe(cluster, "#");
        }
        SdnTestNetwork::RunUntil(Seconds(4));
        network.PublishFlow(0, "a", Seconds(4), Seconds(12), MilliSeconds(20));
        network.PublishFlow(1, "c", Seconds(4), Seconds(12), MilliSeconds(1));
        network.PublishFlow(4, "d", Seconds(4), Seconds(12), MilliSeconds(2));
        SdnTestNetwork::RunUntil(Seconds(14));
        for (const ClusterId cluster : {3, 5})
        {
            NS_TEST_EXPECT_MSG_EQ(network.Deliveries(cluster, "a", Seconds(4), Seconds(12)),
                                  400,
                                  "a at " << cluster);
            NS_TEST_EXPECT_MSG_EQ(network.Deliveries(cluster, "c", Seconds(4), Seconds(12)),
                                  8000,
                                  "c at " << cluster);
            NS_TEST_EXPECT_MSG_EQ(network.Deliveries(cluster, "d", Seconds(4), Seconds(12)),
                                  4000,
                                  "d at " << cluster);
        }
        const bool hasChanged = std::ranges::any_of(network.Updates(), [](const auto& record) {
            return record.cause == "prediction" && record.topics > 0;
        });
        NS_TEST_EXPECT_MSG_EQ(hasChanged, true, "some route follows the loads");
    }
};

/// @brief The control plane on real switches.
class SdnControlTestSuite : public TestSuite
{
  public:
    SdnControlTestSuite()
        : TestSuite("sdn-control", Type::SYSTEM)
    {
        AddTestCase(new KnownAnswerByPacketsTest, Duration::QUICK);
        AddTestCase(new SubscriptionChangeTest(1), Duration::QUICK);
        AddTestCase(new SubscriptionChangeTest(3), Duration::QUICK);
        for (const char* router : {"sdnps", "spt", "load-steiner"})
        {
            AddTestCase(new TreesAndTrunksTest(router), Duration::QUICK);
        }
        AddTestCase(new PredictedLoadTest, Duration::QUICK);
    }
};

SdnControlTestSuite g_sdnControlTestSuite; ///< the suite

} // namespace
