// SPDX-License-Identifier: GPL-2.0-only
//
// Hostile OpenFlow messages and event packets against a switch. PUBSUB_FUZZ_PACKETS in the
// environment says how many are made of each kind.

#include "openflow-samples.h"
#include "switch-bench.h"

#include "ns3/environment-variable.h"
#include "ns3/random-variable-stream.h"
#include "ns3/sdn-bier-forwarding.h"
#include "ns3/sdn-in-bloom-forwarding.h"
#include "ns3/uinteger.h"

#include <fstream>

using namespace ns3;
using namespace ns3::pubsub::sdn;

namespace
{

/// Bytes of a message or packet.
using Octets = std::vector<uint8_t>;

/// Makes hostile bytes of good ones.
class OctetMutator
{
  public:
    /// @param stream of all draws
    explicit OctetMutator(int64_t stream)
    {
        m_random->SetStream(stream);
    }

    /**
     * @param most the greatest number
     * @return a random number from 0
     */
    uint32_t Draw(uint32_t most)
    {
        return m_random->GetInteger(0, most);
    }

    /**
     * @param good bytes
     * @param other of the same kind
     * @return bytes with flipped bits, a cut, more behind them, the end of others, or the numbers
     * that lengths are at worst
     */
    Octets Mutate(const Octets& good, const Octets& other)
    {
        Octets octets = good;
        switch (Draw(4))
        {
        case 0:
            for (uint32_t i = 0; i <= Draw(5); ++i)
            {
                octets[Draw(octets.size() - 1)] ^= 1U << Draw(7);
            }
            break;
        case 1:
            octets.resize(1 + Draw(octets.size() - 1));
            break;
        case 2:
            for (uint32_t i = 0; i <= Draw(60); ++i)
            {
                octets.push_back(Draw(255));
            }
            break;
        case 3:
            octets.resize(Draw(octets.size()));
            octets.insert(octets.end(), other.begin() + Draw(other.size()), other.end());
            break;
        default:
            for (uint32_t i = 0; i <= Draw(3); ++i)
            {
                octets[Draw(octets.size() - 1)] =
                    std::array{0, 1, 7, 8, 127, 128, 254, 255}[Draw(7)];
            }
        }
        return octets;
    }

  private:
    Ptr<UniformRandomVariable> m_random = CreateObject<UniformRandomVariable>(); ///< of all
};

/// @brief Messages against the reader and a switch that executes those it can read.
class OpenFlowFuzzTest : public TestCase
{
  public:
    /// @param perKind messages made of each type
    explicit OpenFlowFuzzTest(uint64_t perKind)
        : TestCase("hostile OpenFlow messages"),
          m_perKind(perKind)
    {
    }

  private:
    /// What became of the messages of one type.
    struct Account
    {
        uint64_t sent = 0;    ///< made
        uint64_t refused = 0; ///< malformed
        uint64_t taken = 0;   ///< read
    };

    void DoRun() override
    {
        SwitchBenchEnd end;
        SwitchBench bench(3);
        bench.device->SetAttribute("MaxEntries", UintegerValue(500));
        bench.device->SetAttribute("MaxGroups", UintegerValue(100));
        bench.device->SetAttribute("Buffers", UintegerValue(10));
        OctetMutator mutator(1);
        std::map<OpenFlowType, std::vector<Octets>> samples;
        for (const auto& sample : OpenFlowSamples())
        {
            samples[TypeOf(sample)].push_back(EncodeOpenFlow(1, sample));
        }
        std::map<OpenFlowType, Account> accounts;
        for (const auto& [type, good] : samples)
        {
            Account& account = accounts[type];
            for (; account.sent < m_perKind; ++account.sent)
            {
                Octets octets = mutator.Mutate(good[mutator.Draw(good.size() - 1)],
                                               good[mutator.Draw(good.size() - 1)]);
                if (octets.size() >= OPENFLOW_HEADER && mutator.Draw(3) > 0)
                {
                    // A right length lets the mutant get further.
                    octets[2] = octets.size() >> 8;
                    octets[3] = octets.size();
                }
                Execute(*bench.device, DecodeOpenFlow(octets), account);
            }
            NS_TEST_EXPECT_MSG_EQ(account.refused + account.taken,
                                  m_perKind,
                                  OpenFlowTypeName(type));
            NS_TEST_EXPECT_MSG_GT(account.refused, m_perKind / 100, OpenFlowTypeName(type));
        }
        NS_TEST_EXPECT_MSG_LT_OR_EQ(bench.device->Flows().Size(), 500, "entries");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(bench.device->Groups().Size(), 100, "groups");
        AttackByTcp(bench, samples, mutator);
        std::ofstream table(CreateTempDirFilename("fuzz-openflow.txt"));
        for (const auto& [type, account] : accounts)
        {
            table << OpenFlowTypeName(type) << ' ' << account.sent << ' ' << account.refused << ' '
                  << account.taken << '\n';
        }
    }

