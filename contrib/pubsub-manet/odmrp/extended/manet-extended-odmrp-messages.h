// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_EXTENDED_ODMRP_MESSAGES_H
#define MANET_EXTENDED_ODMRP_MESSAGES_H

#include "ns3/manet-odmrp-messages.h"

/**
 * @file
 * @ingroup pubsub-manet
 * ODMRP's messages with Bloom filters: draft-ietf-manet-odmrp-04's headers, and behind them what
 * Yoneki and Bacon add. The bytes of their messages are not known: the layouts are ours.
 */

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief A query of a publisher: the draft's 20 octets, then its advertisement instead of an event.
 */
struct FilterQuery
{
    static constexpr const char* NAME = "ns3::OdmrpFilterQueryHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{12};                             ///< on the wire
    static constexpr const char* TYPE_NAME = "filter_query";           ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    JoinQuery query;                 ///< the draft's
    uint8_t hashes = 0;              ///< of the filter
    std::vector<uint8_t> advertised; ///< what may be published; no octets: anything

    /**
     * @param a archive
     * @param m message
     */
    template <typename A, typename M>
    static void Fields(A& a, M& m)
    {
        JoinQuery::Fields(a, m.query);
        a.U8(m.hashes);
        a.Bytes16(m.advertised);
    }
};

inline const RegisteredMessage<FilterQuery> g_filterQuery; ///< registers the type

/**
 * @ingroup pubsub-manet
 * @brief One line of a reply with filters: the way back to a publisher, and what is wanted of it.
 */
struct FilterEntry
{
    NodeId sender = NO_NODE;     ///< the publisher
    NodeId nextHop = NO_NODE;    ///< who is asked to forward
    uint8_t hashes = 0;          ///< of the filter
    std::vector<uint8_t> filter; ///< union of what the sender of the reply and those behind it want
};

/**
 * @ingroup pubsub-manet
 * @brief A reply with filters: the draft's 16 octets, then entries of 11 octets and their filter.
 */
struct FilterReply
{
    static constexpr const char* NAME = "ns3::OdmrpFilterReplyHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{13};                             ///< on the wire
    static constexpr const char* TYPE_NAME = "filter_reply";           ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    uint8_t kind = JoinReply::KIND;   ///< always 2
    uint16_t flags = 0;               ///< as in JoinReply
    uint32_t group = 0;               ///< of the publisher
    NodeId previousHop = NO_NODE;     ///< who sends it
    uint32_t sequence = 0;            ///< counted by the sender
    std::vector<FilterEntry> entries; ///< at most 255

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
            archive.U8(entry.hashes);
            archive.Bytes16(entry.filter);
        });
    }
};

inline const RegisteredMessage<FilterReply> g_filterReply; ///< registers the type

} // namespace ns3::pubsub::manet

#endif
