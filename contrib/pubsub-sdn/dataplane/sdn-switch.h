// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_SWITCH_H
#define SDN_SWITCH_H

#include "sdn-switch-port.h"

#include "ns3/event-id.h"
#include "ns3/inet-socket-address.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/sdn-flow-table.h"
#include "ns3/sdn-group-table.h"
#include "ns3/sdn-packet-buffers.h"
#include "ns3/traced-callback.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace ns3::pubsub::sdn
{

class SourceRouting;
class SwitchAgent;

/**
 * @ingroup pubsub-sdn
 * @brief An OpenFlow 1.3 switch of IPv6 and IPv4 packets on point-to-point links.
 *
 * Aggregate it to a node, add the ports, and connect it to its controllers. The node needs an IP
 * stack for the control network only; a port's device belongs to the switch and has none.
 *
 * There is one flow table, 0, and a group table for groups of type ALL. A packet that no entry
 * matches goes to the controller, as the attribute TableMiss has it; an entry of priority 0 that
 * matches everything replaces this rule, as usual in OpenFlow 1.3.
 */
class SdnSwitch : public Object
{
  public:
    /// What happens to a packet that no entry matches.
    enum class TableMiss
    {
        CONTROLLER,
        DROP,
    };

    /**
     * @brief Sink of Forwarded.
     * @param inPort the packet came in by; PORT_CONTROLLER: from the controller
     * @param outPort it leaves by
     * @param packet as it leaves
     */
    using ForwardedTracedCallback = void (*)(uint32_t inPort,
                                             uint32_t outPort,
                                             Ptr<const Packet> packet);
    /**
     * @brief Sink of Dropped.
     * @param reason why
     * @param packet which
     */
    using DroppedTracedCallback = void (*)(std::string reason, Ptr<const Packet> packet);
    /**
     * @brief Sink of TableChanged.
     * @param entries of the flow table
     * @param groups of the group table
     * @param buckets of all groups
     */
    using TableTracedCallback = void (*)(uint32_t entries, uint32_t groups, uint32_t buckets);
    /**
     * @brief Sink of OpenFlowSent, OpenFlowReceived and OpenFlowRefused.
     * @param type of the message, such as "flow_mod"
     * @param bytes of it
     */
    using MessageTracedCallback = void (*)(std::string type, uint32_t bytes);
    /**
     * @brief Sink of Controller.
     * @param index of the controller in the list of ConnectTo
     * @param isConnected whether the connection is there
     */
    using ControllerTracedCallback = void (*)(uint32_t index, bool isConnected);

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    SdnSwitch();
    ~SdnSwitch() override;

    /**
     * @brief Add a port. The switch must be aggregated to the device's node.
     * @param device point-to-point, without an IP stack
     * @return number of the port, from 1
     */
    uint32_t AddPort(Ptr<NetDevice> device);

    /// @return ports
    uint32_t PortCount() const;

    /**
     * @param port number, from 1
     * @return it
     */
    const SwitchPort& Port(uint32_t port) const;

    /**
     * @param device of a port
     * @return number of the port; 0 where it is none of ours
     */
    uint32_t PortOf(Ptr<const NetDevice> device) const;

    /**
     * @brief Say that the link of a port failed or works again. A port that is down neither sends
     * nor receives; the controller is told by PORT_STATUS.
     * @param port number, from 1
     * @param isUp whether it works
     */
    void SetPortUp(uint32_t port, bool isUp);

    /**
     * @brief Switch off or on. A switch that is off forwards nothing, has no connection, and has
     * lost flow entries, groups and buffered packets.
     * @param isUp whether it works
     */
    void SetUp(bool isUp);

    /// @return whether it works
    bool IsUp() const;

    /**
     * @brief Keep a connection to one of several controllers: to the first, and whenever a
     * connection fails or ends, to the next one, and after the last to the first again.
     * Forwarding goes on meanwhile.
     * @param controllers addresses, master first
     */
    void ConnectTo(std::vector<InetSocketAddress> controllers);

    /// @return whether HELLO was exchanged with a controller
    bool IsConnected() const;

    /// @return number of the controller in the list of ConnectTo that it has, or tries
    std::size_t ControllerIndex() const;

    /**
     * @brief Forward by what is in packets, where that applies, instead of the flow table.
     * @param routing in-packet Bloom filters or BIER; null: only the flow table
     */
    void SetSourceRouting(Ptr<SourceRouting> routing);

    /// @return what SetSourceRouting was given, or null
    Ptr<SourceRouting> GetSourceRouting() const;

    /// @return the flow table
    const FlowTable& Flows() const;

    /// @return the groups
    const GroupTable& Groups() const;

    /// @return number of the switch for the controller: its node's
    uint64_t DatapathId() const;

    /**
     * @brief Find the ports that the flow table sends a packet to, as `ofproto/trace` of Open
     * vSwitch does. Nothing is sent or counted. Ports whose link is down are included.
     * @param inPort it comes in by
     * @param packet which
     * @param protocol its EtherType
     * @return numbers of the ports; none if the packet is dropped or goes to the controller only
     */
    std::set<uint32_t> FindOutputs(uint32_t inPort, Ptr<const Packet> packet, uint16_t protocol);

    // ---- what the agent and a routing call

    /**
     * @brief Execute a FLOW_MOD, without a controller.
     * @param change what to do
     * @return the error that refuses it, if any
     */
    std::optional<ErrorMessage> ChangeFlows(const FlowMod& change);

    /**
     * @brief Execute a GROUP_MOD, without a controller.
     * @param change what to do
     * @return the error that refuses it, if any
     */
    std::optional<ErrorMessage> ChangeGroups(const GroupMod& change);

    /**
     * @brief Execute a PACKET_OUT, without a controller.
     * @param order what to do
     * @return the error that refuses it, if any
     */
    std::optional<ErrorMessage> SendOut(const PacketOut& order);

    /**
     * @brief Send a packet by a port.
     * @param packet is given away
     * @param protocol its EtherType
     * @param inPort it came in by
     * @param outPort it leaves by
     */
    void Output(Ptr<Packet> packet, uint16_t protocol, uint32_t inPort, uint32_t outPort);

    /**
     * @brief Count a packet that ends here.
     * @param reason why
     * @param inPort it came in by
     * @param packet which
     */
    void Drop(const char* reason, uint32_t inPort, Ptr<const Packet> packet);

    /**
     * @param port number, from 1
     * @return its counters as MULTIPART has them
     */
    PortStatistics StatisticsOf(uint32_t port) const;

    /**
     * @param port number, from 1
     * @return it as MULTIPART and PORT_STATUS have it
     */
    PortDescription DescriptionOf(uint32_t port) const;

    /// @return packets that the switch can keep for the controller
    uint32_t Buffers() const;

  protected:
    void DoDispose() override;

  private:
    friend class SwitchAgent;

    /// What is known of a packet while its actions are executed.
    struct Passage
    {
        uint16_t protocol = 0;                            ///< EtherType
        uint32_t inPort = 0;                              ///< it came in by
        PacketInReason reason = PacketInReason::NO_MATCH; ///< why it goes to the controller
        uint64_t cookie = ~uint64_t{0};                   ///< of the entry
    };

    /**
     * @brief Set the limit of the flow table.
     * @param entries at most
     */
    void SetMaxEntries(uint32_t entries);

    /**
     * @brief Set the limit of the group table.
     * @param groups at most
     */
    void SetMaxGroups(uint32_t groups);

    /**
     * @brief Set how many packets wait for the controller.
     * @param packets at most
     */
    void SetBuffers(uint32_t packets);

    /**
     * @brief A packet came in.
     * @param port it came in by
     * @param packet which
     * @param protocol its EtherType
     */
    void Receive(uint32_t port, Ptr<const Packet> packet, uint16_t protocol);

    /**
     * @brief Look up the entry of a packet and execute it.
     * @param packet which
     * @param key its fields
     * @param protocol its EtherType
     */
    void Process(Ptr<const Packet> packet, const FlowKey& key, uint16_t protocol);

    /**
     * @brief Execute actions.
     * @param actions in this order
     * @param packet is given away
     * @param passage what is known of it
     */
    void Execute(const FlowActions& actions, Ptr<Packet> packet, const Passage& passage);

    /**
     * @brief Give each bucket of a group a copy.
     * @param number of the group
     * @param packet is given away
     * @param passage what is known of it
     */
    void ExecuteGroup(uint32_t number, Ptr<Packet> packet, const Passage& passage);

    /**
     * @brief Execute an output.
     * @param action which
     * @param packet is given away
     * @param passage what is known of it
     */
    void ExecuteOutput(const OutputAction& action, Ptr<Packet> packet, const Passage& passage);

    /**
     * @brief Send a packet to the controller.
     * @param packet which
     * @param passage what is known of it
     * @param most bytes of the frame
     */
    void SendToController(Ptr<Packet> packet, const Passage& passage, uint16_t most);

    /**
     * @param actions any
     * @param isPacketOut whether they are those of a PACKET_OUT
     * @return the error that refuses them, if any
     */
    std::optional<ErrorMessage> Refusal(const FlowActions& actions, bool isPacketOut) const;

    /**
     * @brief A flow entry ends.
     * @param entry which
     * @param reason why
     */
    void EntryEnds(const FlowEntry& entry, FlowEnd reason);

    /// @brief Wait for the next timeout of an entry.
    void WatchTimeouts();

    /// @brief Remove the entries whose time is over.
    void Expire();

    /// @brief Tell the sinks of TableChanged.
    void ReportTables();

    /**
     * @brief The link of a port may have changed: tell the controller if so.
     * @param port number, from 1
     */
    void RefreshPort(uint32_t port);

    TableMiss m_tableMiss;                 ///< what happens without an entry
    Time m_reconnectInterval;              ///< between a connection's end and the next attempt
    std::vector<SwitchPort> m_ports;       ///< port 1 first
    FlowTable m_flows;                     ///< table 0
    GroupTable m_groups;                   ///< groups
    PacketBuffers m_buffers;               ///< packets for the controller
    Ptr<SourceRouting> m_routing;          ///< or null
    bool m_isUp = true;                    ///< whether it works
    Time m_timeout = Time::Max();          ///< m_timer ends then
    EventId m_timer;                       ///< of the next timeout
    std::unique_ptr<SwitchAgent> m_agent;  ///< speaks OpenFlow
    std::set<uint32_t>* m_found = nullptr; ///< outputs of FindOutputs(); null: packets are sent

    TracedCallback<uint32_t, uint32_t, Ptr<const Packet>> m_forwarded; ///< in, out, packet
    TracedCallback<std::string, Ptr<const Packet>> m_dropped;          ///< reason, packet
    TracedCallback<uint32_t, uint32_t, uint32_t> m_tableChanged;       ///< entries, groups, buckets
    TracedCallback<std::string, uint32_t> m_openFlowSent;              ///< type, bytes
    TracedCallback<std::string, uint32_t> m_openFlowReceived;          ///< type, bytes
    TracedCallback<std::string, uint32_t> m_openFlowRefused;           ///< type, bytes
    TracedCallback<uint32_t, bool> m_controller;                       ///< index, connected
};

} // namespace ns3::pubsub::sdn

#endif
