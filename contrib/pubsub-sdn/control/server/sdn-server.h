// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_SERVER_H
#define SDN_SERVER_H

#include "sdn-route-batch.h"

#include "ns3/application.h"
#include "ns3/event-id.h"
#include "ns3/inet-socket-address.h"
#include "ns3/sdn-clusters.h"
#include "ns3/sdn-control-channel.h"
#include "ns3/sdn-control-records.h"
#include "ns3/sdn-interest-table.h"
#include "ns3/sdn-load-predictor.h"
#include "ns3/sdn-machine-power.h"
#include "ns3/sdn-network-view.h"
#include "ns3/sdn-policy.h"
#include "ns3/sdn-route-set.h"
#include "ns3/sdn-topic-registry.h"
#include "ns3/sdn-topic-router.h"
#include "ns3/traced-callback.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief The server: registers topics, keeps the topology and the subscriptions of all clusters,
 * computes one overlay per topic, and sends the controllers their parts.
 *
 * A standby is another object of this class that receives whatever the server in charge receives,
 * computes the same, and sends nothing until three heartbeats are missed.
 */
class SdnServer : public Application
{
  public:
    static constexpr uint16_t PORT = 9998; ///< TCP port for controllers and for the standby

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    SdnServer();
    ~SdnServer() override;

    /**
     * @brief Set the other server, before the application starts.
     * @param peer where it listens
     */
    void SetPeer(const InetSocketAddress& peer);

    /**
     * @brief Merge rules into the policy and compute the routes of the topics that they name.
     * @param xml text of the rules
     * @return nothing, or the sentence with which they are refused
     */
    std::string MergePolicy(const std::string& xml);

    /**
     * @brief Tell the trace when a failure or its repair happened, so that the next update for it
     * counts from then.
     * @param when it happened
     */
    void NoteFailure(Time when);

    /// @brief Fail silently: read and send nothing from now on, and forget everything.
    void Fail();

    /// @brief Work again as the standby of the other server, or in charge if there is none.
    void Restore();

    /// @return the trunks of each topic, as last computed
    const RouteSet& Routes() const;

    /// @return what all hosts subscribe to
    const InterestTable& Interests() const;

    /// @return the topics and their codes
    const TopicRegistry& Registry() const;

    /// @return trunks that work, by edge
    const std::map<NetworkView::EdgeKey, std::vector<UsableTrunk>>& Trunks() const;

    /// @return the last reports of the controllers, with the ports of hosts
    const std::map<ClusterId, TopologyReport>& Reports() const;

    /// @return the router
    Ptr<TopicRouter> Router() const;

    /// @return whether it works
    bool IsWorking() const;

    /// @return whether it is in charge
    bool IsInCharge() const;

    /**
     * @brief TracedCallback signature of a batch of routes that is installed.
     * @param topics whose routes have changed
     */
    typedef void (*RoutesInstalledTracedCallback)(const std::vector<Topic>& topics);

  protected:
    void DoDispose() override;
    void StartApplication() override;
    void StopApplication() override;

  private:
    // ---- channels

    /**
     * @brief A controller or the other server has connected.
     * @param socket of the connection
     */
    void AcceptPeer(Ptr<Socket> socket);

    /**
     * @brief A message of a controller or of a standby has arrived.
     * @param channel to the sender
     * @param message which may be anything
     */
    void ReceiveFromPeer(Ptr<ControlChannel> channel, const ChannelMessage& message);

    /**
     * @brief The node at the other end of a connection is known.
     * @param channel to the sender
     * @param from the sender
     * @param join of the sender
     */
    void TakeJoin(Ptr<ControlChannel> channel, NodeId from, const SdnJoinMessage& join);

    /**
     * @brief A connection is over.
     * @param channel that it was
     */
    void PeerClosed(Ptr<ControlChannel> channel);

    /**
     * @brief Bring a controller up to date: codes, policy, subscriptions, reports and routes.
     * @param node of the controller
     */
    void SendAll(NodeId node);

    /**
     * @brief A message of the server in charge has arrived here, at the standby.
     * @param message which may be anything
     */
    void ReceiveFromServer(const ChannelMessage& message);

    /// @brief Begin to follow the other server.
    void FollowPeer();

    /// @brief The other server is gone: take its place.
    void TakeCharge();

    /// @brief Send the standby all that is known.
    void SendSnapshot();

    /**
     * @brief Pass a message on to the standby.
     * @param message that was accepted
     */
    void Relay(const ChannelMessage& message);

    /// @return how the server introduces itself
    SdnJoinMessage JoinOf() const;

    // ---- inputs, the same in charge and as standby

    /**
     * @brief Take an input.
     * @param message of a controller, which may be anything
     * @return whether it was good
     */
    bool TakeInput(const ChannelMessage& message);

