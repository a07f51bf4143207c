// SPDX-License-Identifier: GPL-2.0-only
//
// The control plane on real switches, links and TCP.

#include "sdn-test-network.h"

#include "ns3/enum.h"
#include "ns3/sdn-topic-router.h"
#include "ns3/socket.h"
#include "ns3/tcp-socket-factory.h"

#include <cmath>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::sdn;

namespace
{

/// A network with known overlays: edges with their capacities in Mbit/s.
const std::vector<TestEdge> KNOWN_EDGES =
    {{0, 1, 10}, {1, 2, 8}, {2, 3, 6}, {0, 3, 4}, {1, 4, 5}, {2, 4, 9}, {3, 5, 7}, {4, 5, 3}};

/// Clusters of KNOWN_EDGES.
constexpr uint32_t KNOWN_CLUSTERS = 6;

/// Edges between clusters.
using ClusterPairs = std::set<std::pair<ClusterId, ClusterId>>;

/// @brief Let cluster 0 publish two topics, and three other clusters subscribe.
/// @param network of KNOWN_EDGES
void
StartKnownTopics(SdnTestNetwork& network)
{
    network.Agent(0)->Register(*Topic::Parse("a"), 2000000);
    network.Agent(0)->Register(*Topic::Parse("a.b"), 1000000);
    network.Subscribe(3, "a.#");
    network.Subscribe(5, "a.#");
    network.Subscribe(4, "a.b");
}

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

/// @brief A link fails, and events flow again as the repair mode has it.
class LinkFailureTest : public TestCase
{
  public:
    /// @param mode of the repair
    explicit LinkFailureTest(const std::string& mode)
        : TestCase("a link fails, repair " + mode),
          m_mode(mode)
    {
    }

  private:
    void DoRun() override
    {
        SdnTestNetwork network(KNOWN_CLUSTERS, KNOWN_EDGES);
        StartKnownTopics(network);
        SdnTestNetwork::RunUntil(MilliSeconds(1));
        network.Server()->Router()->SetAttribute("Repair", StringValue(m_mode));
        network.Server()->SetAttribute("Reroute", StringValue("none"));
        SdnTestNetwork::RunUntil(Seconds(4));
        network.PublishFlow(0, "a", Seconds(4), Seconds(12), MilliSeconds(5));
        Simulator::Schedule(Seconds(2), [&] {
            network.Server()->NoteFailure(Simulator::Now());
            network.SetEdgeUp(2, 3, false);
        });
        Simulator::Schedule(Seconds(5), [&] { network.SetEdgeUp(2, 3, true); });
        SdnTestNetwork::RunUntil(Seconds(13));
        const bool isMended = m_mode != "none";
        const auto at = [&](Time from, Time to) {
            return network.Deliveries(3, "a", from, to) + network.Deliveries(5, "a", from, to);
        };
        NS_TEST_EXPECT_MSG_EQ(at(Seconds(4), Seconds(6)), 800, "before the failure");
        NS_TEST_EXPECT_MSG_EQ(at(Seconds(6) + MilliSeconds(100), Seconds(9)),
                              (isMended ? 1160 : 0),
                              "from 100 ms after the failure on");
        NS_TEST_EXPECT_MSG_EQ(at(Seconds(10) + MilliSeconds(500), Seconds(12)),
                              600,
                              "after the link has come back");
        if (isMended)
        {
            const auto update = std::ranges::find_if(network.Updates(), [](const auto& record) {
                return record.cause == "failure";
            });
            NS_TEST_ASSERT_MSG_EQ((update != network.Updates().end()), true, "an update");
            NS_TEST_EXPECT_MSG_EQ(update->caused, Seconds(6), "when it happened");
            NS_TEST_EXPECT_MSG_LT(update->installed - update->caused,
                                  MilliSeconds(100),
                                  "time to repair");
            NS_TEST_EXPECT_MSG_GT(update->flowMods, 0, "flow entries change");
        }
    }

    std::string m_mode; ///< of the repair
};

/// @brief A switch fails: its cluster is cut off, and the others go on without it.
class SwitchFailureTest : public TestCase
{
  public:
    SwitchFailureTest()
        : TestCase("a switch fails and comes back with empty tables")
    {
    }

