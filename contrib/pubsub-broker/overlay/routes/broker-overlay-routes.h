// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_OVERLAY_ROUTES_H
#define BROKER_OVERLAY_ROUTES_H

#include "broker-origin-table.h"

#include "ns3/broker-count-table.h"

#include <functional>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

namespace ns3::pubsub::broker
{

/// @brief Origins that a move will make reachable through another neighbour.
struct RouteDetour
{
    std::set<NodeId> origins; ///< which
    NodeId before = NO_NODE;  ///< neighbour that leads to them now
    NodeId after = NO_NODE;   ///< neighbour that will
    bool isEnd = false;       ///< whether they begin behind `before`
};

/**
 * @ingroup pubsub-broker
 * @brief What a broker knows of the filters of all brokers' clients, and what it tells its
 * neighbours of it.
 *
 * With simple routing, subscriptions and advertisements reach all brokers. With advertisement-based
 * routing, a subscription goes only to neighbours through which an advertisement that overlaps it
 * is reached.
 */
class OverlayRoutes
{
  public:
    /// Sends filters: their kind, the neighbour, and what to send.
    using Sender = std::function<void(TrafficKind, NodeId, const OriginFilters&)>;

    /// The neighbours that the tree has now.
    using Neighbours = std::function<std::vector<NodeId>()>;

    /**
     * @param send sends filters to a neighbour
     * @param neighbours of the tree
     */
    OverlayRoutes(Sender send, Neighbours neighbours);

    /// @param self the broker
    void SetSelf(NodeId self);

    /// @param byAdvertisement whether subscriptions go to publishers only
    void SetByAdvertisement(bool byAdvertisement);

    /// @return whether subscriptions go to publishers only
    bool IsByAdvertisement() const;

    /// @brief Forget everything but how often the own filters have changed.
    void Clear();

    /**
     * @brief Change the filters of the broker's own clients, and tell the neighbours.
     * @param kind of filters
     * @param filters all of them
     */
    void SetOwn(TrafficKind kind, const Subscription& filters);

    /**
     * @brief Take in filters of another origin, and tell the other neighbours.
     * @param kind of filters
     * @param message that has arrived
     * @param from neighbour on the way to the origin
     * @return whether they were news
     */
    bool Take(TrafficKind kind, const OriginFilters& message, NodeId from);

    /**
     * @brief Tell a neighbour everything: it may know nothing.
     * @param neighbour of the tree
     */
    void Synchronise(NodeId neighbour);

    /**
     * @brief Reach origins through another neighbour.
     * @param origins which
     * @param from neighbour before
     * @param to neighbour from now on
     */
    void Redirect(const std::set<NodeId>& origins, NodeId from, NodeId to);

    /**
     * @brief Take in subscriptions that will count when a move is executed.
     * @param message that has arrived
     * @param from neighbour that will lead to the origin
     * @param most filters of an origin
     * @return whether they were news, and not too many
     */
    bool TakeStaged(const OriginFilters& message, NodeId from, std::size_t most);

    /// @brief Forget subscriptions that will not count, because a move was given up.
    void Unstage();

    /**
     * @brief Say which moves are under way, and tell each neighbour what it needs from now on.
     * @param detours of them
     */
    void SetDetours(std::vector<RouteDetour> detours);

    /**
     * @brief Find who wants an event.
     * @param content of the event
     * @return the other origins with matching subscriptions, in order of id
     */
    std::vector<NodeId> Subscribers(const Content& content) const;

    /**
     * @brief Find where an event goes.
     * @param subscribers origins that want it
     * @param isServed says of a neighbour and an origin behind it that it has the event already
     * @return neighbours, in order of id
     */
    template <typename Predicate>
    std::vector<NodeId> NextHops(const std::vector<NodeId>& subscribers,
                                 const Predicate& isServed) const;

    /// @return subscriptions of all origins
    OriginTable& Subscriptions()
    {
        return m_subscriptions;
    }

    /// @return subscriptions of all origins
    const OriginTable& Subscriptions() const
    {
        return m_subscriptions;
    }