    /**
     * @brief Do what a mutant asks, and read it once more from its own bytes.
     * @param device that executes it
     * @param received the mutant
     * @param account of its type
     */
    void Execute(SdnSwitch& device, const ReceivedOpenFlow& received, Account& account)
    {
        const OpenFlowMessage* message = received.Message();
        if (!message)
        {
            ++account.refused;
            return;
        }
        ++account.taken;
        const auto again = DecodeOpenFlow(EncodeOpenFlow(received.xid, *message));
        NS_TEST_ASSERT_MSG_NE(again.Message(), nullptr, "what is read can be written");
        NS_TEST_EXPECT_MSG_EQ((*again.Message() == *message), true, "and read again");
        if (const auto* flow = std::get_if<FlowMod>(message))
        {
            device.ChangeFlows(*flow);
        }
        else if (const auto* group = std::get_if<GroupMod>(message))
        {
            device.ChangeGroups(*group);
        }
        else if (const auto* packet = std::get_if<PacketOut>(message))
        {
            device.SendOut(*packet);
        }
    }

    /**
     * @brief A controller that sends mutants instead of messages: the switch leaves it, comes back,
     * and works.
     * @param bench with the switch
     * @param samples good messages
     * @param mutator of them
     */
    void AttackByTcp(SwitchBench& bench,
                     const std::map<OpenFlowType, std::vector<Octets>>& samples,
                     OctetMutator& mutator)
    {
        uint64_t refused = 0;
        bench.device->TraceConnectWithoutContext(
            "OpenFlowRefused",
            Callback<void, std::string, uint32_t>(
                [&refused](std::string, uint32_t) { ++refused; }));
        for (uint64_t round = 0; round < std::min<uint64_t>(m_perKind, 300); ++round)
        {
            SwitchBench::RunUntil(Simulator::Now() + Seconds(1));
            auto& controller = *bench.controllers[0];
            if (!controller.connection)
            {
                continue;
            }
            for (const auto& [type, good] : samples)
            {
                controller.connection->SendRaw(mutator.Mutate(good[0], good[0]));
            }
        }
        NS_TEST_EXPECT_MSG_GT(refused, 20, "mutants by TCP");
        SwitchBench::RunUntil(Simulator::Now() + Seconds(20));
        NS_TEST_ASSERT_MSG_NE(bench.controllers[0]->connection, nullptr, "connected again");
        bench.Order(FlowMod{.command = FlowCommand::DELETE});
        bench.Order(FlowMod{.priority = 65535,
                            .match = FlowMatch::Events(Ipv6Address("ff18::"), 16),
                            .applyActions = {OutputAction{2}}});
        SwitchBench::RunUntil(Simulator::Now() + Seconds(1));
        const Time now = Simulator::Now();
        bench.Arrive(now + MilliSeconds(10), 1, SwitchBench::Event(Ipv6Address("ff18::1")));
        SwitchBench::RunUntil(now + MilliSeconds(50));
        NS_TEST_EXPECT_MSG_EQ(bench.PortsSince(now), "2", "works as before");
    }

    uint64_t m_perKind; ///< messages
};

/// @brief Event packets against a switch with each data plane.
class EventFuzzTest : public TestCase
{
  public:
    /**
     * @param plane "topic", "lipsin" or "bier"
     * @param packets that are sent
     */
    EventFuzzTest(const std::string& plane, uint64_t packets)
        : TestCase("hostile events, data plane " + plane),
          m_plane(plane),
          m_packets(packets)
    {
    }

