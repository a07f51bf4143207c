// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_MESSAGE_H
#define PUBSUB_MESSAGE_H

#include "pubsub-wire-archive.h"

#include "ns3/header.h"
#include "ns3/pubsub-topic.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup pubsub
 * The messages on the air. schema/wire.py describes the same bytes for every other reader;
 * test/wire-vectors.txt, made from it, holds the two together.
 */

namespace ns3::pubsub
{

/// A node's identity on the wire: Node::GetId().
using NodeId = uint32_t;

/// Nobody: a broadcast's next hop, a node without a parent.
constexpr NodeId NO_NODE = 0xFFFFFFFF;

/// Types of messages, as numbered on the wire.
enum class MessageType : uint8_t
{
    EVENT = 1,
    BEACON = 2,
    REPORT = 3,
    REPORT_ACK = 4,
    LEAVE = 5,
    JOIN = 6,
    STATUS = 7,
    JOIN_QUERY = 8,
    JOIN_REPLY = 9,
    UNREACHABLE = 10,
    REPLY_ACK = 11,
    FILTER_QUERY = 12,
    FILTER_REPLY = 13,
    HISTORY_QUERY = 14,
    HINT_EVENT = 15,
    SMF_HELLO = 16,
};

/// @param type a message type @return whether an event travels in it
bool CarriesEvent(MessageType type);

/// @param type a message type @return its name as in schema/wire.py, or "unknown"
std::string MessageTypeName(MessageType type);

/**
 * @ingroup pubsub
 * @brief What every message begins with: 'PS', version, type, and who sends the frame.
 */
struct CommonMessage
{
    static constexpr const char* NAME = "ns3::PubSubCommonHeader"; ///< of the header's TypeId
    static constexpr uint16_t MAGIC = 0x5053;                      ///< 'PS'
    static constexpr uint8_t VERSION = 1;                          ///< of these layouts

    uint16_t magic = MAGIC;    ///< tells our packets from others on the port
    uint8_t version = VERSION; ///< of the layouts
    uint8_t type = 0;          ///< a MessageType
    NodeId node = NO_NODE;     ///< the sender of this frame

    /// @param a archive @param m message
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
    static constexpr MessageType TYPE = MessageType::EVENT;       ///< on the wire

    NodeId publisher = NO_NODE; ///< who published it
    uint32_t sequence = 0;      ///< with the publisher, its identity
    uint64_t publishedNs = 0;   ///< when, nanoseconds
    uint8_t hops = 0;           ///< links crossed, this one included
    Content content;            ///< what it is about
    uint16_t payloadBytes = 0;  ///< length of the payload

    /// @param a archive @param m message
    template <typename A, typename M>
    static void Fields(A& a, M& m)
    {
        a.U32(m.publisher);
        a.U32(m.sequence);
        a.U64(m.publishedNs);
        a.U8(m.hops);
        a.Text(m.content.topic);
        a.List8(m.content.attributes, [](auto& archive, auto& attribute) {
            archive.Text(attribute.name);
            archive.Text(attribute.value);
        });
        a.U16(m.payloadBytes);
    }
};

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

    /// @param a archive @param m message
    template <typename A, typename M>
    static void Fields(A& a, M& m)
    {
        a.Sized(m.header);
        EventMessage::Fields(a, m.event);
    }
};

/// Hops to the root that a beacon has room for.
constexpr std::size_t MAX_PATH = 250;

/**
 * @ingroup pubsub
 * @brief What a beacon says of one tree.
 */
struct TreeEntry
{
    NodeId root = NO_NODE;                  ///< the publisher
    uint32_t rootSequence = 0;              ///< how fresh the path is
    NodeId parent = NO_NODE;                ///< the sender's parent
    std::vector<NodeId> path;               ///< from the parent to the root; empty at the root
    uint8_t attached = 0;                   ///< 1 if there is a path now
    std::vector<WeightedFilter> proxied;    ///< s'_i with the number of children that want each
    std::vector<WeightedFilter> advertised; ///< what the root publishes, with weights

    /// @return hops from the sender to the root
    std::size_t Hops() const
    {
        return path.size();
    }

    /// @param a archive @param m message
    template <typename A, typename M>
    static void Fields(A& a, M& m)
    {
        const auto weighted = [](auto& archive, auto& item) {
            archive.Text(item.filter);
            archive.U16(item.count);
        };
        a.U32(m.root);
        a.U32(m.rootSequence);
        a.U32(m.parent);
        a.List8(m.path, [](auto& archive, auto& node) { archive.U32(node); });
        a.U8(m.attached);
        a.List16(m.proxied, weighted);
        a.List16(m.advertised, weighted);
    }
};

