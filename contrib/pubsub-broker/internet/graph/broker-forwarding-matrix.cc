// SPDX-License-Identifier: GPL-2.0-only
#include "broker-forwarding-matrix.h"

#include "ns3/abort.h"
#include "ns3/log.h"

#include <algorithm>
#include <compare>
#include <functional>
#include <limits>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerForwardingMatrix");

namespace
{

/// A link as the search sees it, next to the other links of the same router.
struct Arrow
{
    int64_t delayNs;    ///< of propagation
    RouterId neighbour; ///< at its other end
    PortId portBack;    ///< number of the link there
};

/// How far a router is from the destination.
struct Distance
{
    int64_t delayNs = std::numeric_limits<int64_t>::max(); ///< of propagation
    uint32_t hops = 0;                                     ///< links
    RouterId router = 0;                                   ///< which

    /**
     * @param other distance
     * @return which of them the search takes first
     */
    auto operator<=>(const Distance& other) const = default;
};

/// Finds the shortest paths to one router after another.
class PathSearch
{
  public:
    /// @param underlay whose paths are searched
    explicit PathSearch(const Underlay& underlay)
        : m_first(underlay.Size() + 1, 0),
          m_distances(underlay.Size()),
          m_next(underlay.Size())
    {
        for (RouterId router = 0; router < underlay.Size(); ++router)
        {
            for (const UnderlayPort& port : underlay.Ports(router))
            {
                m_arrows.push_back({.delayNs = underlay.Links()[port.link].speed.delayNs,
                                    .neighbour = port.neighbour,
                                    .portBack = port.reverse});
            }
            m_first[router + 1] = static_cast<uint32_t>(m_arrows.size());
        }
    }

    /**
     * @brief Search the paths to a router, by Dijkstra's algorithm.
     * @param destination a router
     * @param ports first of the row that takes the next link from each router
     */
    void To(RouterId destination, PortId* ports)
    {
        std::fill(m_distances.begin(), m_distances.end(), Distance());
        std::fill_n(ports, m_distances.size(), NO_PORT);
        m_distances[destination] = {.delayNs = 0, .hops = 0, .router = destination};
        m_heap.assign(1, m_distances[destination]);
        while (!m_heap.empty())
        {
            std::pop_heap(m_heap.begin(), m_heap.end(), std::greater<>());
            const Distance nearest = m_heap.back();
            m_heap.pop_back();
            if (nearest == m_distances[nearest.router])
            {
                Extend(nearest, ports);
            }
        }
    }

    /**
     * @param router any
     * @return how far it is from the destination of the last search
     */
    const Distance& Of(RouterId router) const
    {
        return m_distances[router];
    }

  private:
    /**
     * @brief Offer the neighbours of a router the path over it.
     * @param over the router, whose own path is known
     * @param ports row of the next links
     */
    void Extend(const Distance& over, PortId* ports)
    {
        for (uint32_t i = m_first[over.router]; i < m_first[over.router + 1]; ++i)
        {
            const Arrow& arrow = m_arrows[i];
            const Distance offer{.delayNs = over.delayNs + arrow.delayNs,
                                 .hops = over.hops + 1,
                                 .router = arrow.neighbour};
            Distance& known = m_distances[arrow.neighbour];
            if (offer < known)
            {
                known = offer;
                m_heap.push_back(offer);
                std::push_heap(m_heap.begin(), m_heap.end(), std::greater<>());
            }
            else if (offer != known || m_next[arrow.neighbour] < over.router)
            {
                continue;
            }
            m_next[arrow.neighbour] = over.router;
            ports[arrow.neighbour] = arrow.portBack;
        }
    }

    std::vector<uint32_t> m_first;     ///< index of each router's first arrow
    std::vector<Arrow> m_arrows;       ///< router by router
    std::vector<Distance> m_distances; ///< of each router
    std::vector<RouterId> m_next;      ///< the next router from each
    std::vector<Distance> m_heap;      ///< offers, the nearest first
};

} // namespace

ForwardingMatrix::ForwardingMatrix(const Underlay& underlay, const std::vector<RouterId>& brokers)
    : m_routers(underlay.Size()),
      m_brokers(static_cast<uint32_t>(brokers.size())),
      m_ports(brokers.size() * m_routers),
      m_delays(brokers.size() * brokers.size()),
      m_hops(brokers.size() * brokers.size())
{
    NS_LOG_FUNCTION(this << m_routers << m_brokers);
    PathSearch search(underlay);
    for (BrokerId to = 0; to < m_brokers; ++to)
    {
        search.To(brokers[to], &m_ports[to * m_routers]);
        for (BrokerId from = 0; from < m_brokers; ++from)
        {
            const Distance& distance = search.Of(brokers[from]);
            NS_ABORT_MSG_IF(distance.delayNs == std::numeric_limits<int64_t>::max(),
                            "no path from router " << brokers[from] << " to " << brokers[to]);
            m_delays[std::size_t{from} * m_brokers + to] = distance.delayNs;
            m_hops[std::size_t{from} * m_brokers + to] = static_cast<uint16_t>(distance.hops);
        }
    }
}

} // namespace ns3::pubsub::broker
