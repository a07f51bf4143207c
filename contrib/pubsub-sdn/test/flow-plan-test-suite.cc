// SPDX-License-Identifier: GPL-2.0-only
//
// Plans of switches: fewer entries with the same ports, updates without loss, and their dump.

#include "ns3/random-variable-stream.h"
#include "ns3/sdn-coding-faults.h"
#include "ns3/sdn-flow-dump.h"
#include "ns3/sdn-flow-plan.h"
#include "ns3/test.h"

#include <algorithm>
#include <sstream>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::sdn;

namespace
{

/// Codes in the tests have at most as many bits, so that all of them can be tried.
constexpr std::size_t BITS = 6;

/// All aggregations.
const std::vector<FlowAggregation> AGGREGATIONS{FlowAggregation::NONE,
                                                FlowAggregation::ANCESTOR,
                                                FlowAggregation::MINIMAL};

/// Sets of ports in the tests; the first one drops packets.
const std::vector<PortSet> PORTS{{}, {1}, {2}, {1, 2}};

/**
 * @param text of 0 and 1
 * @return the prefix of events whose codes begin so
 */
AddressPrefix
PrefixOfBits(const std::string& text)
{
    return PrefixOf(EventKind::PUBLISH, *BitString::Parse(text));
}

/**
 * @param value of a code
 * @param bits of the code
 * @return its address
 */
Ipv6Address
AddressOfNumber(uint64_t value, std::size_t bits = BITS)
{
    BitString code;
    code.AppendNumber(value, bits);
    return AddressOf(EventKind::PUBLISH, code);
}

/// @return all addresses that the tests look up
const std::vector<Ipv6Address>&
Addresses()
{
    static const std::vector<Ipv6Address> all = [] {
        std::vector<Ipv6Address> addresses;
        for (uint64_t value = 0; value < 1U << BITS; ++value)
        {
            addresses.push_back(AddressOfNumber(value));
        }
        return addresses;
    }();
    return all;
}

/**
 * @param plan of a switch
 * @return the ports of each address; "miss" for none
 */
std::vector<std::string>
Forwarding(const PortPlan& plan)
{
    std::vector<std::string> all;
    for (const Ipv6Address& address : Addresses())
    {
        const PortSet* ports = plan.Lookup(address);
        std::string text = ports ? "to" : "miss";
        for (const uint32_t port : ports ? *ports : PortSet())
        {
            text += " " + std::to_string(port);
        }
        all.push_back(text);
    }
    return all;
}

/**
 * @brief Look up an address by going through all entries.
 * @param plan of a switch
 * @param address of an event
 * @return the ports of the longest prefix; null for none
 */
const PortSet*
SlowLookup(const PortPlan& plan, const Ipv6Address& address)
{
    const PortSet* ports = nullptr;
    int longest = -1;
    for (const auto& [prefix, its] : plan.All())
    {
        if (prefix.length > longest && prefix.Contains(address))
        {
            longest = prefix.length;
            ports = &its;
        }
    }
    return ports;
}

/// @brief Draws random plans.
class PlanMaker
{
  public:
    /// @param stream of all draws
    explicit PlanMaker(int64_t stream)
        : m_random(CreateObject<UniformRandomVariable>())
    {
        m_random->SetStream(stream);
    }

    /**
     * @param entries that are drawn; equal ones count once
     * @param bits of a code at most
     * @return a plan
     */
    PortPlan Make(uint32_t entries, std::size_t bits = BITS)
    {
        PortPlan plan;
        for (; entries > 0; --entries)
        {
            BitString code;
            for (uint32_t size = Below(bits + 1); size > 0; --size)
            {
                code.PushBack(Below(2) == 1);
            }
            plan.Set(PrefixOf(EventKind::PUBLISH, code), PORTS[Below(PORTS.size())]);
        }
        return plan;
    }

    /**
     * @param limit more than is wanted
     * @return a number from 0 to limit - 1
     */
    uint32_t Below(std::size_t limit)
    {
        return m_random->GetInteger(0, static_cast<uint32_t>(limit) - 1);
    }

