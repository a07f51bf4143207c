// SPDX-License-Identifier: GPL-2.0-only
//
// Parts of the control plane and of the network fail, on real switches, links and TCP.

#include "sdn-known-network.h"

#include "ns3/enum.h"
#include "ns3/socket.h"
#include "ns3/tcp-socket-factory.h"

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::sdn;

namespace
{

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

/// @brief Failures of links, switches, controllers and the server.
class SdnFailureTestSuite : public TestSuite
{
  public:
    SdnFailureTestSuite()
        : TestSuite("sdn-failure", Type::SYSTEM)
    {
        for (const char* mode : {"algorithm-3", "full", "none"})
        {
            AddTestCase(new LinkFailureTest(mode), Duration::QUICK);
        }
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

SdnFailureTestSuite g_sdnFailureTestSuite; ///< the suite

} // namespace
