// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_MESSAGES_H
#define BROKER_MESSAGES_H

#include "ns3/pubsub-filter.h"
#include "ns3/pubsub-message.h"

/**
 * @file
 * @ingroup pubsub-broker
 * The messages with which brokers and clients exchange filters, one overlay link at a time:
 *
 *     subscribe, announce       | lifetime_ms u32 | filters list16 |
 *     unsubscribe, unannounce   | filters list16 |
 *
 * schema/messages/families/broker.py is the same list for other readers.
 */

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief Filters that count for some time.
 */
struct TimedFilters
{
    uint32_t lifetimeMs = 0;     ///< how long they count without being sent again; 0: for ever
    std::vector<Filter> filters; ///< any number

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.lifetimeMs);
        archive.List16(message.filters, [](auto& a, auto& filter) { a.Text(filter); });
    }
};

/**
 * @ingroup pubsub-broker
 * @brief Filters that no longer count.
 */
struct EndedFilters
{
    std::vector<Filter> filters; ///< any number

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.List16(message.filters, [](auto& a, auto& filter) { a.Text(filter); });
    }
};

/**
 * @ingroup pubsub-broker
 * @brief The sender wants to receive over this link what the filters match.
 */
struct SubscribeMessage : TimedFilters
{
    static constexpr const char* NAME = "ns3::PubSubSubscribeHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{17};                            ///< on the wire
    static constexpr const char* TYPE_NAME = "subscribe";             ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it
};

/**
 * @ingroup pubsub-broker
 * @brief The sender no longer wants to receive what the filters match.
 */
struct UnsubscribeMessage : EndedFilters
{
    static constexpr const char* NAME = "ns3::PubSubUnsubscribeHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{18};                              ///< on the wire
    static constexpr const char* TYPE_NAME = "unsubscribe";             ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it
};

/**
 * @ingroup pubsub-broker
 * @brief Publishers on the sender's side will publish what the filters match.
 */
struct AnnounceMessage : TimedFilters
{
    static constexpr const char* NAME = "ns3::PubSubAnnounceHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{19};                           ///< on the wire
    static constexpr const char* TYPE_NAME = "announce";             ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it
};

/**
 * @ingroup pubsub-broker
 * @brief No publisher on the sender's side publishes any more what the filters match.
 */
struct UnannounceMessage : EndedFilters
{
    static constexpr const char* NAME = "ns3::PubSubUnannounceHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{20};                             ///< on the wire
    static constexpr const char* TYPE_NAME = "unannounce";             ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it
};

inline const RegisteredMessage<SubscribeMessage> g_subscribeMessage;     ///< registers the type
inline const RegisteredMessage<UnsubscribeMessage> g_unsubscribeMessage; ///< registers the type
inline const RegisteredMessage<AnnounceMessage> g_announceMessage;       ///< registers the type
inline const RegisteredMessage<UnannounceMessage> g_unannounceMessage;   ///< registers the type

} // namespace ns3::pubsub::broker

#endif
