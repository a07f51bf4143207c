// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_GRAPH_H
#define BROKER_GRAPH_H

#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace ns3::pubsub::broker
{

/// Number of a broker in its network, from 0.
using BrokerId = uint32_t;

/// A link between two brokers.
using BrokerLink = std::pair<BrokerId, BrokerId>;

/// Brokers that a graph can have, so that a distance fits into 16 bits.
inline constexpr uint32_t MOST_BROKERS = 65535;

/// No broker.
inline constexpr BrokerId NO_BROKER = std::numeric_limits<BrokerId>::max();

/// Hops between two brokers that no path connects.
inline constexpr uint16_t UNREACHABLE = std::numeric_limits<uint16_t>::max();

/**
 * @ingroup pubsub-broker
 * @brief The hops between each two brokers of a graph.
 */
class HopMatrix
{
  public:
    /// @param rows for each broker, the hops to all
    explicit HopMatrix(const std::vector<std::vector<uint16_t>>& rows);

    /**
     * @param from a broker
     * @param to another
     * @return hops between them, or UNREACHABLE
     */
    uint16_t operator()(BrokerId from, BrokerId to) const
    {
        return m_hops[std::size_t{from} * m_brokers + to];
    }

    /**
     * @param from a broker
     * @return hops from it to each broker
     */
    std::span<const uint16_t> Row(BrokerId from) const
    {
        return {m_hops.data() + std::size_t{from} * m_brokers, m_brokers};
    }

  private:
    std::size_t m_brokers;        ///< number of rows
    std::vector<uint16_t> m_hops; ///< row by row
};

/**
 * @ingroup pubsub-broker
 * @brief Brokers and the undirected links between them.
 */
class BrokerGraph
{
  public:
    /// @param brokers number of them, at most MOST_BROKERS
    explicit BrokerGraph(uint32_t brokers = 0);

    /**
     * @brief Add a link between two different brokers.
     * @param a a broker
     * @param b another
     * @return whether there was none between them
     */
    bool AddLink(BrokerId a, BrokerId b);

    /// @return the number of brokers
    uint32_t Size() const
    {
        return static_cast<uint32_t>(m_neighbours.size());
    }

    /// @return the links in the order in which they were added
    const std::vector<BrokerLink>& Links() const
    {
        return m_links;
    }

    /**
     * @param broker any
     * @return those linked to it, in order of id
     */
    const std::vector<BrokerId>& Neighbours(BrokerId broker) const
    {
        return m_neighbours[broker];
    }

    /**
     * @param from a broker
     * @return hops from it to each broker
     */
    std::vector<uint16_t> HopsFrom(BrokerId from) const;

    /// @return hops between each two brokers
    HopMatrix Distances() const;

    /**
     * @brief The first hops of shortest paths, by a breadth-first search from their end that visits
     * neighbours in order of id.
     * @param to a broker
     * @return for each broker the neighbour that is next on its path; NO_BROKER at the end itself
     * and where there is no path
     */
    std::vector<BrokerId> NextHopsTo(BrokerId to) const;

    /**
     * @param root a broker
     * @return the graph with only the links of NextHopsTo(root), in order of the brokers they lead
     * away from
     */
    BrokerGraph BreadthFirstTree(BrokerId root) const;

    /// @return whether each broker can be reached from each other; true without brokers
    bool IsConnected() const;

    /// @return whether there is exactly one path between each two brokers
    bool IsTree() const;

  private:
    std::vector<std::vector<BrokerId>> m_neighbours; ///< of each broker, in order of id
    std::vector<BrokerLink> m_links;                 ///< in order of addition
};

} // namespace ns3::pubsub::broker

#endif