  private:
    void DoRun() override
    {
        SdnTestNetwork network(KNOWN_CLUSTERS, KNOWN_EDGES);
        StartKnownTopics(network);
        SdnTestNetwork::RunUntil(Seconds(4));
        network.PublishFlow(0, "a.b", Seconds(4), Seconds(20), MilliSeconds(5));
        Simulator::Schedule(Seconds(2), [&] { network.SetSwitchUp(2, false); });
        Simulator::Schedule(Seconds(8), [&] { network.SetSwitchUp(2, true); });
        Simulator::Schedule(Seconds(12), [&] { network.Subscribe(2, "a.b"); });
        SdnTestNetwork::RunUntil(Seconds(21));
        for (const ClusterId cluster : {3, 4, 5})
        {
            NS_TEST_EXPECT_MSG_EQ(
                network.Deliveries(cluster, "a.b", Seconds(6) + MilliSeconds(100), Seconds(20)),
                2780,
                "from 100 ms after the failure on, cluster " << cluster);
        }
        NS_TEST_EXPECT_MSG_EQ(
            network.Deliveries(2, "a.b", Seconds(16) + MilliSeconds(500), Seconds(20)),
            700,
            "the switch that is back");
        for (const RouteUpdateRecord& update : network.Updates())
        {
            NS_TEST_EXPECT_MSG_LT(update.flowMods, 1000, "FLOW_MODs of " << update.cause);
            NS_TEST_EXPECT_MSG_LT(update.groupMods, 1000, "GROUP_MODs of " << update.cause);
        }
    }
};

/// @brief A switch of a cluster with others fails and comes back; its host is served again.
class SiblingSwitchFailureTest : public TestCase
{
  public:
    /// @param index of the switch; trunks hang on all, the host on the last one
    explicit SiblingSwitchFailureTest(uint32_t index)
        : TestCase("a switch with siblings fails and comes back with empty tables, number " +
                   std::to_string(index)),
          m_index(index)
    {
    }

  private:
    void DoRun() override
    {
        SdnTestNetwork network(KNOWN_CLUSTERS, KNOWN_EDGES, false, SWITCHES);
        StartKnownTopics(network);
        network.Subscribe(2, "a.b");
        SdnTestNetwork::RunUntil(Seconds(4));
        network.PublishFlow(0, "a.b", Seconds(4), Seconds(24), MilliSeconds(5));
        Simulator::Schedule(Seconds(2), [&] { network.SetSwitchUp(2, false, m_index); });
        Simulator::Schedule(Seconds(8), [&] { network.SetSwitchUp(2, true, m_index); });
        Simulator::Schedule(Seconds(14), [&] { network.Subscribe(1, "a.b"); });
        SdnTestNetwork::RunUntil(Seconds(25));
        const Time mended = Seconds(6) + MilliSeconds(200);
        for (const ClusterId cluster : {3, 4, 5})
        {
            NS_TEST_EXPECT_MSG_EQ(network.Deliveries(cluster, "a.b", mended, Seconds(24)),
                                  3560,
                                  "from 200 ms after the failure on, cluster " << cluster);
        }
        const bool hasHost = m_index == SWITCHES - 1;
        NS_TEST_EXPECT_MSG_EQ(network.Deliveries(2, "a.b", mended, Seconds(12)),
                              (hasHost ? 0 : 1160),
                              "the host of the cluster while a switch is away");
        NS_TEST_EXPECT_MSG_EQ(
            network.Deliveries(2, "a.b", Seconds(12) + MilliSeconds(500), Seconds(24)),
            2300,
            "the host of the cluster when the switch is back");
        for (const RouteUpdateRecord& update : network.Updates())
        {
            NS_TEST_EXPECT_MSG_LT(update.flowMods, 1000, "FLOW_MODs of " << update.cause);
            NS_TEST_EXPECT_MSG_LT(update.groupMods, 1000, "GROUP_MODs of " << update.cause);
        }
    }

    static constexpr uint32_t SWITCHES = 3; ///< of each cluster
    uint32_t m_index;                       ///< of the switch that fails
};

/// @brief A controller fails: another one takes its switches, and no event is lost.
class ControllerFailureTest : public TestCase
{
  public:
    ControllerFailureTest()
        : TestCase("a controller fails and another one takes its switch")
    {
    }

