// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_CONTROLLER_H
#define SDN_CONTROLLER_H

#include "ns3/application.h"
#include "ns3/event-id.h"
#include "ns3/inet-socket-address.h"
#include "ns3/sdn-cluster-control.h"
#include "ns3/sdn-clusters.h"
#include "ns3/sdn-control-channel.h"
#include "ns3/sdn-control-records.h"
#include "ns3/sdn-copy-log.h"
#include "ns3/sdn-machine-power.h"
#include "ns3/traced-callback.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
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
    static constexpr uint16_t SWITCH_PORT = 6653; ///< TCP port for switches: OpenFlow
    static constexpr uint16_t HOST_PORT = 9999;   ///< TCP port for hosts

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

  protected:
    void DoDispose() override;
    void StartApplication() override;
    void StopApplication() override;

  private:
    /// @brief Drop all connections and all that is known.
    void Reset();

    /// @brief Probe all links, look for silent ones, and do so again after the interval.
    void ProbeAll();

    /**
     * @brief A switch has connected.
     * @param socket of the connection
     */
    void AcceptSwitch(Ptr<Socket> socket);

    /**
     * @brief The ports and entries of a switch are known.
     * @param session with the switch
     */
    void SwitchReady(Ptr<SwitchSession> session);

    /**
     * @brief The connection to a switch is over.
     * @param session with the switch
     */
    void SwitchClosed(Ptr<SwitchSession> session);

    /**
     * @brief Give up a switch that has not come back.
     * @param node of the switch
     */
    void SwitchMissing(NodeId node);

    /**
     * @param cluster any
     * @return the work for it, new if there was none
     */
    ClusterControl& ControlOf(ClusterId cluster);

    /**
     * @brief A host has connected.
     * @param socket of the connection
     */
    void AcceptHost(Ptr<Socket> socket);

    /**
     * @brief A message of a host has arrived.
     * @param channel to the host
     * @param message which may be anything
     */
    void ReceiveFromHost(Ptr<ControlChannel> channel, const ChannelMessage& message);

    /**
     * @brief Send codes and policy to a host that has connected.
     * @param channel to the host
     */
    void WelcomeHost(Ptr<ControlChannel> channel);

    /// @brief The channel to a server is open.
    void ServerOpened();

    /// @brief Tell the server the clusters, and what is known of them.
    void SendState();

    /**
     * @brief A message of the server has arrived.
     * @param message which may be anything
     */
    void ReceiveFromServer(const ChannelMessage& message);

    /**
     * @brief Learn whether the server is in charge.
     * @param join of the server
     */
    void TakeServer(const SdnJoinMessage& join);

    /**
     * @brief Learn codes, and pass them to the hosts.
     * @param codes of topics
     * @param frame of the message
     */
    void TakeCodes(const SdnCodesMessage& codes, const std::vector<uint8_t>& frame);

    /**
     * @brief Keep a route until the batch is committed.
     * @param route of a topic
     */
    void TakeRoute(const SdnRouteMessage& route);

    /**
     * @brief Install a batch.
     * @param commit of the batch
     */
    void TakeCommit(const SdnCommitMessage& commit);

    /**
     * @brief Learn what an earlier controller has reported.
     * @param message of the server
     */
    void TakeReport(const SdnTopologyMessage& message);

    /**
     * @brief Send kept copies again.
     * @param replay of the server
     */
    void TakeReplay(const SdnReplayMessage& replay);

    /**
     * @brief A subscription has changed.
     * @tparam Notice SdnSubscribeMessage or SdnUnsubscribeMessage
     * @param notice of a host
     * @param isFlooded whether it came from the data links, not from the server
     */
    template <typename Notice>
    void TakeNotice(const Notice& notice, bool isFlooded);

    /**
     * @brief Read a flooded notice.
     * @param message payload of UDP, which may be anything
     */
    void ReadNotice(std::span<const uint8_t> message);

    /**
     * @brief The port of a host is known: tell it.
     * @param host its node
     */
    void HostFound(NodeId host);

    /**
     * @brief Pass a message of the server to all hosts.
     * @param message a policy or a refusal
     */
    void PassToHosts(const ChannelMessage& message);

    /**
     * @brief A host publishes a topic.
     * @param message of the host or of the server
     * @param isFromHost whether the server is to know
     */
    void TakeRegistration(const SdnRegisterMessage& message, bool isFromHost);

    /// @brief Report the topology soon.
    void TopologyChanged();

    /// @brief Report the topology of the clusters whose report has changed.
    void SendReports();

    /// @brief Install soon what follows from a changed subscription or host.
    void InstallSoon();

    /// @brief Install what follows from the state.
    void InstallAll();

    /// @brief Tell the server when a batch is installed.
    void CheckInstalled();

    /// @brief Ask all switches for their counters, and again after the period.
    void AskStatistics();

    /**
     * @brief Count what is not used.
     * @param reason why
     * @param bytes of it
     */
    void Drop(const std::string& reason, uint32_t bytes);

    /**
     * @brief Read a message of a channel, or count it as malformed.
     * @tparam Message a struct with Fields()
     * @param message which may be anything
     * @return the fields, or null
     */
    template <typename Message>
    std::shared_ptr<const Message> ReadChannel(const ChannelMessage& message);

    /**
     * @brief Make a channel whose messages are traced.
     * @param name of the channel in the trace
     * @return the channel
     */
    Ptr<ControlChannel> MakeChannel(const std::string& name);

    ClusterId m_cluster = NO_CLUSTER;              ///< attribute
    Time m_probeInterval;                          ///< attribute
    uint32_t m_missedProbes = 3;                   ///< attribute
    Time m_statisticsPeriod;                       ///< attribute
    Time m_reportDelay;                            ///< attribute
    Time m_installDelay;                           ///< attribute
    Time m_copyWindow;                             ///< attribute
    uint32_t m_mostCopies = 0;                     ///< attribute
    FlowAggregation m_aggregation;                 ///< attribute
    bool m_countsCopies = true;                    ///< attribute
    bool m_installsTopics = true;                  ///< attribute
    std::map<NodeId, ClusterId> m_inventory;       ///< switches of the network
    std::vector<InetSocketAddress> m_servers;      ///< server, then standby
    MachinePower m_power;                          ///< of the node
    bool m_isWorking = false;                      ///< whether it runs and has not failed
    Ptr<Socket> m_switchListener;                  ///< null: not listening
    Ptr<Socket> m_hostListener;                    ///< null: not listening
    std::vector<Ptr<SwitchSession>> m_strangers;   ///< connected, but not known yet
    Ptr<ControlChannel> m_server;                  ///< to the server
    bool m_isServed = false;                       ///< whether the server is in charge
    std::vector<Ptr<ControlChannel>> m_unnamed;    ///< hosts that have not said who they are
    std::map<NodeId, Ptr<ControlChannel>> m_hosts; ///< channels by host
    ClusterContext m_context;                      ///< of the clusters
    std::map<ClusterId, std::unique_ptr<ClusterControl>> m_clusters; ///< with switches here
    std::map<ClusterId, TopologyReport> m_reported;                  ///< last reports
    RouteState m_state; ///< from the server and the hosts
    std::map<Topic, std::map<ClusterId, std::vector<Trunk>>> m_staged; ///< routes of a batch
    std::optional<std::vector<Trunk>> m_stagedFlood;                   ///< of a batch
    std::map<NodeId, ClusterId> m_publisherClusters;                   ///< by host, as registered
    std::vector<std::vector<uint8_t>> m_codeFrames;     ///< messages of codes, for new hosts
    std::vector<uint8_t> m_policy;                      ///< XML
    CopyLog m_copies;                                   ///< of events
    bool m_isRouted = false;                            ///< whether the server has sent all routes
    std::optional<uint32_t> m_batch;                    ///< that is being installed
    uint32_t m_flowMods = 0;                            ///< of clusters, not reported yet
    uint32_t m_groupMods = 0;                           ///< of clusters, not reported yet
    EventId m_report;                                   ///< of the topology
    EventId m_install;                                  ///< of tables
    EventId m_probe;                                    ///< of links
    EventId m_statistics;                               ///< of counters
    TracedCallback<const ControlRecord&> m_controlSent; ///< messages
    TracedCallback<std::string, uint32_t> m_drop;       ///< not used
};

template <typename Message>
std::shared_ptr<const Message>
SdnController::ReadChannel(const ChannelMessage& message)
{
    auto fields = message.Read<Message>();
    if (!fields)
    {
        Drop("malformed " + MessageTypeName(message.type),
             static_cast<uint32_t>(message.frame.size()));
    }
    return fields;
}

} // namespace ns3::pubsub::sdn

#endif
