// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-openflow-stream.h"
#include "sdn-openflow-wire.h"

#include "ns3/abort.h"

#include <algorithm>
#include <array>

namespace ns3::pubsub::sdn
{

namespace
{

/**
 * @brief Write a port's description.
 * @param to where
 * @param port what
 */
void
WritePort(OctetWriter& to, const PortDescription& port)
{
    to.U32(port.port);
    to.Pad(4);
    std::array<uint8_t, 6> address;
    port.address.CopyTo(address.data());
    to.Bytes(address);
    to.Pad(2);
    const std::string name = port.name.substr(0, PORT_NAME_BYTES - 1);
    to.Bytes({reinterpret_cast<const uint8_t*>(name.data()), name.size()});
    to.Pad(PORT_NAME_BYTES - name.size());
    to.U32(0); // configuration
    to.U32(port.isDown ? PORT_LINK_DOWN : PORT_LIVE);
    to.U32(PORT_OTHER_RATE); // current features
    to.Pad(12);              // advertised and supported ones, those of the peer
    to.U32(port.speedKbps);
    to.U32(port.speedKbps);
}

/**
 * @brief Write a port's counters.
 * @param to where
 * @param port what
 */
void
WritePortStatistics(OctetWriter& to, const PortStatistics& port)
{
    to.U32(port.port);
    to.Pad(4);
    to.U64(port.receivedPackets);
    to.U64(port.sentPackets);
    to.U64(port.receivedBytes);
    to.U64(port.sentBytes);
    to.U64(port.receivedDropped);
    to.U64(port.sentDropped);
    to.Pad(48); // errors and collisions, of which there are none
    to.U32(port.durationSeconds);
    to.U32(port.durationNanoseconds);
}

/**
 * @brief Write an entry with its counters.
 * @param to where
 * @param flow what
 */
void
WriteFlowStatistics(OctetWriter& to, const FlowStatistics& flow)
{
    const std::size_t start = to.Size();
    to.U16(0);
    to.U8(flow.table);
    to.Pad(1);
    to.U32(flow.durationSeconds);
    to.U32(flow.durationNanoseconds);
    to.U16(flow.priority);
    to.U16(flow.idleTimeout);
    to.U16(flow.hardTimeout);
    to.U16(flow.flags);
    to.Pad(4);
    to.U64(flow.cookie);
    to.U64(flow.packets);
    to.U64(flow.bytes);
    WriteMatch(to, flow.match);
    WriteInstructions(to, flow.applyActions, flow.writeActions);
    to.Length(start, to.Size() - start);
}

/// Writes what is asked in a MULTIPART_REQUEST.
struct RequestBodyWriter
{
    OctetWriter& to; ///< where

    void Begin(MultipartType type) const
    {
        to.U16(static_cast<uint16_t>(type));
        to.U16(0);
        to.Pad(4);
    }

    void operator()(const FlowStatisticsRequest& request) const
    {
        Begin(MultipartType::FLOW);
        to.U8(request.table);
        to.Pad(3);
        to.U32(request.outPort);
        to.U32(request.outGroup);
        to.Pad(4);
        to.U64(request.cookie);
        to.U64(request.cookieMask);
        WriteMatch(to, request.match);
    }

    void operator()(const PortStatisticsRequest& request) const
    {
        Begin(MultipartType::PORT_STATS);
        to.U32(request.port);
        to.Pad(4);
    }

    void operator()(const PortDescriptionRequest&) const
    {
        Begin(MultipartType::PORT_DESC);
    }
};

/// Writes the answers of a MULTIPART_REPLY.
struct ReplyBodyWriter
{
    OctetWriter& to; ///< where
    bool hasMore;    ///< whether another part follows

    void Begin(MultipartType type) const
    {
        to.U16(static_cast<uint16_t>(type));
        to.U16(hasMore ? 1 : 0);
        to.Pad(4);
    }

    void operator()(const std::vector<FlowStatistics>& flows) const
    {
        Begin(MultipartType::FLOW);
        std::ranges::for_each(flows, [this](const auto& flow) { WriteFlowStatistics(to, flow); });
    }

    void operator()(const std::vector<PortStatistics>& ports) const
    {
        Begin(MultipartType::PORT_STATS);
        std::ranges::for_each(ports, [this](const auto& port) { WritePortStatistics(to, port); });
    }

    void operator()(const std::vector<PortDescription>& ports) const
    {
        Begin(MultipartType::PORT_DESC);
        std::ranges::for_each(ports, [this](const auto& port) { WritePort(to, port); });
    }
};

/// Writes the body of a message.
struct BodyWriter
{
    OctetWriter& to; ///< where

    void operator()(const Hello& hello) const
    {
        if (!hello.versions.empty())
        {
            const std::size_t start = to.Size();
            to.U16(1); // bitmap of versions
            to.U16(4 + 4 * hello.versions.size());
            std::ranges::for_each(hello.versions, [this](uint32_t bits) { to.U32(bits); });
            to.PadFrom(start);
        }
    }

    void operator()(const ErrorMessage& error) const
    {
        to.U16(static_cast<uint16_t>(error.type));
        to.U16(error.code);
        to.Bytes(error.data);
    }

