// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_SWITCH_AGENT_H
#define SDN_SWITCH_AGENT_H

#include "ns3/event-id.h"
#include "ns3/inet-socket-address.h"
#include "ns3/sdn-flow-table.h"
#include "ns3/sdn-openflow-connection.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3::pubsub::sdn
{

class SdnSwitch;

/**
 * @ingroup pubsub-sdn
 * @brief The part of a switch that speaks OpenFlow: keeps a connection and executes orders.
 */
class SwitchAgent
{
  public:
    /// @param device the switch that it is part of
    explicit SwitchAgent(SdnSwitch& device);
    ~SwitchAgent();
    SwitchAgent(const SwitchAgent&) = delete;
    SwitchAgent& operator=(const SwitchAgent&) = delete;

    /**
     * @brief Connect to the first of several controllers.
     * @param controllers addresses, master first
     */
    void ConnectTo(std::vector<InetSocketAddress> controllers);

    /// @brief Connect to the first controller again.
    void Start();

    /// @brief End the connection and try no other.
    void Stop();

    /// @brief Drop the connection at the end of a simulation, when no packet may be sent.
    void Dispose();

    /// @return whether HELLO was exchanged
    bool IsConnected() const;

    /// @return number of the controller in the list
    std::size_t ControllerIndex() const;

    /// @return whether a controller is there that wants packets
    bool HearsPackets() const;

    /// @return bytes of a packet without an entry that the controller wants
    uint16_t MissSendLength() const;

    /**
     * @brief Send a message if there is a controller.
     * @param message what
     */
    void Send(const OpenFlowMessage& message);

    /**
     * @brief Report a change of a port.
     * @param reason what happened
     * @param port number, from 1
     */
    void ReportPort(PortReason reason, uint32_t port);

    /**
     * @brief Report the end of an entry.
     * @param entry which
     * @param reason why
     */
    void ReportRemoved(const FlowEntry& entry, FlowEnd reason);

  private:
    /// @brief Try the controller whose turn it is.
    void Connect();

    /**
     * @brief The connection is over: the next controller's turn.
     * @param reason why
     */
    void Closed(const std::string& reason);

    /**
     * @brief Execute a message.
     * @param xid of it
     * @param message which
     */
    void Handle(uint32_t xid, const OpenFlowMessage& message);

    /**
     * @brief Answer with an error.
     * @param xid of the message
     * @param message that is refused
     * @param error without data
     */
    void Refuse(uint32_t xid, const OpenFlowMessage& message, ErrorMessage error);

    /**
     * @brief Change the role of the controller.
     * @param xid of the message
     * @param request wanted
     */
    void ChangeRole(uint32_t xid, const RoleRequest& request);

    /**
     * @brief Answer a question of several parts.
     * @param xid of the message
     * @param request what is asked
     */
    void Answer(uint32_t xid, const MultipartRequest& request);

    /**
     * @brief Send entries in as many parts as they need.
     * @param xid of the message
     * @param request which entries
     */
    void AnswerFlows(uint32_t xid, const FlowStatisticsRequest& request);

    /**
     * @brief Send what is asked of ports, in as many parts as they need.
     * @tparam Item what is sent of a port
     * @param xid of the message
     * @param first port
     * @param last port
     * @param itemOf makes it
     */
    template <typename Item>
    void AnswerPorts(uint32_t xid,
                     uint32_t first,
                     uint32_t last,
                     Item (SdnSwitch::*itemOf)(uint32_t) const);

    SdnSwitch& m_switch;                           ///< that it is part of
    std::vector<InetSocketAddress> m_controllers;  ///< master first
    std::size_t m_index = 0;                       ///< whose turn it is
    Ptr<OpenFlowConnection> m_connection;          ///< or null
    EventId m_retry;                               ///< of the next attempt
    ControllerRole m_role = ControllerRole::EQUAL; ///< of the controller
    uint64_t m_generation = 0;                     ///< the greatest so far
    bool m_hasGeneration = false;                  ///< whether there was one
    uint16_t m_missSendLength = 128;               ///< of SET_CONFIG
};

} // namespace ns3::pubsub::sdn

#endif