    /// @return draws
    Ptr<UniformRandomVariable> Random() const
    {
        return m_random;
    }

  private:
    Ptr<UniformRandomVariable> m_random; ///< all draws
};

/// @brief A plan that is aggregated by hand, and names.
class KnownPlanTest : public TestCase
{
  public:
    KnownPlanTest()
        : TestCase("known plans")
    {
    }

  private:
    /**
     * @param plan of a switch
     * @return its entries
     */
    static std::string TextOfPlan(const PortPlan& plan)
    {
        std::string text;
        for (const auto& [prefix, ports] : plan.All())
        {
            text += (text.empty() ? "" : "; ") + prefix.Text() + ":";
            for (const uint32_t port : ports)
            {
                text += " " + std::to_string(port);
            }
        }
        return text;
    }

    void DoRun() override
    {
        // A father to port 1; of its children one as the father, two to port 2.
        PortPlan plan;
        plan.Set(PrefixOfBits("010"), {1});
        plan.Set(PrefixOfBits("01010"), {1});
        plan.Set(PrefixOfBits("010110"), {2});
        plan.Add(PrefixOfBits("010111"), {2});
        NS_TEST_EXPECT_MSG_EQ(TextOfPlan(plan),
                              "ff18:20::/28: 1; ff18:28::/30: 1; ff18:2c::/31: 2; ff18:2e::/31: 2",
                              "all entries");
        NS_TEST_EXPECT_MSG_EQ(TextOfPlan(Aggregated(plan, FlowAggregation::ANCESTOR)),
                              "ff18:20::/28: 1; ff18:2c::/31: 2; ff18:2e::/31: 2",
                              "as its father");
        NS_TEST_EXPECT_MSG_EQ(TextOfPlan(Aggregated(plan, FlowAggregation::MINIMAL)),
                              "ff18:20::/28: 1; ff18:2c::/30: 2",
                              "two siblings in one entry");
        NS_TEST_EXPECT_MSG_EQ(TextOfPlan(Aggregated(PortPlan(), FlowAggregation::MINIMAL)),
                              "",
                              "an empty plan");
        PortPlan whole;
        whole.Set({Ipv6Address("::"), 0}, {7});
        whole.Set({Ipv6Address("ff18::1"), 128}, {});
        NS_TEST_EXPECT_MSG_EQ(TextOfPlan(Aggregated(whole, FlowAggregation::MINIMAL)),
                              "::/0: 7; ff18::1:",
                              "the shortest and the longest prefix");
        for (std::size_t i = 0; i < AGGREGATIONS.size(); ++i)
        {
            const std::string& name = FlowAggregationNames()[i];
            NS_TEST_EXPECT_MSG_EQ((ParseFlowAggregation(name) == AGGREGATIONS[i]), true, name);
        }
        std::string sentence;
        try
        {
            ParseFlowAggregation("some");
        }
        catch (const broker::BrokerInputError& error)
        {
            sentence = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(sentence,
                              "no aggregation of flow entries is named 'some'; expected one of "
                              "none, ancestor, minimal",
                              "refused");
    }
};

/// @brief On random plans every address keeps its ports, and no entry is superfluous.
class AggregationTest : public TestCase
{
  public:
    AggregationTest()
        : TestCase("the same ports with fewer entries")
    {
    }

  private:
    /**
     * @brief The fewest entries, by trying for each prefix all labels.
     * @param plan of a switch
     * @param code of the prefix
     * @param around label of the entry around it: an index of PORTS, or -1
     * @return number of entries; large where it is impossible
     */
    static uint32_t Fewest(const PortPlan& plan, const BitString& code, int around)
    {
        constexpr uint32_t IMPOSSIBLE = 1000;
        uint32_t fewest = IMPOSSIBLE;
        for (int label = -1; label < static_cast<int>(PORTS.size()); ++label)
        {
            if (label == -1 && around != -1)
            {
                continue;
            }
            uint32_t entries = label == around ? 0 : 1;
            if (code.Size() == DEPTH)
            {
                const PortSet* ports = SlowLookup(plan, AddressOf(EventKind::PUBLISH, code));
                const bool isRight = label == -1 ? !ports : ports && *ports == PORTS[label];
                entries += isRight ? 0 : IMPOSSIBLE;
            }
            else
            {
                for (const bool bit : {false, true})
                {
                    BitString longer = code;
                    longer.PushBack(bit);
                    entries += Fewest(plan, longer, label);
                }
            }
            fewest = std::min(fewest, entries);
        }
        return fewest;
    }

