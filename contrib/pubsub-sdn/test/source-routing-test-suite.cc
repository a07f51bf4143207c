// SPDX-License-Identifier: GPL-2.0-only
//
// Data planes in which packets carry where they go: LIPSIN and BIER.

#include "switch-bench.h"

#include "ns3/sdn-bier-forwarding.h"
#include "ns3/sdn-in-bloom-forwarding.h"
#include "ns3/uinteger.h"

#include <cmath>

using namespace ns3;
using namespace ns3::pubsub::sdn;

namespace
{

/// An event's address, and the length of its topic's prefix.
const Ipv6Address EVENT("ff18:180::5");
/// Length of the topic's prefix.
constexpr uint8_t EVENT_PREFIX = 27;

/// Two switches in a line, each with a host at port 1; port 2 is the trunk, port 3 another link.
class SourceRoutedPair
{
  public:
    SourceRoutedPair()
        : first(3, 0),
          second(3, 0)
    {
        // The far ends of both trunks are one wire: what arrives at one goes into the other.
        Join(first, second);
        Join(second, first);
    }

    /// @brief Send an event from the first host.
    /// @param hopLimit of the event
    void Publish(uint8_t hopLimit = 64)
    {
        const Time now = Simulator::Now();
        first.Arrive(now + MilliSeconds(10), 1, SwitchBench::Event(EVENT, hopLimit));
        SwitchBench::RunUntil(now + MilliSeconds(50));
    }

    SwitchBench first;              ///< with the publisher
    SwitchBench second;             ///< with the subscriber
    std::vector<uint32_t> inside{}; ///< bytes of packets between the switches

  private:
    /// @param from whose trunk's packets
    /// @param to go into the other's
    void Join(SwitchBench& from, SwitchBench& to)
    {
        from.ends[1]->SetReceiveCallback(
            [this,
             &to](Ptr<NetDevice>, Ptr<const Packet> packet, uint16_t protocol, const Address&) {
                inside.push_back(packet->GetSize());
                to.ends[1]->Send(packet->Copy(), Address(), protocol);
                return true;
            });
    }
};

/// @brief An event crosses two switches by its filter and reaches the host as it was.
class InBloomForwardingTest : public TestCase
{
  public:
    InBloomForwardingTest()
        : TestCase("LIPSIN: filters lead, false positives are possible")
    {
    }

  private:
    void DoRun() override
    {
        SwitchBenchEnd end;
        SourceRoutedPair pair;
        const auto a = CreateObject<InBloomForwarding>();
        const auto b = CreateObject<InBloomForwarding>();
        // Nodes: switches 0 and 1, hosts 10 and 11, others 20 and 21.
        a->SetLink(1, {0, 10}, true);
        a->SetLink(2, {0, 1}, false);
        a->SetLink(3, {0, 20}, false);
        b->SetLink(1, {1, 11}, true);
        b->SetLink(2, {1, 0}, false);
        b->SetLink(3, {1, 21}, false);
        pair.first.device->SetSourceRouting(a);
        pair.second.device->SetSourceRouting(b);
        const auto route = ChooseInPacketRoute({{0, 1}, {1, 11}});
        NS_TEST_EXPECT_MSG_EQ((route.filter.count() <= 10), true, "ones of two links");
        a->SetIngress(EVENT, EVENT_PREFIX, route);
        pair.Publish(64);
        NS_TEST_ASSERT_MSG_EQ(pair.inside.size(), 1, "one packet between the switches");
        NS_TEST_EXPECT_MSG_EQ(pair.inside[0], 98 + 40, "another IPv6 header");
        NS_TEST_ASSERT_MSG_EQ(pair.second.arrivals.size(), 1, "only the host");
        NS_TEST_EXPECT_MSG_EQ(pair.second.arrivals[0].port, 1, "only the host");
        NS_TEST_EXPECT_MSG_EQ(pair.second.arrivals[0].to, EVENT, "the event as it was");
        NS_TEST_EXPECT_MSG_EQ(pair.second.arrivals[0].bytes, 98, "the event as it was");
        NS_TEST_EXPECT_MSG_EQ(pair.first.arrivals.size(), 0, "nowhere else");

        // A filter with the bits of another link by chance leads there, too.
        InPacketRoute unlucky = route;
        unlucky.filter |= LinkIdentifier(1, 21, route.table);
        a->SetIngress(EVENT, EVENT_PREFIX, unlucky);
        pair.Publish();
        NS_TEST_EXPECT_MSG_EQ(pair.second.PortsSince(MilliSeconds(50)), "1 3", "false delivery");

        InPacketRoute full = route;
        full.filter.set();
        a->SetIngress(EVENT, EVENT_PREFIX, full);
        pair.Publish();
        NS_TEST_EXPECT_MSG_EQ(pair.first.drops["full filter"], 1, "an attack");
        a->SetIngress(EVENT, EVENT_PREFIX, route);
        pair.Publish(2);
        NS_TEST_EXPECT_MSG_EQ(pair.second.drops["hop limit"], 1, "the second switch");
        a->RemoveIngress(EVENT, EVENT_PREFIX);
        NS_TEST_EXPECT_MSG_EQ(a->IngressEntries(), 0, "no state");
        pair.Publish();
        NS_TEST_EXPECT_MSG_EQ(pair.first.drops["no controller"], 1, "the table's turn");

        CheckFalsePositives();
    }