    /// @return advertisements of all origins
    const OriginTable& Advertisements() const
    {
        return m_advertisements;
    }

    /**
     * @param neighbour any
     * @return origins with filters that are not reached through it, and the broker itself
     */
    std::set<NodeId> OriginsNotVia(NodeId neighbour) const;

    /**
     * @param neighbour any
     * @return origins with filters that are reached through it
     */
    std::set<NodeId> OriginsVia(NodeId neighbour) const;

  private:
    using Sent = std::map<NodeId, Subscription>; ///< by origin

    /**
     * @param kind of filters
     * @return their table
     */
    OriginTable& TableOf(TrafficKind kind);

    /**
     * @brief Send filters in as many messages as they need.
     * @param kind of filters
     * @param to a neighbour
     * @param message without its filters
     * @param filters to send; none are sent, too, where they replace others
     */
    void SendParts(TrafficKind kind,
                   NodeId to,
                   OriginFilters message,
                   const std::vector<Filter>& filters) const;

    /// @brief Send neighbours what overlaps the advertisements behind them, and end what does not.
    void UpdateSubscriptions();

    /// @param neighbour that is sent what it needs
    void UpdateSubscriptions(NodeId neighbour);

    /**
     * @brief Send one origin's subscriptions as far as a neighbour needs and does not have them.
     * @param neighbour that needs them
     * @param origin of the subscriptions
     * @param entry of the origin
     * @param wanted filters that it needs
     */
    void SendDifference(NodeId neighbour,
                        NodeId origin,
                        const OriginTable::Entry& entry,
                        const Subscription& wanted);

    /// @brief Send the neighbour that leads to x's side what has come the new way, and end the
    /// rest.
    void UpdateStaged();

    /**
     * @brief Send filters that are to be added, or to end.
     * @param neighbour that needs them
     * @param message without action and filters
     * @param action of a message
     * @param filters which; none: nothing is sent
     */
    void SendChange(NodeId neighbour,
                    OriginFilters message,
                    FilterAction action,
                    const std::vector<Filter>& filters) const;

    /**
     * @param neighbour any
     * @return what is advertised behind it, now or after a move
     */
    std::vector<const Subscription*> AdvertisedBehind(NodeId neighbour) const;

    /**
     * @brief Find what counts for a subscription of an origin that a move concerns. Its events come
     * from the other side of the move.
     * @param neighbour of the broker
     * @param detour with the origin
     * @return what is advertised behind the neighbour on the other side
     */
    std::vector<const Subscription*> AdvertisedAcross(NodeId neighbour,
                                                      const RouteDetour& detour) const;

    /**
     * @param origin any
     * @return the move that concerns it, or null
     */
    const RouteDetour* DetourOf(NodeId origin) const;

    Sender m_send;                  ///< sends filters
    Neighbours m_neighbours;        ///< of the tree
    NodeId m_self = NO_NODE;        ///< the broker
    bool m_byAdvertisement = false; ///< whether subscriptions go to publishers only
    OriginTable m_subscriptions;    ///< of all origins
    OriginTable m_advertisements;   ///< of all origins
    std::map<NodeId, Sent> m_sent;  ///< subscriptions, with advertisement-based routing
    std::map<NodeId, std::set<NodeId>> m_renewed; ///< origins that a neighbour is told anew
    OriginTable m_staged;                         ///< subscriptions that count after a move
    std::map<NodeId, Sent> m_sentStaged;          ///< the same, as neighbours have them
    std::vector<RouteDetour> m_detours;           ///< of moves
    std::map<TrafficKind, uint32_t> m_sequence;   ///< of the own filters; survives a failure
};

template <typename Predicate>
std::vector<NodeId>
OverlayRoutes::NextHops(const std::vector<NodeId>& subscribers, const Predicate& isServed) const
{
    std::set<NodeId> hops;
    for (const NodeId origin : subscribers)
    {
        const NodeId via = m_subscriptions.All().at(origin).via;
        if (!isServed(via, origin))
        {
            hops.insert(via);
        }
    }
    return {hops.begin(), hops.end()};
}

} // namespace ns3::pubsub::broker

#endif