    void DoRun() override
    {
        PlanMaker maker(1);
        uint32_t fewer = 0;
        for (uint32_t i = 0; i < 400; ++i)
        {
            const PortPlan plan = maker.Make(maker.Below(30));
            const auto expected = Forwarding(plan);
            const PortPlan byAncestor = Aggregated(plan, FlowAggregation::ANCESTOR);
            const PortPlan minimal = Aggregated(plan, FlowAggregation::MINIMAL);
            NS_TEST_EXPECT_MSG_EQ((Forwarding(byAncestor) == expected), true, "ancestor");
            NS_TEST_EXPECT_MSG_EQ((Forwarding(minimal) == expected), true, "minimal");
            for (const Ipv6Address& address : Addresses())
            {
                NS_TEST_EXPECT_MSG_EQ(plan.Lookup(address),
                                      SlowLookup(plan, address),
                                      "the longest prefix");
            }
            NS_TEST_EXPECT_MSG_LT_OR_EQ(minimal.Size(), byAncestor.Size(), "fewer");
            NS_TEST_EXPECT_MSG_LT_OR_EQ(byAncestor.Size(), plan.Size(), "fewer");
            fewer += minimal.Size() < byAncestor.Size() && byAncestor.Size() < plan.Size();
            CheckAncestors(byAncestor);
        }
        NS_TEST_EXPECT_MSG_GT(fewer, 100, "all three differ");
        for (uint32_t i = 0; i < 100; ++i)
        {
            const PortPlan plan = maker.Make(1 + maker.Below(12), DEPTH);
            NS_TEST_EXPECT_MSG_EQ(Aggregated(plan, FlowAggregation::MINIMAL).Size(),
                                  Fewest(plan, BitString(), -1),
                                  "as few as possible");
        }
    }

    /// @brief No entry has the ports of the longest entry around it.
    /// @param plan aggregated
    void CheckAncestors(const PortPlan& plan)
    {
        for (const auto& [prefix, ports] : plan.All())
        {
            const PortSet* around = nullptr;
            int longest = -1;
            for (const auto& [other, its] : plan.All())
            {
                if (other != prefix && other.Contains(prefix) && other.length > longest)
                {
                    longest = other.length;
                    around = &its;
                }
            }
            NS_TEST_EXPECT_MSG_EQ((around && *around == ports), false, "a superfluous entry");
        }
    }

    static constexpr std::size_t DEPTH = 4; ///< bits of codes where all labels are tried
};

/// @brief Plans for the topics of random trees: every topic keeps its ports, in each coding.
class TopicPlanTest : public TestCase
{
  public:
    TopicPlanTest()
        : TestCase("plans of topic trees")
    {
    }

  private:
    void DoRun() override
    {
        PlanMaker maker(2);
        for (uint32_t i = 0; i < 40; ++i)
        {
            const TopicTree tree = RandomTopicTree(40, maker.Random());
            for (const std::string& name : TopicCodingNames())
            {
                const TopicCodes codes(ParseTopicCoding(name), tree);
                std::vector<PortSet> ports;
                PortPlan plan;
                for (TopicId topic = 0; topic < tree.Size(); ++topic)
                {
                    // Subscribers of a topic get the events of its descendants, too.
                    const TopicId father = tree.Father(topic);
                    ports.push_back(father == NO_TOPIC ? PortSet{1 + maker.Below(3)}
                                                       : ports[father]);
                    ports.back().insert(1 + maker.Below(4));
                    for (const AddressPrefix& prefix : codes.CoverOf(topic))
                    {
                        plan.Set(prefix, ports[topic]);
                    }
                }
                for (const FlowAggregation aggregation : AGGREGATIONS)
                {
                    const PortPlan fewer = Aggregated(plan, aggregation);
                    for (TopicId topic = 0; topic < tree.Size(); ++topic)
                    {
                        const PortSet* found = fewer.Lookup(codes.OwnAddress(topic));
                        NS_TEST_EXPECT_MSG_EQ((found && *found == ports[topic]), true, name);
                    }
                }
            }
        }
    }
};

/// @brief A switch that executes updates message by message.
class TableOfSwitch
{
  public:
    /// @param group to add
    void Add(const PortGroup& group)
    {
        m_isRight = m_isRight && m_groups.emplace(group.group, group.ports).second;
    }

