// SPDX-License-Identifier: GPL-2.0-only
//
// What the control plane keeps and reads, without a network.

#include "ns3/broker-input.h"
#include "ns3/environment-variable.h"
#include "ns3/random-variable-stream.h"
#include "ns3/sdn-cluster-routes.h"
#include "ns3/sdn-copy-log.h"
#include "ns3/sdn-event-packet.h"
#include "ns3/sdn-frame-stream.h"
#include "ns3/sdn-interest-table.h"
#include "ns3/sdn-network-view.h"
#include "ns3/sdn-route-set.h"
#include "ns3/sdn-topology-report.h"
#include "ns3/sdn-wire-bits.h"
#include "ns3/test.h"

#include <algorithm>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::sdn;

namespace
{

/// @return a report with two trunks to one cluster, one to another, and two hosts
TopologyReport
SampleReport()
{
    TopologyReport report{.cluster = 1};
    report.trunks = {
        {.near = {1, 10, 1}, .far = {2, 20, 3}, .bandwidthBps = 1000000000},
        {.near = {1, 10, 2}, .far = {2, 20, 4}, .bandwidthBps = 1000000000},
        {.near = {1, 11, 1}, .far = {3, 30, 1}, .bandwidthBps = 2000, .isSilent = true}};
    report.hosts = {{.host = 4, .switchNode = 10, .port = 7},
                    {.host = 5, .switchNode = 11, .port = 2}};
    return report;
}

/**
 * @param text of a report
 * @return the sentence that refuses it; empty if it is taken
 */
std::string
RefusalOf(const std::string& text)
{
    try
    {
        TopologyReport::Parse(text);
        return "";
    }
    catch (const broker::BrokerInputError& error)
    {
        return error.what();
    }
}

/// @brief Reports survive the way through JSON; wrong ones are refused with a sentence.
class TopologyReportTest : public TestCase
{
  public:
    TopologyReportTest()
        : TestCase("topology reports as JSON")
    {
    }

  private:
    void DoRun() override
    {
        const TopologyReport report = SampleReport();
        NS_TEST_EXPECT_MSG_EQ((TopologyReport::Parse(report.Json()) == report), true, "round trip");
        NS_TEST_EXPECT_MSG_NE(report.Json().find("\"to\":2,\"bandwidth\":2000000000"),
                              std::string::npos,
                              "the trunks of a link are summed");
        const std::map<std::string, std::string> wrong{
            {"{\"cluster\":0", "JSON"},
            {"[]", "'cluster' is missing"},
            {"{\"cluster\":-1,\"links\":[],\"hosts\":[]}", "'cluster' is no whole number"},
            {"{\"cluster\":0.5,\"links\":[],\"hosts\":[]}", "'cluster' is no whole number"},
            {"{\"cluster\":1e300,\"links\":[],\"hosts\":[]}", "'cluster' is no whole number"},
            {"{\"cluster\":0,\"links\":{},\"hosts\":[]}", "'links' is no list"},
            {"{\"cluster\":0,\"links\":[{\"to\":0,\"trunks\":[]}],\"hosts\":[]}", "link to itself"},
            {"{\"cluster\":0,\"links\":[],\"hosts\":[{\"host\":1}]}", "'switch' is missing"},
        };
        for (const auto& [text, part] : wrong)
        {
            const std::string sentence = RefusalOf(text);
            NS_TEST_EXPECT_MSG_NE(sentence.find(part), std::string::npos, text << ": " << sentence);
            NS_TEST_EXPECT_MSG_EQ(sentence.find('\n'), std::string::npos, "one sentence");
        }
    }
};

/// @brief Mutated JSON is read or refused, and never anything else.
class HostileJsonTest : public TestCase
{
  public:
    /// @param texts number of them
    explicit HostileJsonTest(uint32_t texts)
        : TestCase("mutated JSON texts: " + std::to_string(texts)),
          m_texts(texts)
    {
    }

