// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_MESSAGE_H
#define PUBSUB_MESSAGE_H

#include "pubsub-message-registry.h"
#include "pubsub-wire-archive.h"

#include "ns3/header.h"
#include "ns3/pubsub-content.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup pubsub
 * The messages on the air. schema/messages describes the same bytes for every other reader;
 * test/wire-vectors.txt, made from it, holds the two together.
 */

namespace ns3::pubsub
{

/// A node's identity on the wire: Node::GetId().
using NodeId = uint32_t;

/// Nobody: a broadcast's next hop, a node without a parent.
constexpr NodeId NO_NODE = 0xFFFFFFFF;

/**
 * @ingroup pubsub
 * @brief What every message begins with: 'PS', version, type, and who sends the frame.
 */
struct CommonMessage
{
    static constexpr const char* NAME = "ns3::PubSubCommonHeader"; ///< of the header's TypeId
    static constexpr uint16_t MAGIC = 0x5053;                      ///< 'PS'
    static constexpr uint8_t VERSION = 1;                          ///< of these layouts
    static constexpr uint32_t BYTES = 8;                           ///< that it takes

    uint16_t magic = MAGIC;    ///< tells our packets from others on the port
    uint8_t version = VERSION; ///< of the layouts
    uint8_t type = 0;          ///< a MessageType
    NodeId node = NO_NODE;     ///< the sender of this frame

    /**
     * @param a archive
     * @param m message
     */
    template <typename A, typename M>
    static void Fields(A& a, M& m)
    {
        a.U16(m.magic);
        a.U8(m.version);
        a.U8(m.type);
        a.U32(m.node);
    }
};

/**
 * @ingroup pubsub
 * @brief A published event on its way; its payload of zeros follows.
 */
struct EventMessage
{
    static constexpr const char* NAME = "ns3::PubSubEventHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{1};                         ///< on the wire
    static constexpr const char* TYPE_NAME = "event";             ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = true; ///< whether an event travels in it

    NodeId publisher = NO_NODE; ///< who published it
    uint32_t sequence = 0;      ///< with the publisher, its identity
    uint64_t publishedNs = 0;   ///< when, nanoseconds
    uint8_t hops = 0;           ///< links crossed, this one included
    Content content;            ///< what it is about
    uint16_t payloadBytes = 0;  ///< length of the payload

    /**
     * @param a archive
     * @param m message
     */
    template <typename A, typename M>
    static void Fields(A& a, M& m)
    {
        a.U32(m.publisher);
        a.U32(m.sequence);
        a.U64(m.publishedNs);
        a.U8(m.hops);
        a.About(m.content);
        a.U16(m.payloadBytes);
    }
};

inline const RegisteredMessage<EventMessage> g_eventMessage; ///< registers the type

/**
 * @ingroup pubsub
 * @brief An event behind a header of its protocol; the event's payload of zeros follows.
 *
 * The header's length stands in front of it, so that who does not know the protocol finds the
 * event.
 *
 * @tparam ProtocolHeader a struct with NAME, TYPE and Fields()
 */
template <typename ProtocolHeader>
struct Carrier
{
    static constexpr const char* NAME = ProtocolHeader::NAME; ///< of the header's TypeId
    static constexpr MessageType TYPE = ProtocolHeader::TYPE; ///< on the wire

    ProtocolHeader header; ///< the protocol's own
    EventMessage event;    ///< the event

    /**
     * @param a archive
     * @param m message
     */
    template <typename A, typename M>
    static void Fields(A& a, M& m)
    {
        a.Sized(m.header);
        EventMessage::Fields(a, m.event);
    }
};

/**
 * @param message read from a packet
 * @return bytes that must follow: an event's payload, or nothing
 */
template <typename Message>
uint32_t
PayloadBytes(const Message& message)
{
    if constexpr (requires { message.payloadBytes; })
    {
        return message.payloadBytes;
    }
    else if constexpr (requires { message.event.payloadBytes; })
    {
        return message.event.payloadBytes;
    }
    else
    {
        return 0;
    }
}

/**
 * @ingroup pubsub
 * @brief A message as an ns-3 header.
 *
 * Deserialize() may be given anything: IsGood() says afterwards whether it was this message.
 *
 * @tparam Message one of the structs above
 */
template <typename Message>
class MessageHeader : public Header
{
  public:
    MessageHeader() = default;

    /// @param message what to send
    explicit MessageHeader(Message message)
        : m_message(std::move(message))
    {
    }

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId(Message::NAME)
                                .SetParent<Header>()
                                .SetGroupName("PubSub")
                                .template AddConstructor<MessageHeader<Message>>();
        return tid;
    }

    TypeId GetInstanceTypeId() const override
    {
        return GetTypeId();
    }

    uint32_t GetSerializedSize() const override
    {
        WireLength length;
        Message::Fields(length, m_message);
        return length.Bytes();
    }

    void Serialize(Buffer::Iterator start) const override
    {
        WireWriter writer(start);
        Message::Fields(writer, m_message);
    }

    uint32_t Deserialize(Buffer::Iterator start) override
    {
        std::vector<uint8_t> octets(start.GetRemainingSize());
        start.Read(octets.data(), static_cast<uint32_t>(octets.size()));
        WireReader reader(octets);
        Message::Fields(reader, m_message);
        m_good = reader.IsGood();
        return reader.Bytes();
    }

    void Print(std::ostream& os) const override
    {
        os << Message::NAME << " " << GetSerializedSize() << " bytes";
    }

    /// @return the message
    const Message& Get() const
    {
        return m_message;
    }

    /// @return whether what was deserialized was whole and well formed
    bool IsGood() const
    {
        return m_good;
    }

  private:
    Message m_message;  ///< the fields
    bool m_good = true; ///< whether they could be read
};

} // namespace ns3::pubsub

#endif
