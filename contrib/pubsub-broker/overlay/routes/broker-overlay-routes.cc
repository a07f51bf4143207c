// SPDX-License-Identifier: GPL-2.0-only
#include "broker-overlay-routes.h"

#include "ns3/log.h"

#include <algorithm>
#include <iterator>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerOverlayRoutes");

namespace
{

/// Bytes of filters in one message at most.
constexpr std::size_t PART_BYTES = 1100;

/**
 * @param some filters, in order
 * @param others filters, in order
 * @return those of the first that are not among the others
 */
std::vector<Filter>
Missing(const Subscription& some, const Subscription& others)
{
    std::vector<Filter> missing;
    std::set_difference(some.Filters().begin(),
                        some.Filters().end(),
                        others.Filters().begin(),
                        others.Filters().end(),
                        std::back_inserter(missing));
    return missing;
}

/**
 * @param filters of a subscription
 * @param advertised sets of filters
 * @return those of the subscription that overlap one that is advertised
 */
Subscription
Overlapping(const Subscription& filters, const std::vector<const Subscription*>& advertised)
{
    Subscription some;
    for (const Filter& filter : filters.Filters())
    {
        const auto overlaps = [&filter](const Filter& other) {
            return other.Intersection(filter).has_value();
        };
        if (std::any_of(advertised.begin(), advertised.end(), [&overlaps](const auto* set) {
                return std::any_of(set->Filters().begin(), set->Filters().end(), overlaps);
            }))
        {
            some.Add(filter);
        }
    }
    return some;
}

} // namespace

OverlayRoutes::OverlayRoutes(Sender send, Neighbours neighbours)
    : m_send(std::move(send)),
      m_neighbours(std::move(neighbours))
{
}

void
OverlayRoutes::SetSelf(NodeId self)
{
    m_self = self;
}

void
OverlayRoutes::SetByAdvertisement(bool byAdvertisement)
{
    m_byAdvertisement = byAdvertisement;
}

bool
OverlayRoutes::IsByAdvertisement() const
{
    return m_byAdvertisement;
}

void
OverlayRoutes::Clear()
{
    NS_LOG_FUNCTION(this);
    m_subscriptions.Clear();
    m_advertisements.Clear();
    m_sent.clear();
    m_renewed.clear();
    m_staged.Clear();
    m_sentStaged.clear();
    m_detours.clear();
}

OriginTable&
OverlayRoutes::TableOf(TrafficKind kind)
{
    return kind == TrafficKind::SUBSCRIPTION ? m_subscriptions : m_advertisements;
}

void
OverlayRoutes::SetOwn(TrafficKind kind, const Subscription& filters)
{
    NS_LOG_FUNCTION(this << filters.Filters().size());
    OriginTable& table = TableOf(kind);
    const auto known = table.All().find(m_self);
    const bool isKnown = known != table.All().end();
    const Subscription before = isKnown ? Subscription(*known->second.filters) : Subscription();
    OriginFilters change;
    change.origin = m_self;
    const auto apply = [&](FilterAction action, const std::vector<Filter>& some) {
        change.sequence = ++m_sequence[kind];
        change.action = static_cast<uint8_t>(action);
        change.filters = some;
        table.Apply(change, m_self);
        for (NodeId neighbour : m_neighbours())
        {
            if (kind == TrafficKind::ADVERTISEMENT || !m_byAdvertisement)
            {
                SendParts(kind, neighbour, change, some);
            }
        }
    };
    if (!isKnown && !filters.IsEmpty())
    {
        apply(FilterAction::REPLACE, filters.Filters());
    }
    else if (isKnown && filters != before)
    {
        const auto added = Missing(filters, before);
        const auto ended = Missing(before, filters);
        // What is new comes first, so that nothing is missed meanwhile.
        added.empty() ? void() : apply(FilterAction::ADD, added);
        ended.empty() ? void() : apply(FilterAction::REMOVE, ended);
    }
    UpdateSubscriptions();
}

bool
OverlayRoutes::Take(TrafficKind kind, const OriginFilters& message, NodeId from)
{
    NS_LOG_FUNCTION(this << message.origin << message.sequence << from);
    if (!TableOf(kind).Apply(message, from))
    {
        return false;
    }
    if (kind == TrafficKind::ADVERTISEMENT || !m_byAdvertisement)
    {
        OriginFilters next = message;
        next.hops += next.hops < 255;
        for (NodeId neighbour : m_neighbours())
        {
            if (neighbour != from)
            {
                SendParts(kind, neighbour, next, message.filters);
            }
        }
    }
    UpdateSubscriptions();
    const auto entry = m_subscriptions.All().find(message.origin);
    if (m_byAdvertisement && kind == TrafficKind::SUBSCRIPTION && entry->second.filters->IsEmpty())
    {
        // A broker without these subscriptions may come to stand between this one and the origin.
        // Then a move will not tell where the origin is.
        m_subscriptions.Erase(message.origin);
    }
    return true;
}