    /// @param flow to add, or to replace that of the same prefix
    void Add(const EventFlow& flow)
    {
        m_isRight = m_isRight && (flow.group == NO_GROUP || m_groups.contains(flow.group));
        m_flows[flow.prefix] = flow.group;
    }

    /// @param prefix of the flow to delete
    void Delete(const AddressPrefix& prefix)
    {
        m_isRight = m_isRight && m_flows.erase(prefix) == 1;
    }

    /// @param group to delete, which has no flow
    void DeleteGroup(uint32_t group)
    {
        for (const auto& [prefix, its] : m_flows)
        {
            m_isRight = m_isRight && its != group;
        }
        m_isRight = m_isRight && m_groups.erase(group) == 1;
    }

    /// @return what it does with each address
    PortPlan Plan() const
    {
        PortPlan plan;
        for (const auto& [prefix, group] : m_flows)
        {
            plan.Set(prefix, group == NO_GROUP ? PortSet() : m_groups.at(group));
        }
        return plan;
    }

    /// @return whether each message was possible
    bool IsRight() const
    {
        return m_isRight;
    }

    /// @return number of groups
    std::size_t Groups() const
    {
        return m_groups.size();
    }

  private:
    std::map<uint32_t, PortSet> m_groups;      ///< by number
    std::map<AddressPrefix, uint32_t> m_flows; ///< groups by prefix
    bool m_isRight = true;                     ///< whether each message was possible
};

/// @brief After each message of an update, every address has its old or its new ports.
class UpdateTest : public TestCase
{
  public:
    UpdateTest()
        : TestCase("updates without loss")
    {
    }

  private:
    /// @brief Compare the table with the old and the new plan.
    void Check()
    {
        const auto now = Forwarding(m_table.Plan());
        for (std::size_t i = 0; i < now.size(); ++i)
        {
            const bool isRight = now[i] == m_old[i] || now[i] == m_new[i];
            NS_TEST_EXPECT_MSG_EQ(isRight, true, now[i] + ": " + m_old[i] + " or " + m_new[i]);
        }
        ++m_checks;
    }

    /// @brief Execute an update.
    /// @param update in its order
    void Execute(const FlowUpdate& update)
    {
        for (const PortGroup& group : update.groupsToAdd)
        {
            m_table.Add(group);
        }
        for (const EventFlow& flow : update.flowsToAdd)
        {
            m_table.Add(flow);
            Check();
        }
        for (const AddressPrefix& prefix : update.flowsToDelete)
        {
            m_table.Delete(prefix);
            Check();
        }
        for (const uint32_t group : update.groupsToDelete)
        {
            m_table.DeleteGroup(group);
        }
    }

