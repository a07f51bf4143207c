// SPDX-License-Identifier: GPL-2.0-only
//
// A switch with packets on its links and a controller, as time-lines.

#include "switch-bench.h"

#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/pointer.h"
#include "ns3/sdn-ethernet-frame.h"
#include "ns3/uinteger.h"

using namespace ns3;
using namespace ns3::pubsub::sdn;

namespace
{

/// A topic and one below it.
const Ipv6Address TOPIC("ff18:180::");
/// Length of the topic's prefix.
constexpr uint8_t LENGTH = 27;

/**
 * @param actions of the entry
 * @param length of the prefix, and priority
 * @return an entry of the topic
 */
FlowMod
EntryOf(FlowActions actions, uint8_t length = LENGTH)
{
    return {.priority = length,
            .match = FlowMatch::Events(TOPIC, length),
            .applyActions = std::move(actions)};
}

/// @brief An order of the controller, a packet, and when it arrives.
class SwitchForwardingTest : public TestCase
{
  public:
    SwitchForwardingTest()
        : TestCase("an entry forwards, priority decides, counters count")
    {
    }

  private:
    void DoRun() override
    {
        SwitchBenchEnd end;
        SwitchBench bench(3);
        bench.RunUntil(MilliSeconds(100));
        NS_TEST_ASSERT_MSG_EQ(bench.device->IsConnected(), true, "HELLO");
        bench.Order(EntryOf({DecrementTtlAction{}, OutputAction{2}}, 25));
        bench.Order(EntryOf({OutputAction{3}, OutputAction{1}}));
        bench.RunUntil(MilliSeconds(200));
        NS_TEST_ASSERT_MSG_EQ(bench.device->Flows().Size(), 2, "entries");

        // 98 bytes and 2 of PPP: 800 ns at 1 Gbit/s, and 1 ms to the far end.
        const Time at = MilliSeconds(300);
        bench.Arrive(at, 1, SwitchBench::Event(Ipv6Address("ff18:1e0::9"), 7));
        // More bits agree with the second entry; its output to port 1 is where it came from.
        bench.Arrive(at + MilliSeconds(10), 1, SwitchBench::Event(Ipv6Address("ff18:180::9"), 7));
        bench.Arrive(at + MilliSeconds(20), 2, SwitchBench::Event(Ipv6Address("ff18:1e0::9"), 1));
        bench.RunUntil(MilliSeconds(400));
        NS_TEST_ASSERT_MSG_EQ(bench.PortsSince(at), "2 3", "arrivals");
        const auto& first = bench.arrivals[0];
        NS_TEST_EXPECT_MSG_EQ(first.at, at + NanoSeconds(800) + MilliSeconds(1), "idle link");
        NS_TEST_EXPECT_MSG_EQ(unsigned{first.hopLimit}, 6, "decremented");
        NS_TEST_EXPECT_MSG_EQ(first.bytes, 98, "nothing added");
        NS_TEST_EXPECT_MSG_EQ(unsigned{bench.arrivals[1].hopLimit}, 7, "as its entry has it");
        NS_TEST_EXPECT_MSG_EQ(bench.drops["hop limit"], 1, "the last hop");

        const auto entries = bench.device->Flows().Entries();
        NS_TEST_EXPECT_MSG_EQ(entries[0]->packets, 2, "packets of the first");
        NS_TEST_EXPECT_MSG_EQ(entries[0]->bytes, 200, "bytes of the first");
        NS_TEST_EXPECT_MSG_EQ(entries[1]->packets, 1, "packets of the second");
        const SwitchPort& port = bench.device->Port(1);
        NS_TEST_EXPECT_MSG_EQ(port.receivedPackets, 2, "in by port 1");
        NS_TEST_EXPECT_MSG_EQ(port.receivedBytes, 200, "in by port 1");
        NS_TEST_EXPECT_MSG_EQ(port.sentPackets, 0, "none goes back");
        NS_TEST_EXPECT_MSG_EQ(bench.device->Port(2).sentBytes, 100, "out by port 2");
        NS_TEST_EXPECT_MSG_EQ(bench.device->Port(2).receivedDropped, 1, "the last hop");
    }
};

/// @brief A group gives a copy to each bucket but to the port that the packet came in by.
class SwitchGroupTest : public TestCase
{
  public:
    SwitchGroupTest()
        : TestCase("groups replicate")
    {
    }

