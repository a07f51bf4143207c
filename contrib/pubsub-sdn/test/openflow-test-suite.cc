// SPDX-License-Identifier: GPL-2.0-only
//
// OpenFlow messages as bytes.

#include "openflow-samples.h"

#include "ns3/sdn-openflow-stream.h"
#include "ns3/test.h"

#include <set>

using namespace ns3;
using namespace ns3::pubsub::sdn;

namespace
{

/// Bytes of a message.
using Octets = std::vector<uint8_t>;

/// @brief Every message comes back as it was, whole and in pieces.
class OpenFlowRoundTripTest : public TestCase
{
  public:
    OpenFlowRoundTripTest()
        : TestCase("messages are read as they were written")
    {
    }

  private:
    void DoRun() override
    {
        std::set<OpenFlowType> types;
        Octets all;
        uint32_t xid = 0;
        const auto samples = OpenFlowSamples();
        for (const auto& sample : samples)
        {
            types.insert(TypeOf(sample));
            const Octets octets = EncodeOpenFlow(++xid, sample);
            const auto received = DecodeOpenFlow(octets);
            const std::string name = OpenFlowTypeName(TypeOf(sample));
            NS_TEST_EXPECT_MSG_EQ(octets.size(), (octets[2] << 8 | octets[3]), name + ": length");
            NS_TEST_ASSERT_MSG_NE(received.Message(), nullptr, name + " is refused");
            NS_TEST_EXPECT_MSG_EQ((*received.Message() == sample), true, name + " differs");
            NS_TEST_EXPECT_MSG_EQ(received.xid, xid, name + ": number");
            all.insert(all.end(), octets.begin(), octets.end());
        }
        NS_TEST_EXPECT_MSG_EQ(types.size(), std::variant_size_v<OpenFlowMessage>, "types");
        // A TCP connection gives the same messages in pieces of any size.
        for (std::size_t piece : {1U, 7U, 1000U})
        {
            OpenFlowStream stream;
            std::size_t found = 0;
            for (std::size_t at = 0; at < all.size(); at += piece)
            {
                stream.Feed(std::span(all).subspan(at, std::min(piece, all.size() - at)));
                while (const auto next = stream.Next())
                {
                    NS_TEST_ASSERT_MSG_NE(next->Message(), nullptr, "message " << found);
                    NS_TEST_EXPECT_MSG_EQ((*next->Message() == samples.at(found)),
                                          true,
                                          "message " << found);
                    ++found;
                }
            }
            NS_TEST_EXPECT_MSG_EQ(found, samples.size(), "in pieces of " << piece);
        }
    }
};

/// @brief A FLOW_MOD has the bytes that the specification says.
class OpenFlowLayoutTest : public TestCase
{
  public:
    OpenFlowLayoutTest()
        : TestCase("a FLOW_MOD byte by byte")
    {
    }

  private:
    void DoRun() override
    {
        const FlowMod flow{.priority = 126,
                           .match = FlowMatch::Events(Ipv6Address("ff18:180::"), 26),
                           .applyActions = {GroupAction{7}}};
        // OpenFlow 1.3.5: A.3.4.1 FLOW_MOD, A.2.3 match and OXM, A.2.4 instruction, A.2.5 action.
        const Octets expected{
            4,    14,   0,    120,  0,    0,    0,    5, // header: 120 bytes
            0,    0,    0,    0,    0,    0,    0,    0,    0, 0, 0, 0, 0, 0, 0, 0, // cookie and
                                                                                    // mask
            0,    0,    0,    0,    0,    0,    0,    126,  // table, ADD, timeouts, priority
            0xff, 0xff, 0xff, 0xff,                         // no buffer
            0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, // any port, any group
            0,    0,    0,    0,                            // flags
            0,    1,    0,    51,                           // OXM match of 51 bytes
            0x80, 0,    10,   2,    0x86, 0xdd,             // EtherType IPv6
            0x80, 0,    20,   1,    17,                     // UDP
            0x80, 0,    55,   32,                           // IPv6 destination with mask
            0xff, 0x18, 0x01, 0x80, 0,    0,    0,    0,    0, 0, 0, 0, 0, 0, 0, 0, 0xff,
            0xff, 0xff, 0xc0, 0,    0,    0,    0,    0,    0, 0, 0, 0, 0, 0, 0, 0, 0,
            0,    0,    0,                               // padding to 56
            0,    4,    0,    16,   0,    0,    0,    0, // apply actions
            0,    22,   0,    8,    0,    0,    0,    7, // group 7
        };
        NS_TEST_EXPECT_MSG_EQ((EncodeOpenFlow(5, flow) == expected), true, "bytes");
    }
};

/// @brief What is wrong is refused with the error that the specification has for it.
class OpenFlowRefusalTest : public TestCase
{
  public:
    OpenFlowRefusalTest()
        : TestCase("malformed messages are refused")
    {
    }

  private:
    /**
     * @brief Change bytes of a FLOW_MOD, and expect an error.
     * @param what is wrong
     * @param changes place and value
     * @param type of the error
     * @param code of the error
     */
    void Expect(const std::string& what,
                const std::vector<std::pair<std::size_t, uint8_t>>& changes,
                ErrorType type,
                uint16_t code)
    {
        FlowMod flow{.match = FlowMatch::Events(Ipv6Address("ff18:180::"), 26),
                     .applyActions = {OutputAction{1}}};
        Octets octets = EncodeOpenFlow(5, flow);
        for (const auto& [at, value] : changes)
        {
            octets.at(at) = value;
        }
        const auto received = DecodeOpenFlow(octets);
        NS_TEST_ASSERT_MSG_NE(received.Fault(), nullptr, what);
        const ErrorMessage& error = received.Fault()->error;
        NS_TEST_EXPECT_MSG_EQ((error.type == type), true, what << ": kind");
        NS_TEST_EXPECT_MSG_EQ(error.code, code, what);
        NS_TEST_EXPECT_MSG_EQ(error.data.size(), 64, what << ": the message's beginning");
        NS_TEST_EXPECT_MSG_EQ(received.xid, 5, what);
    }

