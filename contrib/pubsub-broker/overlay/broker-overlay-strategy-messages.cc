// SPDX-License-Identifier: GPL-2.0-only
//
// The messages of strategies, between their structs and the wire.
#include "broker-overlay-broker.h"

namespace ns3::pubsub::broker
{

namespace
{

/**
 * @tparam Message with a path
 * @param path with its message
 * @return the same on the wire
 */
template <typename Message>
Message
Encode(const CompletedPath& path)
{
    Message message;
    message.pathId = path.id;
    message.kind = static_cast<uint8_t>(path.message.kind);
    message.filter = path.message.filter;
    message.path = path.path;
    return message;
}

/**
 * @param message from the wire, with a path
 * @return the path
 */
template <typename Message>
CompletedPath
Decode(const Message& message)
{
    return {.id = message.pathId,
            .message = {.kind = static_cast<TrafficKind>(message.kind), .filter = message.filter},
            .path = message.path};
}

/**
 * @param kind from the wire
 * @return whether there is such a kind
 */
bool
IsKind(uint8_t kind)
{
    return kind <= static_cast<uint8_t>(TrafficKind::ADVERTISEMENT);
}

/**
 * @param side from the wire
 * @return whether there is such a side
 */
bool
IsSide(uint8_t side)
{
    return side <= static_cast<uint8_t>(PathSide::DOWNSTREAM);
}

} // namespace

void
OverlayBroker::SendStrategy(NodeId to, const StrategyMessage& message)
{
    if (!m_links.IsActive(to))
    {
        Drop("no link to send a strategy's message on", 0);
        return;
    }
    std::visit([this, to](const auto& any) { SendEncoded(to, any); }, message);
}

void
OverlayBroker::SendEncoded(NodeId to, const PathNotice& notice)
{
    PathNoticeMessage message;
    message.round = notice.round;
    message.kind = static_cast<uint8_t>(notice.message.kind);
    message.filter = notice.message.filter;
    message.cost = notice.cost;
    message.stampNs = static_cast<uint64_t>(notice.stampNs);
    message.path = notice.path;
    SendReliably(to, message);
}

void
OverlayBroker::SendEncoded(NodeId to, const PathEnd& end)
{
    PathEndMessage message;
    message.round = end.round;
    message.kind = static_cast<uint8_t>(end.message.kind);
    message.filter = end.message.filter;
    SendReliably(to, message);
}

void
OverlayBroker::SendEncoded(NodeId to, const CompletedPath& path)
{
    SendReliably(to, Encode<PathMessage>(path));
}

void
OverlayBroker::SendEncoded(NodeId to, const UnitRequest& request)
{
    auto message = Encode<RcConstructMessage>(request.path);
    message.side = static_cast<uint8_t>(request.side);
    SendReliably(to, message);
}

void
OverlayBroker::SendEncoded(NodeId to, const UnitReply& reply)
{
    auto message = Encode<RcReplyMessage>(reply.path);
    message.side = static_cast<uint8_t>(reply.side);
    message.accepted = reply.isAccepted;
    message.unit = reply.unit;
    SendReliably(to, message);
}

void
OverlayBroker::HandleStrategy(NodeId from, bool isDecoded, const StrategyMessage& message)
{
    if (!m_links.IsActive(from) || !isDecoded || !m_strategy.Receive(from, message))
    {
        Refuse("strategy's message out of turn");
    }
}

void
OverlayBroker::Handle(const PathNoticeMessage& message, NodeId from)
{
    HandleStrategy(from,
                   IsKind(message.kind),
                   PathNotice{.round = message.round,
                              .message = {.kind = static_cast<TrafficKind>(message.kind),
                                          .filter = message.filter},
                              .cost = message.cost,
                              .stampNs = static_cast<int64_t>(message.stampNs),
                              .path = message.path});
}

void
OverlayBroker::Handle(const PathEndMessage& message, NodeId from)
{
    HandleStrategy(from,
                   IsKind(message.kind),
                   PathEnd{.round = message.round,
                           .message = {.kind = static_cast<TrafficKind>(message.kind),
                                       .filter = message.filter}});
}

void
OverlayBroker::Handle(const PathMessage& message, NodeId from)
{
    HandleStrategy(from, IsKind(message.kind), Decode(message));
}

void
OverlayBroker::Handle(const RcConstructMessage& message, NodeId from)
{
    HandleStrategy(
        from,
        IsKind(message.kind) && IsSide(message.side),
        UnitRequest{.path = Decode(message), .side = static_cast<PathSide>(message.side)});
}

void
OverlayBroker::Handle(const RcReplyMessage& message, NodeId from)
{
    HandleStrategy(from,
                   IsKind(message.kind) && IsSide(message.side),
                   UnitReply{.path = Decode(message),
                             .side = static_cast<PathSide>(message.side),
                             .isAccepted = message.accepted != 0,
                             .unit = message.unit});
}

} // namespace ns3::pubsub::broker
