// SPDX-License-Identifier: GPL-2.0-only
#include "broker-storing-broker.h"

#include "ns3/broker-filter-exchange.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <tuple>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("StoringBroker");

NS_OBJECT_ENSURE_REGISTERED(StoringBroker);

TypeId
StoringBroker::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::broker::StoringBroker")
            .SetParent<Broker>()
            .SetGroupName("PubSub")
            .AddConstructor<StoringBroker>()
            .AddAttribute("AdvertisePeriod",
                          "Time after which a store is advertised again; an advertisement counts "
                          "for three periods. 0: it is sent once and counts for ever",
                          TimeValue(Seconds(10)),
                          MakeTimeAccessor(&StoringBroker::SetAdvertisePeriod,
                                           &StoringBroker::GetAdvertisePeriod),
                          MakeTimeChecker(Seconds(0), Hours(24)))
            .AddAttribute("MaxTopics",
                          "Topics whose stores are known at most; more are not recorded",
                          UintegerValue(100000),
                          MakeUintegerAccessor(&StoringBroker::m_maxTopics),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("AtChoice",
                          "Which of several equally near stores gets a request",
                          EnumValue(StoringBroker::FIRST),
                          MakeEnumAccessor<Choice>(&StoringBroker::m_choice),
                          MakeEnumChecker(StoringBroker::FIRST,
                                          "First",
                                          StoringBroker::ROUND_ROBIN,
                                          "RoundRobin",
                                          StoringBroker::RANDOM,
                                          "Random"))
            .AddAttribute("ResponseGap",
                          "Time between two responses to one request, so that they do not overflow "
                          "the queue of a link",
                          TimeValue(MilliSeconds(1)),
                          MakeTimeAccessor(&StoringBroker::m_responseGap),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("CopyTimeout",
                          "Time after which a store asks again for a topic that it copies",
                          TimeValue(Seconds(2)),
                          MakeTimeAccessor(&StoringBroker::m_copyTimeout),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddTraceSource("Served",
                            "The store of this broker answers a request: request, events that "
                            "match it",
                            MakeTraceSourceAccessor(&StoringBroker::m_served),
                            "ns3::pubsub::broker::StoringBroker::ServedTracedCallback")
            .AddTraceSource("Kept",
                            "The store of this broker begins or stops to keep a topic: topic, "
                            "whether it is kept now",
                            MakeTraceSourceAccessor(&StoringBroker::m_keptChange),
                            "ns3::pubsub::broker::StoringBroker::KeptTracedCallback")
            .AddTraceSource("StoreChange",
                            "The store of this broker is installed, fails or returns: whether it "
                            "answers now",
                            MakeTraceSourceAccessor(&StoringBroker::m_storeChange),
                            "ns3::pubsub::broker::StoringBroker::StoreTracedCallback");
    return tid;
}

StoringBroker::StoringBroker()
    : m_random(CreateObject<UniformRandomVariable>())
{
}

StoringBroker::~StoringBroker() = default;

void
StoringBroker::SetAdvertisePeriod(Time period)
{
    NS_LOG_FUNCTION(this << period);
    m_advertising.SetPeriod(period);
}

Time
StoringBroker::GetAdvertisePeriod() const
{
    return m_advertising.GetPeriod();
}

int64_t
StoringBroker::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    const int64_t used = Broker::AssignStreams(stream);
    m_advertising.AssignStream(stream + used);
    m_random->SetStream(stream + used + 1);
    return used + 2;
}

void
StoringBroker::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_advertising.Stop();
    for (auto& [number, copy] : m_copies)
    {
        copy.retry.Cancel();
    }
    m_copies.clear();
    m_store = nullptr;
    Broker::DoDispose();
}

// ---- The broker's own store

void
StoringBroker::InstallStore(Ptr<EventStore> store)
{
    NS_LOG_FUNCTION(this << store);
    NS_ABORT_MSG_IF(m_store, "broker " << GetNodeId() << " has a store already");
    m_store = store;
    m_storeChange(true);
    for (const Filter& topic : store->GetTopics())
    {
        KeepTopic(topic);
    }
}

Ptr<EventStore>
StoringBroker::GetStore() const
{
    return m_store;
}

bool
StoringBroker::HasLiveStore() const
{
    return m_store && !m_isFailed;
}

const AdvertisementTable&
StoringBroker::GetAdvertisements() const
{
    return m_table;
}

bool
StoringBroker::KeepTopic(const Filter& topic)
{
    NS_LOG_FUNCTION(this << topic.Text());
    NS_ABORT_MSG_UNLESS(m_store, "broker " << GetNodeId() << " has no store");
    if (!m_store->AddTopic(topic))
    {
        Drop("store is full", 0);
        return false;
    }
    if (m_kept.insert(topic).second)
    {
        Subscribe(topic);
        m_keptChange(topic, true);
        if (IsRunning() && !m_isFailed)
        {
            AdvertiseOwn({topic});
        }
    }
    return true;
}