  private:
    void DoRun() override
    {
        const auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(7);
        const std::string good = SampleReport().Json();
        const std::string marks = "{}[]:,\"\\0123456789eE+-.truefalsn \x01\xff";
        uint32_t taken = 0;
        uint32_t refused = 0;
        for (uint32_t i = 0; i < m_texts; ++i)
        {
            std::string text = good;
            for (uint32_t change = random->GetInteger(0, 4); change > 0 && !text.empty(); --change)
            {
                const auto at = random->GetInteger(0, static_cast<uint32_t>(text.size()) - 1);
                switch (random->GetInteger(0, 4))
                {
                case 0:
                    text[at] =
                        marks[random->GetInteger(0, static_cast<uint32_t>(marks.size()) - 1)];
                    break;
                case 1:
                    text.erase(at, random->GetInteger(1, 20));
                    break;
                case 2:
                    text.insert(at, text.substr(random->GetInteger(0, at), 30));
                    break;
                case 3:
                    text.resize(at);
                    break;
                default:
                    text.insert(at, std::string(random->GetInteger(1, 100), '['));
                    break;
                }
            }
            const std::string sentence = RefusalOf(text);
            taken += sentence.empty();
            refused += !sentence.empty();
        }
        NS_TEST_EXPECT_MSG_EQ(taken + refused, m_texts, "every text is accounted for");
        NS_TEST_EXPECT_MSG_GT(taken, m_texts / 10, "unchanged ones are taken");
        NS_TEST_EXPECT_MSG_GT(refused, m_texts / 3, "broken ones are refused");
    }

    uint32_t m_texts; ///< number of them
};

/// @brief Frames come out as they went in, whatever the pieces; a long one breaks the stream.
class FrameStreamTest : public TestCase
{
  public:
    FrameStreamTest()
        : TestCase("frames of a channel")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<uint8_t> octets{0, 0, 0, 3, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 1, 9};
        for (std::size_t piece = 1; piece <= octets.size(); ++piece)
        {
            FrameStream stream(8);
            std::vector<std::vector<uint8_t>> frames;
            for (std::size_t at = 0; at < octets.size(); at += piece)
            {
                stream.Feed(std::span(octets).subspan(at, std::min(piece, octets.size() - at)));
                while (auto frame = stream.Next())
                {
                    frames.push_back(*frame);
                }
            }
            const std::vector<std::vector<uint8_t>> expected{{1, 2, 3}, {}, {9}};
            NS_TEST_EXPECT_MSG_EQ((frames == expected), true, "pieces of " << piece);
        }
        FrameStream stream(8);
        stream.Feed(std::vector<uint8_t>{0, 0, 0, 9, 1});
        NS_TEST_EXPECT_MSG_EQ(stream.Next().has_value(), false, "too long");
        NS_TEST_EXPECT_MSG_EQ(stream.IsBroken(), true, "too long");
    }
};

/// @brief Old notices change nothing, complete ones replace.
class InterestTableTest : public TestCase
{
  public:
    InterestTableTest()
        : TestCase("notices of subscriptions")
    {
    }

