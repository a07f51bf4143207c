// SPDX-License-Identifier: GPL-2.0-only
//
// The flow table against the plainest one there is: look at all entries.

#include "ns3/random-variable-stream.h"
#include "ns3/sdn-flow-table.h"
#include "ns3/test.h"

#include <algorithm>

using namespace ns3;
using namespace ns3::pubsub::sdn;

namespace
{

/// @brief Random changes and packets give the same entries as a search through all.
class FlowTableOracleTest : public TestCase
{
  public:
    FlowTableOracleTest()
        : TestCase("entries are found as by looking at all of them")
    {
    }

  private:
    /// @param most the greatest number
    /// @return a random number from 0
    uint32_t Draw(uint32_t most)
    {
        return m_random->GetInteger(0, most);
    }

    /// @return an address of few different ones
    Ipv6Address Address()
    {
        std::array<uint8_t, 16> octets{0xff, 0x18};
        octets[3] = Draw(3) << 6;
        octets[15] = Draw(3);
        return Ipv6Address(octets.data());
    }

    /// @return a match that others overlap with
    FlowMatch Match()
    {
        FlowMatch match;
        if (Draw(3) > 0)
        {
            match.etherType = ETHER_TYPE_IPV6;
            match.ipProtocol = Draw(1) ? std::optional<uint8_t>(17) : std::nullopt;
            match.ipv6Destination =
                Ipv6Pattern::Prefix(Address(), std::array{0, 25, 26, 128}[Draw(3)]);
            if (Draw(4) == 0)
            {
                // Not a prefix: the last bit alone.
                match.ipv6Source =
                    Ipv6Pattern{Ipv6Address(Draw(1) ? "::1" : "::"), Ipv6Address("::1")};
            }
        }
        if (Draw(3) == 0)
        {
            match.inPort = 1 + Draw(1);
        }
        return match;
    }

    /// @return fields of a packet
    FlowKey Key()
    {
        FlowKey key;
        key.SetTypes(1 + Draw(2), ETHER_TYPE_IPV6, Draw(1) ? 17 : 58);
        std::array<uint8_t, 16> octets;
        Address().GetBytes(octets.data());
        key.SetIpv6(false, octets.data());
        key.SetIpv6(true, octets.data());
        return key;
    }

    /**
     * @param table any
     * @param key of a packet
     * @return the entry by looking at all
     */
    static const FlowEntry* Best(const FlowTable& table, const FlowKey& key)
    {
        const FlowEntry* best = nullptr;
        for (const FlowEntry* entry : table.Entries())
        {
            const FlowKey mask = entry->match.Mask();
            const FlowKey value = entry->match.Value();
            bool isSame = true;
            for (std::size_t i = 0; i < key.words.size(); ++i)
            {
                isSame = isSame && (key.words[i] & mask.words[i]) == value.words[i];
            }
            if (isSame && (!best || entry->priority > best->priority))
            {
                best = entry;
            }
        }
        return best;
    }

    void DoRun() override
    {
        m_random->SetStream(19);
        FlowTable table;
        uint32_t ended = 0;
        uint32_t found = 0;
        table.SetEndSink([&ended](const FlowEntry&, FlowEnd) { ++ended; });
        for (uint32_t second = 0; second < 3000; ++second)
        {
            const Time now = Seconds(second);
            table.Expire(now);
            FlowMod change{.command =
                               Draw(3) > 0 ? FlowCommand::ADD : static_cast<FlowCommand>(Draw(4)),
                           .idleTimeout = static_cast<uint16_t>(Draw(1) * Draw(40)),
                           .hardTimeout = static_cast<uint16_t>(Draw(1) * Draw(80)),
                           .priority = static_cast<uint16_t>(Draw(4)),
                           .match = Match()};
            NS_TEST_ASSERT_MSG_EQ(table.Change(change, now).has_value(), false, "refused");
            for (uint32_t packet = 0; packet < 5; ++packet)
            {
                const FlowKey key = Key();
                FlowEntry* entry = table.Find(key);
                NS_TEST_ASSERT_MSG_EQ((entry == Best(table, key)), true, "entry at " << now);
                if (entry)
                {
                    ++found;
                    FlowTable::Count(*entry, 100, now);
                }
            }
            for (const FlowEntry* entry : table.Entries())
            {
                const bool isHard = entry->hardTimeout.IsStrictlyPositive();
                const bool isIdle = entry->idleTimeout.IsStrictlyPositive();
                NS_TEST_ASSERT_MSG_EQ((isHard && entry->installed + entry->hardTimeout <= now) ||
                                          (isIdle && entry->lastUsed + entry->idleTimeout <= now),
                                      false,
                                      "too old at " << now);
            }
        }
        NS_TEST_EXPECT_MSG_GT(ended, 500, "ends");
        NS_TEST_EXPECT_MSG_GT(found, 5000, "hits");
    }