    /// @brief The part of wrong links that a filter of 20 links holds is as computed.
    void CheckFalsePositives()
    {
        uint32_t wrong = 0;
        double expected = 0;
        const uint32_t trees = 200;
        const uint32_t others = 500;
        for (uint32_t tree = 0; tree < trees; ++tree)
        {
            std::vector<DirectedLink> links;
            for (uint32_t i = 0; i < 20; ++i)
            {
                links.emplace_back(tree, 1000 + i);
            }
            const auto route = ChooseInPacketRoute(links, 1);
            // Five different bits of 256, all among the ones.
            const double ones = route.filter.count();
            double chance = 1;
            for (uint32_t k = 0; k < 5; ++k)
            {
                chance *= (ones - k) / (256 - k);
            }
            expected += chance * others;
            for (uint32_t other = 0; other < others; ++other)
            {
                const auto identifier = LinkIdentifier(tree, 5000 + other, route.table);
                wrong += (route.filter & identifier) == identifier;
            }
        }
        // A Poisson number: five standard deviations.
        NS_TEST_EXPECT_MSG_EQ_TOL(wrong, expected, 5 * std::sqrt(expected), "false positives");
        NS_TEST_EXPECT_MSG_GT(expected, 100, "enough of them");
    }
};

/// @brief An event crosses two switches by its egress bits and reaches the host as it was.
class BierForwardingTest : public TestCase
{
  public:
    BierForwardingTest()
        : TestCase("BIER: one bit per egress")
    {
    }

  private:
    void DoRun() override
    {
        SwitchBenchEnd end;
        SourceRoutedPair pair;
        const auto a = CreateObject<BierForwarding>();
        const auto b = CreateObject<BierForwarding>();
        a->SetAttribute("BitStringLength", UintegerValue(64));
        // Egress 1 is the first host, egress 2 the second; 3 and 4 are behind other links.
        a->SetReach(1, BierBits(0b0001), true);
        a->SetReach(2, BierBits(0b1010), false);
        a->SetReach(3, BierBits(0b0100), false);
        b->SetReach(1, BierBits(0b0010), true);
        b->SetReach(2, BierBits(0b0101), false);
        b->SetReach(3, BierBits(0b1000), false);
        pair.first.device->SetSourceRouting(a);
        pair.second.device->SetSourceRouting(b);
        a->SetIngress(EVENT, EVENT_PREFIX, BierBits(0b0010));
        pair.Publish();
        NS_TEST_ASSERT_MSG_EQ(pair.inside.size(), 1, "one packet between the switches");
        NS_TEST_EXPECT_MSG_EQ(pair.inside[0], 98 + 24, "option of 64 bits");
        NS_TEST_ASSERT_MSG_EQ(pair.second.PortsSince(Time(0)), "1", "only the host");
        const auto& arrival = pair.second.arrivals[0];
        NS_TEST_EXPECT_MSG_EQ(arrival.bytes, 98, "the event as it was");
        NS_TEST_EXPECT_MSG_EQ(unsigned{arrival.nextHeader}, 17, "the event as it was");
        NS_TEST_EXPECT_MSG_EQ(unsigned{arrival.hopLimit}, 62, "two switches");

        // To all: each egress once, the publisher's own not.
        a->SetIngress(EVENT, EVENT_PREFIX, BierBits(0b1111));
        const Time before = Simulator::Now();
        pair.Publish();
        NS_TEST_EXPECT_MSG_EQ(pair.first.PortsSince(before), "3", "egress 3");
        NS_TEST_EXPECT_MSG_EQ(pair.second.PortsSince(before), "1 3", "egresses 2 and 4");
        NS_TEST_EXPECT_MSG_EQ(pair.inside.size(), 2, "once over the trunk");
        NS_TEST_EXPECT_MSG_EQ(b->IngressEntries(), 0, "no state per topic");
        pair.Publish(2);
        NS_TEST_EXPECT_MSG_EQ(pair.second.drops["hop limit"], 1, "the second switch");

        BierHeader header;
        header.egresses.set(255);
        header.egresses.set(0);
        auto packet = Create<Packet>();
        packet->AddHeader(header);
        std::vector<uint8_t> octets(packet->GetSize());
        packet->CopyData(octets.data(), octets.size());
        // RFC 8296: 5, version 0, length code 3 (256 bits), then the bits, the last one first.
        NS_TEST_EXPECT_MSG_EQ(octets.size(), 48, "size");
        NS_TEST_EXPECT_MSG_EQ(unsigned{octets[8]}, 0x50, "nibble and version");
        NS_TEST_EXPECT_MSG_EQ(unsigned{octets[9]}, 0x30, "length code");
        NS_TEST_EXPECT_MSG_EQ(unsigned{octets[13]}, 6, "IPv6");
        NS_TEST_EXPECT_MSG_EQ(unsigned{octets[16]}, 0x80, "BFR-id 256");
        NS_TEST_EXPECT_MSG_EQ(unsigned{octets[47]}, 1, "BFR-id 1");
        BierHeader read;
        packet->RemoveHeader(read);
        NS_TEST_EXPECT_MSG_EQ((read.egresses == header.egresses), true, "round trip");
    }
};

/// @brief LIPSIN and BIER.
class SourceRoutingTestSuite : public TestSuite
{
  public:
    SourceRoutingTestSuite()
        : TestSuite("sdn-source-routing", Type::SYSTEM)
    {
        AddTestCase(new InBloomForwardingTest, Duration::QUICK);
        AddTestCase(new BierForwardingTest, Duration::QUICK);
    }
};

SourceRoutingTestSuite g_sourceRoutingTestSuite; ///< the suite

} // namespace