  private:
    void DoRun() override
    {
        InterestTable table;
        SdnSubscribeMessage notice;
        notice.host = 1;
        notice.cluster = 2;
        notice.sequence = 1;
        notice.filters = {*Filter::Parse("a.#"), *Filter::Parse("b")};
        NS_TEST_EXPECT_MSG_EQ(table.Apply(notice), true, "new");
        NS_TEST_EXPECT_MSG_EQ(table.Apply(notice), false, "a copy");
        NS_TEST_EXPECT_MSG_EQ(table.Wants(1, *Topic::Parse("a.b")), true, "below a");
        NS_TEST_EXPECT_MSG_EQ(table.Wants(1, *Topic::Parse("b.c")), false, "b alone");
        SdnUnsubscribeMessage end;
        end.host = 1;
        end.cluster = 2;
        end.sequence = 2;
        end.filters = {*Filter::Parse("a.#")};
        NS_TEST_EXPECT_MSG_EQ(table.Apply(end), true, "new");
        NS_TEST_EXPECT_MSG_EQ(table.Apply(notice), false, "older than the end");
        NS_TEST_EXPECT_MSG_EQ(table.ClustersFor(*Topic::Parse("a")).size(), 0, "ended");
        SdnSubscribeMessage all = table.NoticeOf(1);
        NS_TEST_EXPECT_MSG_EQ(table.Apply(all), false, "repeats what is known");
        InterestTable other;
        NS_TEST_EXPECT_MSG_EQ(other.Apply(notice), true, "new");
        NS_TEST_EXPECT_MSG_EQ(other.Apply(all), true, "complete");
        NS_TEST_EXPECT_MSG_EQ(other.Wants(1, *Topic::Parse("a")), false, "replaced");
        NS_TEST_EXPECT_MSG_EQ(other.Wants(1, *Topic::Parse("b")), true, "replaced");
    }
};

/// @brief Trunks count with both ends; topics share them; cycles are found.
class TrunkTest : public TestCase
{
  public:
    TrunkTest()
        : TestCase("trunks from reports, and their topics")
    {
    }

  private:
    void DoRun() override
    {
        NetworkView view;
        const TopologyReport one = SampleReport();
        TopologyReport two{.cluster = 2};
        for (const ReportedTrunk& trunk : one.trunks)
        {
            if (trunk.far.cluster == 2)
            {
                two.trunks.push_back({.near = trunk.far, .far = trunk.near, .bandwidthBps = 500});
            }
        }
        NS_TEST_EXPECT_MSG_EQ(view.Take(one, Seconds(0)), true, "new");
        NS_TEST_EXPECT_MSG_EQ(view.Trunks({1, 2, 3}, Seconds(0)).size(), 0, "one end only");
        view.Take(two, Seconds(0));
        const auto trunks = view.Trunks({1, 2, 3}, Seconds(0));
        NS_TEST_ASSERT_MSG_EQ(trunks.size(), 1, "both ends of one edge");
        NS_TEST_ASSERT_MSG_EQ(trunks.at({1, 2}).size(), 2, "two trunks");
        NS_TEST_EXPECT_MSG_EQ(trunks.at({1, 2})[0].bandwidthBps, 500, "the smaller end");

        two.trunks[0].isSilent = true;
        view.Take(two, Seconds(10));
        NS_TEST_EXPECT_MSG_EQ(view.Trunks({1, 2}, Seconds(9)).at({1, 2}).size(), 2, "in grace");
        NS_TEST_EXPECT_MSG_EQ(view.Trunks({1, 2}, Seconds(11)).at({1, 2}).size(), 1, "silent");
        NS_TEST_EXPECT_MSG_EQ(view.Trunks({2}, Seconds(11)).at({1, 2}).size(),
                              2,
                              "silent, but the other end has no controller");

        TrunkAllocation allocation;
        allocation.SetTrunks(trunks);
        const auto choose = [&](const char* topic, double load) {
            return allocation.Choose({1, 2}, {*Topic::Parse(topic), NO_CLUSTER}, load)->a.port;
        };
        NS_TEST_EXPECT_MSG_EQ(choose("a", 10), 1, "the first");
        NS_TEST_EXPECT_MSG_EQ(choose("b", 5), 2, "the one without load");
        NS_TEST_EXPECT_MSG_EQ(choose("c", 1), 2, "the one with less load");
        NS_TEST_EXPECT_MSG_EQ(choose("a", 1), 1, "a topic keeps its trunk");
        allocation.Keep({*Topic::Parse("b"), NO_CLUSTER}, {});
        NS_TEST_EXPECT_MSG_EQ(choose("d", 1), 1, "equal loads: the first");

        const Trunk ab{.a = {0, 1, 1}, .b = {1, 2, 1}};
        const Trunk bc{.a = {1, 2, 2}, .b = {2, 3, 1}};
        const Trunk ac{.a = {0, 1, 2}, .b = {2, 3, 2}};
        const Trunk parallel{.a = {0, 1, 3}, .b = {1, 2, 3}};
        NS_TEST_EXPECT_MSG_EQ(HasCycle({ab}, {bc}), false, "a path");
        NS_TEST_EXPECT_MSG_EQ(HasCycle({ab, bc}, {bc, ab}), false, "the same path");
        NS_TEST_EXPECT_MSG_EQ(HasCycle({ab, bc}, {ac}), true, "a triangle");
        NS_TEST_EXPECT_MSG_EQ(HasCycle({ab}, {parallel}), true, "two trunks of one edge");
    }
};

