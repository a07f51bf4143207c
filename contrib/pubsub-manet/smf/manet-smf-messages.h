// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_SMF_MESSAGES_H
#define MANET_SMF_MESSAGES_H

#include "ns3/pubsub-message.h"

namespace ns3::pubsub::manet
{

/// What a node says of a link of its own.
enum class SmfLink : uint8_t
{
    HEARD = 0,     ///< it hears the other
    SYMMETRIC = 1, ///< each hears the other
    MPR = 2,       ///< symmetric, and the other is its multipoint relay
};

/**
 * @ingroup pubsub-manet
 * @brief A neighbour in a HELLO.
 */
struct SmfNeighbour
{
    NodeId node = NO_NODE; ///< who
    uint8_t link = 0;      ///< a SmfLink
    uint16_t priority = 0; ///< what it says of itself: its symmetric neighbours

    /**
     * @param a archive
     * @param m message
     */
    template <typename A, typename M>
    static void Fields(A& a, M& m)
    {
        a.U32(m.node);
        a.U8(m.link);
        a.U16(m.priority);
    }
};

/**
 * @ingroup pubsub-manet
 * @brief SMF's periodic HELLO: whom the sender hears.
 */
struct SmfHelloMessage
{
    static constexpr const char* NAME = "ns3::PubSubSmfHelloHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{16};                           ///< on the wire
    static constexpr const char* TYPE_NAME = "smf_hello";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    uint32_t sequence = 0;                ///< of the HELLO
    std::vector<SmfNeighbour> neighbours; ///< all that it hears

    /**
     * @param a archive
     * @param m message
     */
    template <typename A, typename M>
    static void Fields(A& a, M& m)
    {
        a.U32(m.sequence);
        a.List16(m.neighbours,
                 [](auto& archive, auto& item) { SmfNeighbour::Fields(archive, item); });
    }
};

inline const RegisteredMessage<SmfHelloMessage> g_smfHelloMessage; ///< registers the type

} // namespace ns3::pubsub::manet

#endif
