// SPDX-License-Identifier: GPL-2.0-only
//
// Hostile packets against every protocol. PUBSUB_FUZZ_PACKETS in the environment says how many are
// made of each message, PUBSUB_FUZZ_PROTOCOL which protocol alone is attacked.

#include "fuzz-network.h"

#include "ns3/environment-variable.h"
#include "ns3/pubsub-helper.h"
#include "ns3/test.h"

#include <fstream>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::manet;

namespace
{

/// @brief A network under attack accounts for every packet, and works as before when it is over.
class FuzzTest : public TestCase
{
  public:
    /**
     * @param protocol under attack
     * @param perMessage packets made of each message
     */
    FuzzTest(const std::string& protocol, uint64_t perMessage)
        : TestCase("hostile packets against " + protocol),
          m_protocol(protocol),
          m_perMessage(perMessage)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t EVENTS = 20;
        FuzzNetwork network(m_protocol);
        FuzzNetwork::Wait(Seconds(60));
        const uint32_t before = network.PublishAndCount(EVENTS);
        network.Attack(m_perMessage);
        // Longer than anything heard is believed.
        FuzzNetwork::Wait(Seconds(600));
        const uint32_t after = network.PublishAndCount(EVENTS);
        // A protocol that has lost none before delivers for sure.
        NS_TEST_EXPECT_MSG_EQ((before < EVENTS || after == EVENTS),
                              true,
                              before << " events arrived before, " << after << " after the attack");
        for (const auto& [fault, times] : network.Faults())
        {
            NS_TEST_EXPECT_MSG_EQ(times, 0, fault);
        }
        std::ofstream table(CreateTempDirFilename("fuzz-" + m_protocol + ".txt"));
        table << "message sent received malformed refused taken\n";
        for (const auto& [name, account] : network.Accounts())
        {
            NS_TEST_EXPECT_MSG_EQ(account.sent, m_perMessage, name);
            NS_TEST_EXPECT_MSG_EQ(account.received, 2 * account.sent, name << " at both receivers");
            NS_TEST_EXPECT_MSG_EQ(account.malformed + account.refused + account.taken,
                                  account.received,
                                  name);
            NS_TEST_EXPECT_MSG_GT(account.malformed + account.refused, 0, name);
            table << name << " " << account.sent << " " << account.received << " "
                  << account.malformed << " " << account.refused << " " << account.taken << "\n";
        }
        std::ofstream reasons(CreateTempDirFilename("reasons-" + m_protocol + ".txt"));
        for (const auto& [reason, times] : network.Reasons())
        {
            reasons << times << " " << reason << "\n";
        }
    }

    std::string m_protocol; ///< under attack
    uint64_t m_perMessage;  ///< packets
};

/// @brief Every protocol under attack.
class FuzzTestSuite : public TestSuite
{
  public:
    FuzzTestSuite()
        : TestSuite("pubsub-fuzz", Type::SYSTEM)
    {
        const auto [given, packets] = EnvironmentVariable::Get("PUBSUB_FUZZ_PACKETS");
        const auto [chosen, only] = EnvironmentVariable::Get("PUBSUB_FUZZ_PROTOCOL");
        for (const std::string& protocol : PubSubHelper::Protocols())
        {
            if (!chosen || only == protocol)
            {
                AddTestCase(new FuzzTest(protocol, given ? std::stoull(packets) : 300),
                            Duration::QUICK);
            }
        }
    }
};

FuzzTestSuite g_fuzzTestSuite; ///< the suite

} // namespace
