// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_SWITCH_SESSION_H
#define SDN_SWITCH_SESSION_H

#include "ns3/object.h"
#include "ns3/pubsub-message.h"
#include "ns3/sdn-clusters.h"
#include "ns3/sdn-control-records.h"
#include "ns3/sdn-flow-plan.h"
#include "ns3/sdn-openflow-connection.h"
#include "ns3/sdn-openflow-message.h"
#include "ns3/traced-callback.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ns3::pubsub::sdn
{

/// What the tables of a switch are to be for events.
struct SwitchTables
{
    std::map<ClusterId, PortPlan> plans; ///< by the publishers' cluster; NO_CLUSTER: of all
    PortSet flood;                       ///< ports of notices, without the controller

    /**
     * @brief Equality of all parts.
     * @param other another
     * @return whether equal
     */
    bool operator==(const SwitchTables& other) const = default;
};

/**
 * @ingroup pubsub-sdn
 * @brief The OpenFlow connection of a controller to one switch.
 *
 * It asks the switch who it is, which ports and which entries it has, and installs tables without
 * loss: add, barrier, delete, barrier. Entries that an earlier controller has left are replaced by
 * the first tables, and deleted where those do not have them.
 */
class SwitchSession : public Object
{
  public:
    /// What the owner wants to know. It may release the session in `closed` only.
    struct Events
    {
        std::function<void()> ready;                           ///< ports and entries are known
        std::function<void(const PortDescription& port)> port; ///< changed
        std::function<void(const PacketIn& packet)> packet;    ///< for the controller
        std::function<void()> installed;                       ///< nothing is left to do
        std::function<void()> counted;                         ///< statistics are here
        std::function<void(const std::string& reason)> closed; ///< the connection is over
        std::function<void(const std::string& reason, uint32_t bytes)> drop; ///< not used
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    SwitchSession();
    ~SwitchSession() override;

    /**
     * @brief Take a connection.
     * @param socket of TCP, connected
     * @param controller node of this end
     * @param events what the owner wants to know
     */
    void Accept(Ptr<Socket> socket, NodeId controller, Events events);

    /// @brief End the connection without a word to the owner.
    void Close();

    /// @return node of the switch; NO_NODE before it is known
    NodeId Switch() const;

    /// @return whether ports and entries are known
    bool IsReady() const;

    /// @return ports by number
    const std::map<uint32_t, PortDescription>& Ports() const;

    /**
     * @brief Change the tables.
     * @param tables to install; the last ones count if they change while some are being installed
     */
    void Install(const SwitchTables& tables);

    /// @return whether all tables are installed and confirmed
    bool IsInstalled() const;

    /// @return the tables that were last asked for
    const SwitchTables& Wanted() const;

    /// @return the flow entries and groups for events of publishers of one or all clusters
    const std::map<ClusterId, FlowPlan>& Plans() const;

    /**
     * @brief Send a packet by a port.
     * @param frame Ethernet
     * @param port of the switch
     */
    void SendByPort(const std::vector<uint8_t>& frame, uint32_t port);

    /**
     * @brief Send a packet through the flow table, as if it had come in again.
     * @param frame Ethernet
     * @param inPort that it came in by
     */
    void SendByTable(const std::vector<uint8_t>& frame, uint32_t inPort);

    /**
     * @brief Drop packets to an address for a while.
     * @param destination of the packets, of any protocol
     * @param idle time without such a packet that ends it
     */
    void DropPackets(const Ipv6Address& destination, Time idle);

    /// @brief Ask for the counters of flows and ports; `counted` comes when they are here.
    void AskStatistics();

    /// @return counters of the flow entries when they were last asked for
    const std::vector<FlowStatistics>& FlowCounters() const;

    /// @return counters of the ports when they were last asked for
    const std::vector<PortStatistics>& PortCounters() const;

    /// @return FLOW_MODs sent since the last call
    uint32_t TakeFlowMods();

    /// @return GROUP_MODs sent since the last call
    uint32_t TakeGroupMods();

  protected:
    void DoDispose() override;

  private:
    /// @brief HELLO was exchanged.
    void Opened();

    /**
     * @brief A message of the switch.
     * @param xid of the message
     * @param message what came
     */
    void Received(uint32_t xid, const OpenFlowMessage& message);

    /**
     * @brief A part of an answer.
     * @param reply of the switch
     */
    void TakeMultipart(const MultipartReply& reply);

    /// @brief The flow entries are here: the first time they are those of an earlier controller.
    void TakeFlows();

    /// @brief Install the entries that hand greetings, probes and notices to the controller.
    void InstallBase();

    /// @brief Begin to install what is wanted.
    void BeginUpdate();

    /**
     * @brief Send the additions of one plan, and keep its deletions for later.
     * @param source cluster of the publishers, or NO_CLUSTER
     * @param wanted ports by prefix
     */
    void SendAdditions(ClusterId source, const PortPlan& wanted);

    /// @brief The additions are confirmed: delete.
    void SendDeletions();

    /// @brief Note for deletion what an earlier controller has left and the plan does not have.
    void CollectRemains();

    /**
     * @brief Send a change of a flow entry.
     * @param change what
     */
    void SendFlow(const FlowMod& change);

    /**
     * @param source cluster of the publishers, or NO_CLUSTER
     * @param group of its plan
     * @return number of the group in the switch
     */
    uint32_t GroupNumber(ClusterId source, uint32_t group) const;

    /**
     * @param source cluster of the publishers, or NO_CLUSTER
     * @param prefix of destinations
     * @return an entry for it, without actions
     */
    FlowMod EntryFor(ClusterId source, const AddressPrefix& prefix) const;

    /// What is done at present.
    enum class Stage
    {
        IDLE,     ///< nothing
        ADDING,   ///< additions are sent
        DELETING, ///< deletions are sent
    };

    Ptr<OpenFlowConnection> m_connection;        ///< null: closed
    NodeId m_controller = NO_NODE;               ///< this end
    Events m_events;                             ///< of the owner
    NodeId m_switch = NO_NODE;                   ///< the other end
    bool m_isReady = false;                      ///< whether ports and entries are known
    bool m_hasPorts = false;                     ///< whether ports are known
    bool m_hasTables = false;                    ///< whether tables were asked for
    std::map<uint32_t, PortDescription> m_ports; ///< by number
    uint64_t m_generation = 1;                   ///< cookie of our entries
    std::vector<FlowStatistics> m_remains;       ///< entries of an earlier controller
    SwitchTables m_wanted;                       ///< last asked for
    SwitchTables m_current;                      ///< installed or being so
    std::map<ClusterId, FlowPlan> m_plans;       ///< installed or being so
    Stage m_stage = Stage::IDLE;                 ///< of the update
    uint32_t m_barrier = 0;                      ///< xid of the last barrier
    std::vector<FlowMod> m_flowsToDelete;        ///< after the barrier
    std::set<uint32_t> m_groupsToDelete;         ///< after the barrier
    std::vector<FlowStatistics> m_flowParts;     ///< of an answer
    std::vector<FlowStatistics> m_flowCounters;  ///< last
    std::vector<PortStatistics> m_portParts;     ///< of an answer
    std::vector<PortStatistics> m_portCounters;  ///< last
    uint32_t m_awaited = 0;                      ///< answers with counters
    uint32_t m_flowMods = 0;                     ///< sent, not taken yet
    uint32_t m_groupMods = 0;                    ///< sent, not taken yet
    TracedCallback<const ControlRecord&> m_sent; ///< messages
};

} // namespace ns3::pubsub::sdn

#endif