    void DoRun() override
    {
        PlanMaker maker(3);
        FlowPlan flows;
        m_old = Forwarding(PortPlan());
        for (uint32_t i = 0; i < 300; ++i)
        {
            const FlowAggregation aggregation = AGGREGATIONS[maker.Below(AGGREGATIONS.size())];
            const PortPlan wanted = Aggregated(maker.Make(maker.Below(25)), aggregation);
            m_new = Forwarding(wanted);
            const FlowUpdate update = flows.Change(wanted);
            Execute(update);
            NS_TEST_EXPECT_MSG_EQ((m_table.Plan() == wanted), true, "the new plan");
            NS_TEST_EXPECT_MSG_EQ((flows.Installed() == wanted), true, "installed");
            NS_TEST_EXPECT_MSG_EQ(m_table.IsRight(), true, "no message was impossible");
            std::set<PortSet> different;
            std::size_t buckets = 0;
            for (const auto& [prefix, ports] : wanted.All())
            {
                const bool isNew = !ports.empty() && different.insert(ports).second;
                buckets += isNew ? ports.size() : 0;
                const uint32_t group = flows.FlowOf(prefix).group;
                NS_TEST_EXPECT_MSG_EQ((group == NO_GROUP), ports.empty(), "dropped");
            }
            NS_TEST_EXPECT_MSG_EQ(m_table.Groups(), different.size(), "one group for each set");
            NS_TEST_EXPECT_MSG_EQ(flows.Groups(), different.size(), "one group for each set");
            NS_TEST_EXPECT_MSG_EQ(flows.Buckets(), buckets, "buckets");
            NS_TEST_EXPECT_MSG_EQ(flows.Change(wanted).IsEmpty(), true, "nothing to do");
            m_old = m_new;
        }
        NS_TEST_EXPECT_MSG_GT(m_checks, 2000, "messages");
        // A switch that has lost its tables gets the whole plan again.
        const PortPlan wanted = flows.Installed();
        flows.Forget();
        const FlowUpdate again = flows.Change(wanted);
        NS_TEST_EXPECT_MSG_EQ(again.flowsToAdd.size(), wanted.Size(), "all of it");
        NS_TEST_EXPECT_MSG_EQ(again.flowsToDelete.size(), 0, "nothing to delete");
    }

    TableOfSwitch m_table;          ///< that executes the updates
    std::vector<std::string> m_old; ///< ports of each address before the update
    std::vector<std::string> m_new; ///< ports of each address after it
    uint32_t m_checks = 0;          ///< messages
};

/// @brief The orders of an update and the numbers of groups.
class UpdateOrderTest : public TestCase
{
  public:
    UpdateOrderTest()
        : TestCase("orders of an update")
    {
    }

  private:
    void DoRun() override
    {
        PortPlan first;
        first.Set(PrefixOfBits("0"), {1});
        first.Set(PrefixOfBits("01"), {2});
        first.Set(PrefixOfBits("011"), {1});
        FlowPlan flows;
        FlowUpdate update = flows.Change(first);
        NS_TEST_EXPECT_MSG_EQ(update.groupsToAdd.size(), 2, "two sets of ports");
        NS_TEST_EXPECT_MSG_EQ(update.Messages(), 5, "two groups and three flows");
        NS_TEST_EXPECT_MSG_EQ(+update.flowsToAdd.front().prefix.length, 28, "the longest first");
        NS_TEST_EXPECT_MSG_EQ(flows.FlowOf(PrefixOfBits("0")).group, 1, "numbers begin at 1");
        NS_TEST_EXPECT_MSG_EQ(flows.FlowOf(PrefixOfBits("011")).group, 1, "the same ports");

        PortPlan second;
        second.Set(PrefixOfBits("011"), {3});
        update = flows.Change(second);
        NS_TEST_EXPECT_MSG_EQ(update.flowsToAdd.size(), 1, "replaced");
        NS_TEST_EXPECT_MSG_EQ(+update.flowsToDelete.front().length, 26, "the shortest first");
        NS_TEST_EXPECT_MSG_EQ((update.groupsToDelete == std::vector<uint32_t>{1, 2}), true, "free");
        NS_TEST_EXPECT_MSG_EQ(flows.FlowOf(PrefixOfBits("011")).group, 3, "1 and 2 were in use");
        flows.Change(first);
        NS_TEST_EXPECT_MSG_EQ(flows.FlowOf(PrefixOfBits("0")).group, 1, "free numbers again");
    }
};

/// @brief Lines as ovs-ofctl prints them.
class FlowDumpTest : public TestCase
{
  public:
    FlowDumpTest()
        : TestCase("the dump of flows")
    {
    }

  private:
    /// @return the entry of events in the syntax's example
    static DumpedFlow Event()
    {
        DumpedFlow flow;
        flow.duration = MilliSeconds(1500);
        flow.packets = 3;
        flow.octets = 600;
        flow.priority = 126;
        flow.ethType = 0x86dd;
        flow.ipProtocol = 17;
        flow.ipv6To = PrefixOf(EventKind::CONTROL, *BitString::Parse("0"));
        flow.actions = {TextOfDecrement(), TextOfGroup(7)};
        return flow;
    }

