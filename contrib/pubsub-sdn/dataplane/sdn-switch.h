// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_SWITCH_H
#define SDN_SWITCH_H

#include "sdn-flow-table.h"
#include "sdn-group-table.h"
#include "sdn-packet-buffers.h"
#include "sdn-switch-port.h"

#include "ns3/inet-socket-address.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/traced-callback.h"

#include <memory>
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

    /// @return the counters of a port as MULTIPART has them
    /// @param port number, from 1
    PortStatistics StatisticsOf(uint32_t port) const;

    /// @return a port as MULTIPART and PORT_STATUS have it
    /// @param port number, from 1
    PortDescription DescriptionOf(uint32_t port) const;

  protected:
    void DoDispose() override;

  private:
    std::unique_ptr<SwitchAgent> m_agent; ///< speaks OpenFlow
};

} // namespace ns3::pubsub::sdn

#endif
