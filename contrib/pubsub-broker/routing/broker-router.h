// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_ROUTER_H
#define BROKER_ROUTER_H

#include "broker-filter-endpoint.h"
#include "broker-filter-table.h"
#include "broker-messages.h"

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief A broker that forwards events by subscriptions (Carzaniga, Rosenblum and Wolf 2001, as
 * used by Sourlas et al. 2011, section 4).
 *
 * The overlay is a tree. A broker sends each neighbouring broker the filters that it and its other
 * neighbours want, and an event to each neighbour that wants it. With announcements, filters are
 * sent only to where a publisher of such events is. Filters are soft state unless RefreshPeriod is
 * 0: a broker that fails is forgotten, and one that returns learns the filters again.
 */
class Broker : public FilterEndpoint
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Broker();
    ~Broker() override;

    /// @brief Fail: the broker loses all that messages have told it, and says nothing any more.
    void Fail();

    /// @brief Return after a failure.
    void Restart();

    /// @return the subscriptions of the neighbours: the table ST of the paper
    const FilterTable& GetSubscriptions() const;

    /// @return the announcements of the neighbours
    const FilterTable& GetAnnouncements() const;

    /**
     * @param neighbour a broker
     * @return the filters that this broker has sent it
     */
    const Subscription& GetForwarded(NodeId neighbour) const;

  protected:
    void Leave() override;
    void UpdateOwn() override;
    void Refresh() override;
    void Originate(const EventMessage& event) override;
    void ReceiveControl(MessageType type, NodeId from, Ptr<Packet> packet) override;
    void ReceiveEvent(const EventMessage& event, NodeId from) override;

  private:
    /**
     * @brief Read filters that begin to count.
     * @tparam Message with the filters
     * @param table they go to
     * @param from their sender
     * @param packet the message
     */
    template <typename Message>
    void ReceiveFilters(FilterTable& table, NodeId from, Ptr<Packet> packet);

    /**
     * @brief Read filters that no longer count.
     * @tparam Message with the filters
     * @param table they are taken from
     * @param from their sender
     * @param packet the message
     */
    template <typename Message>
    void ReceiveEnd(FilterTable& table, NodeId from, Ptr<Packet> packet);

    /**
     * @brief Send an event to all neighbours that want it.
     * @param event which
     * @param except the neighbour that it came from, or NO_NODE
     */
    void Forward(const EventMessage& event, NodeId except);

    /**
     * @brief Tell the neighbouring brokers what has changed.
     * @param added subscriptions of one neighbour, if nothing else has changed
     * @param from that neighbour, or NO_NODE if anything may have changed
     */
    void Update(const std::vector<Filter>& added = {}, NodeId from = NO_NODE);

    /**
     * @brief Find the filters that a neighbour should have.
     * @param neighbour a broker
     * @param added subscriptions of one neighbour, if nothing else has changed
     * @param from that neighbour, or NO_NODE if anything may have changed
     * @return what all other neighbours and this node want
     */
    Subscription Wanted(NodeId neighbour, const std::vector<Filter>& added, NodeId from) const;

    /**
     * @param table of filters
     * @param own filters of this node itself
     * @param neighbour a broker
     * @return what the table holds of all others
     */
    Subscription Gather(const FilterTable& table, const Subscription& own, NodeId neighbour) const;

    /**
     * @param filters wanted
     * @param neighbour a broker
     * @return those that may match what is announced on the neighbour's side
     */
    Subscription Announced(const Subscription& filters, NodeId neighbour) const;

    uint32_t m_maxFilters = 0;     ///< of a neighbour
    bool m_covering = true;        ///< whether covered filters are left out
    bool m_byAnnouncement = false; ///< whether filters go to publishers only

    FilterTable m_subscriptions;                ///< of neighbours
    FilterTable m_announcements;                ///< of neighbours
    std::map<NodeId, Subscription> m_forwarded; ///< sent to neighbouring brokers
    std::map<NodeId, Subscription> m_repeated;  ///< announcements sent to them
};

} // namespace ns3::pubsub::broker

#endif