    Ptr<UniformRandomVariable> m_random = CreateObject<UniformRandomVariable>(); ///< of all
};

/// @brief The commands of FLOW_MOD.
class FlowCommandTest : public TestCase
{
  public:
    FlowCommandTest()
        : TestCase("add, modify and delete, strictly or not")
    {
    }

  private:
    /// @return numbers of the entries' cookies, oldest first
    /// @param table any
    static std::string Cookies(const FlowTable& table)
    {
        std::string text;
        for (const FlowEntry* entry : table.Entries())
        {
            text += std::to_string(entry->cookie);
        }
        return text;
    }

    void DoRun() override
    {
        FlowTable table;
        const Ipv6Address topic("ff18:180::");
        const auto add = [&table, topic](uint64_t cookie, uint8_t length, FlowActions actions) {
            return table.Change({.cookie = cookie,
                                 .priority = length,
                                 .flags = FLOW_CHECK_OVERLAP,
                                 .match = FlowMatch::Events(topic, length),
                                 .applyActions = std::move(actions)},
                                Seconds(1));
        };
        add(1, 26, {OutputAction{1}});
        add(2, 30, {OutputAction{2}});
        add(3, 40, {GroupAction{5}});
        NS_TEST_EXPECT_MSG_EQ(Cookies(table), "123", "added");
        const auto overlap = table.Change(
            {.priority = 40, .flags = FLOW_CHECK_OVERLAP, .match = FlowMatch::Events(topic, 35)},
            Seconds(1));
        NS_TEST_ASSERT_MSG_EQ(overlap.has_value(), true, "overlap");
        NS_TEST_EXPECT_MSG_EQ(overlap->code, FLOW_OVERLAP, "overlap");

        // The same match and priority: replaced, counters kept unless asked otherwise.
        const FlowMod again{.cookie = 4, .priority = 30, .match = FlowMatch::Events(topic, 30)};
        FlowTable::Count(*table.Find(again.match.Value()), 10, Seconds(1));
        table.Change({.cookie = 9, .priority = 30, .match = FlowMatch::Events(topic, 31)},
                     Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(Cookies(table), "1239", "another prefix is another entry");
        table.Change(again, Seconds(2));
        NS_TEST_EXPECT_MSG_EQ(Cookies(table), "1394", "replaced");

        table.Change({.command = FlowCommand::MODIFY,
                      .match = FlowMatch::Events(topic, 30),
                      .applyActions = {OutputAction{7}}},
                     Seconds(3));
        std::string outputs;
        for (const FlowEntry* entry : table.Entries())
        {
            const auto* output = entry->execution.empty()
                                     ? nullptr
                                     : std::get_if<OutputAction>(&entry->execution[0]);
            outputs += output ? std::to_string(output->port) : "-";
        }
        NS_TEST_EXPECT_MSG_EQ(outputs, "1777", "all inside the prefix are modified");

        const FlowMod wrong{.command = FlowCommand::DELETE_STRICT,
                            .priority = 25,
                            .match = FlowMatch::Events(topic, 26)};
        table.Change(wrong, Seconds(3));
        NS_TEST_EXPECT_MSG_EQ(Cookies(table), "1394", "strictly: none has this priority");
        table.Change(
            {.command = FlowCommand::DELETE, .outPort = 1, .match = FlowMatch::Events(topic, 25)},
            Seconds(3));
        NS_TEST_EXPECT_MSG_EQ(Cookies(table), "394", "only what goes to port 1");
        table.Change({.cookie = 1,
                      .cookieMask = 1,
                      .command = FlowCommand::DELETE,
                      .match = FlowMatch::Events(topic, 25)},
                     Seconds(3));
        NS_TEST_EXPECT_MSG_EQ(Cookies(table), "4", "only odd cookies");
        table.SetCapacity(1);
        const auto full = add(8, 50, {});
        NS_TEST_ASSERT_MSG_EQ(full.has_value(), true, "full");
        NS_TEST_EXPECT_MSG_EQ(full->code, FLOW_TABLE_FULL, "full");
        const auto other = table.Change({.table = 1}, Seconds(3));
        NS_TEST_ASSERT_MSG_EQ(other.has_value(), true, "there is one table");
        NS_TEST_EXPECT_MSG_EQ(other->code, FLOW_BAD_TABLE, "there is one table");
    }
};

/// @brief Flow tables.
class FlowTableTestSuite : public TestSuite
{
  public:
    FlowTableTestSuite()
        : TestSuite("sdn-flow-table", Type::UNIT)
    {
        AddTestCase(new FlowTableOracleTest, Duration::QUICK);
        AddTestCase(new FlowCommandTest, Duration::QUICK);
    }
};

FlowTableTestSuite g_flowTableTestSuite; ///< the suite

} // namespace
