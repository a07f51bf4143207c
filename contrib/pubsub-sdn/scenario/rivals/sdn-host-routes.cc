// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-host-routes.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnHostRoutes");

namespace
{

/// Bits of an IPv4 address.
constexpr uint8_t WHOLE_ADDRESS = 32;

/**
 * @brief Add the entry of an address.
 * @param device that gets it
 * @param address of a host
 * @param port that leads there
 */
void
AddRoute(const Ptr<SdnSwitch>& device, Ipv4Address address, uint32_t port)
{
    FlowMod change;
    change.priority = WHOLE_ADDRESS;
    change.match.etherType = ETHER_TYPE_IPV4;
    change.match.ipv4Destination = Ipv4Pattern::Prefix(address, WHOLE_ADDRESS);
    change.applyActions = {DecrementTtlAction{}, OutputAction{.port = port}};
    const auto refused = device->ChangeFlows(change);
    NS_ABORT_MSG_IF(refused, "the flow table has no room for the addresses of all hosts");
}

/**
 * @brief Lead all switches to one host.
 * @param network of them
 * @param host with a data address
 */
void
RouteTo(const SwitchNetwork& network, const Ptr<Node>& host)
{
    const uint32_t end = network.SwitchAt(host);
    const auto& distances = network.DistancesTo(end);
    const Ipv4Address address = network.DataAddress(host);
    for (uint32_t i = 0; i < network.Switches().GetN(); ++i)
    {
        uint32_t port = network.PortTo(host);
        if (i != end)
        {
            const auto& neighbours = network.NeighboursOf(i);
            const auto next =
                std::find_if(neighbours.begin(), neighbours.end(), [&](const auto& neighbour) {
                    return distances[neighbour.device] < distances[i];
                });
            NS_ABORT_MSG_IF(next == neighbours.end(), "the network is in pieces");
            port = next->port;
        }
        AddRoute(network.GetSwitch(i), address, port);
    }
}

} // namespace

void
InstallHostRoutes(const SwitchNetwork& network)
{
    NS_LOG_FUNCTION(&network);
    for (const auto& group : {network.Hosts(), network.Brokers()})
    {
        for (auto host = group.Begin(); host != group.End(); ++host)
        {
            RouteTo(network, *host);
        }
    }
}

} // namespace ns3::pubsub::sdn