  private:
    void DoRun() override
    {
        SwitchBenchEnd end;
        SwitchBench bench(4);
        bench.RunUntil(MilliSeconds(100));
        bench.Order(GroupMod{.group = 7,
                             .buckets = {{{OutputAction{1}}},
                                         {{DecrementTtlAction{}, OutputAction{2}}},
                                         {{OutputAction{4}}}}});
        bench.Order(EntryOf({GroupAction{7}}));
        bench.RunUntil(MilliSeconds(200));
        for (uint32_t port = 1; port <= 4; ++port)
        {
            bench.Arrive(MilliSeconds(200 + 100 * port), port, SwitchBench::Event(TOPIC, 9));
        }
        bench.RunUntil(MilliSeconds(290) + Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(bench.PortsSince(Time(0)), "2 4 1 4 1 2 4 1 2", "copies");
        NS_TEST_EXPECT_MSG_EQ(unsigned{bench.arrivals[0].hopLimit}, 8, "in the bucket of port 2");
        NS_TEST_EXPECT_MSG_EQ(unsigned{bench.arrivals[1].hopLimit}, 9, "not in that of port 4");
        NS_TEST_EXPECT_MSG_EQ(bench.device->Groups().Groups().at(7).packets, 4, "counted");
        NS_TEST_EXPECT_MSG_EQ(bench.device->Groups().Buckets(), 3, "buckets");

        // A changed group is used by the next packet; a deleted one takes its entries along.
        const Time later = Simulator::Now();
        bench.Order(GroupMod{.command = GroupCommand::MODIFY,
                             .group = 7,
                             .buckets = {{{OutputAction{3}}}}});
        bench.Arrive(later + MilliSeconds(100), 1, SwitchBench::Event(TOPIC));
        bench.RunUntil(later + MilliSeconds(200));
        NS_TEST_EXPECT_MSG_EQ(bench.PortsSince(later), "3", "modified");
        bench.Order(GroupMod{.command = GroupCommand::DELETE, .group = 7});
        bench.RunUntil(later + MilliSeconds(300));
        NS_TEST_EXPECT_MSG_EQ(bench.device->Flows().Size(), 0, "entry of the deleted group");
        NS_TEST_EXPECT_MSG_EQ(bench.controllers[0]->All<ErrorMessage>().size(), 0, "errors");
    }
};

/// @brief The outputs that a switch finds are those by which packets leave, and finding them
/// changes nothing.
class SwitchOutputsTest : public TestCase
{
  public:
    SwitchOutputsTest()
        : TestCase("outputs are found without a packet")
    {
    }

