// SPDX-License-Identifier: GPL-2.0-only
//
// Moves of links while control messages are lost and brokers fail.

#include "overlay-test-network.h"

#include "ns3/boolean.h"

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::broker;

namespace
{

/// Six brokers: 0 moves from 1 to 4. Brokers 5 and 3 have subscribers, 5 stands behind 2.
const std::vector<OverlayTestNetwork::Edge> SIX_BROKERS = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {2, 5}};

/// The path of the move.
const std::vector<NodeId> MOVE_PATH = {1, 2, 3, 4};

/// The broker that no event has to pass.
constexpr NodeId ASIDE = 5;

/// When the move is proposed.
const Time PROPOSED_AT = Seconds(10);

/// Time for which things go wrong, at most: some tries of messages, and two leases.
const Time TROUBLE = Seconds(60);

/**
 * @ingroup pubsub-broker-test
 * @brief The network of these tests, under traffic in both directions across the move.
 */
class MoveScene
{
  public:
    /// @param byAdvertisement which routing
    explicit MoveScene(bool byAdvertisement)
        : network(6, SIX_BROKERS),
          check(network.Brokers()),
          m_forth(network.Get(0), "forth", MilliSeconds(7)),
          m_back(network.Get(4), "back", MilliSeconds(7)),
          m_forthLater(network.Get(0), "forth", MilliSeconds(500)),
          m_backLater(network.Get(4), "back", MilliSeconds(500))
    {
        network.Set("ByAdvertisement", BooleanValue(byAdvertisement));
        network.Get(0)->Advertise({{FilterOf("forth"), 1}});
        network.Get(4)->Advertise({{FilterOf("back"), 1}});
        network.Get(0)->Subscribe(FilterOf("back"));
        network.Get(4)->Subscribe(FilterOf("forth"));
        network.Get(3)->Subscribe(FilterOf("back"));
        // Many events before and during the move, few later.
        const Time dense = PROPOSED_AT + Seconds(5);
        m_forth.Run(PROPOSED_AT - Seconds(3), dense);
        m_back.Run(PROPOSED_AT - Seconds(3), dense);
        m_forthLater.Run(dense, PROPOSED_AT + 4 * TROUBLE);
        m_backLater.Run(dense, PROPOSED_AT + 4 * TROUBLE);
    }

    OverlayTestNetwork network; ///< of brokers
    DeliveryCheck check;        ///< of their events

  private:
    SteadyPublisher m_forth;      ///< from the broker that moves
    SteadyPublisher m_back;       ///< to it
    SteadyPublisher m_forthLater; ///< the same, at a lower rate
    SteadyPublisher m_backLater;  ///< the same, at a lower rate
};

/**
 * @brief How many packets of each control message a move takes, when nothing goes wrong.
 * @param byAdvertisement which routing
 * @return packets by type
 */
std::map<MessageType, uint32_t>
MessagesOfMove(bool byAdvertisement)
{
    SimulationEnd end;
    MoveScene scene(byAdvertisement);
    std::map<MessageType, uint32_t> counts;
    for (NodeId i = 0; i < scene.network.Size(); ++i)
    {
        scene.network.Get(i)->TraceConnectWithoutContext(
            "TxControl",
            Callback<void, MessageType, uint32_t, NodeId>(
                [&counts](MessageType type, uint32_t, NodeId) {
                    counts[type] += Simulator::Now() >= PROPOSED_AT;
                }));
    }
    RunUntil(PROPOSED_AT);
    scene.network.Get(0)->Propose({MakeMove(0, MOVE_PATH)});
    RunUntil(PROPOSED_AT + Seconds(5));
    return counts;
}

/// @brief Packets of each control message of a move are lost once; the move goes on.
class LostMessageTest : public TestCase
{
  public:
    /**
     * @param byAdvertisement which routing
     * @param every how many packets one is lost, each in a run of its own
     */
    LostMessageTest(bool byAdvertisement, uint32_t every)
        : TestCase("one of " + std::to_string(every) + " control messages is lost" +
                   (byAdvertisement ? ", by advertisement" : "")),
          m_byAdvertisement(byAdvertisement),
          m_every(every)
    {
    }

  private:
    void DoRun() override
    {
        const auto counts = MessagesOfMove(m_byAdvertisement);
        uint32_t packets = 0;
        uint32_t losses = 0;
        for (const auto& [type, count] : counts)
        {
            for (uint32_t number = 0; number < count; ++number)
            {
                losses += packets++ % m_every == 0 && Lose(type, number);
            }
        }
        NS_TEST_EXPECT_MSG_GT(packets, 60, "messages and acknowledgements of a move");
        NS_TEST_EXPECT_MSG_GT(losses, 60 / m_every, "lost");
    }

    /**
     * @brief Lose one packet.
     * @param type of the message
     * @param number of the packet
     * @return whether there was such a packet
     */
    bool Lose(MessageType type, uint32_t number)
    {
        SimulationEnd end;
        MoveScene scene(m_byAdvertisement);
        RunUntil(PROPOSED_AT);
        scene.network.Loss().Lose(type, number);
        scene.network.Get(0)->Propose({MakeMove(0, MOVE_PATH)});
        RunUntil(PROPOSED_AT + TROUBLE);
        const bool isLost = scene.network.Loss().Seen() > number;
        RunUntil(PROPOSED_AT + 5 * TROUBLE);
        const std::string what = MessageTypeName(type) + " " + std::to_string(number);
        NS_TEST_EXPECT_MSG_EQ(scene.network.Text(), "0-4 1-2 2-3 2-5 3-4", what);
        NS_TEST_EXPECT_MSG_EQ(scene.network.IsSettled(), true, what);
        NS_TEST_EXPECT_MSG_GT(scene.check.Good(), 3000, what);
        NS_TEST_EXPECT_MSG_EQ(scene.check.Lost(), 0, what);
        NS_TEST_EXPECT_MSG_EQ(scene.check.Duplicates(), 0, what);
        NS_TEST_EXPECT_MSG_EQ(scene.check.Reordered(), 0, what);
        return isLost;
    }

