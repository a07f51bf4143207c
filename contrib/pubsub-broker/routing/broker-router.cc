// SPDX-License-Identifier: GPL-2.0-only
#include "broker-router.h"

#include "broker-filter-exchange.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("Broker");

NS_OBJECT_ENSURE_REGISTERED(Broker);

TypeId
Broker::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::broker::Broker")
            .SetParent<FilterEndpoint>()
            .SetGroupName("PubSub")
            .AddConstructor<Broker>()
            .AddAttribute("Covering",
                          "Leave out filters that another one covers when filters are sent on",
                          BooleanValue(true),
                          MakeBooleanAccessor(&Broker::m_covering),
                          MakeBooleanChecker())
            .AddAttribute("Announcements",
                          "Send filters only to neighbours from whose side matching events are "
                          "announced",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Broker::m_byAnnouncement),
                          MakeBooleanChecker())
            .AddAttribute("MaxFilters",
                          "Filters that a neighbour may have at most; more are not recorded",
                          UintegerValue(10000),
                          MakeUintegerAccessor(&Broker::m_maxFilters),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

Broker::Broker() = default;

Broker::~Broker() = default;

void
Broker::Fail()
{
    NS_LOG_FUNCTION(this);
    StopApplication();
}

void
Broker::Restart()
{
    NS_LOG_FUNCTION(this);
    if (!IsRunning())
    {
        StartApplication();
    }
}

const FilterTable&
Broker::GetSubscriptions() const
{
    return m_subscriptions;
}

const FilterTable&
Broker::GetAnnouncements() const
{
    return m_announcements;
}

const Subscription&
Broker::GetForwarded(NodeId neighbour) const
{
    static const Subscription none;
    const auto sent = m_forwarded.find(neighbour);
    return sent == m_forwarded.end() ? none : sent->second;
}

void
Broker::Leave()
{
    NS_LOG_FUNCTION(this);
    FilterEndpoint::Leave();
    m_subscriptions.Clear();
    m_announcements.Clear();
    m_forwarded.clear();
    m_repeated.clear();
}

void
Broker::UpdateOwn()
{
    NS_LOG_FUNCTION(this);
    Update();
}

void
Broker::Originate(const EventMessage& event)
{
    NS_LOG_FUNCTION(this << event.sequence);
    Forward(event, NO_NODE);
}

void
Broker::ReceiveEvent(const EventMessage& event, NodeId from)
{
    NS_LOG_FUNCTION(this << event.publisher << event.sequence << from);
    if (Accept(event))
    {
        Forward(event, from);
    }
}

void
Broker::Forward(const EventMessage& event, NodeId except)
{
    NS_LOG_FUNCTION(this << event.publisher << event.sequence << except);
    for (const auto& [neighbour, filters] : m_subscriptions.All())
    {
        if (neighbour != except && filters.Matches(event.content))
        {
            SendEvent(event, neighbour);
        }
    }
}

void
Broker::ReceiveControl(MessageType type, NodeId from, Ptr<Packet> packet)
{
    NS_LOG_FUNCTION(this << MessageTypeName(type) << from);
    if (type == SubscribeMessage::TYPE)
    {
        ReceiveFilters<SubscribeMessage>(m_subscriptions, from, packet);
    }
    else if (type == UnsubscribeMessage::TYPE)
    {
        ReceiveEnd<UnsubscribeMessage>(m_subscriptions, from, packet);
    }
    else if (type == AnnounceMessage::TYPE)
    {
        ReceiveFilters<AnnounceMessage>(m_announcements, from, packet);
    }
    else if (type == UnannounceMessage::TYPE)
    {
        ReceiveEnd<UnannounceMessage>(m_announcements, from, packet);
    }
    else
    {
        Drop("not for a broker: " + MessageTypeName(type), packet->GetSize());
    }
}

template <typename Message>
void
Broker::ReceiveFilters(FilterTable& table, NodeId from, Ptr<Packet> packet)
{
    const auto message = ReadControl<Message>(packet, from);
    if (!message)
    {
        return;
    }
    if (table.Of(from).Filters().size() + message->filters.size() > m_maxFilters)
    {
        Drop("too many filters", packet->GetSize());
        return;
    }
    if (table.Add(from, message->filters, GetSoftState().Until(message->lifetimeMs)))
    {
        const bool isWanted = &table == &m_subscriptions;
        Update(isWanted ? message->filters : std::vector<Filter>(), isWanted ? from : NO_NODE);
    }
}

template <typename Message>
void
Broker::ReceiveEnd(FilterTable& table, NodeId from, Ptr<Packet> packet)
{
    const auto message = ReadControl<Message>(packet, from);
    if (message && table.Remove(from, message->filters))
    {
        Update();
    }
}

void
Broker::Update(const std::vector<Filter>& added, NodeId from)
{
    NS_LOG_FUNCTION(this << added.size() << from);
    const Subscription own(AdvertisedFilters());
    const uint32_t lifetime = GetSoftState().LifetimeMs();
    for (const auto& [node, neighbour] : GetNeighbours())
    {
        if (!neighbour.isBroker)
        {
            continue;
        }
        const auto send = [this, to = node](const auto& message) { SendControl(message, to); };
        if (m_byAnnouncement)
        {
            SendDifference<AnnounceMessage, UnannounceMessage>(m_repeated[node],
                                                               Gather(m_announcements, own, node),
                                                               lifetime,
                                                               send);
        }
        Subscription wanted = Wanted(node, added, from);
        SendDifference<SubscribeMessage, UnsubscribeMessage>(m_forwarded[node],
                                                             std::move(wanted),
                                                             lifetime,
                                                             send);
    }
}

Subscription
Broker::Wanted(NodeId neighbour, const std::vector<Filter>& added, NodeId from) const
{
    const auto sent = m_forwarded.find(neighbour);
    if (from == NO_NODE || m_byAnnouncement || sent == m_forwarded.end())
    {
        const Subscription all = Gather(m_subscriptions, GetInherent(), neighbour);
        return m_byAnnouncement ? Announced(all, neighbour) : all;
    }
    // The neighbour has been sent all that was wanted before, so only the added filters count. To
    // gather all filters of all neighbours again takes ten times as long.
    Subscription wanted = sent->second;
    if (neighbour == from || (m_covering && wanted.Covers(Subscription(added))))
    {
        return wanted;
    }
    for (const Filter& filter : added)
    {
        wanted.Add(filter);
    }
    return m_covering ? wanted.Reduced() : wanted;
}

Subscription
Broker::Gather(const FilterTable& table, const Subscription& own, NodeId neighbour) const
{
    Subscription all = own;
    for (const auto& [node, filters] : table.All())
    {
        if (node != neighbour)
        {
            all.Merge(filters);
        }
    }
    return m_covering ? all.Reduced() : all;
}

Subscription
Broker::Announced(const Subscription& filters, NodeId neighbour) const
{
    const auto& announced = m_announcements.Of(neighbour).Filters();
    Subscription some;
    for (const Filter& filter : filters.Filters())
    {
        if (std::any_of(announced.begin(), announced.end(), [&filter](const Filter& other) {
                return other.Intersection(filter).has_value();
            }))
        {
            some.Add(filter);
        }
    }
    return some;
}

void
Broker::Refresh()
{
    NS_LOG_FUNCTION(this);
    const bool hasEnded = m_subscriptions.Expire(Simulator::Now());
    if (m_announcements.Expire(Simulator::Now()) || hasEnded)
    {
        Update();
    }
    for (const auto& [node, neighbour] : GetNeighbours())
    {
        if (neighbour.isBroker)
        {
            const auto send = [this, to = node](const auto& message) { SendControl(message, to); };
            SendAll<AnnounceMessage>(m_repeated[node], GetSoftState().LifetimeMs(), send);
            SendAll<SubscribeMessage>(m_forwarded[node], GetSoftState().LifetimeMs(), send);
        }
    }
}

} // namespace ns3::pubsub::broker