  private:
    void DoRun() override
    {
        SwitchBenchEnd end;
        SwitchBench bench(4);
        bench.RunUntil(MilliSeconds(100));
        bench.Order(
            GroupMod{.group = 7,
                     .buckets = {{{OutputAction{1}}}, {{DecrementTtlAction{}, OutputAction{2}}}}});
        bench.Order(EntryOf({GroupAction{7}, OutputAction{4}}));
        bench.Order(EntryOf({OutputAction{PORT_ALL}}, 25));
        bench.Order(EntryOf({OutputAction{PORT_CONTROLLER}}, 40));
        bench.RunUntil(MilliSeconds(200));
        const std::vector<std::pair<Ipv6Address, uint8_t>> packets{{TOPIC, 9},
                                                                   {Ipv6Address("ff18:190::"), 9},
                                                                   {Ipv6Address("ff18:190::"), 1},
                                                                   {Ipv6Address("ff18:1e0::"), 9},
                                                                   {Ipv6Address("ff18:280::"), 9}};
        std::vector<std::set<uint32_t>> found;
        for (const auto& [address, hopLimit] : packets)
        {
            for (uint32_t port = 1; port <= 4; ++port)
            {
                found.push_back(bench.device->FindOutputs(port,
                                                          SwitchBench::Event(address, hopLimit),
                                                          ETHER_TYPE_IPV6));
            }
        }
        bench.RunUntil(MilliSeconds(300));
        NS_TEST_EXPECT_MSG_EQ(bench.arrivals.size(), 0, "nothing is sent");
        NS_TEST_EXPECT_MSG_EQ(bench.drops.size(), 0, "nothing is dropped");
        NS_TEST_EXPECT_MSG_EQ(bench.controllers[0]->All<PacketIn>().size(), 0, "nor handed over");
        NS_TEST_EXPECT_MSG_EQ(bench.device->Groups().Groups().at(7).packets, 0, "nor counted");
        NS_TEST_EXPECT_MSG_EQ(bench.device->Flows().Entries()[0]->packets, 0, "nor counted");

        std::size_t next = 0;
        std::size_t outputs = 0;
        for (const auto& [address, hopLimit] : packets)
        {
            for (uint32_t port = 1; port <= 4; ++port)
            {
                const Time from = Simulator::Now();
                bench.Arrive(from + MilliSeconds(10), port, SwitchBench::Event(address, hopLimit));
                bench.RunUntil(from + MilliSeconds(20));
                std::set<uint32_t> left;
                for (const auto& arrival : bench.arrivals)
                {
                    if (arrival.at >= from)
                    {
                        left.insert(arrival.port);
                    }
                }
                NS_TEST_EXPECT_MSG_EQ((found.at(next++) == left),
                                      true,
                                      address << " by port " << port);
                outputs += left.size();
            }
        }
        NS_TEST_EXPECT_MSG_GT(outputs, 12, "packets leave");
        NS_TEST_EXPECT_MSG_GT(bench.controllers[0]->All<PacketIn>().size(), 3, "some go up");
    }
};

/// @brief Entries end at the very nanosecond.
class SwitchTimeoutTest : public TestCase
{
  public:
    SwitchTimeoutTest()
        : TestCase("timeouts end entries at the exact time")
    {
    }

