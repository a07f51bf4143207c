// SPDX-License-Identifier: GPL-2.0-only
#include "broker-storing-broker.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>

/**
 * @file
 * @ingroup pubsub-broker
 * What a storing broker does with requests and their answers, those of its own store's copies
 * included.
 */

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("StoringBrokerRequests");

namespace
{

/// Requests for a copy at most; after the last, the topic is kept without what others have of it.
constexpr uint32_t COPY_ATTEMPTS = 5;

} // namespace

void
StoringBroker::ReceiveRequest(NodeId from, Ptr<Packet> packet)
{
    const auto message = ReadControl<RequestMessage>(packet, from);
    if (!message)
    {
        return;
    }
    const auto& path = message->path;
    const bool isClient = !GetNeighbours().at(from).isBroker;
    const bool isRight =
        isClient ? path.empty() && message->client == from : !path.empty() && path.back() == from;
    if (!isRight || std::find(path.begin(), path.end(), GetNodeId()) != path.end())
    {
        Drop(isRight ? "looping request" : "wrong source route", packet->GetSize());
        return;
    }
    RequestMessage request = *message;
    request.path.push_back(GetNodeId());
    HandleRequest(request, packet->GetSize());
}

void
StoringBroker::HandleRequest(const RequestMessage& request, uint32_t bytes)
{
    NS_LOG_FUNCTION(this << request.client << request.request);
    const auto route = ChooseRoute(request);
    if (!route)
    {
        Drop("no store", bytes);
    }
    else if (route->neighbour != GetNodeId())
    {
        SendControl(request, route->neighbour);
    }
    else if (m_isFailed)
    {
        Drop("store has failed", bytes);
    }
    else
    {
        Answer(request);
    }
}

std::optional<StoreRoute>
StoringBroker::ChooseRoute(const RequestMessage& request)
{
    auto routes = m_table.RoutesFor(request.filter, Simulator::Now());
    std::erase_if(routes, [this, &request](const StoreRoute& route) {
        return route.neighbour != GetNodeId() &&
               std::find(request.path.begin(), request.path.end(), route.neighbour) !=
                   request.path.end();
    });
    if (routes.empty())
    {
        return std::nullopt;
    }
    switch (m_choice)
    {
    case ROUND_ROBIN:
        return routes[m_turn++ % routes.size()];
    case RANDOM:
        return routes[m_random->GetInteger(0, static_cast<uint32_t>(routes.size() - 1))];
    default:
        return routes.front();
    }
}

void
StoringBroker::Answer(const RequestMessage& request)
{
    NS_LOG_FUNCTION(this << request.client << request.request);
    const auto events = m_store->Find(request.filter);
    m_served(request, static_cast<uint32_t>(events.size()));
    if (events.empty())
    {
        NoMatchMessage message;
        message.client = request.client;
        message.request = request.request;
        message.store = GetNodeId();
        message.path = request.path;
        SendNoMatch(message, 0);
        return;
    }
    ResponseMessage response;
    response.client = request.client;
    response.request = request.request;
    response.store = GetNodeId();
    response.count = static_cast<uint16_t>(std::min<std::size_t>(events.size(), 0xffff));
    response.path = request.path;
    for (uint16_t i = 0; i < response.count; ++i)
    {
        response.index = i;
        EventMessage event = events[i];
        event.hops = 0; // from here on, links that the answer crosses
        Simulator::Schedule(i * m_responseGap, [self = Ptr<StoringBroker>(this), response, event] {
            self->SendResponse(response, event);
        });
    }
}

std::optional<NodeId>
StoringBroker::NextOf(std::vector<NodeId>& path, NodeId client, uint32_t bytes)
{
    if (path.empty() || path.back() != GetNodeId())
    {
        Drop("wrong source route", bytes);
        return std::nullopt;
    }
    path.pop_back();
    if (std::find(path.begin(), path.end(), GetNodeId()) != path.end())
    {
        Drop("looping source route", bytes);
        return std::nullopt;
    }
    const NodeId next = path.empty() ? client : path.back();
    const auto neighbour = GetNeighbours().find(next);
    const bool isOwn = path.empty() && client == GetNodeId();
    if (!isOwn &&
        (neighbour == GetNeighbours().end() || neighbour->second.isBroker == path.empty()))
    {
        Drop(path.empty() ? "no such client" : "wrong source route", bytes);
        return std::nullopt;
    }
    return next;
}

void
StoringBroker::SendResponse(ResponseMessage response, EventMessage event)
{
    if (!IsRunning())
    {
        return;
    }
    const auto next = NextOf(response.path, response.client, event.payloadBytes);
    if (!next)
    {
        return;
    }
    if (*next == GetNodeId())
    {
        TakeCopy(response, event);
        return;
    }
    ++event.hops;
    SendCarried(response, event, *next);
}

void
StoringBroker::SendNoMatch(NoMatchMessage message, uint32_t bytes)
{
    const auto next = NextOf(message.path, message.client, bytes);
    if (next && *next != GetNodeId())
    {
        SendControl(message, *next);
    }
    else if (next && m_copies.contains(message.request))
    {
        EndCopy(message.request);
    }
}

void
StoringBroker::ReceiveResponse(NodeId, Ptr<Packet> packet)
{
    const auto carrier = ReadCarried<ResponseMessage>(packet);
    if (carrier && carrier->header.index < carrier->header.count)
    {
        SendResponse(carrier->header, carrier->event);
    }
    else if (carrier)
    {
        Drop("impossible response", packet->GetSize());
    }
}

void
StoringBroker::ReceiveNoMatch(NodeId from, Ptr<Packet> packet)
{
    if (const auto message = ReadControl<NoMatchMessage>(packet, from))
    {
        SendNoMatch(*message, packet->GetSize());
    }
}

void
StoringBroker::RequestCopy(uint32_t number)
{
    NS_LOG_FUNCTION(this << number);
    const auto copy = m_copies.find(number);
    if (copy == m_copies.end())
    {
        return;
    }
    if (++copy->second.attempts > COPY_ATTEMPTS)
    {
        EndCopy(number);
        return;
    }
    copy->second.retry =
        Simulator::Schedule(m_copyTimeout, &StoringBroker::RequestCopy, this, number);
    RequestMessage request;
    request.client = GetNodeId();
    request.request = number;
    request.filter = copy->second.topic;
    request.path = {GetNodeId()};
    HandleRequest(request, 0);
}

void
StoringBroker::TakeCopy(const ResponseMessage& response, const EventMessage& event)
{
    NS_LOG_FUNCTION(this << response.request << response.index);
    const auto copy = m_copies.find(response.request);
    if (copy == m_copies.end())
    {
        Drop("not asked for", event.payloadBytes);
        return;
    }
    if (HasLiveStore())
    {
        m_store->Keep(event);
    }
    copy->second.answers.insert(response.index);
    if (copy->second.answers.size() == response.count)
    {
        EndCopy(response.request);
    }
}

void
StoringBroker::EndCopy(uint32_t number)
{
    NS_LOG_FUNCTION(this << number);
    auto ended = m_copies.extract(number);
    Copy& copy = ended.mapped();
    copy.retry.Cancel();
    KeepTopic(copy.topic);
    if (copy.copied)
    {
        copy.copied(copy.topic, static_cast<uint32_t>(copy.answers.size()));
    }
}

} // namespace ns3::pubsub::broker
