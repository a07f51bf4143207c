// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_RECONFIGURATION_MESSAGES_H
#define BROKER_RECONFIGURATION_MESSAGES_H

#include "ns3/pubsub-filter.h"
#include "ns3/pubsub-message.h"

#include <vector>

/**
 * @file
 * @ingroup pubsub-broker
 * The messages with which brokers move a link. schema/messages/families/reconfiguration.py is the
 * same list for other readers. `brokers` is the path from the old neighbour of x, the broker that
 * moves, to its new one.
 *
 *     rc_eval       | control | plan u64 | x | brokers list16 | position u16 | gain u64 | loss u64
 *                   | part u8 | last u8 | rows list16 of flow u64, count u32, seen u8 |
 *     rc_result     | control | plan u64 | status u8 | gain u64 | loss u64 |
 *     rc_lock       | control | plan u64 | lease_ms |
 *     rc_lock_reply | control | plan u64 | granted u8 | holder u64 |
 *     rc_apply      | control | plan u64 | lease_ms | brokers list16 |
 *     rc_done       | control | plan u64 | done u8 |
 *     rc_unlock     | control | plan u64 | commit u8 |
 *     rc_step       | control | plan u64 | step u8 | x | brokers list16 | position u16 | part u8
 *                   | last u8 | origins list16 |
 *     rc_status     | control | plan u64 | state u8 |
 */

namespace ns3::pubsub::broker
{

/// @brief How an evaluation has ended.
enum class EvalStatus : uint8_t
{
    EVALUATED, ///< gain and loss are those of the whole path
    NO_PATH,   ///< a link of the path is missing, or the new one exists
    DEGREE,    ///< the new neighbour has as many links as it may have
    FROZEN,    ///< a broker of the path does not take part in reconfigurations
    ROWS,      ///< more flows than messages can hold
    STALE,     ///< a broker of the path has no window since the last move there
};

/// @brief Where a reconfiguration stands while it is executed; the steps go round the cycle that
/// the new link closes.
enum class MoveStep : uint8_t
{
    PREPARE,  ///< from x over the new link and against the path: learn what is on x's side
    PREPARED, ///< back to x along the path
    DRAIN,    ///< from x along the path: nothing more from x's side comes this way
    SWITCH,   ///< against the path, to x: x's side is now reached the other way
    SWITCHED, ///< to the next broker of the path: the sender has switched
    ABORT,    ///< to x: a broker of the path does not answer
};

/// @brief What a broker says of a reconfiguration.
enum class MoveState : uint8_t
{
    QUERY,   ///< nothing: it asks
    RUNNING, ///< it is being executed
    DONE,    ///< it has been executed
    ABORTED, ///< it has not been, and will not be
};

/// @brief A flow in an evaluation.
struct EvalMessageRow
{
    uint64_t flow = 0;  ///< its identity
    uint32_t count = 0; ///< events in the window
    uint8_t seen = 0;   ///< 1: a broker passed has the flow on its side
};

/**
 * @ingroup pubsub-broker
 * @brief What a move would change, so far along the path.
 */
struct RcEvalMessage
{
    static constexpr const char* NAME = "ns3::PubSubRcEvalHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{31};                         ///< on the wire
    static constexpr const char* TYPE_NAME = "rc_eval";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    uint32_t control = 0; ///< to be acknowledged
    uint64_t plan = 0;    ///< reconfiguration: its master in the high 32 bits, a number in the low
    NodeId x = NO_NODE;   ///< the broker that moves
    std::vector<NodeId> brokers;      ///< path from its old to its new neighbour
    uint16_t position = 0;            ///< of the receiver: 0 is x, 1 the first broker of the path
    uint64_t gain = 0;                ///< cost saved so far
    uint64_t loss = 0;                ///< cost added so far
    uint8_t part = 0;                 ///< number of this message of several, from 0
    uint8_t last = 0;                 ///< 1: no more parts follow
    std::vector<EvalMessageRow> rows; ///< of the flows between x and its old neighbour

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.control);
        archive.U64(message.plan);
        archive.U32(message.x);
        archive.List16(message.brokers, [](auto& a, auto& broker) { a.U32(broker); });
        archive.U16(message.position);
        archive.U64(message.gain);
        archive.U64(message.loss);
        archive.U8(message.part);
        archive.U8(message.last);
        archive.List16(message.rows, [](auto& a, auto& row) {
            a.U64(row.flow);
            a.U32(row.count);
            a.U8(row.seen);
        });
    }
};

