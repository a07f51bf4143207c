// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_SESSION_MESSAGES_H
#define SDN_SESSION_MESSAGES_H

#include "ns3/pubsub-filter.h"
#include "ns3/pubsub-message.h"
#include "ns3/sdn-clusters.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup pubsub-sdn
 * Messages that open a channel and keep it, register topics, carry their codes, and change
 * subscriptions.
 * schema/messages/families/sdn.py is the same list for other readers.
 */

namespace ns3::pubsub::sdn
{

/// What the sender of a message on a channel is.
enum class ChannelRole : uint8_t
{
    HOST = 0,       ///< an agent broker
    CONTROLLER = 1, ///< of some clusters
    SERVER = 2,     ///< the server in charge
    STANDBY = 3,    ///< a server that takes over if the other one fails
};

/// Bits in a message.
struct BitsItem
{
    uint8_t length = 0;          ///< number of bits
    std::vector<uint8_t> octets; ///< that hold them, from the most significant bit of the first on
};

/// The code of a topic in a message.
struct CodeItem
{
    Topic topic;  ///< registered
    BitsItem own; ///< what the code field of its own events begins with
    std::vector<BitsItem>
        covers; ///< what the code fields of its and its descendants' events begin with
};

/**
 * @brief Visit bits.
 * @param archive reads, writes or measures
 * @param bits of a code
 */
template <typename Archive, typename Bits>
void
BitsFields(Archive& archive, Bits& bits)
{
    archive.U8(bits.length);
    archive.Bytes16(bits.octets);
}

/**
 * @ingroup pubsub-sdn
 * @brief The first message on a channel: who sends it.
 */
struct SdnJoinMessage
{
    static constexpr const char* NAME = "ns3::PubSubSdnJoinHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{46};                          ///< on the wire
    static constexpr const char* TYPE_NAME = "sdn_join";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    uint8_t role = 0;                ///< a ChannelRole
    uint32_t term = 0;               ///< of a server: counts the servers that were in charge
    std::vector<ClusterId> clusters; ///< that the sender is in, or is the controller of

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U8(message.role);
        archive.U32(message.term);
        archive.List16(message.clusters, [](auto& a, auto& item) { a.U32(item); });
    }
};

/**
 * @ingroup pubsub-sdn
 * @brief The sender of the channel works.
 */
struct SdnHeartbeatMessage
{
    static constexpr const char* NAME = "ns3::PubSubSdnHeartbeatHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{47};                               ///< on the wire
    static constexpr const char* TYPE_NAME = "sdn_heartbeat";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    uint32_t sequence = 0; ///< counted up
    uint8_t role = 0;      ///< a ChannelRole
    uint32_t term = 0;     ///< of a server

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.sequence);
        archive.U8(message.role);
        archive.U32(message.term);
    }
};

/**
 * @ingroup pubsub-sdn
 * @brief A host asks for the code of a topic, because it is going to publish it.
 */
struct SdnRegisterMessage
{
    static constexpr const char* NAME = "ns3::PubSubSdnRegisterHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{48};                              ///< on the wire
    static constexpr const char* TYPE_NAME = "sdn_register";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    NodeId host = NO_NODE;          ///< who publishes
    ClusterId cluster = NO_CLUSTER; ///< of the host
    Topic topic;                    ///< that it publishes
    uint64_t rateBps = 0;           ///< that the host expects to publish, bit/s

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.host);
        archive.U32(message.cluster);
        archive.Text(message.topic);
        archive.U64(message.rateBps);
    }
};

/**
 * @ingroup pubsub-sdn
 * @brief Codes of topics, from the server to all controllers and hosts.
 */
struct SdnCodesMessage
{
    static constexpr const char* NAME = "ns3::PubSubSdnCodesHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{49};                           ///< on the wire
    static constexpr const char* TYPE_NAME = "sdn_codes";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    uint16_t epoch = 0;          ///< counts the changes of codes that were in use
    uint32_t sequence = 0;       ///< of the messages of codes, counted up
    uint8_t coding = 0;          ///< a TopicCoding
    std::vector<CodeItem> codes; ///< in the order of registration

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U16(message.epoch);
        archive.U32(message.sequence);
        archive.U8(message.coding);
        archive.List16(message.codes, [](auto& a, auto& item) {
            a.Text(item.topic);
            BitsFields(a, item.own);
            a.List8(item.covers, [](auto& b, auto& cover) { BitsFields(b, cover); });
        });
    }
};

/**
 * @ingroup pubsub-sdn
 * @brief The server gives a topic no code.
 */
struct SdnRefusalMessage
{
    static constexpr const char* NAME = "ns3::PubSubSdnRefusalHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{50};                             ///< on the wire
    static constexpr const char* TYPE_NAME = "sdn_refusal";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    Topic topic;          ///< refused
    std::string sentence; ///< why

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.Text(message.topic);
        archive.Text(message.sentence);
    }
};

/**
 * @ingroup pubsub-sdn
 * @brief A host subscribes to filters: a flooded event, and a notice to the server.
 */
