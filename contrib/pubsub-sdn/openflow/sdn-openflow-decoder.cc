// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-openflow-stream.h"
#include "sdn-openflow-wire.h"

#include <algorithm>

namespace ns3::pubsub::sdn
{

namespace
{

/// A message whose lengths do not fit together.
constexpr OpenFlowRefusal BAD_LENGTH{ErrorType::BAD_REQUEST, REQUEST_BAD_LENGTH};
/// Bytes of a refused message that go back with the error.
constexpr std::size_t ERROR_DATA = 64;

/**
 * @param octets any
 * @return a copy
 */
std::vector<uint8_t>
CopyOf(std::span<const uint8_t> octets)
{
    return {octets.begin(), octets.end()};
}

Hello
ReadHello(uint8_t version, OctetReader& from)
{
    Hello hello{version, {}};
    while (from.Left() > 0)
    {
        const uint16_t type = from.U16();
        const uint16_t length = from.U16();
        if (length < 4)
        {
            throw BAD_LENGTH;
        }
        auto element = from.Part(length - 4, BAD_LENGTH);
        // Some senders leave out the padding of the last element.
        from.Skip(std::min<std::size_t>((8 - length % 8) % 8, from.Left()));
        while (type == 1 && element.Left() > 0)
        {
            hello.versions.push_back(element.U32());
        }
    }
    return hello;
}

FeaturesReply
ReadFeatures(OctetReader& from)
{
    FeaturesReply features;
    features.datapathId = from.U64();
    features.buffers = from.U32();
    features.tables = from.U8();
    features.auxiliaryId = from.U8();
    from.Skip(2);
    features.capabilities = from.U32();
    from.Skip(4);
    return features;
}

PacketIn
ReadPacketIn(OctetReader& from)
{
    PacketIn packet;
    packet.buffer = from.U32();
    packet.totalLength = from.U16();
    packet.reason = static_cast<PacketInReason>(from.U8());
    packet.table = from.U8();
    packet.cookie = from.U64();
    packet.match = ReadMatch(from);
    from.Skip(2);
    packet.frame = CopyOf(from.Rest());
    return packet;
}

FlowRemoved
ReadFlowRemoved(OctetReader& from)
{
    FlowRemoved flow;
    flow.cookie = from.U64();
    flow.priority = from.U16();
    flow.reason = static_cast<FlowEnd>(from.U8());
    flow.table = from.U8();
    flow.durationSeconds = from.U32();
    flow.durationNanoseconds = from.U32();
    flow.idleTimeout = from.U16();
    flow.hardTimeout = from.U16();
    flow.packets = from.U64();
    flow.bytes = from.U64();
    flow.match = ReadMatch(from);
    return flow;
}

PortDescription
ReadPort(OctetReader& from)
{
    PortDescription port;
    port.port = from.U32();
    from.Skip(4);
    port.address.CopyFrom(from.Bytes(6).data());
    from.Skip(2);
    const auto name = from.Bytes(PORT_NAME_BYTES);
    port.name.assign(name.begin(), std::find(name.begin(), name.end(), 0));
    from.Skip(4);
    port.isDown = from.U32() & PORT_LINK_DOWN;
    from.Skip(16);
    port.speedKbps = from.U32();
    from.Skip(4);
    return port;
}

PacketOut
ReadPacketOut(OctetReader& from)
{
    PacketOut packet;
    packet.buffer = from.U32();
    packet.inPort = from.U32();
    const uint16_t actions = from.U16();
    from.Skip(6);
    packet.actions = ReadActions(from.Part(actions, {ErrorType::BAD_ACTION, ACTION_BAD_LENGTH}));
    packet.frame = CopyOf(from.Rest());
    return packet;
}

FlowMod
ReadFlowMod(OctetReader& from)
{
    FlowMod flow;
    flow.cookie = from.U64();
    flow.cookieMask = from.U64();
    flow.table = from.U8();
    const uint8_t command = from.U8();
    if (command > static_cast<uint8_t>(FlowCommand::DELETE_STRICT))
    {
        throw OpenFlowRefusal{ErrorType::FLOW_MOD_FAILED, FLOW_BAD_COMMAND};
    }
    flow.command = static_cast<FlowCommand>(command);
    flow.idleTimeout = from.U16();
    flow.hardTimeout = from.U16();
    flow.priority = from.U16();
    flow.buffer = from.U32();
    flow.outPort = from.U32();
    flow.outGroup = from.U32();
    flow.flags = from.U16();
    from.Skip(2);
    flow.match = ReadMatch(from);
    ReadInstructions(from.Part(from.Left(), {ErrorType::BAD_INSTRUCTION, INSTRUCTION_BAD_LENGTH}),
                     flow.applyActions,
                     flow.writeActions);
    return flow;
}

GroupMod
ReadGroupMod(OctetReader& from)
{
    GroupMod group;
    const uint16_t command = from.U16();
    if (command > static_cast<uint16_t>(GroupCommand::DELETE))
    {
        throw OpenFlowRefusal{ErrorType::GROUP_MOD_FAILED, GROUP_BAD_COMMAND};
    }
    group.command = static_cast<GroupCommand>(command);
    if (from.U8() != 0)
    {
        throw OpenFlowRefusal{ErrorType::GROUP_MOD_FAILED, GROUP_BAD_TYPE};
    }
    from.Skip(1);
    group.group = from.U32();
    while (from.Left() > 0)
    {
        const uint16_t length = from.U16();
        if (length < 16)
        {
            throw BAD_LENGTH;
        }
        auto bucket = from.Part(length - 2, BAD_LENGTH);
        // Weight, port and group to watch mean nothing in a group of type ALL.
        bucket.Skip(14);
        group.buckets.push_back({ReadActions(bucket)});
    }
    return group;
}

MultipartRequest
ReadMultipartRequest(OctetReader& from)
{
    const auto type = static_cast<MultipartType>(from.U16());
    const uint16_t flags = from.U16();
    from.Skip(4);
    if (flags != 0)
    {
        throw OpenFlowRefusal{ErrorType::BAD_REQUEST, REQUEST_BAD_MULTIPART};
    }
    switch (type)
    {
    case MultipartType::FLOW: {
        FlowStatisticsRequest request;
        request.table = from.U8();
        from.Skip(3);
        request.outPort = from.U32();
        request.outGroup = from.U32();
        from.Skip(4);
        request.cookie = from.U64();
        request.cookieMask = from.U64();
        request.match = ReadMatch(from);
        return {request};
    }
    case MultipartType::PORT_STATS: {
        const PortStatisticsRequest request{from.U32()};
        from.Skip(4);
        return {request};
    }
    case MultipartType::PORT_DESC:
        return {PortDescriptionRequest{}};
    }
    throw OpenFlowRefusal{ErrorType::BAD_REQUEST, REQUEST_BAD_MULTIPART};
}

FlowStatistics
ReadFlowStatistics(OctetReader& all)
{
    const uint16_t length = all.U16();
    if (length < 2)
    {
        throw BAD_LENGTH;
    }
    auto from = all.Part(length - 2, BAD_LENGTH);
    FlowStatistics flow;
    flow.table = from.U8();
    from.Skip(1);
    flow.durationSeconds = from.U32();
    flow.durationNanoseconds = from.U32();
    flow.priority = from.U16();
    flow.idleTimeout = from.U16();
    flow.hardTimeout = from.U16();
    flow.flags = from.U16();
    from.Skip(4);
    flow.cookie = from.U64();
    flow.packets = from.U64();
    flow.bytes = from.U64();
    flow.match = ReadMatch(from);
    ReadInstructions(from, flow.applyActions, flow.writeActions);
    return flow;
}

PortStatistics
ReadPortStatistics(OctetReader& from)
{
    PortStatistics port;
    port.port = from.U32();
    from.Skip(4);
    port.receivedPackets = from.U64();
    port.sentPackets = from.U64();
    port.receivedBytes = from.U64();
    port.sentBytes = from.U64();
    port.receivedDropped = from.U64();
    port.sentDropped = from.U64();
    from.Skip(48);
    port.durationSeconds = from.U32();
    port.durationNanoseconds = from.U32();
    return port;
}

/**
 * @brief Read a list up to the end.
 * @param from where
 * @param read reads one
 * @return the list
 */
template <typename Item>
std::vector<Item>
ReadAll(OctetReader& from, Item (*read)(OctetReader&))
{
    std::vector<Item> items;
    while (from.Left() > 0)
    {
        items.push_back(read(from));
    }
    return items;
}

MultipartReply
ReadMultipartReply(OctetReader& from)
{
    const auto type = static_cast<MultipartType>(from.U16());
    MultipartReply reply;
    reply.hasMore = from.U16() & 1;
    from.Skip(4);
    switch (type)
    {
    case MultipartType::FLOW:
        reply.body = ReadAll(from, ReadFlowStatistics);
        return reply;
    case MultipartType::PORT_STATS:
        reply.body = ReadAll(from, ReadPortStatistics);
        return reply;
    case MultipartType::PORT_DESC:
        reply.body = ReadAll(from, ReadPort);
        return reply;
    }
    throw OpenFlowRefusal{ErrorType::BAD_REQUEST, REQUEST_BAD_MULTIPART};
}

/**
 * @brief Read a role and a generation.
 * @param from where
 * @return the message
 * @tparam Role of the message: RoleRequest or RoleReply
 */
template <typename Role>
Role
ReadRole(OctetReader& from)
{
    const uint32_t role = from.U32();
    if (role > static_cast<uint32_t>(ControllerRole::SLAVE))
    {
        throw OpenFlowRefusal{ErrorType::ROLE_REQUEST_FAILED, ROLE_BAD};
    }
    from.Skip(4);
    return {static_cast<ControllerRole>(role), from.U64()};
}

/**
 * @brief Read two numbers of 16 bits.
 * @param from where
 * @return the message
 * @tparam Configuration of the message: GetConfigReply or SetConfig
 */
template <typename Configuration>
Configuration
ReadConfiguration(OctetReader& from)
{
    const uint16_t flags = from.U16();
    return {flags, from.U16()};
}

ErrorMessage
ReadError(OctetReader& from)
{
    ErrorMessage error;
    error.type = static_cast<ErrorType>(from.U16());
    error.code = from.U16();
    error.data = CopyOf(from.Rest());
    return error;
}

PortStatus
ReadPortStatus(OctetReader& from)
{
    PortStatus status;
    status.reason = static_cast<PortReason>(from.U8());
    from.Skip(7);
    status.description = ReadPort(from);
    return status;
}

/**
 * @brief Read the body of a message.
 * @param type of the message
 * @param version in its header
 * @param from where
 * @return the message
 */
OpenFlowMessage
ReadBody(OpenFlowType type, uint8_t version, OctetReader& from)
{
    switch (type)
    {
    case OpenFlowType::HELLO:
        return ReadHello(version, from);
    case OpenFlowType::ERROR:
        return ReadError(from);
    case OpenFlowType::ECHO_REQUEST:
        return EchoRequest{CopyOf(from.Rest())};
    case OpenFlowType::ECHO_REPLY:
        return EchoReply{CopyOf(from.Rest())};
    case OpenFlowType::FEATURES_REQUEST:
        return FeaturesRequest{};
    case OpenFlowType::FEATURES_REPLY:
        return ReadFeatures(from);
    case OpenFlowType::GET_CONFIG_REQUEST:
        return GetConfigRequest{};
    case OpenFlowType::GET_CONFIG_REPLY:
        return ReadConfiguration<GetConfigReply>(from);
    case OpenFlowType::SET_CONFIG:
        return ReadConfiguration<SetConfig>(from);
    case OpenFlowType::PACKET_IN:
        return ReadPacketIn(from);
    case OpenFlowType::FLOW_REMOVED:
        return ReadFlowRemoved(from);
    case OpenFlowType::PORT_STATUS:
        return ReadPortStatus(from);
    case OpenFlowType::PACKET_OUT:
        return ReadPacketOut(from);
    case OpenFlowType::FLOW_MOD:
        return ReadFlowMod(from);
    case OpenFlowType::GROUP_MOD:
        return ReadGroupMod(from);
    case OpenFlowType::MULTIPART_REQUEST:
        return ReadMultipartRequest(from);
    case OpenFlowType::MULTIPART_REPLY:
        return ReadMultipartReply(from);
    case OpenFlowType::BARRIER_REQUEST:
        return BarrierRequest{};
    case OpenFlowType::BARRIER_REPLY:
        return BarrierReply{};
    case OpenFlowType::ROLE_REQUEST:
        return ReadRole<RoleRequest>(from);
    case OpenFlowType::ROLE_REPLY:
        return ReadRole<RoleReply>(from);
    }
    throw OpenFlowRefusal{ErrorType::BAD_REQUEST, REQUEST_BAD_TYPE};
}

} // namespace

ReceivedOpenFlow
DecodeOpenFlow(std::span<const uint8_t> octets)
{
    ReceivedOpenFlow received;
    received.bytes = octets.size();
    try
    {
        OctetReader from(octets, BAD_LENGTH);
        const uint8_t version = from.U8();
        received.type = static_cast<OpenFlowType>(from.U8());
        const uint16_t length = from.U16();
        received.xid = from.U32();
        if (length != octets.size())
        {
            throw BAD_LENGTH;
        }
        // HELLO agrees on the version, so it may have any.
        if (version != OPENFLOW_VERSION && received.type != OpenFlowType::HELLO)
        {
            throw OpenFlowRefusal{ErrorType::BAD_REQUEST, REQUEST_BAD_VERSION};
        }
        received.content = ReadBody(received.type, version, from);
        if (from.Left() > 0)
        {
            throw BAD_LENGTH;
        }
    }
    catch (const OpenFlowRefusal& refusal)
    {
        const auto beginning = octets.first(std::min(octets.size(), ERROR_DATA));
        received.content =
            OpenFlowFault{ErrorMessage{refusal.type, refusal.code, CopyOf(beginning)}, false};
    }
    return received;
}

void
OpenFlowStream::Feed(std::span<const uint8_t> octets)
{
    if (m_isBroken)
    {
        return;
    }
    m_octets.erase(m_octets.begin(), m_octets.begin() + m_at);
    m_at = 0;
    m_octets.insert(m_octets.end(), octets.begin(), octets.end());
}

std::optional<ReceivedOpenFlow>
OpenFlowStream::Next()
{
    const auto left = std::span<const uint8_t>(m_octets).subspan(m_at);
    if (m_isBroken || left.size() < OPENFLOW_HEADER)
    {
        return std::nullopt;
    }
    const uint32_t length = left[2] << 8 | left[3];
    if (length < OPENFLOW_HEADER)
    {
        m_isBroken = true;
        auto broken = DecodeOpenFlow(left.first(OPENFLOW_HEADER));
        broken.content = OpenFlowFault{ErrorMessage{ErrorType::BAD_REQUEST,
                                                    REQUEST_BAD_LENGTH,
                                                    CopyOf(left.first(OPENFLOW_HEADER))},
                                       true};
        return broken;
    }
    if (left.size() < length)
    {
        return std::nullopt;
    }
    m_at += length;
    return DecodeOpenFlow(left.first(length));
}

} // namespace ns3::pubsub::sdn
