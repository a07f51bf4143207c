// SPDX-License-Identifier: GPL-2.0-only
//
// Well-formed lies, which no reader can tell from the truth: what they may cost and for how long.

#include "fuzz-network.h"

#include "ns3/manet-beacon-messages.h"
#include "ns3/manet-extended-odmrp-messages.h"
#include "ns3/manet-extended-odmrp.h"
#include "ns3/manet-shop-parent-messages.h"
#include "ns3/manet-smf-messages.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::manet;

namespace
{

/// Nodes that there are not.
constexpr NodeId INVENTED = 100;

/**
 * @param from who is said to send it
 * @param message what
 * @return the packet's bytes
 */
template <typename Message>
FuzzMutator::Bytes
BytesOf(NodeId from, const Message& message)
{
    Ptr<Packet> packet = Create<Packet>();
    packet->AddHeader(MessageHeader<Message>(message));
    CommonMessage common;
    common.type = static_cast<uint8_t>(Message::TYPE);
    common.node = from;
    packet->AddHeader(MessageHeader<CommonMessage>(common));
    FuzzMutator::Bytes bytes(packet->GetSize());
    packet->CopyData(bytes.data(), bytes.size());
    return bytes;
}

/**
 * @param root of a tree
 * @param sequence of its root
 * @param hops to it, from the sender
 * @return a beacon of a node with a path to the root
 */
BeaconMessage
BeaconWith(NodeId root, uint32_t sequence, uint32_t hops)
{
    TreeEntry entry;
    entry.root = root;
    entry.rootSequence = sequence;
    entry.parent = root;
    entry.path.assign(hops, root);
    entry.attached = 1;
    BeaconMessage beacon;
    beacon.trees.push_back(entry);
    return beacon;
}

/// @brief Neighbours that there are not.
template <typename Message>
class InventedNeighboursTest : public TestCase
{
  public:
    /**
     * @param protocol under attack
     * @param reason of the drops
     */
    InventedNeighboursTest(const std::string& protocol, const std::string& reason)
        : TestCase("invented neighbours take no more room than there is: " + protocol),
          m_protocol(protocol),
          m_reason(reason)
    {
    }

  private:
    void DoRun() override
    {
        FuzzNetwork network(m_protocol);
        for (NodeId node : {1, 2})
        {
            network.At(node)->SetAttribute("MaxNeighbours", UintegerValue(8));
        }
        FuzzNetwork::Wait(Seconds(30));
        for (NodeId id = INVENTED; id < INVENTED + 20; ++id)
        {
            network.Say("invented", BytesOf(id, Message()));
        }
        FuzzNetwork::Wait(Seconds(60));
        // Both have two neighbours that exist.
        NS_TEST_EXPECT_MSG_EQ(network.Reasons().at(m_reason), 2 * (20 - 6), "no room");
        network.Say("invented", BytesOf(INVENTED + 20, Message()));
        NS_TEST_EXPECT_MSG_EQ(network.Reasons().at(m_reason), 2 * (20 - 6), "room again");
    }

    std::string m_protocol; ///< under attack
    std::string m_reason;   ///< of the drops
};

/// @brief Trees that there are not.
class InventedTreesTest : public TestCase
{
  public:
    InventedTreesTest()
        : TestCase("invented trees take no more room than there is, and are forgotten")
    {
    }

  private:
    void DoRun() override
    {
        FuzzNetwork network("sp-nhop");
        for (NodeId node = 0; node < 4; ++node)
        {
            network.At(node)->SetAttribute("MaxTrees", UintegerValue(8));
        }
        FuzzNetwork::Wait(Seconds(30));
        const uint32_t before = network.ControlBytes(1);
        for (NodeId id = INVENTED; id < INVENTED + 20; ++id)
        {
            network.Say("invented", BytesOf(id, BeaconWith(1000 + id, 1, 1)));
        }
        NS_TEST_EXPECT_MSG_EQ(network.Reasons().at("too many neighbours or trees"),
                              2 * (20 - 7),
                              "one tree exists");
        FuzzNetwork::Wait(Seconds(30));
        NS_TEST_EXPECT_MSG_GT(network.ControlBytes(1), before, "beacons tell of them");
        FuzzNetwork::Wait(Seconds(600));
        NS_TEST_EXPECT_MSG_EQ(network.ControlBytes(1), before, "nobody reminds anybody of them");
        NS_TEST_EXPECT_MSG_EQ(network.PublishAndCount(5), 5, "all arrive");
    }
};

/// @brief A position in a tree that nobody can better.
class GreatestSequenceTest : public TestCase
{
  public:
    GreatestSequenceTest()
        : TestCase("the greatest root sequence keeps nobody out of the tree for good")
    {
    }

  private:
    void DoRun() override
    {
        FuzzNetwork network("sp-nhop");
        FuzzNetwork::Wait(Seconds(30));
        NS_TEST_EXPECT_MSG_EQ(network.PublishAndCount(5), 5, "all arrive");
        network.Say("beacon", BytesOf(1, BeaconWith(0, 0xffffffff, 1)));
        network.Say("leave", BytesOf(1, LeaveMessage{0, 0}));
        FuzzNetwork::Wait(Seconds(30));
        NS_TEST_EXPECT_MSG_EQ(network.PublishAndCount(5), 0, "node 2 believes it was nearer");
        FuzzNetwork::Wait(Seconds(200));
        NS_TEST_EXPECT_MSG_EQ(network.PublishAndCount(5), 5, "all arrive again");
    }
};

/// @brief Publishers that there are not, at a publisher that nobody wants anything of for a while.
class InventedPublishersTest : public TestCase
{
  public:
    InventedPublishersTest()
        : TestCase("a publisher goes on asking when its table is full of invented ones")
    {
    }

