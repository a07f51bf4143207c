// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_STORE_MESSAGES_H
#define BROKER_STORE_MESSAGES_H

#include "ns3/pubsub-filter.h"
#include "ns3/pubsub-message.h"

/**
 * @file
 * @ingroup pubsub-broker
 * The messages of stores (Sourlas et al. 2011, section 4.1). schema/messages/families/store.py is
 * the same list for other readers.
 *
 *     advertise      | store | sequence | hops u8 | lifetime_ms | topics list16 |
 *     unadvertise    | store | sequence | topics list16 |
 *     advertise_pull | topics list16 |
 *     request        | client | request | filter | path list16 |
 *     response       | header length u16 | client | request | store | index u16 | count u16 |
 *                    | path list16 | an event, from publisher on |
 *     no_match       | client | request | store | path list16 |
 */

namespace ns3::pubsub::broker
{

/**
 * @brief Visit a list of topics.
 * @param archive reads, writes or measures
 * @param topics filters of topics
 */
template <typename Archive, typename Filters>
void
TopicFields(Archive& archive, Filters& topics)
{
    archive.List16(topics, [](auto& a, auto& topic) { a.Text(topic); });
}

/**
 * @brief Visit the brokers of a path.
 * @param archive reads, writes or measures
 * @param path brokers in order
 */
template <typename Archive, typename Path>
void
PathFields(Archive& archive, Path& path)
{
    archive.List16(path, [](auto& a, auto& broker) { a.U32(broker); });
}

/**
 * @ingroup pubsub-broker
 * @brief A store keeps these topics.
 */
struct AdvertiseMessage
{
    static constexpr const char* NAME = "ns3::PubSubAdvertiseHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{21};                            ///< on the wire
    static constexpr const char* TYPE_NAME = "advertise";             ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    NodeId store = NO_NODE;     ///< broker at which the store is
    uint32_t sequence = 0;      ///< of the store's advertisements
    uint8_t hops = 0;           ///< links from the store's broker to the sender
    uint32_t lifetimeMs = 0;    ///< how long it counts; 0: for ever
    std::vector<Filter> topics; ///< that the store keeps

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.store);
        archive.U32(message.sequence);
        archive.U8(message.hops);
        archive.U32(message.lifetimeMs);
        TopicFields(archive, message.topics);
    }
};

/**
 * @ingroup pubsub-broker
 * @brief A store no longer keeps these topics.
 */
struct UnadvertiseMessage
{
    static constexpr const char* NAME = "ns3::PubSubUnadvertiseHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{22};                              ///< on the wire
    static constexpr const char* TYPE_NAME = "unadvertise";             ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    NodeId store = NO_NODE;     ///< broker at which the store is
    uint32_t sequence = 0;      ///< of the store's advertisements
    std::vector<Filter> topics; ///< that the store kept

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.store);
        archive.U32(message.sequence);
        TopicFields(archive, message.topics);
    }
};

/**
 * @ingroup pubsub-broker
 * @brief The sender has lost its stores of these topics and asks for the receiver's nearest.
 */
struct AdvertisePullMessage
{
    static constexpr const char* NAME =
        "ns3::PubSubAdvertisePullHeader";                      ///< of the header's TypeId
    static constexpr MessageType TYPE{23};                     ///< on the wire
    static constexpr const char* TYPE_NAME = "advertise_pull"; ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false;               ///< whether an event travels in it

    std::vector<Filter> topics; ///< without a store

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        TopicFields(archive, message.topics);
    }
};

/**
 * @ingroup pubsub-broker
 * @brief A client asks for what is stored.
 */
struct RequestMessage
{
    static constexpr const char* NAME = "ns3::PubSubRequestHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{24};                          ///< on the wire
    static constexpr const char* TYPE_NAME = "request";             ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    NodeId client = NO_NODE;  ///< who asks
    uint32_t request = 0;     ///< with the client, its identity
    Filter filter;            ///< what is asked for
    std::vector<NodeId> path; ///< brokers passed, in order

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.client);
        archive.U32(message.request);
        archive.Text(message.filter);
        PathFields(archive, message.path);
    }
};

/**
 * @ingroup pubsub-broker
 * @brief One stored event that matches a request; the event follows.
 */
struct ResponseMessage
{
    static constexpr const char* NAME = "ns3::PubSubResponseHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{25};                           ///< on the wire
    static constexpr const char* TYPE_NAME = "response";             ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = true; ///< whether an event travels in it

    NodeId client = NO_NODE;  ///< who asked
    uint32_t request = 0;     ///< with the client, the request's identity
    NodeId store = NO_NODE;   ///< broker at which the store is
    uint16_t index = 0;       ///< of this answer, from 0
    uint16_t count = 0;       ///< answers to the request
    std::vector<NodeId> path; ///< brokers still to pass, the next one last

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.client);
        archive.U32(message.request);
        archive.U32(message.store);
        archive.U16(message.index);
        archive.U16(message.count);
        PathFields(archive, message.path);
    }
};

/**
 * @ingroup pubsub-broker
 * @brief A store keeps nothing that matches a request.
 */
struct NoMatchMessage
{
    static constexpr const char* NAME = "ns3::PubSubNoMatchHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{26};                          ///< on the wire
    static constexpr const char* TYPE_NAME = "no_match";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    NodeId client = NO_NODE;  ///< who asked
    uint32_t request = 0;     ///< with the client, the request's identity
    NodeId store = NO_NODE;   ///< broker at which the store is
    std::vector<NodeId> path; ///< brokers still to pass, the next one last

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.client);
        archive.U32(message.request);
        archive.U32(message.store);
        PathFields(archive, message.path);
    }
};

inline const RegisteredMessage<AdvertiseMessage> g_advertiseMessage;         ///< registers the type
inline const RegisteredMessage<UnadvertiseMessage> g_unadvertiseMessage;     ///< registers the type
inline const RegisteredMessage<AdvertisePullMessage> g_advertisePullMessage; ///< registers the type
inline const RegisteredMessage<RequestMessage> g_requestMessage;             ///< registers the type
inline const RegisteredMessage<ResponseMessage> g_responseMessage;           ///< registers the type
inline const RegisteredMessage<NoMatchMessage> g_noMatchMessage;             ///< registers the type

} // namespace ns3::pubsub::broker

#endif