  private:
    void DoRun() override
    {
        SdnTestNetwork network(KNOWN_CLUSTERS, KNOWN_EDGES);
        StartKnownTopics(network);
        SdnTestNetwork::RunUntil(Seconds(4));
        network.PublishFlow(0, "a.b", Seconds(4), Seconds(24), MilliSeconds(5));
        Simulator::Schedule(Seconds(2), [&] { network.Controller(2)->Fail(); });
        Simulator::Schedule(Seconds(12), [&] { network.Subscribe(2, "a.b"); });
        Simulator::Schedule(Seconds(14), [&] { network.Controller(2)->Restore(); });
        Simulator::Schedule(Seconds(16), [&] { network.SetEdgeUp(2, 3, false); });
        SdnTestNetwork::RunUntil(Seconds(25));
        NS_TEST_EXPECT_MSG_EQ(network.Switch(2)->ControllerIndex(), 1, "the next controller");
        for (const ClusterId cluster : {3, 4, 5})
        {
            NS_TEST_EXPECT_MSG_EQ(network.Deliveries(cluster, "a.b", Seconds(4), Seconds(20)),
                                  3200,
                                  "no event is lost while the controller is away, cluster "
                                      << cluster);
            NS_TEST_EXPECT_MSG_EQ(
                network.Deliveries(cluster, "a.b", Seconds(20) + MilliSeconds(100), Seconds(24)),
                780,
                "the next controller mends the routes, cluster " << cluster);
        }
        NS_TEST_EXPECT_MSG_EQ(
            network.Deliveries(2, "a.b", Seconds(16) + MilliSeconds(500), Seconds(24)),
            1500,
            "the next controller takes subscriptions");
    }
};

/// @brief A controller takes over a switch while subscriptions of its own cluster change: until the
/// server has sent the routes, the switch keeps its tables.
class TakeoverKeepsTablesTest : public TestCase
{
  public:
    TakeoverKeepsTablesTest()
        : TestCase("a switch keeps its tables until its next controller has the routes")
    {
    }

  private:
    void DoRun() override
    {
        SdnTestNetwork network(KNOWN_CLUSTERS, KNOWN_EDGES);
        network.Controller(3)->SetAttribute("InstallDelay", TimeValue(MicroSeconds(50)));
        StartKnownTopics(network);
        SdnTestNetwork::RunUntil(Seconds(4));
        const auto device = network.Switch(2);
        const auto before = OutputsAt(network, 2);
        NS_TEST_ASSERT_MSG_EQ(before.size(), 2, "cluster 2 passes events on in two directions");
        uint32_t changes = 0;
        device->TraceConnectWithoutContext(
            "TableChanged",
            Callback<void, uint32_t, uint32_t, uint32_t>([&](uint32_t, uint32_t, uint32_t) {
                ++changes;
                NS_TEST_EXPECT_MSG_EQ((OutputsAt(network, 2) == before),
                                      true,
                                      "at " << Simulator::Now().As(Time::S));
            }));
        TimeValue interval;
        device->GetAttribute("ReconnectInterval", interval);
        device->TraceConnectWithoutContext(
            "Controller",
            Callback<void, uint32_t, bool>([&](uint32_t, bool isConnected) {
                if (!isConnected)
                {
                    // The switch connects to the next controller in an interval's time.
                    Simulator::Schedule(interval.Get(), [&] { ChangeSubscriptions(network); });
                }
            }));
        network.Controller(2)->Fail();
        SdnTestNetwork::RunUntil(Seconds(14));
        NS_TEST_EXPECT_MSG_EQ(device->ControllerIndex(), 1, "the next controller");
        NS_TEST_EXPECT_MSG_GT(changes, 0, "which installs its tables");
    }

    /// @brief Let the host of cluster 3 subscribe and unsubscribe for 5 ms.
    /// @param network of KNOWN_EDGES
    static void ChangeSubscriptions(const SdnTestNetwork& network)
    {
        const auto agent = network.Agent(3);
        for (int i = 0; i < 50; ++i)
        {
            Simulator::Schedule(MicroSeconds(100 * i),
                                [agent] { agent->Subscribe(*Filter::Parse("other")); });
            Simulator::Schedule(MicroSeconds(100 * i + 50),
                                [agent] { agent->Unsubscribe(*Filter::Parse("other")); });
        }
    }

