// SPDX-License-Identifier: GPL-2.0-only
//
// Strategies on real packets: what they predict is what the packets cost afterwards.

#include "overlay-test-network.h"

#include "ns3/random-variable-stream.h"
#include "ns3/uinteger.h"

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::broker;

namespace
{

/**
 * @brief Adds up what the events of each window cost: links and brokers that they reach.
 */
class CostMeter
{
  public:
    /**
     * @param network whose brokers are watched
     * @param window length
     * @param seed of the costs
     */
    CostMeter(OverlayTestNetwork& network, Time window, uint64_t seed = 1)
        : m_window(window),
          m_table(seed)
    {
        for (NodeId i = 0; i < network.Size(); ++i)
        {
            const std::string node = std::to_string(i);
            network.Get(i)->TraceConnect("TxData", node, MakeCallback(&CostMeter::Sent, this));
            network.Get(i)->TraceConnect("Forward", node, MakeCallback(&CostMeter::Sent, this));
            network.Get(i)->TraceConnectWithoutContext("Plan",
                                                       MakeCallback(&CostMeter::Planned, this));
        }
    }

    /**
     * @param time in a window
     * @return cost of that window
     */
    int64_t At(Time time) const
    {
        const auto found = m_costs.find(Window(time));
        return found == m_costs.end() ? 0 : found->second;
    }

    /// @return sum of the changes that the executed plans have predicted
    double Predicted() const
    {
        return m_predicted;
    }

    /// @return executed plans
    uint32_t Done() const
    {
        return m_done;
    }

  private:
    /**
     * @param time any
     * @return number of its window
     */
    int64_t Window(Time time) const
    {
        return time.GetTimeStep() / m_window.GetTimeStep();
    }

    /**
     * @param context of the sender
     * @param event sent
     * @param type of the message
     * @param bytes of it
     * @param to its receiver
     */
    void Sent(std::string context,
              const EventMessage& event,
              MessageType type,
              uint32_t bytes,
              NodeId to)
    {
        static_cast<void>(type);
        static_cast<void>(bytes);
        const auto from = static_cast<NodeId>(std::stoul(context));
        m_costs[Window(NanoSeconds(static_cast<int64_t>(event.publishedNs)))] +=
            m_table.Link(from, to) + m_table.Broker(to);
    }

    /// @param report of a plan
    void Planned(const PlanReport& report)
    {
        if (report.state == PlanState::DONE)
        {
            ++m_done;
            m_predicted += report.evaluated;
        }
    }

    Time m_window;                      ///< length
    OverlayCosts m_table;               ///< of links and brokers
    std::map<int64_t, int64_t> m_costs; ///< by window of the publication
    double m_predicted = 0.0;           ///< of executed plans
    uint32_t m_done = 0;                ///< executed plans
};

/// @brief A strategy under traffic that does not change: the tree stays a tree, each event arrives
/// once, and the cost falls by exactly what the executed plans have predicted.
class StrategyOnPacketsTest : public TestCase
{
  public:
    /**
     * @param strategy by name
     * @param leastMoves that it makes
     */
    StrategyOnPacketsTest(const std::string& strategy, uint32_t leastMoves)
        : TestCase(strategy + " on packets"),
          m_strategy(strategy),
          m_leastMoves(leastMoves)
    {
    }

  private:
    static constexpr uint32_t BROKERS = 16; ///< of the network

    void DoRun() override
    {
        SimulationEnd end;
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(77);
        const auto draw = [&random] { return random->GetInteger(0, BROKERS - 1); };
        std::vector<OverlayTestNetwork::Edge> links;
        for (NodeId i = 1; i < BROKERS; ++i)
        {
            links.emplace_back(i < 8 ? i - 1 : random->GetInteger(0, i - 1), i);
        }
        const Time window = Seconds(5);
        OverlayTestNetwork network(BROKERS, links);
        for (NodeId i = 0; i < BROKERS; ++i)
        {
            auto strategy = OverlayStrategy::Create(m_strategy);
            strategy->SetAttribute("Window", TimeValue(window));
            strategy->SetAttribute("Period", TimeValue(window));
            network.Get(i)->SetStrategy(strategy);
        }
        CostMeter meter(network, window);
        DeliveryCheck check(network.Brokers());
        std::vector<SteadyPublisher> publishers;
        for (int topic = 0; topic < 6; ++topic)
        {
            const std::string name = "t" + std::to_string(topic);
            const auto publisher = network.Get(draw());
            auto advertised = publisher->GetAdvertised();
            advertised.push_back({FilterOf(name), 1});
            publisher->Advertise(advertised);
            network.Get(draw())->Subscribe(FilterOf(name));
            network.Get(draw())->Subscribe(FilterOf(name));
            publishers.emplace_back(publisher, name, MilliSeconds(100));
        }
        const Time length = Seconds(400);
        for (std::size_t i = 0; i < publishers.size(); ++i)
        {
            // In the middle of 100 ms, so that each window has 50 events of each.
            publishers[i].Run(window + MilliSeconds(40) + MilliSeconds(i), length);
        }
        RunUntil(length + Seconds(60));
        NS_TEST_EXPECT_MSG_EQ(network.IsTree(), true, network.Text());
        NS_TEST_EXPECT_MSG_EQ(network.IsSettled(), true, "nothing is left over");
        NS_TEST_EXPECT_MSG_EQ(check.Lost(), 0, "none lost");
        NS_TEST_EXPECT_MSG_EQ(check.Duplicates(), 0, "each once");
        NS_TEST_EXPECT_MSG_EQ(check.Reordered(), 0, "in order");
        NS_TEST_EXPECT_MSG_GT(check.Good(), 20000, "deliveries");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(meter.Done(), m_leastMoves, "moves");
        const int64_t before = meter.At(window + Seconds(1));
        const int64_t after = meter.At(length - Seconds(1));
        NS_TEST_EXPECT_MSG_EQ_TOL(meter.Predicted(),
                                  after - before,
                                  1e-9,
                                  "predicted and measured");
        NS_TEST_EXPECT_MSG_EQ((m_leastMoves == 0 ? after == before : after < before),
                              true,
                              "cost " << before << " before, " << after << " after");
    }

