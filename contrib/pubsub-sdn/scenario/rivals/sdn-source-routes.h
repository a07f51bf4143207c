// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_SOURCE_ROUTES_H
#define SDN_SOURCE_ROUTES_H

#include "ns3/event-id.h"
#include "ns3/sdn-bier-forwarding.h"
#include "ns3/sdn-control-plane.h"
#include "ns3/sdn-in-bloom-forwarding.h"
#include "ns3/sdn-switch-network.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief Routes that packets carry: what each switch with a publisher writes into events.
 *
 * With LIPSIN a route is the Bloom filter of the links between the publisher's switch and the
 * subscribed hosts, on the overlay that the server has computed for the topic. With BIER it is the
 * set of the subscribed hosts, which switches reach on shortest paths. New routes are there as soon
 * as the server has computed the overlay or a host has changed its subscription: no message is
 * charged for them.
 */
class SourceRoutes
{
  public:
    /**
     * @brief Give each switch its data plane.
     * @param network of the run; it must live as long as the routes
     * @param control applications of the run; the same
     * @param dataplane lipsin or bier
     */
    SourceRoutes(SwitchNetwork& network, ControlPlane& control, const std::string& dataplane);

    SourceRoutes(const SourceRoutes&) = delete;
    SourceRoutes& operator=(const SourceRoutes&) = delete;

    /// @param changed called after each change of routes
    void SetChanged(std::function<void()> changed);

  private:
    using ClusterPair = std::pair<ClusterId, ClusterId>;         ///< smaller number first
    using Overlays = std::map<ClusterId, std::set<ClusterPair>>; ///< by source, or NO_CLUSTER

    /// @brief Tell each switch which links its ports have.
    void InstallLinks();

    /// @brief Tell each switch which hosts its ports reach.
    void InstallReach();

    /**
     * @brief Connect the sinks to the trace sources.
     * @param server of overlays and codes
     */
    void Listen(const Ptr<SdnServer>& server);

    /// @brief Compute all routes at the end of this moment.
    void Invalidate();

    /// @brief Compute all routes.
    void Refresh();

    /**
     * @brief Compute the routes of one topic.
     * @param topic with a code
     */
    void RefreshTopic(const Topic& topic);

    /**
     * @param topic any
     * @param publisher number of a host
     * @return links from the host's switch to the subscribed hosts, on the overlay of the topic
     */
    std::vector<DirectedLink> LinksFor(const Topic& topic, uint32_t publisher) const;

    /**
     * @param topic any
     * @param publisher a host that needs no event of its own
     * @return the hosts that have subscribed to the topic
     */
    std::vector<uint32_t> Subscribers(const Topic& topic, uint32_t publisher) const;

    SwitchNetwork& m_network;                                  ///< of the run
    ControlPlane& m_control;                                   ///< of the run
    std::vector<Ptr<InBloomForwarding>> m_bloom;               ///< by switch; with lipsin
    std::vector<Ptr<BierForwarding>> m_bier;                   ///< by switch; with bier
    std::map<Topic, Ipv6Address> m_addresses;                  ///< of topics with a code
    std::map<std::string, Overlays> m_overlays;                ///< by topic
    std::vector<std::pair<uint32_t, Ipv6Address>> m_installed; ///< switch and address
    std::function<void()> m_changed;                           ///< is told
    EventId m_refresh;                                         ///< at the end of this moment
};

} // namespace ns3::pubsub::sdn

#endif