    /**
     * @brief Check that a message is about a cluster of its sender, or count it as a drop.
     * @param cluster that it is about
     * @return whether it is; true for what the server in charge has relayed
     */
    bool IsFromOwner(ClusterId cluster);

    /**
     * @brief A host publishes a topic.
     * @param message of its controller
     */
    void TakeRegistration(const SdnRegisterMessage& message);

    /**
     * @brief A subscription has changed.
     * @tparam Notice SdnSubscribeMessage or SdnUnsubscribeMessage
     * @param notice of a host
     */
    template <typename Notice>
    void TakeNotice(const Notice& notice);

    /**
     * @brief A controller reports its links.
     * @param message of the controller
     * @return whether it was good
     */
    bool TakeTopology(const SdnTopologyMessage& message);

    /**
     * @brief A controller reports what it has counted.
     * @param message of the controller
     */
    void TakeStatistics(const SdnStatisticsMessage& message);

    /**
     * @brief A batch is installed at a controller.
     * @param from the controller
     * @param message of the controller
     */
    void TakeInstalled(NodeId from, const SdnInstalledMessage& message);

    /// @brief Give the topics that were registered lately their codes.
    void RegisterTopics();

    /**
     * @brief Send codes to all controllers.
     * @param topics whose codes are new
     */
    void SendCodes(const std::vector<TopicId>& topics);

    /**
     * @param topics some
     * @return messages with their codes
     */
    std::vector<SdnCodesMessage> CodesOf(const std::vector<TopicId>& topics);

    // ---- routes

    /**
     * @brief Compute routes soon.
     * @param cause as in RouteUpdateRecord
     * @param caused when it happened
     */
    void ComputeSoon(const std::string& cause, Time caused);

    /// @brief Compute routes and send what has changed.
    void ComputeRoutes();

    /// @return whether the topology is known well enough to begin
    bool IsReadyToStart() const;

    /// @brief Let the router know of edges that came, failed, returned or changed.
    void UpdateGraph();

    /// @brief Let the router know of demands that have changed.
    void UpdateDemands();

    /**
     * @param topic registered
     * @return what it asks of its overlay
     */
    TopicDemand DemandOf(TopicId topic) const;

    /// @return the routes of all topics, from their overlays
    RouteSet RoutesOfOverlays();

    /**
     * @brief Trace the edges that overlays have gained or lost.
     * @param routes of now
     */
    void TraceTrees(const RouteSet& routes);

    /**
     * @brief Send the routes, or first only the removals where the change would make a cycle.
     * @param isFirst whether controllers have nothing
     */
    void StartBatch(bool isFirst);

    /**
     * @brief Send all controllers what differs from what they have.
     * @param routes of now
     * @param isFirst whether they have nothing
     */
    void SendRoutes(const RouteSet& routes, bool isFirst);

    /**
     * @brief Send a controller what differs from what it has.
     * @param node of the controller
     * @param routes of now
     * @param before what it has
     * @param isComplete whether it is to forget all others
     * @param batch number of the batch
     * @return whether there was something to send
     */
    bool SendRoutesTo(NodeId node,
                      const RouteSet& routes,
                      const RouteSet& before,
                      bool isComplete,
                      uint32_t batch);

    /// @brief A controller has confirmed, or is gone: go on if it was the last one.
    void AdvanceBatch();

    /// @brief Do not wait for controllers any longer.
    void GiveUpBatch();

    /// @brief A period is over: predict loads, and compute routes for them.
    void ClosePeriod();

    /// @brief Trace the loads of all edges.
    void TraceEdges();

    /// @return clusters with a controller
    std::set<ClusterId> ServedClusters() const;

    /// @brief Drop all connections and all that is known.
    void Reset();

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

    /// @return a channel whose messages are traced
    Ptr<ControlChannel> MakeChannel();

    /// When routes follow predicted loads.
    enum class Reroute
    {
        NONE,    ///< never
        CHANGED, ///< topics whose load has changed enough
        ALL      ///< all topics, from scratch
    };

    /// Which copies of events are sent again.
    enum class Replay
    {
        NONE,    ///< none
        PLANNED, ///< after a change of routes that had to remove before it could add
        ALL      ///< after a failure, too
    };

