// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_AGENT_H
#define SDN_AGENT_H

#include "sdn-data-link.h"

#include "ns3/event-id.h"
#include "ns3/pubsub-endpoint.h"
#include "ns3/sdn-clusters.h"
#include "ns3/sdn-control-channel.h"
#include "ns3/sdn-control-records.h"
#include "ns3/sdn-policy.h"
#include "ns3/sdn-session-messages.h"

#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief An agent broker: the publish/subscribe endpoint of a host on a network of switches.
 *
 * It publishes an event as one UDP datagram to the IPv6 multicast address of the topic's code, and
 * sends a copy by TCP to its representative broker, the controller of its cluster. It accepts the
 * events of the groups that its subscription covers. It registers its topics and learns codes
 * through the controller, and floods its subscriptions through the switches.
 */
class SdnAgent : public Endpoint
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    SdnAgent();
    ~SdnAgent() override;

    /**
     * @brief Set the data link, before the application starts.
     * @param device to the switch; it needs no IP stack, because the agent builds its packets
     * @param cluster of the switch
     */
    void SetDataLink(Ptr<NetDevice> device, ClusterId cluster);

    /**
     * @brief Set the representative broker, before the application starts.
     * @param controllers where that of the cluster listens to hosts, then those that take its place
     */
    void SetControllers(const std::vector<InetSocketAddress>& controllers);

    /**
     * @brief Register a topic with the server, to publish it later.
     * @param topic that is going to be published
     * @param rateBps that is expected, bit/s
     */
    void Register(const Topic& topic, uint64_t rateBps);

    /// @return topics that have a code here
    std::size_t KnownCodes() const;

    /// @return whether the controller has confirmed where the host is
    bool IsAttached() const;

    /// @return how often a notice of a changed subscription was flooded
    uint32_t NoticesSent() const;

    /**
     * @brief TracedCallback signature of a control message.
     * @param record of the message
     */
    typedef void (*ControlRecordTracedCallback)(const ControlRecord& record);

    /**
     * @brief TracedCallback signature of a refused topic.
     * @param topic without a code
     * @param sentence of the server
     */
    typedef void (*RefusedTracedCallback)(const Topic& topic, const std::string& sentence);
};

} // namespace ns3::pubsub::sdn

#endif