    /// @return the ports by which events of a.b leave a switch that come in from cluster 1
    /// @param network of KNOWN_EDGES
    /// @param cluster of the switch
    static std::set<uint32_t> OutputsAt(const SdnTestNetwork& network, ClusterId cluster)
    {
        const auto agent = network.Agent(0);
        const auto event = MakeEventPacket(Create<Packet>(),
                                           agent->SourceAddress(),
                                           *agent->AddressFor(*Topic::Parse("a.b")));
        // Port 1 is the host's, then come the trunks in the order of KNOWN_EDGES.
        return network.Switch(cluster)->FindOutputs(2, event, ETHER_TYPE_IPV6);
    }
};

/// @brief Two controllers fail and come back while trees are per source and subscriptions change.
class TwoControllersFailureTest : public TestCase
{
  public:
    /// @param router name
    explicit TwoControllersFailureTest(const std::string& router)
        : TestCase("two controllers fail and come back while subscriptions change, router " +
                   router),
          m_router(router)
    {
    }

  private:
    void DoRun() override
    {
        SdnTestNetwork network(KNOWN_CLUSTERS, KNOWN_EDGES);
        network.Server()->SetAttribute("RouterName", StringValue(m_router));
        StartKnownTopics(network);
        network.Agent(2)->Register(*Topic::Parse("a.b"), 1000000);
        network.Agent(3)->Register(*Topic::Parse("a.b"), 1000000);
        SdnTestNetwork::RunUntil(Seconds(4));
        for (const ClusterId publisher : {0, 2, 3})
        {
            network.PublishFlow(publisher, "a.b", Seconds(4), Seconds(34), MilliSeconds(20));
        }
        Simulator::Schedule(Seconds(2), [&] { network.Controller(2)->Fail(); });
        Simulator::Schedule(Seconds(5), [&] { network.Controller(3)->Fail(); });
        Simulator::Schedule(Seconds(8), [&] { network.Controller(2)->Restore(); });
        Simulator::Schedule(Seconds(11), [&] { network.Controller(3)->Restore(); });
        Simulator::Schedule(Seconds(6), [&] { network.Subscribe(1, "a.b"); });
        Simulator::Schedule(Seconds(18), [&] { network.Subscribe(2, "a.b"); });
        SdnTestNetwork::RunUntil(Seconds(35));
        for (const NodeId publisher : {0, 2, 3})
        {
            for (const ClusterId cluster : {4, 5})
            {
                NS_TEST_EXPECT_MSG_EQ(
                    network.DeliveriesFrom(publisher, cluster, Seconds(4), Seconds(34)),
                    1500,
                    "a steady subscriber loses nothing of " << publisher << " at " << cluster);
            }
            NS_TEST_EXPECT_MSG_EQ(network.DeliveriesFrom(publisher, 1, Seconds(18), Seconds(34)),
                                  800,
                                  "a subscriber that has joined meanwhile, events of "
                                      << publisher);
        }
        for (const NodeId publisher : {0, 3})
        {
            NS_TEST_EXPECT_MSG_EQ(
                network.DeliveriesFrom(publisher, 2, MilliSeconds(22500), Seconds(34)),
                575,
                "a host of a failed controller subscribes, events of " << publisher);
        }
    }

    std::string m_router; ///< name
};

/// @brief A peer gives up before its SYN is answered: its RST reaches a controller that has just
/// come back, before any other segment does.
class ResetDuringHandshakeTest : public TestCase
{
  public:
    ResetDuringHandshakeTest()
        : TestCase("a controller that returns outlives the reset of a peer in its handshake")
    {
    }