void
OverlayRoutes::Synchronise(NodeId neighbour)
{
    NS_LOG_FUNCTION(this << neighbour);
    for (TrafficKind kind : {TrafficKind::ADVERTISEMENT, TrafficKind::SUBSCRIPTION})
    {
        if (kind == TrafficKind::SUBSCRIPTION && m_byAdvertisement)
        {
            m_sent.erase(neighbour);
            for (const auto& [origin, entry] : m_subscriptions.All())
            {
                m_renewed[neighbour].insert(origin);
            }
            UpdateSubscriptions(neighbour);
            continue;
        }
        for (const auto& [origin, entry] : TableOf(kind).All())
        {
            if (entry.via != neighbour)
            {
                OriginFilters all;
                all.origin = origin;
                all.sequence = entry.sequence;
                all.hops = entry.hops + (entry.hops < 255);
                all.action = static_cast<uint8_t>(FilterAction::REPLACE);
                SendParts(kind, neighbour, all, entry.filters->Filters());
            }
        }
    }
}

void
OverlayRoutes::SendParts(TrafficKind kind,
                         NodeId to,
                         OriginFilters message,
                         const std::vector<Filter>& filters) const
{
    message.filters.clear();
    std::size_t bytes = 0;
    for (const Filter& filter : filters)
    {
        const std::size_t next = filter.WireLength() + 1;
        if (bytes > 0 && bytes + next > PART_BYTES)
        {
            m_send(kind, to, message);
            message.filters.clear();
            bytes = 0;
            // The first part replaces what was there, the others add to it.
            if (message.action == static_cast<uint8_t>(FilterAction::REPLACE))
            {
                message.action = static_cast<uint8_t>(FilterAction::ADD);
            }
        }
        message.filters.push_back(filter);
        bytes += next;
    }
    m_send(kind, to, message);
}

void
OverlayRoutes::Redirect(const std::set<NodeId>& origins, NodeId from, NodeId to)
{
    NS_LOG_FUNCTION(this << origins.size() << from << to);
    std::set<NodeId> others = origins;
    others.erase(m_self);
    if (m_byAdvertisement)
    {
        // What one neighbour has of these subscriptions depends on what has crossed on the way, so
        // it is told anew. The other one leads to them from now on.
        for (NodeId origin : others)
        {
            const auto known = m_subscriptions.All().find(origin);
            const bool isKnown = known != m_subscriptions.All().end() && known->second.via == from;
            if (isKnown || m_sentStaged[from].contains(origin))
            {
                m_renewed[from].insert(origin);
            }
            m_sent[from].erase(origin);
            m_sent[to].erase(origin);
        }
        for (const auto& [origin, filters] : m_sent[to])
        {
            m_renewed[to].insert(origin);
        }
    }
    m_subscriptions.Redirect(others, to);
    m_advertisements.Redirect(others, to);
    for (const auto& [origin, entry] : m_staged.All())
    {
        OriginFilters counts;
        counts.origin = origin;
        counts.sequence = entry.sequence;
        counts.hops = entry.hops;
        counts.action = static_cast<uint8_t>(FilterAction::ADD);
        counts.filters = entry.filters->Filters();
        const auto known = m_subscriptions.All().find(origin);
        if (known != m_subscriptions.All().end())
        {
            counts.sequence = std::max(counts.sequence, known->second.sequence);
        }
        m_subscriptions.Apply(counts, to);
    }
    Unstage();
}

bool
OverlayRoutes::TakeStaged(const OriginFilters& message, NodeId from, std::size_t most)
{
    NS_LOG_FUNCTION(this << message.origin << from);
    const auto action = static_cast<FilterAction>(message.action);
    OriginFilters counts = message;
    if (action == FilterAction::STAGE || action == FilterAction::UNSTAGE)
    {
        counts.action = static_cast<uint8_t>(action == FilterAction::STAGE ? FilterAction::ADD
                                                                           : FilterAction::REMOVE);
    }
    const auto known = m_staged.All().find(message.origin);
    const std::size_t count =
        known == m_staged.All().end() ? 0 : known->second.filters->Filters().size();
    if (!m_byAdvertisement || count + message.filters.size() > most ||
        !m_staged.Apply(counts, from))
    {
        return false;
    }
    UpdateStaged();
    return true;
}

void
OverlayRoutes::Unstage()
{
    m_staged.Clear();
    m_sentStaged.clear();
}

void
OverlayRoutes::SetDetours(std::vector<RouteDetour> detours)
{
    m_detours = std::move(detours);
    UpdateSubscriptions();
}

void
OverlayRoutes::UpdateSubscriptions()
{
    if (!m_byAdvertisement)
    {
        return;
    }
    const auto neighbours = m_neighbours();
    std::set<NodeId> targets(neighbours.begin(), neighbours.end());
    for (const RouteDetour& detour : m_detours)
    {
        targets.insert(detour.after);
    }
    const auto isGone = [&targets](const auto& entry) { return !targets.contains(entry.first); };
    std::erase_if(m_sent, isGone);
    std::erase_if(m_renewed, isGone);
    for (NodeId neighbour : targets)
    {
        UpdateSubscriptions(neighbour);
    }
    UpdateStaged();
}