    bool m_isStandby = false;                         ///< attribute: at the start
    TopicCoding m_coding;                             ///< attribute
    Time m_routeDelay;                                ///< attribute
    Time m_startTimeout;                              ///< attribute
    Time m_installTimeout;                            ///< attribute
    Time m_silenceGrace;                              ///< attribute
    Time m_period;                                    ///< attribute
    Reroute m_reroute = Reroute::CHANGED;             ///< attribute
    double m_threshold = 0.0;                         ///< attribute
    Replay m_replay = Replay::PLANNED;                ///< attribute
    Time m_replayMargin;                              ///< attribute
    uint32_t m_clusterCount = 0;                      ///< attribute
    Ptr<TopicRouter> m_router;                        ///< attribute
    std::string m_routerName;                         ///< attribute
    Ptr<LoadPredictor> m_predictor;                   ///< attribute
    std::string m_predictorName;                      ///< attribute
    std::optional<InetSocketAddress> m_peer;          ///< the other server
    MachinePower m_power;                             ///< of the node
    bool m_isWorking = false;                         ///< whether it runs and has not failed
    bool m_isInCharge = false;                        ///< whether it sends routes
    uint32_t m_term = 0;                              ///< counts servers in charge
    Ptr<Socket> m_listener;                           ///< null: not listening
    std::vector<Ptr<ControlChannel>> m_unnamed;       ///< who has not said who it is
    std::map<NodeId, JoinedController> m_controllers; ///< by node
    std::map<ClusterId, NodeId> m_owners;             ///< controllers of clusters
    Ptr<ControlChannel> m_standby;                    ///< to the standby
    Ptr<ControlChannel> m_primary;                    ///< from the standby
    EventId m_takeover;                               ///< if the other server never answers
    EventId m_start;                                  ///< even without all reports
    std::unique_ptr<TopicRegistry> m_registry;        ///< topics and codes
    std::map<Topic, std::map<NodeId, SdnRegisterMessage>> m_publishers; ///< by host
    std::vector<Topic> m_newTopics;                                     ///< without codes yet
    std::set<Topic> m_refusedTopics;                                    ///< without room for a code
    uint32_t m_codeSequence = 0;                                        ///< of messages of codes
    InterestTable m_interests;                                          ///< of all hosts
    Policy m_policy;                                                    ///< in force
    NetworkView m_view;                                                 ///< of clusters
    std::map<NetworkView::EdgeKey, std::vector<UsableTrunk>> m_trunks;  ///< that work
    std::map<NetworkView::EdgeKey, EdgeId> m_edges;                     ///< that the router knows
    bool m_isStarted = false;     ///< whether routes were computed
    bool m_mustStart = false;     ///< whether waiting has lasted long enough
    TrunkAllocation m_allocation; ///< of trunks
    RouteSet m_routes;            ///< last computed
    RouteSet m_sent;              ///< that controllers have
    std::vector<Trunk> m_flood;   ///< spanning tree
    std::map<Topic, std::map<ClusterId, std::set<NetworkView::EdgeKey>>> m_traced; ///< overlays
    std::optional<NodeId> m_sender;                 ///< controller whose input is read
    std::optional<RouteReason> m_reason;            ///< why routes are to be computed
    EventId m_compute;                              ///< of routes
    std::optional<RouteBatch> m_batch;              ///< being installed
    uint32_t m_batches = 0;                         ///< so far
    EventId m_batchTimeout;                         ///< of the batch
    std::map<uint32_t, RouteUpdateRecord> m_syncs;  ///< of controllers that have joined late
    std::set<ClusterId> m_everServed;               ///< clusters that had a controller
    std::map<Topic, std::vector<double>> m_history; ///< loads of past periods, bit/s
    std::map<Topic, double> m_loads;                ///< that routes are computed for, bit/s
    std::map<Topic, std::map<ClusterId, double>> m_counted; ///< in this period, bit/s
    std::map<NetworkView::EdgeKey, double> m_edgeCounted;   ///< in this period, bit/s
    uint64_t m_examinedBefore = 0;                          ///< effort up to the last batch
    EventId m_periodEnd;                                    ///< of statistics
    bool m_isFloodNew = false;    ///< whether the spanning tree has changed
    bool m_recomputesAll = false; ///< whether overlays are computed from scratch
    std::optional<Time> m_noted;  ///< failure told by NoteFailure()
    TracedCallback<const ControlRecord&> m_controlSent;     ///< messages
    TracedCallback<const TopicCodeRecord&> m_topicCode;     ///< codes
    TracedCallback<const TopicTreeRecord&> m_topicTree;     ///< overlays
    TracedCallback<const TopicLoadRecord&> m_topicLoad;     ///< loads
    TracedCallback<const EdgeLoadRecord&> m_edgeLoad;       ///< loads
    TracedCallback<const RouteUpdateRecord&> m_routeUpdate; ///< batches
    TracedCallback<const PolicyRuleRecord&> m_policyRule;   ///< rules
    TracedCallback<const std::vector<Topic>&> m_installed;  ///< batches
    TracedCallback<std::string, uint32_t> m_drop;           ///< not used
};

template <typename Message>
std::shared_ptr<const Message>
SdnServer::ReadChannel(const ChannelMessage& message)
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