  private:
    void DoRun() override
    {
        SwitchBenchEnd end;
        SwitchBench bench(3, 0);
        SwitchBench source(3, 0);
        m_topic = Ipv6Address("ff18:180::");
        Prepare(bench, false);
        Prepare(source, true);
        // Packets of the data plane, as another switch makes them.
        std::vector<Octets> good;
        source.ends[1]->SetReceiveCallback(
            [&good](Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t, const Address&) {
                good.emplace_back(packet->GetSize());
                packet->CopyData(good.back().data(), packet->GetSize());
                return true;
            });
        source.Arrive(MilliSeconds(10), 1, SwitchBench::Event(m_topic));
        SwitchBench::RunUntil(MilliSeconds(20));
        NS_TEST_ASSERT_MSG_EQ(good.size(), 1, "a good packet");
        OctetMutator mutator(2);
        uint64_t dropped = 0;
        uint64_t forwarded = 0;
        bench.device->TraceConnectWithoutContext(
            "Dropped",
            Callback<void, std::string, Ptr<const Packet>>(
                [&dropped](std::string, Ptr<const Packet>) { ++dropped; }));
        bench.device->TraceConnectWithoutContext(
            "Forwarded",
            Callback<void, uint32_t, uint32_t, Ptr<const Packet>>(
                [&forwarded](uint32_t, uint32_t, Ptr<const Packet>) { ++forwarded; }));
        for (uint64_t i = 0; i < m_packets; ++i)
        {
            const Octets octets = mutator.Mutate(good[0], good[0]);
            const uint16_t protocol = mutator.Draw(20) == 0 ? ETHER_TYPE_IPV4 : ETHER_TYPE_IPV6;
            bench.ends[0]->Send(Create<Packet>(octets.data(), octets.size()), Address(), protocol);
            SwitchBench::RunUntil(Simulator::Now() + MicroSeconds(10));
            bench.arrivals.clear();
        }
        SwitchBench::RunUntil(Simulator::Now() + MilliSeconds(10));
        const SwitchPort& port = bench.device->Port(1);
        NS_TEST_EXPECT_MSG_EQ(port.receivedPackets, m_packets, "packets that came in");
        NS_TEST_EXPECT_MSG_EQ(port.receivedDropped, dropped, "each drop is counted");
        NS_TEST_EXPECT_MSG_GT(bench.drops["malformed"], m_packets / 20, "malformed");
        NS_TEST_EXPECT_MSG_GT(forwarded, m_packets / 20, "forwarded");
        const Time now = Simulator::Now();
        bench.ends[0]->Send(Create<Packet>(good[0].data(), good[0].size()),
                            Address(),
                            ETHER_TYPE_IPV6);
        SwitchBench::RunUntil(now + MilliSeconds(10));
        NS_TEST_EXPECT_MSG_EQ(bench.PortsSince(now), "2", "works as before");
        std::ofstream table(CreateTempDirFilename("fuzz-events-" + m_plane + ".txt"));
        table << "received " << port.receivedPackets << "\nforwarded " << forwarded << '\n';
        for (const auto& [reason, count] : bench.drops)
        {
            table << reason << ' ' << count << '\n';
        }
    }

    /**
     * @brief Prepare a switch to forward the topic by port 2.
     * @param bench with the switch
     * @param isIngress whether the publisher's host is at port 1
     */
    void Prepare(SwitchBench& bench, bool isIngress)
    {
        const uint8_t length = 27;
        if (m_plane == "lipsin")
        {
            const auto routing = CreateObject<InBloomForwarding>();
            routing->SetLink(2, {0, 1}, false);
            routing->SetLink(3, {0, 2}, true);
            if (isIngress)
            {
                routing->SetIngress(m_topic, length, ChooseInPacketRoute({{0, 1}}));
            }
            bench.device->SetSourceRouting(routing);
        }
        else if (m_plane == "bier")
        {
            const auto routing = CreateObject<BierForwarding>();
            routing->SetReach(2, BierBits(1), false);
            routing->SetReach(3, BierBits(2), true);
            if (isIngress)
            {
                routing->SetIngress(m_topic, length, BierBits(1));
            }
            bench.device->SetSourceRouting(routing);
        }
        else
        {
            bench.device->ChangeFlows({.priority = length,
                                       .match = FlowMatch::Events(m_topic, length),
                                       .applyActions = {DecrementTtlAction{}, OutputAction{2}}});
        }
    }

    std::string m_plane; ///< data plane
    uint64_t m_packets;  ///< sent
    Ipv6Address m_topic; ///< of the events
};

/// @brief A switch under attack.
class OpenFlowFuzzTestSuite : public TestSuite
{
  public:
    OpenFlowFuzzTestSuite()
        : TestSuite("sdn-fuzz", Type::SYSTEM)
    {
        const auto [given, count] = EnvironmentVariable::Get("PUBSUB_FUZZ_PACKETS");
        const uint64_t perKind = given ? std::stoull(count) : 1000;
        AddTestCase(new OpenFlowFuzzTest(perKind), Duration::QUICK);
        for (const char* plane : {"topic", "lipsin", "bier"})
        {
            AddTestCase(new EventFuzzTest(plane, perKind), Duration::QUICK);
        }
    }
};

OpenFlowFuzzTestSuite g_openFlowFuzzTestSuite; ///< the suite

} // namespace
