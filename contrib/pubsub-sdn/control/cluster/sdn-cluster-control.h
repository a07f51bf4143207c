// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_CLUSTER_CONTROL_H
#define SDN_CLUSTER_CONTROL_H

#include "sdn-cluster-links.h"
#include "sdn-cluster-routes.h"
#include "sdn-switch-session.h"

#include "ns3/sdn-event-packet.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3::pubsub::sdn
{

/// What the clusters of a controller share.
struct ClusterContext
{
    NodeId controller = NO_NODE;                            ///< its node
    const RouteState* state = nullptr;                      ///< of the controller
    FlowAggregation aggregation = FlowAggregation::MINIMAL; ///< of entries
    bool installsTopics = true;                             ///< false: floods only
    Time missTimeout;                                       ///< of entries that drop
    std::size_t mostHeld = 0;                               ///< notices that wait for routes
    std::function<void()> topologyChanged;                  ///< report it
    std::function<void()> installed;                        ///< some switch has its tables
    std::function<void(NodeId host)> hostFound;             ///< tell it
    std::function<void(std::span<const uint8_t> message)> noticeHeard;   ///< of a subscription
    std::function<void(const SdnStatisticsMessage& counts)> counted;     ///< tell the server
    std::function<void(const std::string& reason, uint32_t bytes)> drop; ///< not used
    std::function<void(const ControlRecord& record)> sent;               ///< traced
};

/**
 * @ingroup pubsub-sdn
 * @brief A controller's work for the switches of one cluster.
 */
class ClusterControl
{
  public:
    /**
     * @param cluster of the switches
     * @param context of the controller, which outlives this object
     */
    ClusterControl(ClusterId cluster, const ClusterContext& context);

    /**
     * @brief A switch is connected and known.
     * @param session with the switch
     */
    void AddSession(Ptr<SwitchSession> session);

    /**
     * @brief The connection to a switch is over.
     * @param session with the switch
     */
    void RemoveSession(Ptr<SwitchSession> session);

    /**
     * @brief A switch has not come back.
     * @param node of the switch
     */
    void ForgetSwitch(NodeId node);

    /**
     * @brief A port has changed.
     * @param node of the switch
     * @param port of the switch
     */
    void SetPort(NodeId node, const PortDescription& port);

    /**
     * @brief A switch has sent a packet.
     * @param session with the switch
     * @param packet which may be anything
     */
    void TakePacket(SwitchSession& session, const PacketIn& packet);

    /// @return whether there is a connected switch
    bool HasSwitches() const;

    /// @return nodes of the connected switches
    std::set<NodeId> Switches() const;

    /**
     * @param node of a switch
     * @return the session with it, or null
     */
    Ptr<SwitchSession> SessionOf(NodeId node) const;

    /// @return ports and what is at their ends
    const ClusterLinks& Links() const;

    /**
     * @brief Learn from the report of an earlier controller.
     * @param report of the cluster
     */
    void Adopt(const TopologyReport& report);

    /// @brief Send a probe by each port that may have a link to another switch.
    void Probe();

    /**
     * @brief Mark the links whose probes are missing.
     * @param before a link without a probe since then is silent
     */
    void Expire(Time before);

    /// @brief Install what follows from the state of the controller.
    void Install();

    /// @return whether all switches have the tables that were last asked for
    bool IsInstalled() const;

    /// @brief Hand the notices that waited for routes to the switches again.
    void ReleaseNotices();

    /// @brief Ask the switches for their counters.
    void AskStatistics();

    /**
     * @brief A switch has sent its counters.
     * @param node of the switch
     */
    void TakeCounters(NodeId node);

    /**
     * @brief Send an event of a host again.
     * @param event of the host
     * @param own code of its topic
     * @return whether the host's port is known
     */
    bool Replay(const EventMessage& event, const BitString& own);

    /**
     * @brief Set the bytes that hosts have published, which replace those of flow counters.
     * @param counts bytes by topic
     */
    void SetPublished(std::map<Topic, uint64_t> counts);

    /// @return FLOW_MODs sent since the last call
    uint32_t TakeFlowMods();

    /// @return GROUP_MODs sent since the last call
    uint32_t TakeGroupMods();

  private:
    /**
     * @brief Send a probe.
     * @param port that sends it
     */
    void ProbePort(const ClusterLinks::PortKey& port);

    /**
     * @brief Handle a message to the controllers.
     * @param port that it came in by
     * @param payload of UDP
     */
    void TakeControlMessage(const ClusterLinks::PortKey& port, std::span<const uint8_t> payload);

    /**
     * @brief Handle an event without an entry.
     * @param session with the switch
     * @param packet of the switch
     * @param destination of the event
     */
    void TakeMiss(SwitchSession& session, const PacketIn& packet, const Ipv6Address& destination);

    /// @brief All switches have sent their counters: compute what has changed since the last ones.
    void Count();

    /// Bytes by topic and source.
    using TopicSourceBytes = std::map<std::pair<Topic, ClusterId>, uint64_t>;

    /**
     * @brief Share the bytes of the flow entries among the topics that use them.
     * @return bytes by topic and source
     */
    TopicSourceBytes CountFlows();

    /// A flow entry of a switch.
    struct FlowKeyOfTopic
    {
        NodeId node = NO_NODE;         ///< of the switch
        ClusterId source = NO_CLUSTER; ///< of the publishers
        AddressPrefix prefix;          ///< of destinations

        /// @return the order by switch, source and prefix
        auto operator<=>(const FlowKeyOfTopic&) const = default;
    };

    /// A notice that waits until the tree of notices is installed.
    struct HeldNotice
    {
        NodeId node = NO_NODE;      ///< of the switch
        uint32_t inPort = 0;        ///< that it came in by
        std::vector<uint8_t> frame; ///< Ethernet
    };

    ClusterId m_cluster;                                   ///< of the switches
    const ClusterContext& m_context;                       ///< of the controller
    std::map<NodeId, Ptr<SwitchSession>> m_sessions;       ///< by node of the switch
    ClusterLinks m_links;                                  ///< of the cluster
    std::deque<HeldNotice> m_held;                         ///< notices
    bool m_isOpen = false;                                 ///< whether notices no longer wait
    uint32_t m_probes = 0;                                 ///< sent
    std::set<NodeId> m_awaited;                            ///< switches without counters yet
    Time m_countedAt;                                      ///< last counters
    std::map<FlowKeyOfTopic, uint64_t> m_flowBytes;        ///< last counters
    std::map<ClusterLinks::PortKey, uint64_t> m_sentBytes; ///< last counters
    std::map<Topic, uint64_t> m_published;                 ///< bytes by topic
    bool m_hasPublished = false;                           ///< whether copies are counted
    uint32_t m_flowMods = 0;                               ///< of sessions that are over
    uint32_t m_groupMods = 0;                              ///< of sessions that are over
};

} // namespace ns3::pubsub::sdn

#endif