    std::string m_strategy; ///< by name
    uint32_t m_leastMoves;  ///< that it makes
};

/// @brief One producer and one consumer at the ends of a line: one move of PSOO-FCAT links them,
/// and an event then costs both brokers and this link. An advertisement takes one packet for each
/// link.
class EndsOfLineTest : public TestCase
{
  public:
    /// @param brokers of the line
    explicit EndsOfLineTest(uint32_t brokers)
        : TestCase("psoo-fcat links the ends of a line of " + std::to_string(brokers)),
          m_size(brokers)
    {
    }

  private:
    static constexpr int64_t EVENTS = 50; ///< of a window

    /// @return the first seed with which the link between the ends costs least
    uint64_t SeedOfCheapLink() const
    {
        uint64_t seed = 1;
        while (OverlayCosts(seed).Link(0, m_size - 1) != 1)
        {
            ++seed;
        }
        return seed;
    }

    /// @param report of a plan
    void Planned(const PlanReport& report)
    {
        m_isWhole = m_isWhole || (report.state == PlanState::DONE && report.move.x == 0 &&
                                  report.move.path.size() + 1 == m_size);
    }

    /**
     * @param type of a message
     * @param bytes of it
     * @param to its receiver
     */
    void Controlled(MessageType type, uint32_t bytes, NodeId to)
    {
        static_cast<void>(bytes);
        static_cast<void>(to);
        m_advertisements += type == OverlayAdvertiseMessage::TYPE;
    }

    void DoRun() override
    {
        SimulationEnd end;
        std::vector<OverlayTestNetwork::Edge> links;
        for (NodeId i = 1; i < m_size; ++i)
        {
            links.emplace_back(i - 1, i);
        }
        const Time window = Seconds(5);
        const uint64_t seed = SeedOfCheapLink();
        OverlayTestNetwork network(m_size, links);
        network.Set("CostSeed", UintegerValue(seed));
        for (NodeId i = 0; i < m_size; ++i)
        {
            auto strategy = OverlayStrategy::Create("psoo-fcat");
            strategy->SetAttribute("Window", TimeValue(window));
            strategy->SetAttribute("Period", TimeValue(window));
            network.Get(i)->SetStrategy(strategy);
            network.Get(i)->TraceConnectWithoutContext(
                "Plan",
                MakeCallback(&EndsOfLineTest::Planned, this));
            network.Get(i)->TraceConnectWithoutContext(
                "TxControl",
                MakeCallback(&EndsOfLineTest::Controlled, this));
        }
        CostMeter meter(network, window, seed);
        network.Get(0)->Advertise({{FilterOf("a"), 1}});
        network.Get(m_size - 1)->Subscribe(FilterOf("a"));
        SteadyPublisher publisher(network.Get(0), "a", window / EVENTS);
        const Time length = window * (2 * static_cast<int64_t>(m_size) + 10);
        publisher.Run(window + MilliSeconds(40), length);
        RunUntil(length + Seconds(10));
        const OverlayCosts costs(seed);
        NS_TEST_EXPECT_MSG_EQ(m_advertisements, m_size - 1, "one packet for each link");
        NS_TEST_EXPECT_MSG_EQ(meter.Done(), 1, "one move");
        NS_TEST_EXPECT_MSG_EQ(m_isWhole, true, "over the whole line");
        NS_TEST_EXPECT_MSG_EQ(meter.At(length - Seconds(1)),
                              EVENTS * (costs.Link(0, m_size - 1) + costs.Broker(m_size - 1)),
                              "the direct link and the consumer's broker");
        int64_t line = 0;
        for (NodeId i = 1; i < m_size; ++i)
        {
            line += costs.Link(i - 1, i) + costs.Broker(i);
        }
        NS_TEST_EXPECT_MSG_EQ(meter.At(window + Seconds(1)), EVENTS * line, "the line before");
    }

    uint32_t m_size;               ///< of the line
    uint32_t m_advertisements = 0; ///< packets
    bool m_isWhole = false;        ///< whether the whole line was the path of a move
};

/// @brief Strategies on packets.
class PacketStrategyTestSuite : public TestSuite
{
  public:
    PacketStrategyTestSuite()
        : TestSuite("broker-overlay-packets", Type::SYSTEM)
    {
        AddTestCase(new StrategyOnPacketsTest("static", 0), Duration::QUICK);
        AddTestCase(new StrategyOnPacketsTest("ocbr", 5), Duration::QUICK);
        AddTestCase(new StrategyOnPacketsTest("psoo-fcat", 1), Duration::QUICK);
        AddTestCase(new EndsOfLineTest(4), Duration::QUICK);
        AddTestCase(new EndsOfLineTest(9), Duration::QUICK);
    }
};

PacketStrategyTestSuite g_packetStrategyTestSuite; ///< the suite

} // namespace