/// @brief Packets of events are read back; damaged ones are not events.
class EventPacketTest : public TestCase
{
  public:
    EventPacketTest()
        : TestCase("packets of events")
    {
    }

  private:
    void DoRun() override
    {
        SdnGreetingMessage greeting;
        greeting.cluster = 7;
        const Ipv6Address to = AddressOf(EventKind::CONTROL, *BitString::Parse("0110"));
        const Ipv6Address from = HostAddressOf(3, 9);
        const auto packet = MakeEventPacket(MakeDatagram(greeting, 9), from, to);
        std::vector<uint8_t> octets(packet->GetSize());
        packet->CopyData(octets.data(), packet->GetSize());
        const auto event = ReadEventPacket(octets);
        NS_TEST_ASSERT_MSG_EQ(event.has_value(), true, "read back");
        NS_TEST_EXPECT_MSG_EQ(event->source, from, "source");
        NS_TEST_EXPECT_MSG_EQ(event->destination, to, "destination");
        NS_TEST_EXPECT_MSG_EQ(SourcePrefixOf(3).Contains(from), true, "in its cluster's prefix");
        NS_TEST_EXPECT_MSG_EQ(SourcePrefixOf(2).Contains(from), false, "in no other's");
        for (std::size_t i = 0; i < octets.size(); ++i)
        {
            if (i > 0 && i < 8 && i != 4 && i != 5 && i != 6)
            {
                continue; // traffic class, flow label and hop limit are not part of the checksum
            }
            std::vector<uint8_t> damaged = octets;
            damaged[i] ^= 0x10;
            NS_TEST_EXPECT_MSG_EQ(ReadEventPacket(damaged).has_value(), false, "octet " << i);
        }
        for (std::size_t size = 0; size < octets.size(); ++size)
        {
            NS_TEST_EXPECT_MSG_EQ(ReadEventPacket(std::span(octets).first(size)).has_value(),
                                  false,
                                  "cut at " << size);
        }
        BitsItem bits = ItemOf(*BitString::Parse("01101"));
        NS_TEST_EXPECT_MSG_EQ(BitsOf(bits)->Text(), "01101", "bits read back");
        bits.length = 104;
        NS_TEST_EXPECT_MSG_EQ(BitsOf(bits).has_value(), false, "too many bits");
        bits = {.length = 3, .octets = {0xff}};
        NS_TEST_EXPECT_MSG_EQ(BitsOf(bits).has_value(), false, "bits beyond the length");
    }
};

/// @brief A ring of three switches: a topic takes the shortest way between its ports.
class InnerTreeTest : public TestCase
{
  public:
    InnerTreeTest()
        : TestCase("paths inside a cluster")
    {
    }