    void DoRun() override
    {
        DumpedFlow flow = Event();
        NS_TEST_EXPECT_MSG_EQ(DumpLine(flow),
                              " cookie=0x0, duration=1.5s, table=0, n_packets=3, n_bytes=600, "
                              "priority=126,udp6,ipv6_dst=ff18:180::/26 actions=dec_ttl,group:7",
                              "an event");
        flow.cookie = 0x1f;
        flow.table = 2;
        flow.duration = NanoSeconds(12'000'000'100);
        flow.idleTimeout = 10;
        flow.hardTimeout = 60;
        flow.inPort = 4;
        flow.ipv6From = AddressPrefix{Ipv6Address("2001:db8::1"), 128};
        flow.actions.clear();
        NS_TEST_EXPECT_MSG_EQ(
            DumpLine(flow),
            " cookie=0x1f, duration=12.0000001s, table=2, n_packets=3, n_bytes=600, "
            "idle_timeout=10, hard_timeout=60, "
            "priority=126,udp6,in_port=4,ipv6_src=2001:db8::1,ipv6_dst=ff18:180::/26 actions=drop",
            "all fields");
        DumpedFlow host;
        host.priority = 10;
        host.ethType = 0x0800;
        host.ipv4To = Ipv4Address("10.0.0.1");
        host.actions = {TextOfOutput(3)};
        const std::string counters = " cookie=0x0, duration=0s, table=0, n_packets=0, n_bytes=0, ";
        NS_TEST_EXPECT_MSG_EQ(DumpLine(host),
                              counters + "priority=10,ip,nw_dst=10.0.0.1 actions=output:3",
                              "a host");
        host.ipv4Length = 8;
        host.ipProtocol = 89;
        NS_TEST_EXPECT_MSG_EQ(DumpLine(host),
                              counters +
                                  "priority=10,ip,nw_dst=10.0.0.1/8,nw_proto=89 actions=output:3",
                              "another protocol");
        DumpedFlow other;
        other.priority = 1;
        other.inPort = 2;
        other.ethType = 0x88cc;
        other.actions = {TextOfOutput(0xfffffff8)};
        NS_TEST_EXPECT_MSG_EQ(DumpLine(other),
                              counters + "priority=1,in_port=2,dl_type=0x88cc actions=IN_PORT",
                              "another type");
        DumpedFlow miss;
        miss.priority = 0;
        miss.actions = {TextOfOutput(0xfffffffd)};
        NS_TEST_EXPECT_MSG_EQ(DumpLine(miss),
                              counters + "priority=0 actions=CONTROLLER:65535",
                              "the table miss");
        miss.priority = 32768;
        NS_TEST_EXPECT_MSG_EQ(DumpLine(miss),
                              counters + "actions=CONTROLLER:65535",
                              "the default priority");
        std::ostringstream table;
        WriteFlowDump(table, {host, Event(), miss});
        NS_TEST_EXPECT_MSG_EQ(table.str(),
                              DumpLine(miss) + "\n" + DumpLine(Event()) + "\n" + DumpLine(host) +
                                  "\n",
                              "by priority");
    }
};

/// @brief Plans of switches.
class FlowPlanTestSuite : public TestSuite
{
  public:
    FlowPlanTestSuite()
        : TestSuite("sdn-flow-plans", Type::UNIT)
    {
        AddTestCase(new KnownPlanTest, Duration::QUICK);
        AddTestCase(new AggregationTest, Duration::QUICK);
        AddTestCase(new TopicPlanTest, Duration::QUICK);
        AddTestCase(new UpdateTest, Duration::QUICK);
        AddTestCase(new UpdateOrderTest, Duration::QUICK);
        AddTestCase(new FlowDumpTest, Duration::QUICK);
    }
};

FlowPlanTestSuite g_flowPlanTestSuite; ///< the suite

} // namespace
