// SPDX-License-Identifier: GPL-2.0-only
//
// Brokers of an overlay that stays as it is, and the time-line of one move.

#include "overlay-test-network.h"

#include "ns3/boolean.h"
#include "ns3/broker-client.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/uinteger.h"

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::broker;

namespace
{

/// Four brokers in a line.
const std::vector<OverlayTestNetwork::Edge> FOUR_IN_LINE = {{0, 1}, {1, 2}, {2, 3}};

/// @brief Notes the control messages and events that brokers send, and what becomes of plans.
class OverlayLog
{
  public:
    /// @param network whose brokers are watched
    explicit OverlayLog(OverlayTestNetwork& network)
    {
        for (NodeId i = 0; i < network.Size(); ++i)
        {
            const std::string node = std::to_string(i);
            network.Get(i)->TraceConnect("TxControl",
                                         node,
                                         MakeCallback(&OverlayLog::Control, this));
            network.Get(i)->TraceConnect("TxData", node, MakeCallback(&OverlayLog::Data, this));
            network.Get(i)->TraceConnect("Forward", node, MakeCallback(&OverlayLog::Data, this));
            network.Get(i)->TraceConnectWithoutContext("Plan",
                                                       MakeCallback(&OverlayLog::Plan, this));
            network.Get(i)->TraceConnectWithoutContext("Lock",
                                                       MakeCallback(&OverlayLog::Lock, this));
        }
    }

    /**
     * @param type of messages
     * @return how many were sent
     */
    uint32_t Of(const std::string& type) const
    {
        const auto found = m_counts.find(type);
        return found == m_counts.end() ? 0 : found->second;
    }

    /// @brief Forget everything.
    void Clear()
    {
        m_counts.clear();
        m_lines.clear();
        m_plans.clear();
        m_locks.clear();
    }

    /// @return messages in order, as `time-in-ms type from>to`
    const std::vector<std::string>& Lines() const
    {
        return m_lines;
    }

    /// @return plans in order, as `state reason`
    const std::vector<std::string>& Plans() const
    {
        return m_plans;
    }

    /**
     * @param change of locks
     * @return how often it occurred
     */
    uint32_t Locks(LockChange change) const
    {
        const auto found = m_locks.find(change);
        return found == m_locks.end() ? 0 : found->second;
    }

    /// @return the last plan's report
    const PlanReport& Last() const
    {
        return m_last;
    }

  private:
    /**
     * @param from context: sender
     * @param type of the message
     * @param bytes of it
     * @param to its receiver
     */
    void Control(std::string from, MessageType type, uint32_t bytes, NodeId to)
    {
        static_cast<void>(bytes);
        ++m_counts[MessageTypeName(type)];
        if (type != OverlayAckMessage::TYPE)
        {
            m_lines.push_back(std::to_string(Simulator::Now().GetMilliSeconds()) + " " +
                              MessageTypeName(type) + " " + from + ">" + std::to_string(to));
        }
    }

    /**
     * @param from context: sender
     * @param event sent
     * @param type of the message
     * @param bytes of it
     * @param to its receiver
     */
    void Data(std::string from,
              const EventMessage& event,
              MessageType type,
              uint32_t bytes,
              NodeId to)
    {
        static_cast<void>(event);
        static_cast<void>(bytes);
        ++m_counts[MessageTypeName(type) + " " + from + ">" + std::to_string(to)];
    }

    /// @param report of a plan
    void Plan(const PlanReport& report)
    {
        m_plans.push_back(PlanStateName(report.state) + " " + report.reason);
        m_last = report;
    }

    /**
     * @param plan that asked
     * @param change what happened
     */
    void Lock(PlanId plan, LockChange change)
    {
        static_cast<void>(plan);
        ++m_locks[change];
    }

