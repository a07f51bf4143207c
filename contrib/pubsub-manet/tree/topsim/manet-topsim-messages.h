// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_TOPSIM_MESSAGES_H
#define MANET_TOPSIM_MESSAGES_H

#include "ns3/pubsub-message.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup pubsub-manet
 * The messages that TopSim adds to those of SHOPPARENT.
 */

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief TopSim's joining message to the candidate set C.
 */
struct JoinMessage
{
    static constexpr const char* NAME = "ns3::PubSubJoinHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{6};                        ///< on the wire
    static constexpr const char* TYPE_NAME = "join";             ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false;                 ///< whether an event travels in it

    NodeId root = NO_NODE;          ///< of which tree
    uint32_t sequence = 0;          ///< repeated in the answers
    std::vector<NodeId> candidates; ///< who shall answer

    /**
     * @param a archive
     * @param m message
     */
    template <typename A, typename M>
    static void Fields(A& a, M& m)
    {
        a.U32(m.root);
        a.U32(m.sequence);
        a.List8(m.candidates, [](auto& archive, auto& node) { archive.U32(node); });
    }
};

inline const RegisteredMessage<JoinMessage> g_joinMessage; ///< registers the type

/**
 * @ingroup pubsub-manet
 * @brief A candidate's answer to JOIN: its topic list.
 */
struct StatusMessage
{
    static constexpr const char* NAME = "ns3::PubSubStatusHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{7};                          ///< on the wire
    static constexpr const char* TYPE_NAME = "status";             ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    NodeId root = NO_NODE;      ///< of which tree
    NodeId joiner = NO_NODE;    ///< whom it answers
    uint32_t sequence = 0;      ///< of the JOIN
    std::vector<Filter> topics; ///< the candidate's own topics

    /**
     * @param a archive
     * @param m message
     */
    template <typename A, typename M>
    static void Fields(A& a, M& m)
    {
        a.U32(m.root);
        a.U32(m.joiner);
        a.U32(m.sequence);
        a.List16(m.topics, [](auto& archive, auto& filter) { archive.Text(filter); });
    }
};

inline const RegisteredMessage<StatusMessage> g_statusMessage; ///< registers the type

} // namespace ns3::pubsub::manet

#endif
