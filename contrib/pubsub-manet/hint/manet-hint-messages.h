// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_HINT_MESSAGES_H
#define MANET_HINT_MESSAGES_H

#include "ns3/pubsub-message.h"

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief A node that wants an event, and how far the sender of the frame believes it to be.
 */
struct HintDestination
{
    static constexpr std::size_t BYTES = 5; ///< on the wire

    NodeId node = NO_NODE; ///< who wants the event
    uint8_t hint = 0;      ///< beacons missed since the last adjacency, the least on the way so far

    /**
     * @param a archive
     * @param m message
     */
    template <typename A, typename M>
    static void Fields(A& a, M& m)
    {
        a.U32(m.node);
        a.U8(m.hint);
    }
};

/**
 * @ingroup pubsub-manet
 * @brief What hint-driven routing puts in front of an event.
 */
struct HintEventMessage
{
    static constexpr const char* NAME = "ns3::PubSubHintEventHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{15};                            ///< on the wire
    static constexpr const char* TYPE_NAME = "hint_event";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = true; ///< whether an event travels in it

    uint8_t credit = 0;                        ///< relays left to nodes that come no closer
    std::vector<HintDestination> destinations; ///< by id, each once

    /**
     * @param a archive
     * @param m message
     */
    template <typename A, typename M>
    static void Fields(A& a, M& m)
    {
        a.U8(m.credit);
        a.List8(m.destinations, [](auto& archive, auto& destination) {
            HintDestination::Fields(archive, destination);
        });
    }
};

inline const RegisteredMessage<HintEventMessage> g_hintEventMessage; ///< registers the type

} // namespace ns3::pubsub::manet

#endif
