// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_UNDERLAY_H
#define BROKER_UNDERLAY_H

#include "ns3/broker-graph.h"
#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

/// Number of a router in its underlay, from 0.
using RouterId = uint32_t;

/// Number of a router's link among all links of that router, from 0.
using PortId = uint16_t;

/// Routers that an underlay can have, so that a port fits into 16 bits.
inline constexpr uint32_t MOST_ROUTERS = 65535;

/// No port.
inline constexpr PortId NO_PORT = std::numeric_limits<PortId>::max();

/// Delay and rate of both directions of a link.
struct LinkSpeed
{
    int64_t delayNs = 0;  ///< of propagation
    uint64_t rateBps = 0; ///< bit/s
};

/// A link between two routers.
struct UnderlayLink
{
    RouterId a = 0;    ///< one end
    RouterId b = 0;    ///< the other end
    LinkSpeed speed{}; ///< of both directions
};

/// A link, seen from one of its ends.
struct UnderlayPort
{
    RouterId neighbour = 0; ///< the router at the other end
    PortId reverse = 0;     ///< number of the link there
    uint32_t link = 0;      ///< index in Underlay::Links()
};

/**
 * @ingroup pubsub-broker
 * @brief Routers and the links between them, each with its delay and rate: what the datagrams of
 * an overlay cross.
 *
 * It is data alone. An UnderlayNetwork makes nodes and devices of it.
 */
class Underlay
{
  public:
    /// @param routers number of them, at most MOST_ROUTERS
    explicit Underlay(uint32_t routers = 0);

    /**
     * @param graph of the routers
     * @param speed of each link
     */
    Underlay(const BrokerGraph& graph, const LinkSpeed& speed);

    /**
     * @brief Add a router without links.
     * @return its number
     */
    RouterId AddRouter();

    /**
     * @brief Link two routers.
     * @param a a router
     * @param b another one
     * @param speed of the link
     * @return whether there was no link between them; an earlier link stays as it is
     */
    bool AddLink(RouterId a, RouterId b, const LinkSpeed& speed);

    /// @return the number of routers
    uint32_t Size() const;

    /// @return the links in the order in which they were added
    const std::vector<UnderlayLink>& Links() const;

    /**
     * @param router any
     * @return its links by their port
     */
    const std::vector<UnderlayPort>& Ports(RouterId router) const;

    /**
     * @brief Throw a BrokerInputError unless each router can reach each other.
     * @param source of the underlay, with which the sentence begins
     */
    void RequireConnected(const std::string& source) const;

    /**
     * @brief Draw different routers, each as likely as any other. Throws BrokerInputError where
     * there are fewer.
     * @param count how many
     * @param random source
     * @return them, in the order in which they were drawn
     */
    std::vector<RouterId> DrawRouters(uint32_t count, Ptr<UniformRandomVariable> random) const;

  private:
    std::vector<std::vector<UnderlayPort>> m_ports; ///< of each router
    std::vector<UnderlayLink> m_links;              ///< in order of addition
};

} // namespace ns3::pubsub::broker

#endif