struct SdnSubscribeMessage
{
    static constexpr const char* NAME = "ns3::PubSubSdnSubscribeHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{51};                               ///< on the wire
    static constexpr const char* TYPE_NAME = "sdn_subscribe";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    NodeId host = NO_NODE;          ///< whose subscription changed
    ClusterId cluster = NO_CLUSTER; ///< of the host
    uint32_t sequence = 0;          ///< of the host's notices, counted up
    uint64_t timeNs = 0;            ///< when the subscription changed, nanoseconds
    uint8_t isComplete = 0;         ///< 1: the filters are all that the host wants
    std::vector<Filter> filters;    ///< that changed

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.host);
        archive.U32(message.cluster);
        archive.U32(message.sequence);
        archive.U64(message.timeNs);
        archive.U8(message.isComplete);
        archive.List16(message.filters, [](auto& a, auto& item) { a.Text(item); });
    }
};

/**
 * @ingroup pubsub-sdn
 * @brief A host no longer subscribes to filters: a flooded event, and a notice to the server.
 */
struct SdnUnsubscribeMessage
{
    static constexpr const char* NAME =
        "ns3::PubSubSdnUnsubscribeHeader";                      ///< of the header's TypeId
    static constexpr MessageType TYPE{52};                      ///< on the wire
    static constexpr const char* TYPE_NAME = "sdn_unsubscribe"; ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false;                ///< whether an event travels in it

    NodeId host = NO_NODE;          ///< whose subscription changed
    ClusterId cluster = NO_CLUSTER; ///< of the host
    uint32_t sequence = 0;          ///< of the host's notices, counted up
    uint64_t timeNs = 0;            ///< when the subscription changed, nanoseconds
    uint8_t isComplete = 0;         ///< 1: the filters are all that the host wants
    std::vector<Filter> filters;    ///< that changed

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.host);
        archive.U32(message.cluster);
        archive.U32(message.sequence);
        archive.U64(message.timeNs);
        archive.U8(message.isComplete);
        archive.List16(message.filters, [](auto& a, auto& item) { a.Text(item); });
    }
};

/**
 * @ingroup pubsub-sdn
 * @brief Rules on topics and clusters, as XML text.
 */
struct SdnPolicyMessage
{
    static constexpr const char* NAME = "ns3::PubSubSdnPolicyHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{59};                            ///< on the wire
    static constexpr const char* TYPE_NAME = "sdn_policy";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    std::vector<uint8_t> text; ///< XML

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.Bytes16(message.text);
    }
};

/**
 * @ingroup pubsub-sdn
 * @brief A copy of an event for the representative broker; the event follows.
 */
struct SdnCopyMessage
{
    static constexpr const char* NAME = "ns3::PubSubSdnCopyHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{60};                          ///< on the wire
    static constexpr const char* TYPE_NAME = "sdn_copy";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = true; ///< whether an event travels in it

    ClusterId cluster = NO_CLUSTER; ///< of the publisher

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.cluster);
    }
};

/**
 * @ingroup pubsub-sdn
 * @brief The controller has found the port at which a host is.
 */
struct SdnAttachedMessage
{
    static constexpr const char* NAME = "ns3::PubSubSdnAttachedHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{63};                              ///< on the wire
    static constexpr const char* TYPE_NAME = "sdn_attached";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    NodeId host = NO_NODE;   ///< found
    uint32_t switchNode = 0; ///< node of the switch
    uint32_t port = 0;       ///< of the switch

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.host);
        archive.U32(message.switchNode);
        archive.U32(message.port);
    }
};

/**
 * @ingroup pubsub-sdn
 * @brief Send the kept copies of some topics' events again.
 */
struct SdnReplayMessage
{
    static constexpr const char* NAME = "ns3::PubSubSdnReplayHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{56};                            ///< on the wire
    static constexpr const char* TYPE_NAME = "sdn_replay";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    uint64_t sinceNs = 0;      ///< of events published from then on, nanoseconds
    std::vector<Topic> topics; ///< whose overlay was replaced

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U64(message.sinceNs);
        archive.List16(message.topics, [](auto& a, auto& item) { a.Text(item); });
    }
};

inline const RegisteredMessage<SdnJoinMessage> g_sdnJoinMessage;           ///< registers the type
inline const RegisteredMessage<SdnHeartbeatMessage> g_sdnHeartbeatMessage; ///< registers the type
inline const RegisteredMessage<SdnRegisterMessage> g_sdnRegisterMessage;   ///< registers the type
inline const RegisteredMessage<SdnCodesMessage> g_sdnCodesMessage;         ///< registers the type
inline const RegisteredMessage<SdnRefusalMessage> g_sdnRefusalMessage;     ///< registers the type
inline const RegisteredMessage<SdnSubscribeMessage> g_sdnSubscribeMessage; ///< registers the type
inline const RegisteredMessage<SdnUnsubscribeMessage>
    g_sdnUnsubscribeMessage;                                             ///< registers the type
inline const RegisteredMessage<SdnPolicyMessage> g_sdnPolicyMessage;     ///< registers the type
inline const RegisteredMessage<SdnCopyMessage> g_sdnCopyMessage;         ///< registers the type
inline const RegisteredMessage<SdnAttachedMessage> g_sdnAttachedMessage; ///< registers the type
inline const RegisteredMessage<SdnReplayMessage> g_sdnReplayMessage;     ///< registers the type

} // namespace ns3::pubsub::sdn

#endif
