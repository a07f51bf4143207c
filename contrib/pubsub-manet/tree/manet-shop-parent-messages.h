// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_SHOP_PARENT_MESSAGES_H
#define MANET_SHOP_PARENT_MESSAGES_H

#include "ns3/pubsub-message.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup pubsub-manet
 * The messages of SHOPPARENT, which TopSim has as well.
 */

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief A child's report to its parent: the effective subscription S_i.
 */
struct ReportMessage
{
    static constexpr const char* NAME = "ns3::PubSubReportHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{3};                          ///< on the wire
    static constexpr const char* TYPE_NAME = "report";             ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    NodeId root = NO_NODE;         ///< of which tree
    NodeId parent = NO_NODE;       ///< whose child the sender is
    uint32_t sequence = 0;         ///< acknowledged by number
    std::vector<Filter> effective; ///< S_i

    /**
     * @param a archive
     * @param m message
     */
    template <typename A, typename M>
    static void Fields(A& a, M& m)
    {
        a.U32(m.root);
        a.U32(m.parent);
        a.U32(m.sequence);
        a.List16(m.effective, [](auto& archive, auto& filter) { archive.Text(filter); });
    }
};

inline const RegisteredMessage<ReportMessage> g_reportMessage; ///< registers the type

/**
 * @ingroup pubsub-manet
 * @brief A parent's acknowledgement of a report.
 */
struct ReportAckMessage
{
    static constexpr const char* NAME = "ns3::PubSubReportAckHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{4};                             ///< on the wire
    static constexpr const char* TYPE_NAME = "report_ack";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    NodeId root = NO_NODE;  ///< of which tree
    NodeId child = NO_NODE; ///< who reported
    uint32_t sequence = 0;  ///< of the report

    /**
     * @param a archive
     * @param m message
     */
    template <typename A, typename M>
    static void Fields(A& a, M& m)
    {
        a.U32(m.root);
        a.U32(m.child);
        a.U32(m.sequence);
    }
};

inline const RegisteredMessage<ReportAckMessage> g_reportAckMessage; ///< registers the type

/**
 * @ingroup pubsub-manet
 * @brief The sender leaves a tree: it is nobody's child and nobody's parent there any more.
 */
struct LeaveMessage
{
    static constexpr const char* NAME = "ns3::PubSubLeaveHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{5};                         ///< on the wire
    static constexpr const char* TYPE_NAME = "leave";             ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    NodeId root = NO_NODE;   ///< of which tree
    NodeId parent = NO_NODE; ///< whose child it was

    /**
     * @param a archive
     * @param m message
     */
    template <typename A, typename M>
    static void Fields(A& a, M& m)
    {
        a.U32(m.root);
        a.U32(m.parent);
    }
};

inline const RegisteredMessage<LeaveMessage> g_leaveMessage; ///< registers the type

} // namespace ns3::pubsub::manet

#endif