  private:
    void DoRun() override
    {
        SwitchBenchEnd end;
        SwitchBench bench(3);
        bench.RunUntil(Seconds(1));
        FlowMod hard = EntryOf({OutputAction{2}}, 25);
        hard.hardTimeout = 3;
        hard.flags = FLOW_SEND_REMOVED;
        hard.cookie = 1;
        FlowMod idle = EntryOf({OutputAction{3}}, 40);
        idle.idleTimeout = 2;
        idle.flags = FLOW_SEND_REMOVED;
        idle.cookie = 2;
        // Installed at 1 s exactly, so that the ends are known.
        bench.device->ChangeFlows(hard);
        bench.device->ChangeFlows(idle);
        const Time installed = Simulator::Now();
        const Ipv6Address other("ff18:1e0::");
        const Time nanosecond = NanoSeconds(1);
        const Time hardEnd = installed + Seconds(3);
        bench.Arrive(hardEnd - nanosecond, 1, SwitchBench::Event(other));
        bench.Arrive(hardEnd, 2, SwitchBench::Event(other));
        // Each packet of the topic lets the idle entry live on for 2 s.
        const Time used = installed + Seconds(2) - nanosecond;
        const Time usedAgain = used + Seconds(2) - nanosecond;
        const Time idleEnd = usedAgain + Seconds(2);
        bench.Arrive(used, 1, SwitchBench::Event(TOPIC));
        bench.Arrive(usedAgain, 1, SwitchBench::Event(TOPIC));
        bench.Arrive(idleEnd, 1, SwitchBench::Event(TOPIC));
        bench.RunUntil(Seconds(8));
        NS_TEST_EXPECT_MSG_EQ(bench.PortsSince(Time(0)), "3 2 3", "arrivals");
        NS_TEST_EXPECT_MSG_EQ(bench.device->Flows().Size(), 0, "both have ended");
        const auto removed = bench.controllers[0]->All<FlowRemoved>();
        NS_TEST_ASSERT_MSG_EQ(removed.size(), 2, "reports");
        NS_TEST_EXPECT_MSG_EQ((removed[0].reason == FlowEnd::HARD_TIMEOUT), true, "hard");
        NS_TEST_EXPECT_MSG_EQ(removed[0].durationSeconds, 3, "of the hard one's life");
        NS_TEST_EXPECT_MSG_EQ(removed[0].durationNanoseconds, 0, "exactly");
        NS_TEST_EXPECT_MSG_EQ(removed[0].packets, 1, "before its end");
        NS_TEST_EXPECT_MSG_EQ((removed[1].reason == FlowEnd::IDLE_TIMEOUT), true, "idle");
        NS_TEST_EXPECT_MSG_EQ(removed[1].durationSeconds, 5, "of the idle one's life");
        NS_TEST_EXPECT_MSG_EQ(removed[1].durationNanoseconds, 999'999'998, "exactly");
        NS_TEST_EXPECT_MSG_EQ(removed[1].packets, 2, "before its end");
    }
};

/// @brief Table miss, PACKET_OUT, buffers, barrier, statistics, port status, errors.
class SwitchControllerTest : public TestCase
{
  public:
    SwitchControllerTest()
        : TestCase("what a controller asks and gets")
    {
    }

  private:
    void DoRun() override
    {
        SwitchBenchEnd end;
        SwitchBench bench(3);
        bench.device->SetAttribute("Buffers", UintegerValue(2));
        bench.RunUntil(MilliSeconds(100));
        Misses(bench);
        Barrier(bench);
        Ports(bench);
        Errors(bench);
    }

    /// @param bench with a table without entries
    void Misses(SwitchBench& bench)
    {
        bench.Order(SetConfig{.missSendLength = 64});
        bench.RunUntil(MilliSeconds(200));
        bench.Arrive(MilliSeconds(300), 2, SwitchBench::Event(TOPIC));
        bench.RunUntil(MilliSeconds(400));
        auto misses = bench.controllers[0]->All<PacketIn>();
        NS_TEST_ASSERT_MSG_EQ(misses.size(), 1, "PACKET_IN");
        NS_TEST_EXPECT_MSG_EQ(misses[0].totalLength, 98 + 14, "as an Ethernet frame");
        NS_TEST_EXPECT_MSG_EQ(misses[0].frame.size(), 64, "cut");
        NS_TEST_EXPECT_MSG_EQ(*misses[0].match.inPort, 2, "port");
        const std::vector<uint8_t> header{0x33, 0x33, 0, 0, 0, 0, 0x02, 0, 0, 0, 0, 1, 0x86, 0xdd};
        NS_TEST_EXPECT_MSG_EQ(std::equal(header.begin(), header.end(), misses[0].frame.begin()),
                              true,
                              "Ethernet header");
        NS_TEST_ASSERT_MSG_NE(misses[0].buffer, NO_BUFFER, "the switch keeps the packet");
        // An entry with the buffer's number forwards the packet, too.
        FlowMod entry = EntryOf({OutputAction{1}, OutputAction{2}});
        entry.buffer = misses[0].buffer;
        bench.Order(entry);
        bench.RunUntil(MilliSeconds(500));
        NS_TEST_EXPECT_MSG_EQ(bench.PortsSince(Time(0)), "1", "not to where it came from");

        // PACKET_OUT takes the Ethernet header off, and goes through the table if asked to.
        const auto frame = FrameOf(*SwitchBench::Event(TOPIC), ETHER_TYPE_IPV6, 1500);
        bench.Order(PacketOut{.actions = {OutputAction{3}}, .frame = frame});
        bench.Order(PacketOut{.inPort = 1, .actions = {OutputAction{PORT_TABLE}}, .frame = frame});
        bench.Order(PacketOut{.inPort = 2, .actions = {OutputAction{PORT_ALL}}, .frame = frame});
        bench.Order(
            PacketOut{.inPort = 2, .actions = {OutputAction{PORT_IN_PORT}}, .frame = frame});
        bench.RunUntil(MilliSeconds(600));
        NS_TEST_EXPECT_MSG_EQ(bench.PortsSince(MilliSeconds(500)), "3 2 1 3 2", "PACKET_OUT");
        NS_TEST_EXPECT_MSG_EQ(bench.arrivals.back().bytes, 98, "without the Ethernet header");
        // An entry that sends to the controller says so.
        bench.Order(EntryOf({OutputAction{PORT_CONTROLLER, 40}}, 128));
        bench.RunUntil(MilliSeconds(700));
        bench.Arrive(MilliSeconds(750), 1, SwitchBench::Event(TOPIC));
        bench.RunUntil(MilliSeconds(800));
        misses = bench.controllers[0]->All<PacketIn>();
        NS_TEST_ASSERT_MSG_EQ(misses.size(), 2, "PACKET_IN");
        NS_TEST_EXPECT_MSG_EQ((misses[1].reason == PacketInReason::ACTION), true, "reason");
        NS_TEST_EXPECT_MSG_EQ(misses[1].frame.size(), 40, "as long as the entry has it");
    }

