// SPDX-License-Identifier: GPL-2.0-only
#include "broker-requesting-client.h"

#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("RequestingClient");

NS_OBJECT_ENSURE_REGISTERED(RequestingClient);

TypeId
RequestingClient::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::broker::RequestingClient")
            .SetParent<BrokerClient>()
            .SetGroupName("PubSub")
            .AddConstructor<RequestingClient>()
            .AddAttribute("RetryAfter",
                          "Time after which a request that was not answered in full is sent again",
                          TimeValue(Seconds(2)),
                          MakeTimeAccessor(&RequestingClient::m_retryAfter),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute("MaxAttempts",
                          "Times that a request is sent at most",
                          UintegerValue(3),
                          MakeUintegerAccessor(&RequestingClient::m_maxAttempts),
                          MakeUintegerChecker<uint32_t>(1))
            .AddTraceSource("Requested",
                            "A request is sent for the first time: its number, the filter",
                            MakeTraceSourceAccessor(&RequestingClient::m_requested),
                            "ns3::pubsub::broker::RequestingClient::RequestedTracedCallback")
            .AddTraceSource("Responded",
                            "A stored event arrives: response, event",
                            MakeTraceSourceAccessor(&RequestingClient::m_responded),
                            "ns3::pubsub::broker::RequestingClient::RespondedTracedCallback")
            .AddTraceSource("Completed",
                            "A request is answered in full or given up",
                            MakeTraceSourceAccessor(&RequestingClient::m_completed),
                            "ns3::pubsub::broker::RequestingClient::CompletedTracedCallback");
    return tid;
}

RequestingClient::RequestingClient() = default;

RequestingClient::~RequestingClient() = default;

void
RequestingClient::DoDispose()
{
    NS_LOG_FUNCTION(this);
    for (auto& [number, pending] : m_pending)
    {
        pending.retry.Cancel();
    }
    m_pending.clear();
    BrokerClient::DoDispose();
}

void
RequestingClient::Leave()
{
    NS_LOG_FUNCTION(this);
    while (!m_pending.empty())
    {
        Complete(m_pending.begin()->first);
    }
    BrokerClient::Leave();
}

uint32_t
RequestingClient::Request(const Filter& filter)
{
    NS_LOG_FUNCTION(this << filter.Text());
    const uint32_t number = ++m_requests;
    Pending& pending = m_pending[number];
    pending.filter = filter;
    pending.result.request = number;
    pending.result.since = Simulator::Now();
    m_requested(number, filter);
    Attempt(number);
    return number;
}

void
RequestingClient::Attempt(uint32_t number)
{
    NS_LOG_FUNCTION(this << number);
    Pending& pending = m_pending.at(number);
    if (!IsRunning() || IsSilent() || pending.result.attempts == m_maxAttempts)
    {
        Complete(number);
        return;
    }
    ++pending.result.attempts;
    pending.retry = Simulator::Schedule(m_retryAfter, &RequestingClient::Attempt, this, number);
    RequestMessage message;
    message.client = GetNodeId();
    message.request = number;
    message.filter = pending.filter;
    SendControl(message, GetBroker());
}

void
RequestingClient::ReceiveControl(MessageType type, NodeId from, Ptr<Packet> packet)
{
    NS_LOG_FUNCTION(this << MessageTypeName(type) << from);
    if (type == ResponseMessage::TYPE)
    {
        ReceiveResponse(packet);
    }
    else if (type == NoMatchMessage::TYPE)
    {
        ReceiveNoMatch(from, packet);
    }
    else
    {
        BrokerClient::ReceiveControl(type, from, packet);
    }
}

void
RequestingClient::ReceiveResponse(Ptr<Packet> packet)
{
    const auto carrier = ReadCarried<ResponseMessage>(packet);
    if (!carrier)
    {
        return;
    }
    const ResponseMessage& response = carrier->header;
    const auto known = m_pending.find(response.request);
    if (response.client != GetNodeId() || known == m_pending.end() ||
        response.index >= response.count || carrier->event.hops == 0)
    {
        Drop("not asked for", packet->GetSize());
        return;
    }
    Pending& pending = known->second;
    auto& answers = pending.answers[response.store];
    if (!answers.insert(response.index).second)
    {
        Drop("answered already", packet->GetSize());
        return;
    }
    m_responded(response, carrier->event);
    if (answers.size() == response.count)
    {
        pending.result.isAnswered = true;
        pending.result.store = response.store;
        pending.result.events = response.count;
        pending.result.hops = carrier->event.hops - 1; // the last link is the client's own
        Complete(response.request);
    }
}

void
RequestingClient::ReceiveNoMatch(NodeId from, Ptr<Packet> packet)
{
    const auto message = ReadControl<NoMatchMessage>(packet, from);
    if (!message)
    {
        return;
    }
    const auto known = m_pending.find(message->request);
    if (message->client != GetNodeId() || known == m_pending.end())
    {
        Drop("not asked for", packet->GetSize());
        return;
    }
    known->second.result.isAnswered = true;
    known->second.result.store = message->store;
    Complete(message->request);
}

void
RequestingClient::Complete(uint32_t number)
{
    NS_LOG_FUNCTION(this << number);
    auto ended = m_pending.extract(number);
    ended.mapped().retry.Cancel();
    m_completed(ended.mapped().result);
}

} // namespace ns3::pubsub::broker
