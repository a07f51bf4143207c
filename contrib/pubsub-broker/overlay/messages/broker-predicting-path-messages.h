// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_PREDICTING_PATH_MESSAGES_H
#define BROKER_PREDICTING_PATH_MESSAGES_H

#include "ns3/broker-strategy-messages.h"
#include "ns3/pubsub-filter.h"
#include "ns3/pubsub-message.h"

#include <vector>

/**
 * @file
 * @ingroup pubsub-broker
 * The messages of PSOO-FCAT (Chi et al. 2014, section 4): brokers that forward the same filter most
 * find the path that they form. schema/messages/families/predicting_path.py is the same list for
 * other readers.
 *
 *     path_notice  | control | round | kind u8 | filter | cost u64 | stamp_ns u64
 *                  | path list16 of broker, cost u64 |
 *     path_end     | control | round | kind u8 | filter |
 *     path         | control | path_id u64 | kind u8 | filter | path list16 of broker, cost u64 |
 *     rc_construct | control | path_id u64 | kind u8 | filter | side u8 | path list16 |
 *     rc_reply     | control | path_id u64 | kind u8 | filter | side u8 | accepted u8 | unit
 *                  | path list16 |
 */

namespace ns3::pubsub::broker
{

/**
 * @brief Visit the brokers of a predicting path.
 * @param archive reads, writes or measures
 * @param path in the direction of the filter's events
 */
template <typename Archive, typename Path>
void
PathBrokerFields(Archive& archive, Path& path)
{
    archive.List16(path, [](auto& a, auto& node) {
        a.U32(node.broker);
        a.U64(node.cost);
    });
}

/**
 * @ingroup pubsub-broker
 * @brief The sender's greatest traffic is of this filter.
 */
struct PathNoticeMessage
{
    static constexpr const char* NAME = "ns3::PubSubPathNoticeHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{41};                             ///< on the wire
    static constexpr const char* TYPE_NAME = "path_notice";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    uint32_t control = 0;         ///< to be acknowledged
    uint32_t round = 0;           ///< of the sender's periods
    uint8_t kind = 0;             ///< a TrafficKind
    Filter filter;                ///< that the path is about
    uint64_t cost = 0;            ///< traffic cost of the filter at the sender, thousandths
    uint64_t stampNs = 0;         ///< time of the notice, nanoseconds
    std::vector<PathBroker> path; ///< in the direction of the filter's events

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.control);
        archive.U32(message.round);
        archive.U8(message.kind);
        archive.Text(message.filter);
        archive.U64(message.cost);
        archive.U64(message.stampNs);
        PathBrokerFields(archive, message.path);
    }
};

/**
 * @ingroup pubsub-broker
 * @brief The receiver is the last broker of its path.
 */
struct PathEndMessage
{
    static constexpr const char* NAME = "ns3::PubSubPathEndHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{42};                          ///< on the wire
    static constexpr const char* TYPE_NAME = "path_end";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    uint32_t control = 0; ///< to be acknowledged
    uint32_t round = 0;   ///< of the sender's periods
    uint8_t kind = 0;     ///< a TrafficKind
    Filter filter;        ///< that the path is about

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.control);
        archive.U32(message.round);
        archive.U8(message.kind);
        archive.Text(message.filter);
    }
};

/**
 * @ingroup pubsub-broker
 * @brief The receiver is the master of a path, or on the way to it.
 */
struct PathMessage
{
    static constexpr const char* NAME = "ns3::PubSubPathHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{43};                       ///< on the wire
    static constexpr const char* TYPE_NAME = "path";             ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false;                 ///< whether an event travels in it

    uint32_t control = 0;         ///< to be acknowledged
    uint64_t pathId = 0;          ///< of the filter and the brokers
    uint8_t kind = 0;             ///< a TrafficKind
    Filter filter;                ///< that the path is about
    std::vector<PathBroker> path; ///< in the direction of the filter's events

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.control);
        archive.U64(message.pathId);
        archive.U8(message.kind);
        archive.Text(message.filter);
        PathBrokerFields(archive, message.path);
    }
};

/**
 * @ingroup pubsub-broker
 * @brief A path asks for a unit to attach.
 */
struct RcConstructMessage
{
    static constexpr const char* NAME = "ns3::PubSubRcConstructHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{44};                              ///< on the wire
    static constexpr const char* TYPE_NAME = "rc_construct";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    uint32_t control = 0;         ///< to be acknowledged
    uint64_t pathId = 0;          ///< of the filter and the brokers
    uint8_t kind = 0;             ///< a TrafficKind
    Filter filter;                ///< that the path is about
    uint8_t side = 0;             ///< a PathSide
    std::vector<PathBroker> path; ///< in the direction of the filter's events

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.control);
        archive.U64(message.pathId);
        archive.U8(message.kind);
        archive.Text(message.filter);
        archive.U8(message.side);
        PathBrokerFields(archive, message.path);
    }
};

/**
 * @ingroup pubsub-broker
 * @brief Whether there is a unit to attach.
 */
struct RcReplyMessage
{
    static constexpr const char* NAME = "ns3::PubSubRcReplyHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{45};                          ///< on the wire
    static constexpr const char* TYPE_NAME = "rc_reply";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    uint32_t control = 0;         ///< to be acknowledged
    uint64_t pathId = 0;          ///< of the filter and the brokers
    uint8_t kind = 0;             ///< a TrafficKind
    Filter filter;                ///< that the path is about
    uint8_t side = 0;             ///< a PathSide
    uint8_t accepted = 0;         ///< 1: there is
    NodeId unit = NO_NODE;        ///< broker next to the end of the path
    std::vector<PathBroker> path; ///< in the direction of the filter's events

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.control);
        archive.U64(message.pathId);
        archive.U8(message.kind);
        archive.Text(message.filter);
        archive.U8(message.side);
        archive.U8(message.accepted);
        archive.U32(message.unit);
        PathBrokerFields(archive, message.path);
    }
};

inline const RegisteredMessage<PathNoticeMessage> g_pathNoticeMessage;   ///< registers the type
inline const RegisteredMessage<PathEndMessage> g_pathEndMessage;         ///< registers the type
inline const RegisteredMessage<PathMessage> g_pathMessage;               ///< registers the type
inline const RegisteredMessage<RcConstructMessage> g_rcConstructMessage; ///< registers the type
inline const RegisteredMessage<RcReplyMessage> g_rcReplyMessage;         ///< registers the type

} // namespace ns3::pubsub::broker

#endif