  private:
    void DoRun() override
    {
        FuzzNetwork network("extended-odmrp");
        FuzzNetwork::Wait(Seconds(30));
        const Filter wanted = network.At(3)->GetTopicList().front();
        network.At(3)->Unsubscribe(wanted);
        FuzzNetwork::Wait(Seconds(30));
        for (NodeId id = INVENTED; id < INVENTED + 4200; ++id)
        {
            FilterQuery message;
            message.query.ttl = 3;
            message.query.group = ExtendedOdmrp::GroupOfPublisher(id);
            message.query.source = id;
            message.query.previousHop = id;
            network.Say("filter_query", BytesOf(id, message));
        }
        NS_TEST_EXPECT_MSG_GT(network.Reasons().count("publisher table full"), 0, "too many");
        FuzzNetwork::Wait(Seconds(60));
        network.At(3)->Subscribe(wanted);
        FuzzNetwork::Wait(Seconds(30));
        NS_TEST_EXPECT_MSG_EQ(network.PublishAndCount(5), 5, "all arrive");
    }
};

/// @brief A reply that is none, in a form that is a reply's.
class OtherKindTest : public TestCase
{
  public:
    OtherKindTest()
        : TestCase("a filter_reply of another kind asks for nothing")
    {
    }

  private:
    void DoRun() override
    {
        FuzzNetwork network("extended-odmrp");
        FuzzNetwork::Wait(Seconds(30));
        auto node = DynamicCast<ExtendedOdmrp>(network.At(1));
        const BloomFilter before = node->GetWanted(0);
        FilterReply reply;
        reply.kind = JoinReply::KIND + 1;
        reply.group = ExtendedOdmrp::GroupOfPublisher(0);
        reply.previousHop = INVENTED;
        const BloomShape shape = before.Shape();
        reply.entries.push_back({0, 1, shape.hashes, std::vector<uint8_t>(shape.bits / 8, 0xff)});
        network.Say("filter_reply", BytesOf(INVENTED, reply));
        NS_TEST_EXPECT_MSG_EQ((node->GetWanted(0) == before), true, "nothing");
        reply.kind = JoinReply::KIND;
        network.Say("filter_reply", BytesOf(INVENTED, reply));
        NS_TEST_EXPECT_MSG_EQ((node->GetWanted(0) == before), false, "everything");
    }
};

/// @brief Events and queries that others have made up in the name of their receiver.
class OwnNameTest : public TestCase
{
  public:
    OwnNameTest()
        : TestCase("no node is told of events of its own")
    {
    }

  private:
    void DoRun() override
    {
        EventMessage event;
        event.publisher = 1;
        event.sequence = 1000;
        event.hops = 1;
        event.content = Content{*Topic::Parse("enemy.troop.status"), {}};
        {
            FuzzNetwork network("flooding");
            FuzzNetwork::Wait(Seconds(1));
            network.Say("event", BytesOf(INVENTED, event));
            NS_TEST_EXPECT_MSG_EQ(network.Reasons().at("duplicate"), 1, "node 1 refuses it");
        }
        FuzzNetwork network("odmrp");
        FuzzNetwork::Wait(Seconds(1));
        auto node = DynamicCast<Odmrp>(network.At(1));
        Carrier<JoinQuery> query;
        query.header.ttl = 8;
        query.header.group = node->GroupOf(event.content.topic);
        query.header.sequence = 1000;
        query.header.source = 1;
        query.header.previousHop = INVENTED;
        query.event = event;
        network.Say("join_query", BytesOf(INVENTED, query));
        NS_TEST_EXPECT_MSG_EQ(node->GetNextHop(query.header.group, 1), NO_NODE, "no way to itself");
        auto other = DynamicCast<Odmrp>(network.At(2));
        NS_TEST_EXPECT_MSG_EQ(other->GetNextHop(query.header.group, 1), INVENTED, "as is said");
    }
};

/// @brief All of the above.
class UntrustedTestSuite : public TestSuite
{
  public:
    UntrustedTestSuite()
        : TestSuite("pubsub-untrusted", Type::SYSTEM)
    {
        const std::string full = "too many neighbours or trees";
        AddTestCase(new InventedNeighboursTest<BeaconMessage>("sp-nhop", full), Duration::QUICK);
        AddTestCase(new InventedNeighboursTest<BeaconMessage>("hint", full), Duration::QUICK);
        AddTestCase(new InventedNeighboursTest<SmfHelloMessage>("smf", "too many neighbours"),
                    Duration::QUICK);
        AddTestCase(new InventedTreesTest, Duration::QUICK);
        AddTestCase(new GreatestSequenceTest, Duration::QUICK);
        AddTestCase(new InventedPublishersTest, Duration::QUICK);
        AddTestCase(new OtherKindTest, Duration::QUICK);
        AddTestCase(new OwnNameTest, Duration::QUICK);
    }
};

UntrustedTestSuite g_untrustedTestSuite; ///< the suite

} // namespace
