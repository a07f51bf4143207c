// SPDX-License-Identifier: GPL-2.0-only
#include "wire-vectors.h"

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

/// @brief Spells a message's values in wire order, as schema/vectors.py does.
class Speller
{
  public:
    void U8(uint8_t value)
    {
        Put(std::to_string(value));
    }

    void U16(uint16_t value)
    {
        Put(std::to_string(value));
    }

    void U32(uint32_t value)
    {
        Put(std::to_string(value));
    }

    void U64(uint64_t value)
    {
        Put(std::to_string(value));
    }

    void Text(const Topic& topic)
    {
        Put(topic.Text());
    }

    void Text(const Filter& filter)
    {
        Put(filter.Text());
    }

    void Text(const std::string& text)
    {
        Put(text);
    }

    void Bytes16(const std::vector<uint8_t>& octets)
    {
        std::string digits = "x";
        for (uint8_t octet : octets)
        {
            digits += "0123456789abcdef"[octet >> 4];
            digits += "0123456789abcdef"[octet & 15];
        }
        Put(digits);
    }

    template <typename Part>
    void Sized(const Part& part)
    {
        Part::Fields(*this, part);
    }

    template <typename T>
    void Count8(const std::vector<T>& items)
    {
        Put(std::to_string(items.size()));
    }

    template <typename T, typename Each>
    void Counted(const std::vector<T>& items, Each each)
    {
        for (const T& item : items)
        {
            each(*this, item);
        }
    }

    /**
     * @param items of a list
     * @param each spells one
     */
    template <typename T, typename Each>
    void List8(const std::vector<T>& items, Each each)
    {
        Put(std::to_string(items.size()));
        for (const T& item : items)
        {
            each(*this, item);
        }
    }

    /**
     * @param items of a list
     * @param each spells one
     */
    template <typename T, typename Each>
    void List16(const std::vector<T>& items, Each each)
    {
        List8(items, each);
    }

    /// @return all values with a blank in front of each
    std::string Spelled() const
    {
        return m_text;
    }

  private:
    /// @param word appended
    void Put(const std::string& word)
    {
        m_text += " " + word;
    }

    std::string m_text; ///< so far
};

/**
 * @param bytes from the air
 * @return the packet
 */
Ptr<Packet>
PacketOf(const std::vector<uint8_t>& bytes)
{
    return Create<Packet>(bytes.data(), bytes.size());
}

/// @brief What reading a message gave.
struct Outcome
{
    bool good = false;  ///< whole and well formed
    uint32_t left = 0;  ///< bytes not read
    std::string values; ///< spelled
    Ptr<Packet> again;  ///< serialized again
    bool same = false;  ///< whether a protocol, which may know it already, reads the same
};

/**
 * @param message any
 * @return its values
 */
template <typename Message>
std::string
Spelled(const Message& message)
{
    Speller speller;
    Message::Fields(speller, message);
    return speller.Spelled();
}

/**
 * @param packet from the air
 * @return its octets
 */
std::vector<uint8_t>
OctetsOf(Ptr<const Packet> packet)
{
    std::vector<uint8_t> octets(packet->GetSize());
    packet->CopyData(octets.data(), octets.size());
    return octets;
}

/**
 * @param packet from the air
 * @return what reading it as a Message gives
 */
template <typename Message>
Outcome
ReadAs(Ptr<Packet> packet)
{
    MessageHeader<CommonMessage> common;
    packet->RemoveHeader(common);
    const auto octets = OctetsOf(packet);
    MessageHeader<Message> header;
    packet->RemoveHeader(header);
    const auto known = ReadMessage<Message>(octets);
    const bool same = known ? header.IsGood() && Spelled(known->message) == Spelled(header.Get()) &&
                                  known->octets.size() + packet->GetSize() == octets.size()
                            : !header.IsGood();
    Speller node;
    node.U32(common.Get().node);
    Outcome outcome{common.IsGood() && header.IsGood(),
                    packet->GetSize(),
                    node.Spelled() + Spelled(header.Get()),
                    packet,
                    same};
    if (outcome.good)
    {
        packet->AddHeader(header);
        packet->AddHeader(common);
    }
    return outcome;
}

/**
 * @param name of a message
 * @param packet from the air
 * @return what reading it gives
 */