    void operator()(const EchoRequest& echo) const
    {
        to.Bytes(echo.data);
    }

    void operator()(const EchoReply& echo) const
    {
        to.Bytes(echo.data);
    }

    void operator()(const FeaturesReply& features) const
    {
        to.U64(features.datapathId);
        to.U32(features.buffers);
        to.U8(features.tables);
        to.U8(features.auxiliaryId);
        to.Pad(2);
        to.U32(features.capabilities);
        to.U32(0);
    }

    void operator()(const GetConfigReply& configuration) const
    {
        to.U16(configuration.flags);
        to.U16(configuration.missSendLength);
    }

    void operator()(const SetConfig& configuration) const
    {
        to.U16(configuration.flags);
        to.U16(configuration.missSendLength);
    }

    void operator()(const PacketIn& packet) const
    {
        to.U32(packet.buffer);
        to.U16(packet.totalLength);
        to.U8(static_cast<uint8_t>(packet.reason));
        to.U8(packet.table);
        to.U64(packet.cookie);
        WriteMatch(to, packet.match);
        to.Pad(2);
        to.Bytes(packet.frame);
    }

    void operator()(const FlowRemoved& flow) const
    {
        to.U64(flow.cookie);
        to.U16(flow.priority);
        to.U8(static_cast<uint8_t>(flow.reason));
        to.U8(flow.table);
        to.U32(flow.durationSeconds);
        to.U32(flow.durationNanoseconds);
        to.U16(flow.idleTimeout);
        to.U16(flow.hardTimeout);
        to.U64(flow.packets);
        to.U64(flow.bytes);
        WriteMatch(to, flow.match);
    }

    void operator()(const PortStatus& status) const
    {
        to.U8(static_cast<uint8_t>(status.reason));
        to.Pad(7);
        WritePort(to, status.description);
    }

    void operator()(const PacketOut& packet) const
    {
        to.U32(packet.buffer);
        to.U32(packet.inPort);
        const std::size_t length = to.Size();
        to.U16(0);
        to.Pad(6);
        const std::size_t start = to.Size();
        WriteActions(to, packet.actions);
        to.Length(length, to.Size() - start);
        to.Bytes(packet.frame);
    }

    void operator()(const FlowMod& flow) const
    {
        to.U64(flow.cookie);
        to.U64(flow.cookieMask);
        to.U8(flow.table);
        to.U8(static_cast<uint8_t>(flow.command));
        to.U16(flow.idleTimeout);
        to.U16(flow.hardTimeout);
        to.U16(flow.priority);
        to.U32(flow.buffer);
        to.U32(flow.outPort);
        to.U32(flow.outGroup);
        to.U16(flow.flags);
        to.Pad(2);
        WriteMatch(to, flow.match);
        WriteInstructions(to, flow.applyActions, flow.writeActions);
    }

    void operator()(const GroupMod& group) const
    {
        to.U16(static_cast<uint16_t>(group.command));
        to.U8(0); // ALL
        to.Pad(1);
        to.U32(group.group);
        for (const GroupBucket& bucket : group.buckets)
        {
            const std::size_t start = to.Size();
            to.U16(0);
            to.U16(0); // weight
            to.U32(PORT_ANY);
            to.U32(GROUP_ANY);
            to.Pad(4);
            WriteActions(to, bucket.actions);
            to.Length(start, to.Size() - start);
        }
    }

    void operator()(const MultipartRequest& request) const
    {
        std::visit(RequestBodyWriter{to}, request.body);
    }

    void operator()(const MultipartReply& reply) const
    {
        std::visit(ReplyBodyWriter{to, reply.hasMore}, reply.body);
    }

    void operator()(const RoleRequest& request) const
    {
        WriteRole(request.role, request.generation);
    }

    void operator()(const RoleReply& reply) const
    {
        WriteRole(reply.role, reply.generation);
    }

    // Messages without a body.
    void operator()(const FeaturesRequest&) const
    {
    }

    void operator()(const GetConfigRequest&) const
    {
    }

    void operator()(const BarrierRequest&) const
    {
    }

    void operator()(const BarrierReply&) const
    {
    }

  private:
    void WriteRole(ControllerRole role, uint64_t generation) const
    {
        to.U32(static_cast<uint32_t>(role));
        to.Pad(4);
        to.U64(generation);
    }
};

} // namespace

std::vector<uint8_t>
EncodeOpenFlow(uint32_t xid, const OpenFlowMessage& message)
{
    OctetWriter to;
    const auto* hello = std::get_if<Hello>(&message);
    to.U8(hello ? hello->version : OPENFLOW_VERSION);
    to.U8(static_cast<uint8_t>(TypeOf(message)));
    to.U16(0);
    to.U32(xid);
    std::visit(BodyWriter{to}, message);
    NS_ABORT_MSG_IF(to.Size() > OPENFLOW_MAX_MESSAGE,
                    "an OpenFlow message of " << to.Size()
                                              << " bytes, at most 65,535 are possible");
    to.Length(2, to.Size());
    return to.Take();
}

} // namespace ns3::pubsub::sdn
