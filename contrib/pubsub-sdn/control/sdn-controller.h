// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_CONTROLLER_H
#define SDN_CONTROLLER_H

#include "ns3/application.h"
#include "ns3/inet-socket-address.h"
#include "ns3/sdn-clusters.h"
#include "ns3/sdn-control-records.h"
#include "ns3/traced-callback.h"

#include <map>
#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief The controller and representative broker of a cluster.
 *
 * It discovers links and hosts, reports the topology to the server, collects subscriptions, turns
 * the server's routes into flow entries, and reports statistics. It listens to switches (OpenFlow)
 * and to hosts. A controller also serves the switches of other clusters that connect to it because
 * their own controller has failed.
 */
class SdnController : public Application
{
  public:
    static constexpr uint16_t OPENFLOW_PORT = 6653; ///< TCP port for switches
    static constexpr uint16_t HOST_PORT = 9999;     ///< TCP port for hosts

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    SdnController();
    ~SdnController() override;

    /**
     * @brief Name a switch of the network, before the application starts.
     * @param node of the switch, which is its datapath identity
     * @param cluster that it is in
     */
    void AddSwitch(NodeId node, ClusterId cluster);

    /**
     * @brief Set the server, before the application starts.
     * @param servers where the server listens, then the standby
     */
    void SetServers(const std::vector<InetSocketAddress>& servers);

    /// @brief Fail silently: read and send nothing from now on, and forget everything.
    void Fail();

    /// @brief Work again, with nothing remembered.
    void Restore();

    /// @return whether it works
    bool IsWorking() const;

    /**
     * @brief TracedCallback signature of a control message.
     * @param record of the message
     */
    typedef void (*ControlRecordTracedCallback)(const ControlRecord& record);
};

} // namespace ns3::pubsub::sdn

#endif