void
OverlayRoutes::UpdateSubscriptions(NodeId neighbour)
{
    const auto advertised = AdvertisedBehind(neighbour);
    for (const auto& [origin, entry] : m_subscriptions.All())
    {
        const RouteDetour* detour = DetourOf(origin);
        Subscription wanted;
        if (entry.via != neighbour)
        {
            wanted = Overlapping(*entry.filters,
                                 detour ? AdvertisedAcross(neighbour, *detour) : advertised);
        }
        SendDifference(neighbour, origin, entry, wanted);
    }
}

void
OverlayRoutes::UpdateStaged()
{
    for (const RouteDetour& detour : m_detours)
    {
        if (detour.isEnd)
        {
            continue;
        }
        // The broker that leads to the origins now may not have what has come the new way.
        const auto across = AdvertisedAcross(detour.before, detour);
        auto& sent = m_sentStaged[detour.before];
        for (const auto& [origin, entry] : m_staged.All())
        {
            const Subscription wanted = Overlapping(*entry.filters, across);
            OriginFilters message;
            message.origin = origin;
            message.sequence = entry.sequence;
            message.hops = entry.hops + (entry.hops < 255);
            const Subscription before = sent[origin];
            sent[origin] = wanted;
            SendChange(detour.before, message, FilterAction::STAGE, Missing(wanted, before));
            SendChange(detour.before, message, FilterAction::UNSTAGE, Missing(before, wanted));
        }
    }
}

void
OverlayRoutes::SendChange(NodeId neighbour,
                          OriginFilters message,
                          FilterAction action,
                          const std::vector<Filter>& filters) const
{
    if (!filters.empty())
    {
        message.action = static_cast<uint8_t>(action);
        SendParts(TrafficKind::SUBSCRIPTION, neighbour, message, filters);
    }
}

void
OverlayRoutes::SendDifference(NodeId neighbour,
                              NodeId origin,
                              const OriginTable::Entry& entry,
                              const Subscription& wanted)
{
    Sent& sent = m_sent[neighbour];
    OriginFilters message;
    message.origin = origin;
    message.sequence = entry.sequence;
    message.hops = entry.hops + (entry.hops < 255);
    const auto known = sent.find(origin);
    const Subscription before = known == sent.end() ? Subscription() : known->second;
    if (wanted.IsEmpty())
    {
        sent.erase(origin);
    }
    else
    {
        sent[origin] = wanted;
    }
    const auto renewed = m_renewed.find(neighbour);
    if (renewed != m_renewed.end() && renewed->second.erase(origin) > 0)
    {
        message.action = static_cast<uint8_t>(FilterAction::REPLACE);
        SendParts(TrafficKind::SUBSCRIPTION, neighbour, message, wanted.Filters());
        return;
    }
    SendChange(neighbour, message, FilterAction::ADD, Missing(wanted, before));
    SendChange(neighbour, message, FilterAction::REMOVE, Missing(before, wanted));
}

const RouteDetour*
OverlayRoutes::DetourOf(NodeId origin) const
{
    const auto found =
        std::find_if(m_detours.begin(), m_detours.end(), [origin](const RouteDetour& detour) {
            return detour.origins.contains(origin);
        });
    return found == m_detours.end() ? nullptr : &*found;
}

std::vector<const Subscription*>
OverlayRoutes::AdvertisedAcross(NodeId neighbour, const RouteDetour& detour) const
{
    std::vector<const Subscription*> advertised;
    for (const auto& [origin, entry] : m_advertisements.All())
    {
        if (entry.via == neighbour && !detour.origins.contains(origin))
        {
            advertised.push_back(entry.filters.get());
        }
    }
    return advertised;
}

std::vector<const Subscription*>
OverlayRoutes::AdvertisedBehind(NodeId neighbour) const
{
    std::vector<const Subscription*> advertised;
    for (const auto& [origin, entry] : m_advertisements.All())
    {
        const bool isAlso =
            std::any_of(m_detours.begin(),
                        m_detours.end(),
                        [neighbour, &origin = origin](const RouteDetour& detour) {
                            return detour.after == neighbour && detour.origins.contains(origin);
                        });
        if (entry.via == neighbour || isAlso)
        {
            advertised.push_back(entry.filters.get());
        }
    }
    return advertised;
}

std::vector<NodeId>
OverlayRoutes::Subscribers(const Content& content) const
{
    std::vector<NodeId> subscribers;
    for (const auto& [origin, entry] : m_subscriptions.All())
    {
        if (origin != m_self && entry.filters->Matches(content))
        {
            subscribers.push_back(origin);
        }
    }
    return subscribers;
}

std::set<NodeId>
OverlayRoutes::OriginsNotVia(NodeId neighbour) const
{
    std::set<NodeId> origins = m_subscriptions.NotVia(neighbour);
    origins.merge(m_advertisements.NotVia(neighbour));
    origins.insert(m_self);
    return origins;
}

std::set<NodeId>
OverlayRoutes::OriginsVia(NodeId neighbour) const
{
    std::set<NodeId> origins = m_subscriptions.Via(neighbour);
    origins.merge(m_advertisements.Via(neighbour));
    return origins;
}

} // namespace ns3::pubsub::broker
