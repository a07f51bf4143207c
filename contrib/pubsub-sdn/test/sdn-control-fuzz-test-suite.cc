// SPDX-License-Identifier: GPL-2.0-only
//
// Hostile messages against controllers and the server. PUBSUB_FUZZ_PACKETS in the environment says
// how many are made of each message.

#include "../../pubsub/test/fuzz-mutator.h"
#include "sdn-test-network.h"

#include "ns3/environment-variable.h"

#include <fstream>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::sdn;

namespace
{

/**
 * @brief A node with a TCP connection that sends mutated messages, each behind its length.
 */
class HostilePeer
{
  public:
    /**
     * @param node of the attacker, in the control network
     * @param target of the connection
     * @param role that it pretends
     */
    HostilePeer(Ptr<Node> node, const InetSocketAddress& target, ChannelRole role)
        : m_mutator(NS_TEST_SOURCEDIR, role == ChannelRole::HOST ? 1 : 2, 20),
          m_channel(CreateObject<ControlChannel>()),
          m_node(node->GetId()),
          m_role(role)
    {
        m_channel->Connect(node,
                           {target},
                           {.node = m_node, .role = role},
                           {.opened = [this] { Join(); }, .received = {}, .closed = {}});
    }

    ~HostilePeer()
    {
        m_channel->Close();
    }

    /**
     * @brief Send mutated messages.
     * @param perMessage of each message
     * @param interval between two
     * @return how long it takes
     */
    Time Attack(uint64_t perMessage, Time interval)
    {
        uint64_t number = 0;
        for (const std::string& name : m_mutator.Names())
        {
            // A join that claims a cluster is no malformed message: controllers are trusted so far.
            for (uint64_t i = 0; name != SdnJoinMessage::TYPE_NAME && i < perMessage; ++i)
            {
                Simulator::Schedule(interval * static_cast<int64_t>(++number),
                                    [this, name] { Send(name); });
            }
        }
        return interval * static_cast<int64_t>(number + 1);
    }

    /// @return messages that were sent
    uint64_t Sent() const
    {
        return m_sent;
    }

  private:
    /// @brief Pretend a role.
    void Join()
    {
        SdnJoinMessage join;
        join.role = static_cast<uint8_t>(m_role);
        m_channel->Send(join);
    }

    /// @param name of the message to begin with
    void Send(const std::string& name)
    {
        auto bytes = m_mutator.Next(name).bytes;
        for (std::size_t i = 0; i < 4 && bytes.size() >= 8 && m_sent % 8 != 0; ++i)
        {
            bytes[4 + i] = static_cast<uint8_t>(m_node >> (24 - 8 * i));
        }
        if (bytes.size() >= CommonMessage::BYTES)
        {
            m_sent += m_channel->SendFrame(bytes) > 0;
        }
    }

    FuzzMutator m_mutator;         ///< what it sends
    Ptr<ControlChannel> m_channel; ///< that it sends with
    NodeId m_node;                 ///< of the attacker
    ChannelRole m_role;            ///< pretended
    uint64_t m_sent = 0;           ///< messages
};

/// @brief The control plane under attack counts what it does not use, and works when it is over.
class ControlFuzzTest : public TestCase
{
  public:
    /// @param perMessage messages made of each, by each of two attackers
    explicit ControlFuzzTest(uint64_t perMessage)
        : TestCase("hostile messages against controllers and the server"),
          m_perMessage(perMessage)
    {
    }

  private:
    void DoRun() override
    {
        SdnTestNetwork network(3, {{0, 1, 10}, {1, 2, 10}});
        network.Agent(0)->Register(*Topic::Parse("a"), 1000);
        network.Subscribe(2, "a");
        SdnTestNetwork::RunUntil(Seconds(3));
        network.Publish(0, "a");
        SdnTestNetwork::RunUntil(Seconds(4));
        NS_TEST_ASSERT_MSG_EQ(network.Deliveries(2, "a", Seconds(0), Seconds(4)), 1, "before");
        {
            HostilePeer host(network.Attacker(0), network.ControllerAddress(1), ChannelRole::HOST);
            HostilePeer controller(network.Attacker(1),
                                   network.ServerAddress(),
                                   ChannelRole::CONTROLLER);
            SdnTestNetwork::RunUntil(Seconds(5));
            const Time length = host.Attack(m_perMessage, MicroSeconds(200));
            controller.Attack(m_perMessage, MicroSeconds(200));
            SdnTestNetwork::RunUntil(Seconds(6) + length);
            NS_TEST_EXPECT_MSG_GT(host.Sent(), 15 * m_perMessage, "sent to the controller");
            NS_TEST_EXPECT_MSG_GT(controller.Sent(), 15 * m_perMessage, "sent to the server");
        }
        for (const char* name : {"sdn_register", "sdn_copy", "sdn_topology", "sdn_installed"})
        {
            const auto drops = network.Drops().find(std::string("malformed ") + name);
            NS_TEST_EXPECT_MSG_EQ((drops != network.Drops().end()), true, name);
        }
        const Time now = Simulator::Now();
        network.Subscribe(1, "#");
        SdnTestNetwork::RunUntil(now + Seconds(5));
        network.Publish(0, "a");
        SdnTestNetwork::RunUntil(now + Seconds(6));
        for (const ClusterId cluster : {1, 2})
        {
            NS_TEST_EXPECT_MSG_EQ(network.Deliveries(cluster, "a", now, Simulator::Now()),
                                  1,
                                  "after the attack, cluster " << cluster);
        }
        std::ofstream table(CreateTempDirFilename("fuzz-control.txt"));
        for (const auto& [reason, count] : network.Drops())
        {
            table << count << " " << reason << "\n";
        }
    }

    uint64_t m_perMessage; ///< messages
};

/// @brief The control plane under attack.
class SdnControlFuzzTestSuite : public TestSuite
{
  public:
    SdnControlFuzzTestSuite()
        : TestSuite("sdn-control-fuzz", Type::SYSTEM)
    {
        const auto [given, packets] = EnvironmentVariable::Get("PUBSUB_FUZZ_PACKETS");
        AddTestCase(new ControlFuzzTest(given ? std::stoull(packets) : 300), Duration::QUICK);
    }
};

SdnControlFuzzTestSuite g_sdnControlFuzzTestSuite; ///< the suite

} // namespace
