// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_MESSAGE_VECTORS_H
#define PUBSUB_MESSAGE_VECTORS_H

#include "ns3/packet.h"
#include "ns3/pubsub-known-messages.h"
#include "ns3/pubsub-message.h"
#include "ns3/random-variable-stream.h"
#include "ns3/test.h"

#include <cstdint>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup pubsub-test
 * What the message suites of all modules share: the test vectors of a module, and the tests that
 * compare its structs with them. Suites of other modules include this file by its path.
 */

namespace ns3::pubsub
{

/**
 * @ingroup pubsub-test
 * @brief A line of wire-vectors.txt.
 */
struct WireVector
{
    std::string name;           ///< of the message
    std::vector<uint8_t> bytes; ///< as schema/messages encodes it
    std::string values;         ///< in wire order
};

/**
 * @param hex digits
 * @return the bytes
 */
inline std::vector<uint8_t>
OctetsOfHex(const std::string& hex)
{
    std::vector<uint8_t> bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    {
        bytes.push_back(static_cast<uint8_t>(std::stoul(hex.substr(i, 2), nullptr, 16)));
    }
    return bytes;
}

/**
 * @param folder of a module's tests
 * @return the lines of its wire-vectors.txt
 */
inline std::vector<WireVector>
ReadWireVectors(const std::string& folder)
{
    std::vector<WireVector> vectors;
    std::ifstream file(folder + "/wire-vectors.txt");
    std::string line;
    while (std::getline(file, line))
    {
        std::istringstream words(line);
        WireVector vector;
        std::string hex;
        words >> vector.name >> hex;
        std::getline(words, vector.values);
        vector.bytes = OctetsOfHex(hex);
        vectors.push_back(vector);
    }
    return vectors;
}

/**
 * @ingroup pubsub-test
 * @brief Spells a message's values in wire order, as schema/vectors.py does.
 */
class ValueSpeller
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

    void About(const Content& content)
    {
        Text(content.topic);
        List8(content.attributes.Items(), [](auto& speller, const auto& attribute) {
            speller.Text(attribute.name);
            speller.Text(attribute.value);
        });
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
inline Ptr<Packet>
PacketOf(const std::vector<uint8_t>& bytes)
{
    return Create<Packet>(bytes.data(), bytes.size());
}

/**
 * @ingroup pubsub-test
 * @brief What reading a message gave.
 */
struct ReadOutcome
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
    ValueSpeller speller;
    Message::Fields(speller, message);
    return speller.Spelled();
}

/**
 * @param packet from the air
 * @return its octets
 */
inline std::vector<uint8_t>
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
ReadOutcome
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
    ValueSpeller node;
    node.U32(common.Get().node);
    ReadOutcome outcome{common.IsGood() && header.IsGood(),
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

/// Name of a message -> reads a packet as it.
using MessageReaders = std::map<std::string, ReadOutcome (*)(Ptr<Packet>)>;

/**
 * @ingroup pubsub-test
 * @brief Every vector of schema/messages reads as the same values and writes as the same bytes.
 */
class WireVectorTest : public TestCase
{
  public:
    /**
     * @param folder of the module's tests
     * @param readers of its messages
     */
    WireVectorTest(std::string folder, MessageReaders readers)
        : TestCase("headers agree with the schema"),
          m_folder(std::move(folder)),
          m_readers(std::move(readers))
    {
    }

  private:
    void DoRun() override
    {
        const auto vectors = ReadWireVectors(m_folder);
        NS_TEST_ASSERT_MSG_GT(vectors.size(), 50, "vectors in the file");
        for (const WireVector& vector : vectors)
        {
            const ReadOutcome outcome = m_readers.at(vector.name)(PacketOf(vector.bytes));
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

    std::string m_folder;     ///< of the module's tests
    MessageReaders m_readers; ///< of its messages
};

/**
 * @ingroup pubsub-test
 * @brief Whatever comes from the air is read or refused; nothing is read past the end.
 */
class HostilePacketTest : public TestCase
{
  public:
    /**
     * @param folder of the module's tests
     * @param readers of its messages
     */
    HostilePacketTest(std::string folder, MessageReaders readers)
        : TestCase("cut and changed packets are refused, never fatal"),
          m_folder(std::move(folder)),
          m_readers(std::move(readers))
    {
    }

  private:
    void DoRun() override
    {
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(1);
        uint32_t refused = 0;
        for (const WireVector& vector : ReadWireVectors(m_folder))
        {
            const std::size_t fields =
                vector.bytes.size() - m_readers.at(vector.name)(PacketOf(vector.bytes)).left;
            for (std::size_t cut = 0; cut < fields && vector.name != "event"; ++cut)
            {
                std::vector<uint8_t> bytes(vector.bytes.begin(), vector.bytes.begin() + cut);
                NS_TEST_EXPECT_MSG_EQ(m_readers.at(vector.name)(PacketOf(bytes)).good,
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
                const ReadOutcome outcome = m_readers.at(vector.name)(PacketOf(bytes));
                NS_TEST_EXPECT_MSG_EQ(outcome.same, true, vector.name << " read by a protocol");
                refused += outcome.good ? 0 : 1;
            }
        }
        NS_TEST_EXPECT_MSG_GT(refused, 100, "some changes must have been noticed");
    }

    std::string m_folder;     ///< of the module's tests
    MessageReaders m_readers; ///< of its messages
};

} // namespace ns3::pubsub

#endif