    bool m_byAdvertisement; ///< which routing
    uint32_t m_every;       ///< how many packets one is lost
};

/// @brief A broker fails at any time of a move, and returns later.
class FailingBrokerTest : public TestCase
{
  public:
    /**
     * @param victim the broker that fails
     * @param master of the move
     * @param step between two times of failure
     * @param byAdvertisement which routing
     */
    FailingBrokerTest(NodeId victim, NodeId master, Time step, bool byAdvertisement = false)
        : TestCase("broker " + std::to_string(victim) + " fails, master " + std::to_string(master) +
                   (byAdvertisement ? ", by advertisement" : "")),
          m_victim(victim),
          m_master(master),
          m_step(step),
          m_byAdvertisement(byAdvertisement)
    {
    }

  private:
    void DoRun() override
    {
        uint32_t moved = 0;
        uint32_t stayed = 0;
        // A move takes about 170 ms.
        for (Time when; when < MilliSeconds(200); when += m_step)
        {
            const bool hasMoved = FailAt(when);
            moved += hasMoved;
            stayed += !hasMoved;
        }
        NS_TEST_EXPECT_MSG_GT(moved, 0, "a late failure does not stop the move");
        if (m_victim == ASIDE && m_master != ASIDE)
        {
            NS_TEST_EXPECT_MSG_EQ(stayed, 0, "the move does not need this broker");
        }
        else
        {
            NS_TEST_EXPECT_MSG_GT(stayed, 0, "an early one does");
        }
    }

    /**
     * @brief Let the victim fail.
     * @param when after the proposal
     * @return whether the move was executed
     */
    bool FailAt(Time when)
    {
        SimulationEnd end;
        MoveScene scene(m_byAdvertisement);
        auto& network = scene.network;
        const std::string what = std::to_string(when.GetMicroSeconds()) + " us";
        RunUntil(PROPOSED_AT);
        network.Get(m_master)->Propose({MakeMove(0, MOVE_PATH)});
        Simulator::Schedule(when, &OverlayBroker::Fail, network.Get(m_victim));
        RunUntil(PROPOSED_AT + TROUBLE);
        NS_TEST_EXPECT_MSG_EQ(network.IsTree(), true, what << ": " << network.Text());
        const bool hasMoved = network.Tree().contains({0, 4});
        for (NodeId i = 0; i < network.Size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ((i != m_victim && network.Get(i)->GetMoves().LockHolder() != 0),
                                  false,
                                  what << ": broker " << i << " is locked");
        }
        network.Get(m_victim)->Restart();
        RunUntil(PROPOSED_AT + 2 * TROUBLE);
        NS_TEST_EXPECT_MSG_EQ(network.IsTree(), true, what << ", back: " << network.Text());
        NS_TEST_EXPECT_MSG_EQ(network.IsSettled(), true, what << ", back");
        NS_TEST_EXPECT_MSG_EQ(network.Tree().contains({0, 4}), hasMoved, what);
        // From now on everything arrives again.
        const uint32_t lost = scene.check.Lost();
        RunUntil(PROPOSED_AT + 5 * TROUBLE);
        NS_TEST_EXPECT_MSG_EQ(scene.check.Lost(), lost, what << ": lost after the return");
        NS_TEST_EXPECT_MSG_EQ((m_victim == ASIDE && lost > 0), false, what << ": lost " << lost);
        NS_TEST_EXPECT_MSG_EQ(scene.check.Duplicates(), 0, what);
        NS_TEST_EXPECT_MSG_EQ(scene.check.Reordered(), 0, what);
        return hasMoved;
    }

    NodeId m_victim;        ///< the broker that fails
    NodeId m_master;        ///< of the move
    Time m_step;            ///< between two times of failure
    bool m_byAdvertisement; ///< which routing
};

/// @brief Failures while links move.
class OverlayFailureTestSuite : public TestSuite
{
  public:
    OverlayFailureTestSuite()
        : TestSuite("broker-overlay-failure", Type::SYSTEM)
    {
        for (bool byAdvertisement : {false, true})
        {
            AddTestCase(new LostMessageTest(byAdvertisement, 8), Duration::QUICK);
            AddTestCase(new LostMessageTest(byAdvertisement, 1), Duration::EXTENSIVE);
        }
        // The fine step is below the time between two packets of a move, which take 5 ms.
        const Time coarse = MicroSeconds(44700);
        const Time fine = MicroSeconds(4900);
        for (NodeId victim : {0, 1, 2, 3, 4, 5})
        {
            AddTestCase(new FailingBrokerTest(victim, ASIDE, coarse), Duration::QUICK);
            // The master stands aside, or is on the path, or moves itself.
            for (NodeId master : {ASIDE, NodeId{2}, NodeId{0}})
            {
                AddTestCase(new FailingBrokerTest(victim, master, fine), Duration::EXTENSIVE);
                AddTestCase(new FailingBrokerTest(victim, master, fine, true), Duration::EXTENSIVE);
            }
        }
        AddTestCase(new FailingBrokerTest(0, 0, coarse), Duration::QUICK);
        AddTestCase(new FailingBrokerTest(2, 2, coarse, true), Duration::QUICK);
    }
};

OverlayFailureTestSuite g_overlayFailureTestSuite; ///< the suite

} // namespace
