// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_OPENFLOW_MESSAGE_H
#define SDN_OPENFLOW_MESSAGE_H

#include "sdn-flow-match.h"
#include "sdn-openflow-constants.h"

#include "ns3/mac48-address.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

/**
 * @file
 * @ingroup pubsub-sdn
 * Messages of OpenFlow 1.3, as plain structs. Members have the defaults that most senders want.
 */

namespace ns3::pubsub::sdn
{

// ---- actions

/// Send the packet out by a port. A port that it came in by gets nothing, except as PORT_IN_PORT.
struct OutputAction
{
    uint32_t port = PORT_ANY;          ///< a port of the switch or an OpenFlowPort
    uint16_t maxLength = WHOLE_PACKET; ///< bytes for the controller; more stay in a buffer
    bool operator==(const OutputAction&) const = default;
};

/// Give the packet to a group.
struct GroupAction
{
    uint32_t group = GROUP_ANY; ///< number
    bool operator==(const GroupAction&) const = default;
};

/// Decrement the hop limit; a packet whose hop limit would be 0 is dropped.
struct DecrementTtlAction
{
    bool operator==(const DecrementTtlAction&) const = default;
};

/// Any action.
using FlowAction = std::variant<OutputAction, GroupAction, DecrementTtlAction>;

/// Actions in the order of their execution.
using FlowActions = std::vector<FlowAction>;

// ---- connection

/// First message of both sides. Without a bitmap it offers the version in its header alone.
struct Hello
{
    uint8_t version = OPENFLOW_VERSION;                     ///< in the header: the highest
    std::vector<uint32_t> versions{1U << OPENFLOW_VERSION}; ///< bitmap; may be empty
    bool operator==(const Hello&) const = default;
};

/// A message was refused.
struct ErrorMessage
{
    ErrorType type = ErrorType::BAD_REQUEST; ///< kind
    uint16_t code = 0;                       ///< an ErrorCode of this kind
    std::vector<uint8_t> data{};             ///< beginning of the message; text for HELLO_FAILED
    bool operator==(const ErrorMessage&) const = default;
};

/// Are you there?
struct EchoRequest
{
    std::vector<uint8_t> data{}; ///< any
    bool operator==(const EchoRequest&) const = default;
};

/// Answer to EchoRequest.
struct EchoReply
{
    std::vector<uint8_t> data{}; ///< of the request
    bool operator==(const EchoReply&) const = default;
};

/// What switch are you?
struct FeaturesRequest
{
    bool operator==(const FeaturesRequest&) const = default;
};

/// Answer to FeaturesRequest.
struct FeaturesReply
{
    uint64_t datapathId = 0;   ///< of the switch
    uint32_t buffers = 0;      ///< packets that it can keep
    uint8_t tables = 1;        ///< flow tables
    uint8_t auxiliaryId = 0;   ///< 0: the main connection
    uint32_t capabilities = 0; ///< 1 flow, 4 port, 8 group statistics
    bool operator==(const FeaturesReply&) const = default;
};

/// What is your configuration?
struct GetConfigRequest
{
    bool operator==(const GetConfigRequest&) const = default;
};

/// Answer to GetConfigRequest.
struct GetConfigReply
{
    uint16_t flags = 0;            ///< 0: fragments are ordinary packets
    uint16_t missSendLength = 128; ///< bytes of a packet that no entry matches
    bool operator==(const GetConfigReply&) const = default;
};

/// Set the configuration.
struct SetConfig
{
    uint16_t flags = 0;            ///< 0: fragments are ordinary packets
    uint16_t missSendLength = 128; ///< bytes of a packet that no entry matches
    bool operator==(const SetConfig&) const = default;
};

/// Ask for a role.
struct RoleRequest
{
    ControllerRole role = ControllerRole::NO_CHANGE; ///< wanted
    uint64_t generation = 0;                         ///< grows with each change of the master
    bool operator==(const RoleRequest&) const = default;
};

/// Answer to RoleRequest.
struct RoleReply
{
    ControllerRole role = ControllerRole::EQUAL; ///< now
    uint64_t generation = 0;                     ///< the greatest so far
    bool operator==(const RoleReply&) const = default;
};

// ---- state of a switch

/// Add, change or delete flow entries.
struct FlowMod
{
    uint64_t cookie = 0;                    ///< the controller's own number
    uint64_t cookieMask = 0;                ///< bits of it that select; not for ADD
    uint8_t table = 0;                      ///< 0, or ALL_TABLES for deletion
    FlowCommand command = FlowCommand::ADD; ///< what to do
    uint16_t idleTimeout = 0;               ///< seconds without a packet; 0: none
    uint16_t hardTimeout = 0;               ///< seconds; 0: none
    uint16_t priority = 0;                  ///< greater ones win
    uint32_t buffer = NO_BUFFER;            ///< packet to forward with the new entry
    uint32_t outPort = PORT_ANY;            ///< of entries to delete
    uint32_t outGroup = GROUP_ANY;          ///< of entries to delete
    uint16_t flags = 0;                     ///< FlowFlag
    FlowMatch match{};                      ///< packets
    FlowActions applyActions{};             ///< in this order
    FlowActions writeActions{}; ///< afterwards, in the standard's order of an action set
    bool operator==(const FlowMod&) const = default;
};

/// A part of a group: what happens to its copy of the packet.
struct GroupBucket
{
    FlowActions actions{}; ///< in the standard's order of an action set
    bool operator==(const GroupBucket&) const = default;
};

/// Add, change or delete a group of type ALL.
struct GroupMod
{
    GroupCommand command = GroupCommand::ADD; ///< what to do
    uint32_t group = 0;                       ///< number
    std::vector<GroupBucket> buckets{};       ///< each gets a copy
    bool operator==(const GroupMod&) const = default;
};

/// Answer when everything before is done.
struct BarrierRequest
{
    bool operator==(const BarrierRequest&) const = default;
};

/// Answer to BarrierRequest.
struct BarrierReply
{
    bool operator==(const BarrierReply&) const = default;
};

/// A flow entry has ended.
struct FlowRemoved
{
    uint64_t cookie = 0;               ///< of the entry
    uint16_t priority = 0;             ///< of the entry
    FlowEnd reason = FlowEnd::DELETED; ///< why
    uint8_t table = 0;                 ///< of the entry
    uint32_t durationSeconds = 0;      ///< of its life, whole seconds
    uint32_t durationNanoseconds = 0;  ///< and the rest
    uint16_t idleTimeout = 0;          ///< of the entry
    uint16_t hardTimeout = 0;          ///< of the entry
    uint64_t packets = 0;              ///< matched
    uint64_t bytes = 0;                ///< of them
    FlowMatch match{};                 ///< of the entry
    bool operator==(const FlowRemoved&) const = default;
};

// ---- packets

/// A packet for the controller, as an Ethernet frame.
struct PacketIn
{
    uint32_t buffer = NO_BUFFER;                      ///< where the switch keeps the packet
    uint16_t totalLength = 0;                         ///< of the frame
    PacketInReason reason = PacketInReason::NO_MATCH; ///< why
    uint8_t table = 0;                                ///< of the entry
    uint64_t cookie = 0;                              ///< of the entry; all ones without one
    FlowMatch match{};                                ///< has the port that it came in by
    std::vector<uint8_t> frame{};                     ///< its beginning, or all of it
    bool operator==(const PacketIn&) const = default;
};

/// Send a packet, given as an Ethernet frame or by its buffer.
struct PacketOut
{
    uint32_t buffer = NO_BUFFER;       ///< where the switch keeps the packet
    uint32_t inPort = PORT_CONTROLLER; ///< it is taken to have come in by
    FlowActions actions{};             ///< in this order
    std::vector<uint8_t> frame{};      ///< without a buffer
    bool operator==(const PacketOut&) const = default;
};

// ---- ports

/// A port as PORT_STATUS and PORT_DESC describe it.
struct PortDescription
{
    uint32_t port = 0;      ///< number, from 1
    Mac48Address address{}; ///< of the device
    std::string name{};     ///< at most 15 bytes
    bool isDown = false;    ///< whether the link is down
    uint32_t speedKbps = 0; ///< rate of the link, kbit/s
    bool operator==(const PortDescription&) const = default;
};

/// A port has changed.
struct PortStatus
{
    PortReason reason = PortReason::MODIFIED; ///< how
    PortDescription description{};            ///< now
    bool operator==(const PortStatus&) const = default;
};

/// Counters of a port. Bytes are those on the link, with the two of PPP.
struct PortStatistics
{
    uint32_t port = 0;                ///< number
    uint64_t receivedPackets = 0;     ///< that came in
    uint64_t sentPackets = 0;         ///< that the link's queue took
    uint64_t receivedBytes = 0;       ///< of them
    uint64_t sentBytes = 0;           ///< of them
    uint64_t receivedDropped = 0;     ///< malformed, or without an entry that forwards them
    uint64_t sentDropped = 0;         ///< that the link's queue did not take
    uint32_t durationSeconds = 0;     ///< since the port is there, whole seconds
    uint32_t durationNanoseconds = 0; ///< and the rest
    bool operator==(const PortStatistics&) const = default;
};

/// A flow entry with its counters.
struct FlowStatistics
{
    uint8_t table = 0;                ///< of the entry
    uint32_t durationSeconds = 0;     ///< of its life, whole seconds
    uint32_t durationNanoseconds = 0; ///< and the rest
    uint16_t priority = 0;            ///< of the entry
    uint16_t idleTimeout = 0;         ///< of the entry
    uint16_t hardTimeout = 0;         ///< of the entry
    uint16_t flags = 0;               ///< of the entry
    uint64_t cookie = 0;              ///< of the entry
    uint64_t packets = 0;             ///< matched
    uint64_t bytes = 0;               ///< of them
    FlowMatch match{};                ///< of the entry
    FlowActions applyActions{};       ///< of the entry
    FlowActions writeActions{};       ///< of the entry
    bool operator==(const FlowStatistics&) const = default;
};

/// Ask for the entries that a match covers, and their counters.
struct FlowStatisticsRequest
{
    uint8_t table = ALL_TABLES;    ///< 0 or all
    uint32_t outPort = PORT_ANY;   ///< that their actions name
    uint32_t outGroup = GROUP_ANY; ///< that their actions name
    uint64_t cookie = 0;           ///< wanted
    uint64_t cookieMask = 0;       ///< bits of it that select
    FlowMatch match{};             ///< at least as narrow
    bool operator==(const FlowStatisticsRequest&) const = default;
};

/// Ask for the counters of a port.
struct PortStatisticsRequest
{
    uint32_t port = PORT_ANY; ///< number, or all
    bool operator==(const PortStatisticsRequest&) const = default;
};

/// Ask for the ports.
struct PortDescriptionRequest
{
    bool operator==(const PortDescriptionRequest&) const = default;
};

/// Any question of several parts.
struct MultipartRequest
{
    /// What is asked.
    std::variant<FlowStatisticsRequest, PortStatisticsRequest, PortDescriptionRequest> body{};
    bool operator==(const MultipartRequest&) const = default;
};

/// An answer to MultipartRequest, or a part of it.
struct MultipartReply
{
    bool hasMore = false; ///< whether another part follows
    /// What was asked.
    std::variant<std::vector<FlowStatistics>,
                 std::vector<PortStatistics>,
                 std::vector<PortDescription>>
        body{};
    bool operator==(const MultipartReply&) const = default;
};

/// Any message.
using OpenFlowMessage = std::variant<Hello,
                                     ErrorMessage,
                                     EchoRequest,
                                     EchoReply,
                                     FeaturesRequest,
                                     FeaturesReply,
                                     GetConfigRequest,
                                     GetConfigReply,
                                     SetConfig,
                                     PacketIn,
                                     FlowRemoved,
                                     PortStatus,
                                     PacketOut,
                                     FlowMod,
                                     GroupMod,
                                     MultipartRequest,
                                     MultipartReply,
                                     BarrierRequest,
                                     BarrierReply,
                                     RoleRequest,
                                     RoleReply>;

/**
 * @param message any
 * @return its type
 */
OpenFlowType TypeOf(const OpenFlowMessage& message);

} // namespace ns3::pubsub::sdn

#endif
