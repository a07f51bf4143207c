// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_TEST_NETWORK_H
#define MANET_TEST_NETWORK_H

#include "ns3/manet-beacon-messages.h"
#include "ns3/manet-parent-change.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"
#include "ns3/pubsub-endpoint.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet-test
 * @brief Nodes with links that a test makes and breaks by hand, without loss or contention.
 *
 * Built on ns-3's SimpleChannel and its black list, so that it shares nothing with the radios of
 * the scenarios. Watches every change of parent and every event on the way.
 */
class TestNetwork
{
  public:
    /**
     * @brief Make nodes without links; they join at 0 s.
     * @param nodes how many
     * @param protocol TypeId and attributes
     */
    TestNetwork(uint32_t nodes, const ObjectFactory& protocol);

    /**
     * @brief Make a link.
     * @param a a node
     * @param b another
     */
    void Connect(NodeId a, NodeId b);

    /**
     * @brief Make a link in one direction.
     * @param from is heard
     * @param to by whom
     */
    void ConnectOneWay(NodeId from, NodeId to);

    /**
     * @brief Break a link.
     * @param a a node
     * @param b another
     */
    void Disconnect(NodeId a, NodeId b);

    /**
     * @brief Lose packets at every receiver.
     * @param share of them
     */
    void LosePackets(double share);

    /**
     * @brief Let a node join later.
     * @param node which
     * @param when time from 0
     */
    void JoinAt(NodeId node, Time when);

    /**
     * @param node which
     * @return its protocol
     */
    template <typename Protocol>
    Ptr<Protocol> At(NodeId node) const
    {
        return DynamicCast<Protocol>(m_protocols[node]);
    }

    /**
     * @brief Subscribe now.
     * @param node who
     * @param filter to what
     */
    void Subscribe(NodeId node, const std::string& filter);

    /**
     * @brief Plan events.
     * @param node publisher
     * @param topic of all
     * @param first when
     * @param count how many, 100 ms apart
     */
    void PublishFrom(NodeId node, const std::string& topic, Time first, uint32_t count);

    /**
     * @brief Run on.
     * @param until time from 0
     */
    static void RunUntil(Time until);

    /**
     * @param node sender
     * @return event transmissions by it so far
     */
    uint32_t Sent(NodeId node) const;

    /**
     * @param node receiver
     * @return wanted events delivered to it so far
     */
    uint32_t Delivered(NodeId node) const;

    /// @return control messages in the order they were sent: "time node type>peer"
    const std::vector<std::string>& Timeline() const;

    /// @return messages with an event in the order they were sent: "time node type
    /// publisher.sequence"
    const std::vector<std::string>& Events() const;

    /// @return changes of parent after which the parents of some tree formed a cycle
    uint32_t Cycles() const;

    /// @return changes of parent so far
    uint32_t ParentChanges() const;

    /// @return reasons of drops with how often
    const std::map<std::string, uint32_t>& Drops() const;

  private:
    /**
     * @brief Sinks of the trace sources.
     * @param network this
     * @param node at which
     */
    static void Forwarded(TestNetwork* network,
                          NodeId node,
                          const EventMessage& event,
                          MessageType type,
                          uint32_t,
                          NodeId);
    /// @copydoc Forwarded
    static void DeliveredTo(TestNetwork* network, NodeId node, const EventMessage&, bool);
    /// @copydoc Forwarded
    static void Controlled(TestNetwork* network,
                           NodeId node,
                           MessageType type,
                           uint32_t,
                           NodeId to);
    /// @copydoc Forwarded
    static void Changed(TestNetwork* network, NodeId node, const ParentChange& change);
    /// @copydoc Forwarded
    static void Dropped(TestNetwork* network, NodeId node, std::string reason, uint32_t);

    NodeContainer m_nodes;                                ///< all
    Ptr<SimpleChannel> m_channel;                         ///< among them
    std::vector<Ptr<SimpleNetDevice>> m_devices;          ///< by node
    std::vector<Ptr<Endpoint>> m_protocols;               ///< by node
    std::map<NodeId, std::map<NodeId, NodeId>> m_parents; ///< root, node, parent
    std::vector<uint32_t> m_sent;                         ///< by node
    std::vector<uint32_t> m_delivered;                    ///< by node
    std::vector<std::string> m_timeline;                  ///< of control messages
    std::vector<std::string> m_events;                    ///< of messages with an event
    std::map<std::string, uint32_t> m_drops;              ///< by reason
    uint32_t m_cycles = 0;                                ///< seen
    uint32_t m_changes = 0;                               ///< of parents
};

} // namespace ns3::pubsub::manet

#endif