Outcome
Read(const std::string& name, Ptr<Packet> packet)
{
    if (name == "event")
    {
        return ReadAs<EventMessage>(packet);
    }
    if (name == "beacon")
    {
        return ReadAs<BeaconMessage>(packet);
    }
    if (name == "report")
    {
        return ReadAs<ReportMessage>(packet);
    }
    if (name == "report_ack")
    {
        return ReadAs<ReportAckMessage>(packet);
    }
    if (name == "leave")
    {
        return ReadAs<LeaveMessage>(packet);
    }
    if (name == "join")
    {
        return ReadAs<JoinMessage>(packet);
    }
    if (name == "hint_event")
    {
        return ReadAs<Carrier<HintEventMessage>>(packet);
    }
    if (name == "smf_hello")
    {
        return ReadAs<SmfHelloMessage>(packet);
    }
    if (name == "join_query")
    {
        return ReadAs<Carrier<JoinQuery>>(packet);
    }
    if (name == "history_query")
    {
        return ReadAs<Carrier<HistoryQuery>>(packet);
    }
    if (name == "join_reply")
    {
        return ReadAs<JoinReply>(packet);
    }
    if (name == "unreachable")
    {
        return ReadAs<UnreachableMessage>(packet);
    }
    if (name == "reply_ack")
    {
        return ReadAs<ReplyAckMessage>(packet);
    }
    if (name == "filter_query")
    {
        return ReadAs<FilterQuery>(packet);
    }
    if (name == "filter_reply")
    {
        return ReadAs<FilterReply>(packet);
    }
    if (name == "status")
    {
        return ReadAs<StatusMessage>(packet);
    }
    NS_FATAL_ERROR("the vectors have a message " << name << ", for which this test has no struct");
}

/// @brief Every vector of schema/messages reads as the same values and writes as the same bytes.
class WireVectorTest : public TestCase
{
  public:
    WireVectorTest()
        : TestCase("headers agree with the schema")
    {
    }

  private:
    void DoRun() override
    {
        const auto vectors = ReadWireVectors();
        NS_TEST_ASSERT_MSG_GT(vectors.size(), 50, "vectors in the file");
        for (const WireVector& vector : vectors)
        {
            const Outcome outcome = Read(vector.name, PacketOf(vector.bytes));
            NS_TEST_EXPECT_MSG_EQ(outcome.good, true, vector.name);
            NS_TEST_EXPECT_MSG_EQ(outcome.values, vector.values, vector.name);
            NS_TEST_EXPECT_MSG_EQ(outcome.same, true, vector.name << " read by a protocol");
            const auto again = OctetsOf(outcome.again);
            NS_TEST_EXPECT_MSG_EQ((again == vector.bytes), true, vector.name << " written again");
            const uint8_t type = vector.bytes[3];
            NS_TEST_EXPECT_MSG_EQ(MessageTypeName(static_cast<MessageType>(type)),
                                  vector.name,
                                  "name of type");
        }
    }
};

/// @brief Whatever comes from the air is read or refused; nothing is read past the end.
class HostilePacketTest : public TestCase
{
  public:
    HostilePacketTest()
        : TestCase("cut and changed packets are refused, never fatal")
    {
    }

  private:
    void DoRun() override
    {
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(1);
        uint32_t refused = 0;
        for (const WireVector& vector : ReadWireVectors())
        {
            const std::size_t fields =
                vector.bytes.size() - Read(vector.name, PacketOf(vector.bytes)).left;
            for (std::size_t cut = 0; cut < fields && vector.name != "event"; ++cut)
            {
                std::vector<uint8_t> bytes(vector.bytes.begin(), vector.bytes.begin() + cut);
                NS_TEST_EXPECT_MSG_EQ(Read(vector.name, PacketOf(bytes)).good,
                                      false,
                                      vector.name << " cut to " << cut);
            }
            for (int round = 0; round < 50; ++round)
            {
                std::vector<uint8_t> bytes = vector.bytes;
                for (uint32_t i = random->GetInteger(1, 4); i > 0; --i)
                {
                    bytes[random->GetInteger(0, bytes.size() - 1)] =
                        static_cast<uint8_t>(random->GetInteger(0, 255));
                }
                const Outcome outcome = Read(vector.name, PacketOf(bytes));
                NS_TEST_EXPECT_MSG_EQ(outcome.same, true, vector.name << " read by a protocol");
                refused += outcome.good ? 0 : 1;
            }
        }
        NS_TEST_EXPECT_MSG_GT(refused, 100, "some changes must have been noticed");
    }
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
        AddTestCase(new WireVectorTest, Duration::QUICK);
        AddTestCase(new HostilePacketTest, Duration::QUICK);
        AddTestCase(new KnownMessageTest, Duration::QUICK);
    }
};

MessageTestSuite g_messageTestSuite; ///< the suite

} // namespace
