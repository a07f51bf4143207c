// SPDX-License-Identifier: GPL-2.0-only
#include "broker-event-store.h"

#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerEventStore");

NS_OBJECT_ENSURE_REGISTERED(EventStore);

TypeId
EventStore::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::broker::EventStore")
            .SetParent<Object>()
            .SetGroupName("PubSub")
            .AddConstructor<EventStore>()
            .AddAttribute("Capacity",
                          "Topics that it can keep; 0: any number",
                          UintegerValue(0),
                          MakeUintegerAccessor(&EventStore::m_capacity),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("MaxEvents",
                          "Events of a topic that it keeps at most; 0: any number",
                          UintegerValue(0),
                          MakeUintegerAccessor(&EventStore::m_maxEvents),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("MaxBytes",
                          "Payload of a topic's events that it keeps at most, bytes; 0: any number",
                          UintegerValue(0),
                          MakeUintegerAccessor(&EventStore::m_maxBytes),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("MaxAge",
                          "Time that it keeps an event at most; 0: any time",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&EventStore::m_maxAge),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("WhenFull",
                          "What happens to a new event of a topic whose history is full",
                          EnumValue(EventStore::DROP_OLDEST),
                          MakeEnumAccessor<WhenFull>(&EventStore::m_whenFull),
                          MakeEnumChecker(EventStore::DROP_OLDEST,
                                          "DropOldest",
                                          EventStore::REFUSE,
                                          "Refuse"))
            .AddTraceSource("Evicted",
                            "An event is not kept any more, or was not kept at all: event, reason",
                            MakeTraceSourceAccessor(&EventStore::m_evicted),
                            "ns3::pubsub::broker::EventStore::EvictedTracedCallback");
    return tid;
}

EventStore::EventStore() = default;

EventStore::~EventStore() = default;

bool
EventStore::AddTopic(const Filter& topic)
{
    NS_LOG_FUNCTION(this << topic.Text());
    const bool hasRoom =
        m_capacity == 0 || m_topics.size() < m_capacity || m_topics.contains(topic);
    if (hasRoom)
    {
        m_topics.try_emplace(topic);
    }
    return hasRoom;
}

void
EventStore::RemoveTopic(const Filter& topic)
{
    NS_LOG_FUNCTION(this << topic.Text());
    const auto known = m_topics.find(topic);
    if (known != m_topics.end())
    {
        while (!known->second.events.empty())
        {
            DropFirst(known->second, "topic removed");
        }
        m_topics.erase(known);
    }
}

std::vector<Filter>
EventStore::GetTopics() const
{
    std::vector<Filter> topics;
    for (const auto& [topic, history] : m_topics)
    {
        topics.push_back(topic);
    }
    return topics;
}

void
EventStore::Keep(const EventMessage& event)
{
    NS_LOG_FUNCTION(this << event.publisher << event.sequence);
    for (auto& [topic, history] : m_topics)
    {
        if (!topic.Matches(event.content) ||
            history.present.contains({event.publisher, event.sequence}))
        {
            continue;
        }
        DropOld(history);
        while (m_whenFull == DROP_OLDEST && !history.events.empty() && !HasRoom(history, event))
        {
            DropFirst(history, "history is full");
        }
        if (!HasRoom(history, event))
        {
            m_evicted(event, "history is full");
            continue;
        }
        history.bytes += event.payloadBytes;
        history.events.push_back({event, Simulator::Now()});
        history.present.insert({event.publisher, event.sequence});
    }
}

bool
EventStore::HasRoom(const History& history, const EventMessage& event) const
{
    return (m_maxEvents == 0 || history.events.size() < m_maxEvents) &&
           (m_maxBytes == 0 || history.bytes + event.payloadBytes <= m_maxBytes);
}

void
EventStore::DropOld(History& history)
{
    while (m_maxAge.IsStrictlyPositive() && !history.events.empty() &&
           history.events.front().since + m_maxAge < Simulator::Now())
    {
        DropFirst(history, "too old");
    }
}

void
EventStore::DropFirst(History& history, const std::string& reason)
{
    NS_LOG_FUNCTION(this << reason);
    const EventMessage event = history.events.front().event;
    history.bytes -= event.payloadBytes;
    history.events.pop_front();
    history.present.erase({event.publisher, event.sequence});
    m_evicted(event, reason);
}

std::vector<EventMessage>
EventStore::Find(const Filter& filter)
{
    NS_LOG_FUNCTION(this << filter.Text());
    std::vector<Kept> found;
    std::set<Identity> seen;
    for (auto& [topic, history] : m_topics)
    {
        DropOld(history);
        for (const Kept& kept : history.events)
        {
            if (filter.Matches(kept.event.content) &&
                seen.insert({kept.event.publisher, kept.event.sequence}).second)
            {
                found.push_back(kept);
            }
        }
    }
    std::stable_sort(found.begin(), found.end(), [](const Kept& a, const Kept& b) {
        return a.since < b.since;
    });
    std::vector<EventMessage> events;
    for (const Kept& kept : found)
    {
        events.push_back(kept.event);
    }
    return events;
}

std::size_t
EventStore::GetEvents() const
{
    std::size_t events = 0;
    for (const auto& [topic, history] : m_topics)
    {
        events += history.events.size();
    }
    return events;
}

uint64_t
EventStore::GetBytes() const
{
    uint64_t bytes = 0;
    for (const auto& [topic, history] : m_topics)
    {
        bytes += history.bytes;
    }
    return bytes;
}

} // namespace ns3::pubsub::broker