/**
 * @ingroup pubsub-broker
 * @brief What a move would change, to its master.
 */
struct RcResultMessage
{
    static constexpr const char* NAME = "ns3::PubSubRcResultHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{32};                           ///< on the wire
    static constexpr const char* TYPE_NAME = "rc_result";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    uint32_t control = 0; ///< to be acknowledged
    uint64_t plan = 0;    ///< reconfiguration: its master in the high 32 bits, a number in the low
    uint8_t status = 0;   ///< an EvalStatus
    uint64_t gain = 0;    ///< cost saved
    uint64_t loss = 0;    ///< cost added

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.control);
        archive.U64(message.plan);
        archive.U8(message.status);
        archive.U64(message.gain);
        archive.U64(message.loss);
    }
};

/**
 * @ingroup pubsub-broker
 * @brief The receiver should take part in no other move.
 */
struct RcLockMessage
{
    static constexpr const char* NAME = "ns3::PubSubRcLockHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{33};                         ///< on the wire
    static constexpr const char* TYPE_NAME = "rc_lock";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    uint32_t control = 0; ///< to be acknowledged
    uint64_t plan = 0;    ///< reconfiguration: its master in the high 32 bits, a number in the low
    uint32_t leaseMs = 0; ///< time after which the lock ends by itself

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.control);
        archive.U64(message.plan);
        archive.U32(message.leaseMs);
    }
};

/**
 * @ingroup pubsub-broker
 * @brief Whether the lock is held.
 */
struct RcLockReplyMessage
{
    static constexpr const char* NAME = "ns3::PubSubRcLockReplyHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{34};                              ///< on the wire
    static constexpr const char* TYPE_NAME = "rc_lock_reply";           ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    uint32_t control = 0; ///< to be acknowledged
    uint64_t plan = 0;    ///< reconfiguration: its master in the high 32 bits, a number in the low
    uint8_t granted = 0;  ///< 1: held
    uint64_t holder = 0;  ///< plan that holds it

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.control);
        archive.U64(message.plan);
        archive.U8(message.granted);
        archive.U64(message.holder);
    }
};

/**
 * @ingroup pubsub-broker
 * @brief The receiver should move.
 */
struct RcApplyMessage
{
    static constexpr const char* NAME = "ns3::PubSubRcApplyHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{35};                          ///< on the wire
    static constexpr const char* TYPE_NAME = "rc_apply";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    uint32_t control = 0; ///< to be acknowledged
    uint64_t plan = 0;    ///< reconfiguration: its master in the high 32 bits, a number in the low
    uint32_t leaseMs = 0; ///< time for which the locks are still held
    std::vector<NodeId> brokers; ///< path from its old to its new neighbour

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.control);
        archive.U64(message.plan);
        archive.U32(message.leaseMs);
        archive.List16(message.brokers, [](auto& a, auto& broker) { a.U32(broker); });
    }
};

/**
 * @ingroup pubsub-broker
 * @brief The move has ended.
 */
struct RcDoneMessage
{
    static constexpr const char* NAME = "ns3::PubSubRcDoneHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{36};                         ///< on the wire
    static constexpr const char* TYPE_NAME = "rc_done";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    uint32_t control = 0; ///< to be acknowledged
    uint64_t plan = 0;    ///< reconfiguration: its master in the high 32 bits, a number in the low
    uint8_t done = 0;     ///< 1: executed; 0: given up

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.control);
        archive.U64(message.plan);
        archive.U8(message.done);
    }
};

