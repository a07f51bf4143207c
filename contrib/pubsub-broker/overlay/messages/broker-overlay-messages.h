// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_OVERLAY_MESSAGES_H
#define BROKER_OVERLAY_MESSAGES_H

#include "ns3/pubsub-filter.h"
#include "ns3/pubsub-message.h"

#include <vector>

/**
 * @file
 * @ingroup pubsub-broker
 * The messages of an overlay whose links change at run time. schema/messages/families/overlay.py is
 * the same list for other readers.
 *
 *     ov_link      | control | plan u64 | epoch | operation u8 |
 *     ov_advertise | control | origin | sequence | action u8 | hops u8 | filters list16 |
 *     ov_subscribe | control | origin | sequence | action u8 | hops u8 | filters list16 |
 *     ov_notify    | header length u16 | epoch | flow u64 | an event, from publisher on |
 *     ov_ack       | control |
 *
 * `control` numbers the acknowledged messages from one broker to another.
 */

namespace ns3::pubsub::broker
{

/// @brief What a broker asks of a link, or answers.
enum class LinkOperation : uint8_t
{
    OPEN,   ///< begin a link, or begin it again after a failure
    ACCEPT, ///< the link has begun
    CLOSE,  ///< end the link
    CLOSED, ///< the link has ended, or there is none
};

/// @brief What happens to the filters of an origin.
enum class FilterAction : uint8_t
{
    REMOVE,  ///< these no longer count
    ADD,     ///< these count, too
    REPLACE, ///< these alone count
    STAGE,   ///< these will count, too, when a move is executed
    UNSTAGE, ///< these will not
};

/**
 * @ingroup pubsub-broker
 * @brief A link between two brokers begins or ends.
 */
struct OverlayLinkMessage
{
    static constexpr const char* NAME = "ns3::PubSubOverlayLinkHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{27};                              ///< on the wire
    static constexpr const char* TYPE_NAME = "ov_link";                 ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    uint32_t control = 0;  ///< to be acknowledged
    uint64_t plan = 0;     ///< reconfiguration that the link belongs to; 0: none
    uint32_t epoch = 0;    ///< of the link between these two brokers, counted up
    uint8_t operation = 0; ///< a LinkOperation

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.control);
        archive.U64(message.plan);
        archive.U32(message.epoch);
        archive.U8(message.operation);
    }
};

/**
 * @ingroup pubsub-broker
 * @brief Filters of the clients of one broker, on their way through the overlay.
 */
struct OriginFilters
{
    uint32_t control = 0;        ///< to be acknowledged
    NodeId origin = NO_NODE;     ///< broker of the clients
    uint32_t sequence = 0;       ///< of the origin's changes, counted up
    uint8_t action = 0;          ///< a FilterAction
    uint8_t hops = 0;            ///< overlay links crossed, this one included
    std::vector<Filter> filters; ///< any number

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.control);
        archive.U32(message.origin);
        archive.U32(message.sequence);
        archive.U8(message.action);
        archive.U8(message.hops);
        archive.List16(message.filters, [](auto& a, auto& filter) { a.Text(filter); });
    }
};

/**
 * @ingroup pubsub-broker
 * @brief What the publishers of a broker will publish.
 */
struct OverlayAdvertiseMessage : OriginFilters
{
    static constexpr const char* NAME =
        "ns3::PubSubOverlayAdvertiseHeader";                 ///< of the header's TypeId
    static constexpr MessageType TYPE{28};                   ///< on the wire
    static constexpr const char* TYPE_NAME = "ov_advertise"; ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false;             ///< whether an event travels in it
};

/**
 * @ingroup pubsub-broker
 * @brief What the subscribers of a broker want.
 */
struct OverlaySubscribeMessage : OriginFilters
{
    static constexpr const char* NAME =
        "ns3::PubSubOverlaySubscribeHeader";                 ///< of the header's TypeId
    static constexpr MessageType TYPE{29};                   ///< on the wire
    static constexpr const char* TYPE_NAME = "ov_subscribe"; ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false;             ///< whether an event travels in it
};

/**
 * @ingroup pubsub-broker
 * @brief An event crosses an overlay link; the event follows.
 */
struct OverlayNotifyMessage
{
    static constexpr const char* NAME =
        "ns3::PubSubOverlayNotifyHeader";                 ///< of the header's TypeId
    static constexpr MessageType TYPE{30};                ///< on the wire
    static constexpr const char* TYPE_NAME = "ov_notify"; ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = true;           ///< whether an event travels in it

    uint32_t epoch = 0; ///< of the link
    uint64_t flow = 0;  ///< of the event: its broker and its class of content

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.epoch);
        archive.U64(message.flow);
    }
};

/**
 * @ingroup pubsub-broker
 * @brief A control message has arrived.
 */
struct OverlayAckMessage
{
    static constexpr const char* NAME = "ns3::PubSubOverlayAckHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{40};                             ///< on the wire
    static constexpr const char* TYPE_NAME = "ov_ack";                 ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    uint32_t control = 0; ///< number of the message

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.control);
    }
};

inline const RegisteredMessage<OverlayLinkMessage> g_overlayLinkMessage; ///< registers the type
inline const RegisteredMessage<OverlayAdvertiseMessage> g_overlayAdvertiseMessage; ///< registers it
inline const RegisteredMessage<OverlaySubscribeMessage> g_overlaySubscribeMessage; ///< registers it
inline const RegisteredMessage<OverlayNotifyMessage> g_overlayNotifyMessage;       ///< registers it
inline const RegisteredMessage<OverlayAckMessage> g_overlayAckMessage;             ///< registers it

} // namespace ns3::pubsub::broker

#endif
