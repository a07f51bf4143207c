// SPDX-License-Identifier: GPL-2.0-only
#include "../../pubsub/test/message-vectors.h"

#include "ns3/manet-beacon-messages.h"
#include "ns3/manet-extended-odmrp-messages.h"
#include "ns3/manet-hint-messages.h"
#include "ns3/manet-hodmrp-messages.h"
#include "ns3/manet-odmrp-messages.h"
#include "ns3/manet-shop-parent-messages.h"
#include "ns3/manet-smf-messages.h"
#include "ns3/manet-topsim-messages.h"
#include "ns3/packet.h"
#include "ns3/pubsub-known-messages.h"
#include "ns3/pubsub-message.h"
#include "ns3/random-variable-stream.h"
#include "ns3/test.h"

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::manet;

namespace
{

/// Every message of the module.
const MessageReaders READERS = {
    {"event", &ReadAs<EventMessage>},
    {"beacon", &ReadAs<BeaconMessage>},
    {"report", &ReadAs<ReportMessage>},
    {"report_ack", &ReadAs<ReportAckMessage>},
    {"leave", &ReadAs<LeaveMessage>},
    {"join", &ReadAs<JoinMessage>},
    {"hint_event", &ReadAs<Carrier<HintEventMessage>>},
    {"smf_hello", &ReadAs<SmfHelloMessage>},
    {"join_query", &ReadAs<Carrier<JoinQuery>>},
    {"history_query", &ReadAs<Carrier<HistoryQuery>>},
    {"join_reply", &ReadAs<JoinReply>},
    {"unreachable", &ReadAs<UnreachableMessage>},
    {"reply_ack", &ReadAs<ReplyAckMessage>},
    {"filter_query", &ReadAs<FilterQuery>},
    {"filter_reply", &ReadAs<FilterReply>},
    {"status", &ReadAs<StatusMessage>},
};

/// @brief A frame is read once for all who hear it, and never taken for another one.
class KnownMessageTest : public TestCase
{
  public:
    KnownMessageTest()
        : TestCase("frames are known by all their octets")
    {
    }

  private:
    void DoRun() override
    {
        std::vector<uint8_t> octets = Beacon();
        const auto first = ReadMessage<BeaconMessage>(octets);
        NS_TEST_ASSERT_MSG_NE(first, nullptr, "a beacon");
        NS_TEST_EXPECT_MSG_EQ(ReadMessage<BeaconMessage>(octets), first, "heard by another one");
        auto changed = octets;
        changed[changed.size() - 6] ^= 1; // far behind what chooses the place
        const auto second = ReadMessage<BeaconMessage>(changed);
        NS_TEST_ASSERT_MSG_NE(second, nullptr, "another beacon");
        NS_TEST_EXPECT_MSG_EQ(second->message.trees[0].path.back(), 31, "what that one says");
        NS_TEST_EXPECT_MSG_EQ(first->message.trees[0].path.back(), 30, "what the first one said");
        octets.pop_back();
        NS_TEST_EXPECT_MSG_EQ(ReadMessage<BeaconMessage>(octets), nullptr, "one cut short");
        NS_TEST_EXPECT_MSG_EQ(ReadMessage<BeaconMessage>(changed), second, "took no place");
    }

    /// @return octets of a beacon; five follow on the last node of its path
    static std::vector<uint8_t> Beacon()
    {
        BeaconMessage beacon;
        TreeEntry& entry = beacon.trees.emplace_back();
        for (NodeId node = 1; node <= 30; ++node)
        {
            entry.path.push_back(node);
        }
        auto packet = Create<Packet>();
        packet->AddHeader(MessageHeader<BeaconMessage>(beacon));
        return OctetsOf(packet);
    }
};

/// @brief The messages on the air.
class MessageTestSuite : public TestSuite
{
  public:
    MessageTestSuite()
        : TestSuite("pubsub-message", Type::UNIT)
    {
        AddTestCase(new WireVectorTest(NS_TEST_SOURCEDIR, READERS), Duration::QUICK);
        AddTestCase(new HostilePacketTest(NS_TEST_SOURCEDIR, READERS), Duration::QUICK);
        AddTestCase(new KnownMessageTest, Duration::QUICK);
    }
};

MessageTestSuite g_messageTestSuite; ///< the suite

} // namespace