/**
 * @ingroup pubsub-broker
 * @brief The lock ends.
 */
struct RcUnlockMessage
{
    static constexpr const char* NAME = "ns3::PubSubRcUnlockHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{37};                           ///< on the wire
    static constexpr const char* TYPE_NAME = "rc_unlock";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    uint32_t control = 0; ///< to be acknowledged
    uint64_t plan = 0;    ///< reconfiguration: its master in the high 32 bits, a number in the low
    uint8_t commit = 0;   ///< 1: the move was executed; 0: given up

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.control);
        archive.U64(message.plan);
        archive.U8(message.commit);
    }
};

/**
 * @ingroup pubsub-broker
 * @brief A step of a move.
 */
struct RcStepMessage
{
    static constexpr const char* NAME = "ns3::PubSubRcStepHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{38};                         ///< on the wire
    static constexpr const char* TYPE_NAME = "rc_step";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    uint32_t control = 0; ///< to be acknowledged
    uint64_t plan = 0;    ///< reconfiguration: its master in the high 32 bits, a number in the low
    uint8_t step = 0;     ///< a MoveStep
    NodeId x = NO_NODE;   ///< the broker that moves
    std::vector<NodeId> brokers; ///< path from its old to its new neighbour
    uint16_t position = 0;       ///< of the receiver: 0 is x, 1 the first broker of the path
    uint8_t part = 0;            ///< number of this message of several, from 0
    uint8_t last = 0;            ///< 1: no more parts follow
    std::vector<NodeId> origins; ///< brokers with filters on the side of x

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.control);
        archive.U64(message.plan);
        archive.U8(message.step);
        archive.U32(message.x);
        archive.List16(message.brokers, [](auto& a, auto& broker) { a.U32(broker); });
        archive.U16(message.position);
        archive.U8(message.part);
        archive.U8(message.last);
        archive.List16(message.origins, [](auto& a, auto& broker) { a.U32(broker); });
    }
};

/**
 * @ingroup pubsub-broker
 * @brief Asks how a move stands, or answers.
 */
struct RcStatusMessage
{
    static constexpr const char* NAME = "ns3::PubSubRcStatusHeader"; ///< of the header's TypeId
    static constexpr MessageType TYPE{39};                           ///< on the wire
    static constexpr const char* TYPE_NAME = "rc_status";            ///< as in schema/messages
    static constexpr bool CARRIES_EVENT = false; ///< whether an event travels in it

    uint32_t control = 0; ///< to be acknowledged
    uint64_t plan = 0;    ///< reconfiguration: its master in the high 32 bits, a number in the low
    uint8_t state = 0;    ///< a MoveState

    /**
     * @param archive reads, writes or measures
     * @param message that has the fields
     */
    template <typename Archive, typename Message>
    static void Fields(Archive& archive, Message& message)
    {
        archive.U32(message.control);
        archive.U64(message.plan);
        archive.U8(message.state);
    }
};

inline const RegisteredMessage<RcEvalMessage> g_rcEvalMessage;           ///< registers the type
inline const RegisteredMessage<RcResultMessage> g_rcResultMessage;       ///< registers the type
inline const RegisteredMessage<RcLockMessage> g_rcLockMessage;           ///< registers the type
inline const RegisteredMessage<RcLockReplyMessage> g_rcLockReplyMessage; ///< registers the type
inline const RegisteredMessage<RcApplyMessage> g_rcApplyMessage;         ///< registers the type
inline const RegisteredMessage<RcDoneMessage> g_rcDoneMessage;           ///< registers the type
inline const RegisteredMessage<RcUnlockMessage> g_rcUnlockMessage;       ///< registers the type
inline const RegisteredMessage<RcStepMessage> g_rcStepMessage;           ///< registers the type
inline const RegisteredMessage<RcStatusMessage> g_rcStatusMessage;       ///< registers the type

} // namespace ns3::pubsub::broker

#endif