    std::map<std::string, uint32_t> m_counts; ///< of messages
    std::vector<std::string> m_lines;         ///< messages in order
    std::vector<std::string> m_plans;         ///< reports in order
    std::map<LockChange, uint32_t> m_locks;   ///< of all brokers
    PlanReport m_last;                        ///< the last
};

/// @brief Subscriptions reach all brokers once, and events only the links to subscribers.
class SimpleRoutingTest : public TestCase
{
  public:
    SimpleRoutingTest()
        : TestCase("simple routing")
    {
    }

  private:
    void DoRun() override
    {
        SimulationEnd end;
        OverlayTestNetwork network(4, FOUR_IN_LINE);
        OverlayLog log(network);
        DeliveryCheck check(network.Brokers());
        network.Get(2)->Subscribe(FilterOf("a.#"));
        network.Get(2)->Subscribe(FilterOf("b"));
        network.Get(0)->Advertise({{FilterOf("a.#"), 1}});
        RunUntil(Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(log.Of("ov_subscribe"), 3, "n - 1 packets");
        NS_TEST_EXPECT_MSG_EQ(log.Of("ov_advertise"), 3, "n - 1 packets");
        NS_TEST_EXPECT_MSG_EQ(log.Of("ov_ack"), 6, "each is acknowledged");
        NS_TEST_EXPECT_MSG_EQ(network.Get(0)->GetRoutes().Subscriptions().All().at(2).via, 1, "");
        network.Get(0)->Publish(ContentOf("a.b"), 10);
        network.Get(0)->Publish(ContentOf("c"), 10);
        network.Get(3)->Publish(ContentOf("b"), 10);
        RunUntil(Seconds(2));
        NS_TEST_EXPECT_MSG_EQ(log.Of("ov_notify 0>1"), 1, "towards the subscriber");
        NS_TEST_EXPECT_MSG_EQ(log.Of("ov_notify 1>2"), 1, "towards the subscriber");
        NS_TEST_EXPECT_MSG_EQ(log.Of("ov_notify 2>3"), 0, "no subscriber there");
        NS_TEST_EXPECT_MSG_EQ(log.Of("ov_notify 3>2"), 1, "towards the subscriber");
        NS_TEST_EXPECT_MSG_EQ(check.Good(), 2, "deliveries");
        network.Get(2)->Unsubscribe(FilterOf("b"));
        RunUntil(Seconds(3));
        const FlowId flow = MakeFlowId(0, ContentClassOf(ContentOf("a.b")));
        const FlowRow* row = network.Get(1)->GetFlows().Find(flow);
        NS_TEST_ASSERT_MSG_NE(row, nullptr, "the flow of the window from 0 to 2 s");
        NS_TEST_EXPECT_MSG_EQ(row->count, 1, "one event");
        NS_TEST_EXPECT_MSG_EQ(row->Touches(0), true, "from 0");
        NS_TEST_EXPECT_MSG_EQ(row->Touches(2), true, "to 2");
        NS_TEST_EXPECT_MSG_EQ(row->isLocal, false, "not delivered here");
        network.Get(3)->Publish(ContentOf("b"), 10);
        RunUntil(Seconds(4));
        NS_TEST_EXPECT_MSG_EQ(log.Of("ov_notify 3>2"), 1, "no longer wanted");
        NS_TEST_EXPECT_MSG_EQ(check.Duplicates() + check.Lost(), 0, "each once");
    }
};

/// @brief With advertisement-based routing, subscriptions go to publishers only.
class AdvertisedRoutingTest : public TestCase
{
  public:
    AdvertisedRoutingTest()
        : TestCase("advertisement-based routing")
    {
    }