  private:
    void DoRun() override
    {
        SdnTestNetwork network(KNOWN_CLUSTERS, KNOWN_EDGES);
        SdnTestNetwork::RunUntil(Seconds(2));
        Ptr<Socket> impatient;
        Ptr<Socket> later;
        bool isConnected = false;
        const auto connect = [&] {
            const auto socket =
                Socket::CreateSocket(network.Attacker(0), TcpSocketFactory::GetTypeId());
            socket->Connect(network.ControllerAddress(2));
            return socket;
        };
        Simulator::Schedule(Seconds(1), [&] { network.Controller(2)->Fail(); });
        Simulator::Schedule(Seconds(2), [&] { impatient = connect(); });
        Simulator::Schedule(Seconds(2) + MilliSeconds(500), [&] {
            network.Controller(2)->Restore();
            impatient->Close();
        });
        Simulator::Schedule(Seconds(3), [&] {
            later = connect();
            later->SetConnectCallback(
                Callback<void, Ptr<Socket>>([&](Ptr<Socket>) { isConnected = true; }),
                MakeNullCallback<void, Ptr<Socket>>());
        });
        SdnTestNetwork::RunUntil(Seconds(6));
        NS_TEST_EXPECT_MSG_EQ(isConnected, true, "the controller still takes connections");
    }
};

/// @brief The server fails: the standby takes its place.
class ServerFailureTest : public TestCase
{
  public:
    ServerFailureTest()
        : TestCase("the server fails, the standby takes over, and the server follows it")
    {
    }

  private:
    void DoRun() override
    {
        SdnTestNetwork network(KNOWN_CLUSTERS, KNOWN_EDGES, true);
        StartKnownTopics(network);
        SdnTestNetwork::RunUntil(Seconds(4));
        NS_TEST_EXPECT_MSG_EQ((network.Server(1)->Routes() == network.Server(0)->Routes()),
                              true,
                              "the standby is up to date");
        network.PublishFlow(0, "a.b", Seconds(4), Seconds(26), MilliSeconds(5));
        Simulator::Schedule(Seconds(2), [&] { network.Server(0)->Fail(); });
        Simulator::Schedule(Seconds(8), [&] { network.Subscribe(1, "a.b"); });
        Simulator::Schedule(Seconds(12), [&] { network.Server(0)->Restore(); });
        Simulator::Schedule(Seconds(16), [&] { network.SetEdgeUp(2, 3, false); });
        SdnTestNetwork::RunUntil(Seconds(26));
        NS_TEST_EXPECT_MSG_EQ(network.Server(1)->IsInCharge(), true, "the standby is in charge");
        NS_TEST_EXPECT_MSG_EQ(network.Server(0)->IsInCharge(), false, "the server follows it");
        for (const ClusterId cluster : {3, 4, 5})
        {
            NS_TEST_EXPECT_MSG_EQ(network.Deliveries(cluster, "a.b", Seconds(4), Seconds(20)),
                                  3200,
                                  "no event is lost, cluster " << cluster);
            NS_TEST_EXPECT_MSG_EQ(
                network.Deliveries(cluster, "a.b", Seconds(20) + MilliSeconds(100), Seconds(25)),
                980,
                "the standby mends the routes, cluster " << cluster);
        }
        NS_TEST_EXPECT_MSG_EQ(
            network.Deliveries(1, "a.b", Seconds(12) + MilliSeconds(500), Seconds(25)),
            2500,
            "the standby takes subscriptions");
        NS_TEST_EXPECT_MSG_EQ(
            (network.Server(0)->Routes().size() == network.Server(1)->Routes().size()),
            true,
            "the server has what the standby has");
    }
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
        for (const char* mode : {"algorithm-3", "full", "none"})
        {
            AddTestCase(new LinkFailureTest(mode), Duration::QUICK);
        }
        for (const char* router : {"sdnps", "spt", "load-steiner"})
        {
            AddTestCase(new TreesAndTrunksTest(router), Duration::QUICK);
        }
        AddTestCase(new PredictedLoadTest, Duration::QUICK);
        AddTestCase(new SwitchFailureTest, Duration::QUICK);
        for (const uint32_t index : {0U, 1U, 2U})
        {
            AddTestCase(new SiblingSwitchFailureTest(index), Duration::QUICK);
        }
        AddTestCase(new ControllerFailureTest, Duration::QUICK);
        AddTestCase(new TakeoverKeepsTablesTest, Duration::QUICK);
        for (const char* router : {"sdnps", "spt"})
        {
            AddTestCase(new TwoControllersFailureTest(router), Duration::QUICK);
        }
        AddTestCase(new ResetDuringHandshakeTest, Duration::QUICK);
        AddTestCase(new ServerFailureTest, Duration::QUICK);
    }
};

SdnControlTestSuite g_sdnControlTestSuite; ///< the suite

} // namespace