bool
StoringBroker::CopyTopic(const Filter& topic, CopiedCallback copied)
{
    NS_LOG_FUNCTION(this << topic.Text());
    NS_ABORT_MSG_UNLESS(m_store, "broker " << GetNodeId() << " has no store");
    if (!m_store->AddTopic(topic))
    {
        Drop("store is full", 0);
        return false;
    }
    Subscribe(topic); // what is published meanwhile is kept, too
    Copy& copy = m_copies[++m_requests];
    copy.topic = topic;
    copy.copied = std::move(copied);
    RequestCopy(m_requests);
    return true;
}

void
StoringBroker::DropTopic(const Filter& topic)
{
    NS_LOG_FUNCTION(this << topic.Text());
    if (m_kept.erase(topic) == 0)
    {
        return;
    }
    Unsubscribe(topic);
    m_store->RemoveTopic(topic);
    m_keptChange(topic, false);
    const auto routes = m_table.RoutesOf(topic);
    if (!routes.empty() &&
        m_table.Remove(topic, GetNodeId(), GetNodeId()) == AdvertisementTable::Loss::FIRST)
    {
        UnadvertiseMessage message;
        message.store = GetNodeId();
        message.sequence = ++m_sequence;
        message.topics = {topic};
        for (const auto& [node, neighbour] : GetNeighbours())
        {
            if (neighbour.isBroker)
            {
                SendControl(message, node);
            }
        }
        Replace({{topic, routes.front()}});
    }
}

void
StoringBroker::SetStoreFailed(bool isFailed)
{
    NS_LOG_FUNCTION(this << isFailed);
    if (isFailed == m_isFailed)
    {
        return;
    }
    const bool returns = !isFailed;
    m_isFailed = isFailed;
    m_storeChange(!isFailed);
    if (returns && IsRunning())
    {
        AdvertiseOwn({m_kept.begin(), m_kept.end()});
    }
}

void
StoringBroker::EventHeard(const EventMessage& event)
{
    NS_LOG_FUNCTION(this << event.publisher << event.sequence);
    if (HasLiveStore())
    {
        m_store->Keep(event);
    }
}

// ---- Joining, leaving, refreshing

void
StoringBroker::Join()
{
    NS_LOG_FUNCTION(this);
    Broker::Join();
    m_advertising.Start([this] { RefreshStores(); });
    if (HasLiveStore())
    {
        AdvertiseOwn({m_kept.begin(), m_kept.end()});
    }
}

void
StoringBroker::Leave()
{
    NS_LOG_FUNCTION(this);
    m_advertising.Stop();
    m_table.Clear();
    Broker::Leave();
}

void
StoringBroker::RefreshStores()
{
    NS_LOG_FUNCTION(this);
    Replace(m_table.Expire(Simulator::Now()));
    if (HasLiveStore())
    {
        AdvertiseOwn({m_kept.begin(), m_kept.end()});
    }
}

// ---- Advertisements

void
StoringBroker::AdvertiseOwn(const std::vector<Filter>& topics)
{
    NS_LOG_FUNCTION(this << topics.size());
    ++m_sequence;
    std::vector<Filter> first;
    for (const Filter& topic : topics)
    {
        const auto change =
            m_table.Record(topic,
                           {.neighbour = GetNodeId(),
                            .store = GetNodeId(),
                            .hops = 0,
                            .sequence = m_sequence,
                            .until = m_advertising.Until(m_advertising.LifetimeMs())});
        if (change == AdvertisementTable::Change::FIRST)
        {
            first.push_back(topic);
        }
    }
    SendRoutes(first, NO_NODE);
}

void
StoringBroker::SendRoutes(const std::vector<Filter>& topics, NodeId only)
{
    NS_LOG_FUNCTION(this << topics.size() << only);
    // One message for all topics that have the same store behind the same neighbour.
    std::map<std::tuple<NodeId, NodeId, uint32_t, Time>, std::pair<uint16_t, std::vector<Filter>>>
        messages;
    for (const Filter& topic : topics)
    {
        const StoreRoute& route = m_table.RoutesOf(topic).front();
        auto& [hops, list] = messages[{route.store, route.neighbour, route.sequence, route.until}];
        hops = route.hops;
        list.push_back(topic);
    }
    for (const auto& [key, content] : messages)
    {
        const auto& [store, behind, sequence, until] = key;
        AdvertiseMessage message;
        message.store = store;
        message.sequence = sequence;
        message.hops = static_cast<uint8_t>(std::min<uint16_t>(content.first, 0xff));
        message.lifetimeMs =
            until == Time::Max()
                ? 0
                : static_cast<uint32_t>((until - Simulator::Now()).GetMilliSeconds());
        if (until != Time::Max() && message.lifetimeMs == 0)
        {
            continue;
        }
        for (const auto& [node, neighbour] : GetNeighbours())
        {
            if (neighbour.isBroker && node != behind && (only == NO_NODE || only == node))
            {
                SendInParts(message,
                            &AdvertiseMessage::topics,
                            content.second,
                            [this, to = node](const auto& part) { SendControl(part, to); });
            }
        }
    }
}