  private:
    void DoRun() override
    {
        SimulationEnd end;
        OverlayTestNetwork network(4, FOUR_IN_LINE);
        network.Set("ByAdvertisement", BooleanValue(true));
        OverlayLog log(network);
        DeliveryCheck check(network.Brokers());
        network.Get(1)->Subscribe(FilterOf("a.b"));
        network.Get(1)->Subscribe(FilterOf("z"));
        network.Get(0)->Advertise({{FilterOf("a.#"), 1}});
        RunUntil(Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(log.Of("ov_subscribe"), 1, "only to 0");
        const auto& known = network.Get(0)->GetRoutes().Subscriptions().All();
        NS_TEST_ASSERT_MSG_EQ(known.contains(1), true, "the publisher's broker has it");
        NS_TEST_EXPECT_MSG_EQ(TextOf(*known.at(1).filters), "a.b", "only what is advertised");
        network.Get(0)->Publish(ContentOf("a.b"), 10);
        network.Get(3)->Advertise({{FilterOf("z"), 1}});
        RunUntil(Seconds(2));
        network.Get(3)->Publish(ContentOf("z"), 10);
        RunUntil(Seconds(3));
        NS_TEST_EXPECT_MSG_EQ(check.Good(), 2, "deliveries");
        NS_TEST_EXPECT_MSG_EQ(log.Of("ov_subscribe"), 3, "and on to 3");
        network.Get(3)->Advertise({});
        RunUntil(Seconds(4));
        NS_TEST_EXPECT_MSG_EQ(network.Get(3)->GetRoutes().Subscriptions().All().contains(1),
                              false,
                              "no longer needed there");
    }
};

/// @brief A client on a node of its own subscribes and publishes through its broker.
class RemoteClientTest : public TestCase
{
  public:
    RemoteClientTest()
        : TestCase("a client on a node of its own")
    {
    }

  private:
    void DoRun() override
    {
        SimulationEnd end;
        OverlayTestNetwork network(2, {{0, 1}}, 1);
        // The spare node is in the address book as a broker that has no links.
        auto client = CreateObject<BrokerClient>();
        network.Nodes().Get(2)->AddApplication(client);
        client->Connect(0, network.AddressOf(0), true);
        network.Get(0)->Connect(2, network.AddressOf(2), false);
        client->Subscribe(FilterOf("a"));
        network.Get(1)->Subscribe(FilterOf("b"));
        uint32_t delivered = 0;
        client->TraceConnectWithoutContext(
            "Deliver",
            Callback<void, const EventMessage&, bool>(
                [&delivered](const EventMessage&, bool) { ++delivered; }));
        DeliveryCheck check(network.Brokers());
        RunUntil(Seconds(20));
        network.Get(1)->Publish(ContentOf("a"), 10);
        client->Publish(ContentOf("b"), 10);
        RunUntil(Seconds(21));
        NS_TEST_EXPECT_MSG_EQ(delivered, 1, "to the client");
        NS_TEST_EXPECT_MSG_EQ(check.Duplicates(),
                              1,
                              "of a publisher that the check does not watch");
    }
};

/// @brief The messages of one move and their times, derived from the delay of 5 ms.
class TimeLineTest : public TestCase
{
  public:
    TimeLineTest()
        : TestCase("the time-line of a move")
    {
    }