/**
 * @ingroup pubsub
 * @brief The periodic beacon: who the sender is, what it wants, and where it stands in each tree.
 */
struct BeaconMessage
{
    static constexpr const char* NAME = "ns3::PubSubBeaconHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE = MessageType::BEACON;       ///< on the wire

    uint32_t sequence = 0;        ///< of the beacon
    std::vector<Filter> inherent; ///< s_i
    std::vector<TreeEntry> trees; ///< one entry for each publisher heard of

    /// @param a archive @param m message
    template <typename A, typename M>
    static void Fields(A& a, M& m)
    {
        a.U32(m.sequence);
        a.List16(m.inherent, [](auto& archive, auto& filter) { archive.Text(filter); });
        a.List8(m.trees, [](auto& archive, auto& entry) { TreeEntry::Fields(archive, entry); });
    }
};

/**
 * @ingroup pubsub
 * @brief A child's report to its parent: the effective subscription S_i.
 */
struct ReportMessage
{
    static constexpr const char* NAME = "ns3::PubSubReportHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE = MessageType::REPORT;       ///< on the wire

    NodeId root = NO_NODE;         ///< of which tree
    NodeId parent = NO_NODE;       ///< whose child the sender is
    uint32_t sequence = 0;         ///< acknowledged by number
    std::vector<Filter> effective; ///< S_i

    /// @param a archive @param m message
    template <typename A, typename M>
    static void Fields(A& a, M& m)
    {
        a.U32(m.root);
        a.U32(m.parent);
        a.U32(m.sequence);
        a.List16(m.effective, [](auto& archive, auto& filter) { archive.Text(filter); });
    }
};

/**
 * @ingroup pubsub
 * @brief A parent's acknowledgement of a report.
 */
struct ReportAckMessage
{
    static constexpr const char* NAME = "ns3::PubSubReportAckHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE = MessageType::REPORT_ACK;      ///< on the wire

    NodeId root = NO_NODE;  ///< of which tree
    NodeId child = NO_NODE; ///< who reported
    uint32_t sequence = 0;  ///< of the report

    /// @param a archive @param m message
    template <typename A, typename M>
    static void Fields(A& a, M& m)
    {
        a.U32(m.root);
        a.U32(m.child);
        a.U32(m.sequence);
    }
};

/**
 * @ingroup pubsub
 * @brief The sender leaves a tree: it is nobody's child and nobody's parent there any more.
 */
struct LeaveMessage
{
    static constexpr const char* NAME = "ns3::PubSubLeaveHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE = MessageType::LEAVE;       ///< on the wire

    NodeId root = NO_NODE;   ///< of which tree
    NodeId parent = NO_NODE; ///< whose child it was

    /// @param a archive @param m message
    template <typename A, typename M>
    static void Fields(A& a, M& m)
    {
        a.U32(m.root);
        a.U32(m.parent);
    }
};

/**
 * @ingroup pubsub
 * @brief TopSim's joining message to the candidate set C.
 */
struct JoinMessage
{
    static constexpr const char* NAME = "ns3::PubSubJoinHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE = MessageType::JOIN;       ///< on the wire

    NodeId root = NO_NODE;          ///< of which tree
    uint32_t sequence = 0;          ///< repeated in the answers
    std::vector<NodeId> candidates; ///< who shall answer

    /// @param a archive @param m message
    template <typename A, typename M>
    static void Fields(A& a, M& m)
    {
        a.U32(m.root);
        a.U32(m.sequence);
        a.List8(m.candidates, [](auto& archive, auto& node) { archive.U32(node); });
    }
};

/**
 * @ingroup pubsub
 * @brief A candidate's answer to JOIN: its topic list.
 */
struct StatusMessage
{
    static constexpr const char* NAME = "ns3::PubSubStatusHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE = MessageType::STATUS;       ///< on the wire

    NodeId root = NO_NODE;      ///< of which tree
    NodeId joiner = NO_NODE;    ///< whom it answers
    uint32_t sequence = 0;      ///< of the JOIN
    std::vector<Filter> topics; ///< the candidate's own topics

    /// @param a archive @param m message
    template <typename A, typename M>
    static void Fields(A& a, M& m)
    {
        a.U32(m.root);
        a.U32(m.joiner);
        a.U32(m.sequence);
        a.List16(m.topics, [](auto& archive, auto& filter) { archive.Text(filter); });
    }
};

/// @param message read from a packet @return bytes that must follow: an event's payload, or nothing
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

    /// @brief Get the type ID. @return the object TypeId
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
