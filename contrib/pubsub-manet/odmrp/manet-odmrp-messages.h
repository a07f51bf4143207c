// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_ODMRP_MESSAGES_H
#define MANET_ODMRP_MESSAGES_H

#include "ns3/pubsub-message.h"

#include <vector>

/**
 * @file
 * @ingroup pubsub-manet
 * The messages of ODMRP: layouts of draft-ietf-manet-odmrp-04, section 4, without the fields that
 * need a GPS receiver; the two that the draft only describes are ours.
 */

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief Join Query, 20 octets in front of the event that it carries.
 */
struct JoinQuery
{
    static constexpr const char* NAME = "ns3::OdmrpJoinQueryHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{8};                            ///< on the wire
    static constexpr const char* TYPE_NAME = "join_query";           ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = true; ///< whether an event travels in it
    static constexpr uint8_t KIND = 1;          ///< the draft's type

    uint8_t kind = KIND;          ///< always 1
    uint8_t reserved = 0;         ///< sent as 0, ignored
    uint8_t ttl = 0;              ///< links it may still cross, the next included
    uint8_t hops = 0;             ///< links crossed before the next
    uint32_t group = 0;           ///< 239.x.y.z
    uint32_t sequence = 0;        ///< with the source, its identity
    NodeId source = NO_NODE;      ///< who began it
    NodeId previousHop = NO_NODE; ///< who sent this copy

    /**
     * @param a archive
     * @param m message
     */
    template <typename A, typename M>
    static void Fields(A& a, M& m)
    {
        a.U8(m.kind);
        a.U8(m.reserved);
        a.U8(m.ttl);
        a.U8(m.hops);
        a.U32(m.group);
        a.U32(m.sequence);
        a.U32(m.source);
        a.U32(m.previousHop);
    }
};

inline const RegisteredMessage<JoinQuery> g_joinQuery; ///< registers the type

/**
 * @ingroup pubsub-manet
 * @brief One line of a Join Reply: the way back to a source.
 */
struct ReplyEntry
{
    NodeId sender = NO_NODE;  ///< the source of the group
    NodeId nextHop = NO_NODE; ///< who is asked to forward for it
};

/**
 * @ingroup pubsub-manet
 * @brief Join Reply, 16 octets and 8 for each entry.
 */
struct JoinReply
{
    static constexpr const char* NAME = "ns3::OdmrpJoinReplyHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{9};                            ///< on the wire
    static constexpr const char* TYPE_NAME = "join_reply";           ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false;      ///< whether an event travels in it
    static constexpr uint8_t KIND = 2;                ///< the draft's type
    static constexpr uint16_t ACK_REQUESTED = 0x8000; ///< flag R
    static constexpr uint16_t FORWARDING = 0x4000;    ///< flag F: by a forwarding node

    uint8_t kind = KIND;             ///< always 2
    uint16_t flags = 0;              ///< R, F and 14 reserved bits
    uint32_t group = 0;              ///< 239.x.y.z
    NodeId previousHop = NO_NODE;    ///< who sends it
    uint32_t sequence = 0;           ///< counted by the sender
    std::vector<ReplyEntry> entries; ///< at most 255

    /**
     * @param a archive
     * @param m message
     */
    template <typename A, typename M>
    static void Fields(A& a, M& m)
    {
        a.U8(m.kind);
        a.Count8(m.entries);
        a.U16(m.flags);
        a.U32(m.group);
        a.U32(m.previousHop);
        a.U32(m.sequence);
        a.Counted(m.entries, [](auto& archive, auto& entry) {
            archive.U32(entry.sender);
            archive.U32(entry.nextHop);
        });
    }
};

inline const RegisteredMessage<JoinReply> g_joinReply; ///< registers the type

/**
 * @ingroup pubsub-manet
 * @brief The next hop towards some sources can't be reached (section 3.2 of the draft).
 */
struct UnreachableMessage
{
    static constexpr const char* NAME = "ns3::OdmrpUnreachableHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{10};                             ///< on the wire
    static constexpr const char* TYPE_NAME = "unreachable";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    uint32_t group = 0;          ///< 239.x.y.z
    NodeId origin = NO_NODE;     ///< who can't reach its next hop
    uint32_t sequence = 0;       ///< with the origin, its identity
    uint8_t ttl = 0;             ///< links it may still cross, the next included
    std::vector<NodeId> sources; ///< that the origin has lost

    /**
     * @param a archive
     * @param m message
     */
    template <typename A, typename M>
    static void Fields(A& a, M& m)
    {
        a.U32(m.group);
        a.U32(m.origin);
        a.U32(m.sequence);
        a.U8(m.ttl);
        a.List8(m.sources, [](auto& archive, auto& source) { archive.U32(source); });
    }
};

inline const RegisteredMessage<UnreachableMessage> g_unreachableMessage; ///< registers the type

/**
 * @ingroup pubsub-manet
 * @brief Active acknowledgement of a Join Reply (section 3.2 of the draft).
 */
struct ReplyAckMessage
{
    static constexpr const char* NAME = "ns3::OdmrpReplyAckHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{11};                          ///< on the wire
    static constexpr const char* TYPE_NAME = "reply_ack";           ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    uint32_t group = 0;          ///< 239.x.y.z
    NodeId replier = NO_NODE;    ///< whose reply it was
    uint32_t sequence = 0;       ///< of the reply
    std::vector<NodeId> senders; ///< the entries that the node answers for

    /**
     * @param a archive
     * @param m message
     */
    template <typename A, typename M>
    static void Fields(A& a, M& m)
    {
        a.U32(m.group);
        a.U32(m.replier);
        a.U32(m.sequence);
        a.List8(m.senders, [](auto& archive, auto& sender) { archive.U32(sender); });
    }
};

inline const RegisteredMessage<ReplyAckMessage> g_replyAckMessage; ///< registers the type

} // namespace ns3::pubsub::manet

#endif
