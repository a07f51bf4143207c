// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_OPENFLOW_CONSTANTS_H
#define SDN_OPENFLOW_CONSTANTS_H

#include <cstdint>

/**
 * @file
 * @ingroup pubsub-sdn
 * Numbers of the OpenFlow switch specification 1.3.5 (ONF TS-023), as far as we use them.
 */

namespace ns3::pubsub::sdn
{

/// Version of OpenFlow in the first byte of each message: 1.3.
inline constexpr uint8_t OPENFLOW_VERSION = 4;

/// TCP port of an OpenFlow controller, from IANA.
inline constexpr uint16_t OPENFLOW_PORT = 6653;

/// Bytes of the header that each message begins with.
inline constexpr uint32_t OPENFLOW_HEADER = 8;

/// Bytes that a message may have at most: its length has 16 bits.
inline constexpr uint32_t OPENFLOW_MAX_MESSAGE = 65535;

/// No buffered packet.
inline constexpr uint32_t NO_BUFFER = 0xffffffff;

/// Maximal length of an output to the controller that asks for the whole packet, without a buffer.
inline constexpr uint16_t WHOLE_PACKET = 0xffff;

/// EtherType of IPv4.
inline constexpr uint16_t ETHER_TYPE_IPV4 = 0x0800;

/// EtherType of IPv6.
inline constexpr uint16_t ETHER_TYPE_IPV6 = 0x86dd;

/// Types of messages.
enum class OpenFlowType : uint8_t
{
    HELLO = 0,
    ERROR = 1,
    ECHO_REQUEST = 2,
    ECHO_REPLY = 3,
    FEATURES_REQUEST = 5,
    FEATURES_REPLY = 6,
    GET_CONFIG_REQUEST = 7,
    GET_CONFIG_REPLY = 8,
    SET_CONFIG = 9,
    PACKET_IN = 10,
    FLOW_REMOVED = 11,
    PORT_STATUS = 12,
    PACKET_OUT = 13,
    FLOW_MOD = 14,
    GROUP_MOD = 15,
    MULTIPART_REQUEST = 18,
    MULTIPART_REPLY = 19,
    BARRIER_REQUEST = 20,
    BARRIER_REPLY = 21,
    ROLE_REQUEST = 24,
    ROLE_REPLY = 25,
};

/**
 * @param type any, from the wire
 * @return its name in lower case, such as "flow_mod"; "unknown"
 */
const char* OpenFlowTypeName(OpenFlowType type);

/// Numbers of ports. Those of a switch are 1 to MAX.
enum OpenFlowPort : uint32_t
{
    PORT_MAX = 0xffffff00,        ///< the greatest number of a port
    PORT_IN_PORT = 0xfffffff8,    ///< back through the port that the packet came in by
    PORT_TABLE = 0xfffffff9,      ///< through the flow table; in PACKET_OUT only
    PORT_FLOOD = 0xfffffffb,      ///< all ports but the one that the packet came in by
    PORT_ALL = 0xfffffffc,        ///< all ports but the one that the packet came in by
    PORT_CONTROLLER = 0xfffffffd, ///< as a PACKET_IN to the controller
    PORT_ANY = 0xffffffff,        ///< no port in particular
};

/// Numbers of groups.
enum OpenFlowGroup : uint32_t
{
    GROUP_MAX = 0xffffff00, ///< the greatest number of a group
    GROUP_ALL = 0xfffffffc, ///< all groups, for deletion
    GROUP_ANY = 0xffffffff, ///< no group in particular
};

/// Numbers of tables. A switch has one, 0.
inline constexpr uint8_t ALL_TABLES = 0xff;

/// What FLOW_MOD does.
enum class FlowCommand : uint8_t
{
    ADD = 0,
    MODIFY = 1,
    MODIFY_STRICT = 2,
    DELETE = 3,
    DELETE_STRICT = 4,
};

/// Flags of FLOW_MOD.
enum FlowFlag : uint16_t
{
    FLOW_SEND_REMOVED = 1,    ///< report the end of the entry
    FLOW_CHECK_OVERLAP = 2,   ///< refuse an entry that overlaps with one of the same priority
    FLOW_RESET_COUNTS = 4,    ///< set the counters of a modified entry to 0
    FLOW_NO_PACKET_COUNT = 8, ///< packets need not be counted
    FLOW_NO_BYTE_COUNT = 16,  ///< bytes need not be counted
};

/// Why a flow entry ended.
enum class FlowEnd : uint8_t
{
    IDLE_TIMEOUT = 0,
    HARD_TIMEOUT = 1,
    DELETED = 2,
    GROUP_DELETED = 3,
};

/// What GROUP_MOD does.
enum class GroupCommand : uint16_t
{
    ADD = 0,
    MODIFY = 1,
    DELETE = 2,
};

/// Why a packet went to the controller.
enum class PacketInReason : uint8_t
{
    NO_MATCH = 0, ///< table miss
    ACTION = 1,   ///< an entry has an output to the controller
};

/// What happened to a port.
enum class PortReason : uint8_t
{
    ADDED = 0,
    DELETED = 1,
    MODIFIED = 2,
};

/// Role of a controller.
enum class ControllerRole : uint32_t
{
    NO_CHANGE = 0,
    EQUAL = 1,
    MASTER = 2,
    SLAVE = 3,
};

/// Kinds of MULTIPART messages.
enum class MultipartType : uint16_t
{
    FLOW = 1,
    PORT_STATS = 4,
    PORT_DESC = 13,
};

/// Kinds of errors.
enum class ErrorType : uint16_t
{
    HELLO_FAILED = 0,
    BAD_REQUEST = 1,
    BAD_ACTION = 2,
    BAD_INSTRUCTION = 3,
    BAD_MATCH = 4,
    FLOW_MOD_FAILED = 5,
    GROUP_MOD_FAILED = 6,
    ROLE_REQUEST_FAILED = 11,
};

/// Codes of errors; which kind each belongs to is in its name.
enum ErrorCode : uint16_t
{
    HELLO_INCOMPATIBLE = 0,
    REQUEST_BAD_VERSION = 0,
    REQUEST_BAD_TYPE = 1,
    REQUEST_BAD_MULTIPART = 2,
    REQUEST_BAD_LENGTH = 6,
    REQUEST_BUFFER_UNKNOWN = 8,
    REQUEST_IS_SLAVE = 10,
    REQUEST_BAD_PORT = 11,
    REQUEST_BAD_PACKET = 12,
    ACTION_BAD_TYPE = 0,
    ACTION_BAD_LENGTH = 1,
    ACTION_BAD_OUT_PORT = 4,
    ACTION_TOO_MANY = 7,
    ACTION_BAD_OUT_GROUP = 9,
    INSTRUCTION_UNKNOWN = 0,
    INSTRUCTION_UNSUPPORTED = 1,
    INSTRUCTION_BAD_TABLE = 2,
    INSTRUCTION_BAD_LENGTH = 7,
    MATCH_BAD_TYPE = 0,
    MATCH_BAD_LENGTH = 1,
    MATCH_BAD_WILDCARDS = 5,
    MATCH_BAD_FIELD = 6,
    MATCH_BAD_VALUE = 7,
    MATCH_BAD_MASK = 8,
    MATCH_BAD_PREREQUISITE = 9,
    MATCH_DUPLICATE_FIELD = 10,
    FLOW_TABLE_FULL = 1,
    FLOW_BAD_TABLE = 2,
    FLOW_OVERLAP = 3,
    FLOW_BAD_COMMAND = 6,
    FLOW_BAD_FLAGS = 7,
    GROUP_EXISTS = 0,
    GROUP_INVALID = 1,
    GROUP_OUT_OF_GROUPS = 3,
    GROUP_OUT_OF_BUCKETS = 4,
    GROUP_CHAINING_UNSUPPORTED = 5,
    GROUP_WATCH_UNSUPPORTED = 6,
    GROUP_UNKNOWN = 8,
    GROUP_BAD_TYPE = 10,
    GROUP_BAD_COMMAND = 11,
    ROLE_STALE = 0,
    ROLE_BAD = 2,
};

} // namespace ns3::pubsub::sdn

#endif