  private:
    void DoRun() override
    {
        ClusterLinks links(0);
        const std::vector<std::pair<ClusterLinks::PortKey, ClusterLinks::PortKey>> ring{
            {{10, 1}, {11, 2}},
            {{11, 1}, {12, 2}},
            {{12, 1}, {10, 2}}};
        for (const auto& [a, b] : ring)
        {
            links.SetPort(a, true, 1000);
            links.SetPort(b, true, 1000);
            links.ProbeHeard(a, {0, b.first, b.second}, Seconds(1));
            links.ProbeHeard(b, {0, a.first, a.second}, Seconds(1));
        }
        const InnerTree tree(links, {10, 11, 12});
        const std::map<NodeId, PortSet> expected{{10, {1, 2, 7}}, {11, {2, 8}}, {12, {1, 9}}};
        NS_TEST_EXPECT_MSG_EQ((tree.Connect({{10, {7}}, {11, {8}}, {12, {9}}}) == expected),
                              true,
                              "all three");
        const std::map<NodeId, PortSet> two{{10, {1}}, {11, {2, 8}}};
        NS_TEST_EXPECT_MSG_EQ((tree.Connect({{10, {}}, {11, {8}}}) == two), true, "two of them");
        const std::map<NodeId, PortSet> alone{{12, {9}}};
        NS_TEST_EXPECT_MSG_EQ((tree.Connect({{12, {9}}}) == alone), true, "one");
        NS_TEST_EXPECT_MSG_EQ(links.Expire(Seconds(2)), true, "silent");
        NS_TEST_EXPECT_MSG_EQ(links.Inner().size(), 0, "silent links carry nothing");
    }
};

/// @brief A switch of a cluster with others goes and comes back: links and hosts.
class SiblingSwitchLinksTest : public TestCase
{
  public:
    SiblingSwitchLinksTest()
        : TestCase("a switch with a sibling goes: its inner links change, its hosts stay known")
    {
    }

  private:
    void DoRun() override
    {
        ClusterLinks links(0);
        const ClusterLinks::PortKey a{10, 1};
        const ClusterLinks::PortKey b{11, 1};
        const ClusterLinks::PortKey host{11, 2};
        for (const auto& port : {a, b, host})
        {
            links.SetPort(port, true, 1000);
        }
        links.ProbeHeard(a, {0, b.first, b.second}, Seconds(1));
        links.ProbeHeard(b, {0, a.first, a.second}, Seconds(1));
        links.GreetingHeard(host, 5);
        NS_TEST_EXPECT_MSG_EQ(links.SetPort(a, false, 1000), true, "an inner link has failed");
        NS_TEST_EXPECT_MSG_EQ(links.SetPort(a, false, 1000), false, "nothing new");
        links.RemoveSwitch(11);
        NS_TEST_EXPECT_MSG_EQ(links.Inner().size(), 0, "no inner link");
        links.SetPort(host, true, 1000);
        NS_TEST_ASSERT_MSG_NE(links.PortOfHost(5), nullptr, "the host does not greet again");
        NS_TEST_EXPECT_MSG_EQ((*links.PortOfHost(5) == host), true, "its place");
        links.ProbeHeard(host, {1, 20, 1}, Seconds(2));
        NS_TEST_EXPECT_MSG_EQ(links.PortOfHost(5), nullptr, "a switch has taken its place");
    }
};

/// @brief What the control plane keeps and reads.
class SdnControlStateTestSuite : public TestSuite
{
  public:
    SdnControlStateTestSuite()
        : TestSuite("sdn-control-state", Type::UNIT)
    {
        AddTestCase(new TopologyReportTest, Duration::QUICK);
        AddTestCase(new HostileJsonTest(2000), Duration::QUICK);
        AddTestCase(new HostileJsonTest(100000), Duration::EXTENSIVE);
        AddTestCase(new FrameStreamTest, Duration::QUICK);
        AddTestCase(new InterestTableTest, Duration::QUICK);
        AddTestCase(new TrunkTest, Duration::QUICK);
        AddTestCase(new EventPacketTest, Duration::QUICK);
        AddTestCase(new InnerTreeTest, Duration::QUICK);
        AddTestCase(new SiblingSwitchLinksTest, Duration::QUICK);
    }
};

SdnControlStateTestSuite g_sdnControlStateTestSuite; ///< the suite

} // namespace