  private:
    void DoRun() override
    {
        SimulationEnd end;
        OverlayTestNetwork network(4, FOUR_IN_LINE);
        OverlayLog log(network);
        DeliveryCheck check(network.Brokers());
        network.Get(3)->Subscribe(FilterOf("a"));
        SteadyPublisher publisher(network.Get(0), "a", MilliSeconds(7));
        publisher.Run(Seconds(1), Seconds(20));
        RunUntil(Seconds(10));
        log.Clear();
        network.Get(0)->Propose({MakeMove(0, {1, 2, 3})});
        RunUntil(Seconds(11));
        NS_TEST_EXPECT_MSG_EQ(network.Text(), "0-3 1-2 2-3", "the new tree");
        NS_TEST_EXPECT_MSG_EQ(network.IsSettled(), true, "nothing is left over");
        const std::vector<std::string> expected = {
            // An evaluation without locks along 1, 2, 3, and its sum.
            "10000 rc_eval 0>1",
            "10005 rc_eval 1>2",
            "10010 rc_eval 2>3",
            "10015 rc_result 3>0",
            // The locks; 0 locks itself without a message. The evaluation again.
            "10020 rc_lock 0>1",
            "10020 rc_lock 0>2",
            "10020 rc_lock 0>3",
            "10025 rc_lock_reply 1>0",
            "10025 rc_lock_reply 2>0",
            "10025 rc_lock_reply 3>0",
            "10030 rc_eval 0>1",
            "10035 rc_eval 1>2",
            "10040 rc_eval 2>3",
            "10045 rc_result 3>0",
            // The new link, and what is on the side of 0.
            "10050 ov_link 0>3",
            "10055 ov_link 3>0",
            "10060 rc_step 0>3",
            "10065 rc_step 3>2",
            "10070 rc_step 2>1",
            "10075 rc_step 1>2",
            "10080 rc_step 2>3",
            "10085 rc_step 3>0",
            // DRAIN along the path; SWITCH back; SWITCHED to the broker before.
            "10090 rc_step 0>1",
            "10095 rc_step 1>2",
            "10100 rc_step 2>3",
            "10105 rc_step 3>2",
            "10110 rc_step 2>3",
            "10110 rc_step 2>1",
            "10115 rc_step 1>2",
            "10115 rc_step 1>0",
            // The old link, and the locks.
            "10120 ov_link 0>1",
            "10120 rc_unlock 0>2",
            "10120 rc_unlock 0>3",
            "10125 ov_link 1>0",
            "10130 rc_unlock 0>1", // behind the acknowledgement of ov_link
        };
        const auto& lines = log.Lines();
        for (std::size_t i = 0; i < std::max(lines.size(), expected.size()); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ((i < lines.size() ? lines[i] : "nothing"),
                                  (i < expected.size() ? expected[i] : "nothing"),
                                  "message " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(log.Locks(LockChange::GRANTED), 4, "x and the path");
        NS_TEST_EXPECT_MSG_EQ(log.Locks(LockChange::RELEASED), 4, "x and the path");
        NS_TEST_ASSERT_MSG_EQ(log.Plans().size(), 2, "proposed, done");
        NS_TEST_EXPECT_MSG_EQ(log.Plans()[1], "done ", "the end");
        RunUntil(Seconds(21));
        NS_TEST_EXPECT_MSG_GT(check.Good(), 2700, "deliveries");
        NS_TEST_EXPECT_MSG_EQ(check.Lost(), 0, "none lost");
        NS_TEST_EXPECT_MSG_EQ(check.Duplicates(), 0, "each once");
        NS_TEST_EXPECT_MSG_EQ(check.Reordered(), 0, "in order");
        NS_TEST_EXPECT_MSG_GT(log.Of("ov_notify 0>3"), 1000, "the new way");
    }
};

/// @brief The predicted change of cost is the one that follows from the costs.
class PredictionTest : public TestCase
{
  public:
    PredictionTest()
        : TestCase("the predicted change of cost")
    {
    }

  private:
    void DoRun() override
    {
        SimulationEnd end;
        OverlayTestNetwork network(4, FOUR_IN_LINE);
        OverlayLog log(network);
        network.Get(3)->Subscribe(FilterOf("a"));
        SteadyPublisher publisher(network.Get(0), "a", MilliSeconds(100));
        publisher.Run(Seconds(1), Seconds(20));
        RunUntil(Seconds(10) + MilliSeconds(50));
        network.Get(0)->Propose({MakeMove(0, {1, 2, 3})});
        RunUntil(Seconds(11));
        const OverlayCosts costs(1);
        // Twenty events in a window of 2 s go 0-1-2-3 before and 0-3 afterwards.
        const double before = costs.Link(0, 1) + costs.Link(1, 2) + costs.Link(2, 3) +
                              costs.Broker(1) + costs.Broker(2);
        NS_TEST_EXPECT_MSG_EQ(log.Last().isEvaluated, true, "evaluated");
        NS_TEST_EXPECT_MSG_EQ_TOL(log.Last().evaluated,
                                  20 * (costs.Link(0, 3) - before),
                                  1e-9,
                                  "change of cost");
    }
};

/// @brief Plans are given up where they must be, and say why.
class RefusalTest : public TestCase
{
  public:
    RefusalTest()
        : TestCase("plans that are given up")
    {
    }

  private:
    /**
     * @brief Propose a move in a line of four brokers.
     * @param move which
     * @param name of an attribute
     * @param value of it
     * @return what became of the plan
     */
    std::string Outcome(const Move& move, const std::string& name, const AttributeValue& value)
    {
        SimulationEnd end;
        OverlayTestNetwork network(4, FOUR_IN_LINE);
        network.Set(name, value);
        OverlayLog log(network);
        network.Get(3)->Subscribe(FilterOf("a"));
        SteadyPublisher publisher(network.Get(0), "a", MilliSeconds(100));
        publisher.Run(Seconds(1), Seconds(100));
        RunUntil(Seconds(10));
        network.Get(0)->Propose({move});
        RunUntil(Seconds(100));
        const bool isLine = network.Text() == "0-1 1-2 2-3";
        NS_TEST_EXPECT_MSG_EQ(network.IsSettled(), true, "nothing is left over");
        return (isLine ? "" : "moved, ") + log.Plans().back();
    }

    void DoRun() override
    {
        const Move good = MakeMove(0, {1, 2, 3});
        const UintegerValue any(0);
        NS_TEST_EXPECT_MSG_EQ(Outcome(good, "MaxDegree", any), "moved, done ", "as it is");
        NS_TEST_EXPECT_MSG_EQ(Outcome(good, "MaxDegree", UintegerValue(1)),
                              "aborted new neighbour has too many links",
                              "degree");
        NS_TEST_EXPECT_MSG_EQ(Outcome(good, "Frozen", BooleanValue(true)),
                              "aborted the master is frozen",
                              "freeze switch");
        NS_TEST_EXPECT_MSG_EQ(Outcome(MakeMove(0, {1, 3, 2}), "MaxDegree", any),
                              "aborted no such path",
                              "no such path");
        NS_TEST_EXPECT_MSG_EQ(Outcome(MakeMove(0, {1, 2, 1}), "MaxDegree", any),
                              "aborted not a move",
                              "a broker twice");
        // Events of 0 for 3: the link and the broker that are passed by no longer cost anything.
        const OverlayCosts costs(1);
        const uint32_t before = costs.Link(3, 2) + costs.Broker(2) + costs.Link(2, 1);
        NS_TEST_EXPECT_MSG_EQ(Outcome(MakeMove(3, {2, 1}), "MaxDegree", any),
                              (costs.Link(3, 1) < before ? "moved, done " : "aborted no gain"),
                              "by the costs");
        NS_TEST_EXPECT_MSG_EQ(Outcome(MakeMove(1, {0, 9}), "MaxDegree", any),
                              "aborted no such path",
                              "a broker that does not exist");
    }
};

/// @brief Brokers of an overlay.
class OverlayBrokerTestSuite : public TestSuite
{
  public:
    OverlayBrokerTestSuite()
        : TestSuite("broker-overlay", Type::UNIT)
    {
        AddTestCase(new SimpleRoutingTest(), Duration::QUICK);
        AddTestCase(new AdvertisedRoutingTest(), Duration::QUICK);
        AddTestCase(new RemoteClientTest(), Duration::QUICK);
        AddTestCase(new TimeLineTest(), Duration::QUICK);
        AddTestCase(new PredictionTest(), Duration::QUICK);
        AddTestCase(new RefusalTest(), Duration::QUICK);
    }
};

OverlayBrokerTestSuite g_overlayBrokerTestSuite; ///< the suite

} // namespace
