// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_FORWARDING_MATRIX_H
#define BROKER_FORWARDING_MATRIX_H

#include "broker-underlay.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief The shortest paths of an underlay to the routers that carry a broker.
 *
 * A path has the least delay, among those the fewest links, and at each router the neighbour with
 * the smallest number. It takes two bytes for each broker and router, and ten for each two brokers.
 */
class ForwardingMatrix
{
  public:
    /**
     * @param underlay connected
     * @param brokers the router of each broker, by the broker's number; all different
     */
    ForwardingMatrix(const Underlay& underlay, const std::vector<RouterId>& brokers);

    /// @return the number of brokers
    uint32_t GetBrokers() const
    {
        return m_brokers;
    }

    /**
     * @param broker destination
     * @param router where a datagram is
     * @return the link it takes next; NO_PORT at the destination
     */
    PortId PortTo(BrokerId broker, RouterId router) const
    {
        return m_ports[std::size_t{broker} * m_routers + router];
    }

    /**
     * @param from a broker
     * @param to another
     * @return delay of propagation on the path between them, ns
     */
    int64_t DelayNs(BrokerId from, BrokerId to) const
    {
        return m_delays[std::size_t{from} * m_brokers + to];
    }

    /**
     * @param from a broker
     * @param to another
     * @return links on the path between them
     */
    uint16_t Hops(BrokerId from, BrokerId to) const
    {
        return m_hops[std::size_t{from} * m_brokers + to];
    }

  private:
    std::size_t m_routers;         ///< of the underlay
    uint32_t m_brokers;            ///< number of destinations
    std::vector<PortId> m_ports;   ///< broker by broker, of each router
    std::vector<int64_t> m_delays; ///< broker by broker, to each broker
    std::vector<uint16_t> m_hops;  ///< broker by broker, to each broker
};

} // namespace ns3::pubsub::broker

#endif