    void DoRun() override
    {
        using enum ErrorType;
        Expect("version", {{0, 1}}, BAD_REQUEST, REQUEST_BAD_VERSION);
        Expect("type", {{1, 99}}, BAD_REQUEST, REQUEST_BAD_TYPE);
        Expect("command", {{25, 5}}, FLOW_MOD_FAILED, FLOW_BAD_COMMAND);
        Expect("match type", {{49, 0}}, BAD_MATCH, MATCH_BAD_TYPE);
        Expect("match length", {{51, 3}}, BAD_MATCH, MATCH_BAD_LENGTH);
        Expect("field", {{54, 3 << 1}}, BAD_MATCH, MATCH_BAD_FIELD);
        Expect("field class", {{52, 0}}, BAD_MATCH, MATCH_BAD_FIELD);
        Expect("no EtherType", {{57, 0}}, BAD_MATCH, MATCH_BAD_PREREQUISITE);
        Expect("IPv4 with IPv6 fields", {{56, 8}, {57, 0}}, BAD_MATCH, MATCH_BAD_PREREQUISITE);
        Expect("bits outside the mask", {{82, 1}}, BAD_MATCH, MATCH_BAD_WILDCARDS);
        Expect("mask of a protocol", {{60, 21}}, BAD_MATCH, MATCH_BAD_MASK);
        Expect("goto table", {{105, 1}}, BAD_INSTRUCTION, INSTRUCTION_BAD_TABLE);
        Expect("meter", {{105, 6}}, BAD_INSTRUCTION, INSTRUCTION_UNSUPPORTED);
        Expect("instruction length", {{107, 32}}, BAD_INSTRUCTION, INSTRUCTION_BAD_LENGTH);
        Expect("action", {{113, 11}}, BAD_ACTION, ACTION_BAD_TYPE);
        Expect("action length", {{115, 8}}, BAD_ACTION, ACTION_BAD_LENGTH);

        // A length below that of the header: nothing can be read after it.
        OpenFlowStream stream;
        stream.Feed(Octets{4, 0, 0, 7, 0, 0, 0, 1, 4, 0, 0, 8, 0, 0, 0, 2});
        const auto broken = stream.Next();
        NS_TEST_ASSERT_MSG_EQ(broken.has_value(), true, "a fault");
        NS_TEST_ASSERT_MSG_NE(broken->Fault(), nullptr, "a fault");
        NS_TEST_EXPECT_MSG_EQ(broken->Fault()->isFatal, true, "fatal");
        NS_TEST_EXPECT_MSG_EQ(stream.Next().has_value(), false, "nothing after it");
    }
};

/// @brief Matches in the syntax of ovs-ofctl.
class FlowMatchTextTest : public TestCase
{
  public:
    FlowMatchTextTest()
        : TestCase("matches as ovs-ofctl writes them")
    {
    }

  private:
    void DoRun() override
    {
        FlowMatch match = FlowMatch::Events(Ipv6Address("ff18:1ff::1"), 26);
        NS_TEST_EXPECT_MSG_EQ(match.ToString(), "udp6,ipv6_dst=ff18:1c0::/26", "events");
        match.inPort = 4;
        match.ipProtocol = 41;
        match.ipv6Source = Ipv6Pattern{Ipv6Address("::1"), Ipv6Address("::1")};
        NS_TEST_EXPECT_MSG_EQ(match.ToString(),
                              "ipv6,in_port=4,ipv6_src=::1/::1,ipv6_dst=ff18:1c0::/26,nw_proto=41",
                              "all fields");
        FlowMatch unicast;
        unicast.etherType = ETHER_TYPE_IPV4;
        unicast.ipv4Destination = Ipv4Pattern::Prefix(Ipv4Address("10.1.2.3"), 8);
        NS_TEST_EXPECT_MSG_EQ(unicast.ToString(), "ip,nw_dst=10.0.0.0/8", "IPv4");
        NS_TEST_EXPECT_MSG_EQ(FlowMatch{}.ToString(), "", "everything");
        NS_TEST_EXPECT_MSG_EQ(unsigned{*Ipv6Pattern::Prefix(Ipv6Address("::"), 0).PrefixLength()},
                              0,
                              "no bits");
        NS_TEST_EXPECT_MSG_EQ(match.ipv6Source->PrefixLength().has_value(), false, "no prefix");
    }
};

/// @brief OpenFlow as bytes.
class OpenFlowTestSuite : public TestSuite
{
  public:
    OpenFlowTestSuite()
        : TestSuite("sdn-openflow", Type::UNIT)
    {
        AddTestCase(new OpenFlowRoundTripTest, Duration::QUICK);
        AddTestCase(new OpenFlowLayoutTest, Duration::QUICK);
        AddTestCase(new OpenFlowRefusalTest, Duration::QUICK);
        AddTestCase(new FlowMatchTextTest, Duration::QUICK);
    }
};

OpenFlowTestSuite g_openFlowTestSuite; ///< the suite

} // namespace
