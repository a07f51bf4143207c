// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_MACHINE_POWER_H
#define SDN_MACHINE_POWER_H

#include "ns3/ipv4-address.h"
#include "ns3/node.h"

#include <cstdint>
#include <map>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief Switches the network interfaces of a node off and on, so that it fails without a word to
 * its peers.
 *
 * ns-3 forgets the routes of an interface that goes down; default routes come back with it.
 */
class MachinePower
{
  public:
    /**
     * @brief Switch off all IPv4 interfaces but the loopback.
     * @param node that fails
     */
    void Off(Ptr<Node> node);

    /// @brief Switch on what Off() has switched off.
    void On();

  private:
    /// A route to everywhere.
    struct DefaultRoute
    {
        Ipv4Address gateway; ///< next hop
        uint32_t metric = 0; ///< of the route
    };

    Ptr<Node> m_node;                            ///< null: on
    std::map<uint32_t, bool> m_wasUp;            ///< by interface
    std::map<uint32_t, DefaultRoute> m_gateways; ///< by interface
};

} // namespace ns3::pubsub::sdn

#endif