    /// @param bench with a controller
    void Barrier(SwitchBench& bench)
    {
        // 500 changes: the answer comes when all are done, and not before.
        for (uint16_t i = 0; i < 500; ++i)
        {
            bench.Order(EntryOf({OutputAction{3}}, 30 + i % 64));
            bench.Order(FlowMod{.priority = i, .match = FlowMatch::Events(TOPIC, 100)});
        }
        const uint32_t xid = bench.Order(BarrierRequest{});
        uint64_t atAnswer = 0;
        for (uint32_t step = 0; step < 1000 && atAnswer == 0; ++step)
        {
            bench.RunUntil(Simulator::Now() + MicroSeconds(100));
            const auto& last = bench.controllers[0]->messages.back();
            if (std::holds_alternative<BarrierReply>(last.message) && last.xid == xid)
            {
                atAnswer = bench.device->Flows().Size();
            }
        }
        NS_TEST_EXPECT_MSG_EQ(atAnswer, 1 + 1 + 64 + 500 - 0, "entries when the answer came");
        // The entries do not fit one message.
        bench.Order(MultipartRequest{FlowStatisticsRequest{}});
        bench.RunUntil(Simulator::Now() + MilliSeconds(100));
        const auto parts = bench.controllers[0]->All<MultipartReply>();
        NS_TEST_EXPECT_MSG_GT(parts.size(), 1, "parts");
        std::size_t entries = 0;
        for (std::size_t i = 0; i < parts.size(); ++i)
        {
            entries += std::get<0>(parts[i].body).size();
            NS_TEST_EXPECT_MSG_EQ(parts[i].hasMore, (i + 1 < parts.size()), "part " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(entries, bench.device->Flows().Size(), "all entries");
    }

    /// @param bench with a controller
    void Ports(SwitchBench& bench)
    {
        const Time now = Simulator::Now();
        bench.device->SetPortUp(2, false);
        bench.Arrive(now + MilliSeconds(20), 2, SwitchBench::Event(TOPIC));
        bench.RunUntil(now + MilliSeconds(100));
        const auto changes = bench.controllers[0]->All<PortStatus>();
        NS_TEST_ASSERT_MSG_EQ(changes.size(), 1, "PORT_STATUS");
        NS_TEST_EXPECT_MSG_EQ(changes[0].description.port, 2, "which");
        NS_TEST_EXPECT_MSG_EQ(changes[0].description.isDown, true, "down");
        NS_TEST_EXPECT_MSG_EQ(changes[0].description.speedKbps, 1'000'000, "rate");
        NS_TEST_EXPECT_MSG_EQ(bench.drops["port down"], 1, "nothing comes in");
        bench.device->SetPortUp(2, true);
        bench.Order(MultipartRequest{PortDescriptionRequest{}});
        bench.Order(MultipartRequest{PortStatisticsRequest{2}});
        bench.RunUntil(now + MilliSeconds(200));
        const auto answers = bench.controllers[0]->All<MultipartReply>();
        const auto* counters = std::get_if<1>(&answers.back().body);
        const auto* ports = std::get_if<2>(&answers[answers.size() - 2].body);
        NS_TEST_ASSERT_MSG_EQ(counters && ports, true, "answers");
        NS_TEST_EXPECT_MSG_EQ(ports->size(), 3, "ports");
        NS_TEST_EXPECT_MSG_EQ(ports->at(1).isDown, false, "up again");
        NS_TEST_ASSERT_MSG_EQ(counters->size(), 1, "only the one asked for");
        NS_TEST_EXPECT_MSG_EQ((counters->at(0) == bench.device->StatisticsOf(2)), false, "older");
        NS_TEST_EXPECT_MSG_EQ(counters->at(0).sentPackets,
                              bench.device->Port(2).sentPackets,
                              "counters");
    }

    /// @param bench with a controller
    void Errors(SwitchBench& bench)
    {
        const std::vector<std::tuple<OpenFlowMessage, ErrorType, uint16_t>> wrong{
            {EntryOf({OutputAction{4}}), ErrorType::BAD_ACTION, ACTION_BAD_OUT_PORT},
            {EntryOf({OutputAction{PORT_TABLE}}), ErrorType::BAD_ACTION, ACTION_BAD_OUT_PORT},
            {EntryOf({GroupAction{99}}), ErrorType::BAD_ACTION, ACTION_BAD_OUT_GROUP},
            {FlowMod{.table = 3}, ErrorType::FLOW_MOD_FAILED, FLOW_BAD_TABLE},
            {FlowMod{.flags = 0x80}, ErrorType::FLOW_MOD_FAILED, FLOW_BAD_FLAGS},
            {GroupMod{.command = GroupCommand::MODIFY, .group = 4},
             ErrorType::GROUP_MOD_FAILED,
             GROUP_UNKNOWN},
            {GroupMod{.group = GROUP_ALL}, ErrorType::GROUP_MOD_FAILED, GROUP_INVALID},
            {PacketOut{.buffer = 77}, ErrorType::BAD_REQUEST, REQUEST_BUFFER_UNKNOWN},
            {PacketOut{.inPort = 9}, ErrorType::BAD_REQUEST, REQUEST_BAD_PORT},
            {PacketOut{.frame = {1, 2, 3}}, ErrorType::BAD_REQUEST, REQUEST_BAD_PACKET},
            {MultipartRequest{PortStatisticsRequest{8}}, ErrorType::BAD_REQUEST, REQUEST_BAD_PORT},
            {FeaturesReply{}, ErrorType::BAD_REQUEST, REQUEST_BAD_TYPE},
        };
        for (const auto& [message, type, code] : wrong)
        {
            const std::size_t before = bench.device->Flows().Size();
            const uint32_t xid = bench.Order(message);
            bench.RunUntil(Simulator::Now() + MilliSeconds(50));
            const auto& last = bench.controllers[0]->messages.back();
            const auto* error = std::get_if<ErrorMessage>(&last.message);
            const std::string name = OpenFlowTypeName(TypeOf(message));
            NS_TEST_ASSERT_MSG_NE(error, nullptr, name << " " << code);
            NS_TEST_EXPECT_MSG_EQ((error->type == type), true, name << " " << code);
            NS_TEST_EXPECT_MSG_EQ(error->code, code, name);
            NS_TEST_EXPECT_MSG_EQ(last.xid, xid, name);
            NS_TEST_EXPECT_MSG_EQ(bench.device->Flows().Size(), before, name << ": no effect");
        }
    }
};

/// @brief Roles, takeover by the next controller, and forwarding without any.
class SwitchTakeoverTest : public TestCase
{
  public:
    SwitchTakeoverTest()
        : TestCase("another controller takes over; forwarding goes on")
    {
    }

  private:
    void DoRun() override
    {
        SwitchBenchEnd end;
        SwitchBench bench(2, 2);
        bench.RunUntil(MilliSeconds(100));
        NS_TEST_EXPECT_MSG_EQ(bench.controllers[1]->opened, 0, "a backup has no connection");
        bench.Order(RoleRequest{ControllerRole::MASTER, 5});
        bench.Order(EntryOf({OutputAction{2}}));
        bench.RunUntil(MilliSeconds(200));
        bench.controllers[0]->Fail();
        bench.Arrive(MilliSeconds(300), 1, SwitchBench::Event(TOPIC));
        bench.Arrive(MilliSeconds(301), 1, SwitchBench::Event(Ipv6Address("ff18::")));
        bench.RunUntil(MilliSeconds(400));
        NS_TEST_EXPECT_MSG_EQ(bench.device->IsConnected(), false, "alone");
        NS_TEST_EXPECT_MSG_EQ(bench.PortsSince(Time(0)), "2", "forwarding goes on");
        NS_TEST_EXPECT_MSG_EQ(bench.drops["no controller"], 1, "without a controller");
        bench.RunUntil(Seconds(2));
        NS_TEST_ASSERT_MSG_EQ(bench.device->IsConnected(), true, "the next one");
        NS_TEST_EXPECT_MSG_EQ(bench.device->ControllerIndex(), 1, "the next one");
        NS_TEST_EXPECT_MSG_EQ(bench.device->Flows().Size(), 1, "entries stay");

        // A master of the past is refused; a slave may only look.
        auto& backup = *bench.controllers[1];
        backup.connection->Send(RoleRequest{ControllerRole::MASTER, 4});
        backup.connection->Send(RoleRequest{ControllerRole::SLAVE, 6});
        backup.connection->Send(EntryOf({OutputAction{1}}, 40));
        backup.connection->Send(MultipartRequest{PortDescriptionRequest{}});
        bench.RunUntil(Seconds(3));
        const auto errors = backup.All<ErrorMessage>();
        NS_TEST_ASSERT_MSG_EQ(errors.size(), 2, "stale, and no right to change");
        NS_TEST_EXPECT_MSG_EQ(errors[0].code, ROLE_STALE, "stale");
        NS_TEST_EXPECT_MSG_EQ(errors[1].code, REQUEST_IS_SLAVE, "a slave");
        NS_TEST_EXPECT_MSG_EQ(backup.All<RoleReply>().size(), 1, "the slave's role");
        NS_TEST_EXPECT_MSG_EQ(backup.All<MultipartReply>().size(), 1, "may look");
        NS_TEST_EXPECT_MSG_EQ(bench.device->Flows().Size(), 1, "no change by a slave");

        // A switch that is off loses everything, and begins with the first controller.
        bench.device->SetUp(false);
        NS_TEST_EXPECT_MSG_EQ(bench.device->Flows().Size(), 0, "tables are lost");
        bench.Arrive(Seconds(3) + MilliSeconds(50), 1, SwitchBench::Event(TOPIC));
        bench.RunUntil(Seconds(4));
        NS_TEST_EXPECT_MSG_EQ(bench.drops["port down"], 1, "nothing works");
        bench.device->SetUp(true);
        bench.RunUntil(Seconds(10));
        NS_TEST_EXPECT_MSG_EQ(bench.device->IsConnected(), true, "again");
        NS_TEST_EXPECT_MSG_EQ(bench.device->ControllerIndex(), 1, "the first refuses connections");
    }
};

/// @brief A silent controller is given up after three intervals.
class SwitchSilenceTest : public TestCase
{
  public:
    SwitchSilenceTest()
        : TestCase("a silent controller is given up")
    {
    }

  private:
    void DoRun() override
    {
        SwitchBenchEnd end;
        SwitchBench bench(1, 2);
        bench.RunUntil(Seconds(20));
        NS_TEST_EXPECT_MSG_EQ(bench.device->ControllerIndex(), 0, "echoes are answered");
        // The link is cut without a word: the TCP connection stays.
        const auto device = bench.node->GetDevice(2);
        const auto errors = CreateObject<RateErrorModel>();
        errors->SetAttribute("ErrorRate", DoubleValue(1));
        errors->SetAttribute("ErrorUnit", StringValue("ERROR_UNIT_PACKET"));
        device->SetAttribute("ReceiveErrorModel", PointerValue(errors));
        // The last answer came soon after 18 s, since an echo follows an interval of silence.
        bench.RunUntil(MilliSeconds(21900));
        NS_TEST_EXPECT_MSG_EQ(bench.device->ControllerIndex(), 0, "not yet");
        bench.RunUntil(Seconds(26));
        NS_TEST_EXPECT_MSG_EQ(bench.device->ControllerIndex(), 1, "the next one");
        NS_TEST_EXPECT_MSG_EQ(bench.device->IsConnected(), true, "the next one");
    }
};

/// @brief The end of a simulation disposes the parts of a node in any order: a switch sends
/// nothing.
class SwitchDisposalTest : public TestCase
{
  public:
    /// @param isNodeFirst whether the node is disposed before the switch
    explicit SwitchDisposalTest(bool isNodeFirst)
        : TestCase(std::string("a connected switch is disposed ") +
                   (isNodeFirst ? "after its node" : "before its node")),
          m_isNodeFirst(isNodeFirst)
    {
    }

  private:
    void DoRun() override
    {
        SwitchBenchEnd end;
        SwitchBench bench(2);
        bench.RunUntil(MilliSeconds(100));
        NS_TEST_EXPECT_MSG_EQ(bench.device->IsConnected(), true, "HELLO");
        // ns-3 disposes what was looked up most often first.
        for (int i = 0; i < 1000; ++i)
        {
            bench.node->GetObject<SdnSwitch>();
            if (m_isNodeFirst)
            {
                bench.device->GetObject<Node>();
                bench.device->GetObject<Node>();
            }
        }
        uint32_t sent = 0;
        bench.node->GetDevice(2)->TraceConnectWithoutContext(
            "PhyTxBegin",
            Callback<void, Ptr<const Packet>>([&](Ptr<const Packet>) { ++sent; }));
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(sent, 0, "by the link to the controller");
    }

    bool m_isNodeFirst; ///< whether the node is disposed before the switch
};

/// @brief A switch.
class SwitchTestSuite : public TestSuite
{
  public:
    SwitchTestSuite()
        : TestSuite("sdn-switch", Type::SYSTEM)
    {
        AddTestCase(new SwitchForwardingTest, Duration::QUICK);
        AddTestCase(new SwitchGroupTest, Duration::QUICK);
        AddTestCase(new SwitchOutputsTest, Duration::QUICK);
        AddTestCase(new SwitchTimeoutTest, Duration::QUICK);
        AddTestCase(new SwitchControllerTest, Duration::QUICK);
        AddTestCase(new SwitchTakeoverTest, Duration::QUICK);
        AddTestCase(new SwitchSilenceTest, Duration::QUICK);
        AddTestCase(new SwitchDisposalTest(true), Duration::QUICK);
        AddTestCase(new SwitchDisposalTest(false), Duration::QUICK);
    }
};

SwitchTestSuite g_switchTestSuite; ///< the suite

} // namespace