void
StoringBroker::ReceiveAdvertise(NodeId from, Ptr<Packet> packet)
{
    const auto message = ReadControl<AdvertiseMessage>(packet, from);
    if (!message)
    {
        return;
    }
    if (message->hops == 0xff || message->store == NO_NODE || message->store == GetNodeId())
    {
        Drop("impossible advertisement", packet->GetSize());
        return;
    }
    if (m_table.All().size() + message->topics.size() > m_maxTopics)
    {
        Drop("too many topics", packet->GetSize());
        return;
    }
    std::vector<Filter> first;
    for (const Filter& topic : message->topics)
    {
        const auto change = m_table.Record(topic,
                                           {.neighbour = from,
                                            .store = message->store,
                                            .hops = static_cast<uint16_t>(message->hops + 1),
                                            .sequence = message->sequence,
                                            .until = m_advertising.Until(message->lifetimeMs)});
        if (change == AdvertisementTable::Change::FIRST)
        {
            first.push_back(topic);
        }
    }
    SendRoutes(first, NO_NODE);
}

void
StoringBroker::ReceiveUnadvertise(NodeId from, Ptr<Packet> packet)
{
    const auto message = ReadControl<UnadvertiseMessage>(packet, from);
    if (!message)
    {
        return;
    }
    UnadvertiseMessage onward = *message;
    onward.topics.clear();
    std::map<Filter, StoreRoute> lost;
    for (const Filter& topic : message->topics)
    {
        const auto routes = m_table.RoutesOf(topic);
        if (m_table.Remove(topic, from, message->store) == AdvertisementTable::Loss::FIRST)
        {
            onward.topics.push_back(topic);
            lost[topic] = routes.front();
        }
    }
    for (const auto& [node, neighbour] : GetNeighbours())
    {
        if (neighbour.isBroker && node != from && !onward.topics.empty())
        {
            SendControl(onward, node);
        }
    }
    Replace(lost);
}

void
StoringBroker::Replace(const std::map<Filter, StoreRoute>& lost)
{
    NS_LOG_FUNCTION(this << lost.size());
    std::vector<Filter> replaced;
    std::vector<Filter> missing;
    for (const auto& [topic, route] : lost)
    {
        (m_table.RoutesOf(topic).empty() ? missing : replaced).push_back(topic);
    }
    SendRoutes(replaced, NO_NODE);
    for (const auto& [node, neighbour] : GetNeighbours())
    {
        if (neighbour.isBroker && !missing.empty())
        {
            SendInParts(AdvertisePullMessage(),
                        &AdvertisePullMessage::topics,
                        missing,
                        [this, to = node](const auto& part) { SendControl(part, to); });
        }
    }
}

void
StoringBroker::ReceivePull(NodeId from, Ptr<Packet> packet)
{
    const auto message = ReadControl<AdvertisePullMessage>(packet, from);
    if (!message)
    {
        return;
    }
    Replace(m_table.Expire(Simulator::Now()));
    std::vector<Filter> known;
    std::copy_if(message->topics.begin(),
                 message->topics.end(),
                 std::back_inserter(known),
                 [this](const Filter& topic) { return !m_table.RoutesOf(topic).empty(); });
    SendRoutes(known, from);
}

// ---- Messages

void
StoringBroker::ReceiveControl(MessageType type, NodeId from, Ptr<Packet> packet)
{
    NS_LOG_FUNCTION(this << MessageTypeName(type) << from);
    const bool isBroker = GetNeighbours().at(from).isBroker;
    if (type == RequestMessage::TYPE)
    {
        ReceiveRequest(from, packet);
    }
    else if (type == ResponseMessage::TYPE && isBroker)
    {
        ReceiveResponse(from, packet);
    }
    else if (type == NoMatchMessage::TYPE && isBroker)
    {
        ReceiveNoMatch(from, packet);
    }
    else if (type == AdvertiseMessage::TYPE && isBroker)
    {
        ReceiveAdvertise(from, packet);
    }
    else if (type == UnadvertiseMessage::TYPE && isBroker)
    {
        ReceiveUnadvertise(from, packet);
    }
    else if (type == AdvertisePullMessage::TYPE && isBroker)
    {
        ReceivePull(from, packet);
    }
    else
    {
        Broker::ReceiveControl(type, from, packet);
    }
}

} // namespace ns3::pubsub::broker
