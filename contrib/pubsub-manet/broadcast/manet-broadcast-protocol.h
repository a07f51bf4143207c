// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_BROADCAST_PROTOCOL_H
#define MANET_BROADCAST_PROTOCOL_H

#include "ns3/event-id.h"
#include "ns3/net-device.h"
#include "ns3/pubsub-endpoint.h"
#include "ns3/random-variable-stream.h"
#include "ns3/socket.h"

#include <utility>
#include <vector>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief What every publish/subscribe protocol for ad hoc networks shares.
 *
 * One instance on each node: a UDP socket that broadcasts, jitter, and a limit of hops. A protocol
 * adds its messages, its timers and one decision: ShouldForward(). One whose events travel in other
 * ways than "received for the first time, sent on after a jitter" replaces Originate() and
 * EventReceived().
 *
 * Every frame is a local broadcast with a TTL of 1, so that one transmission serves all children,
 * as in O(E) of SHOPPARENT. An event is taken from whichever neighbour's copy comes first.
 */
class BroadcastProtocol : public Endpoint
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    BroadcastProtocol();
    ~BroadcastProtocol() override;

    /**
     * @brief Name the device to broadcast on; needed where a node has several that can broadcast.
     * @param device of this node
     */
    void SetDevice(Ptr<NetDevice> device);

    int64_t AssignStreams(int64_t stream) override;

  protected:
    void DoDispose() override;
    void OpenTransport() override;
    void CloseTransport() override;
    void Originate(const EventMessage& event) override;

    /**
     * @brief Handle a message other than a plain event.
     * @param type of the message
     * @param packet the rest of it, not validated
     * @param from its sender
     */
    virtual void ReceiveControl(MessageType type, Ptr<Packet> packet, NodeId from);

    /**
     * @brief A copy of an event came in a plain event message, the first or another.
     *
     * By default Accept() it, and Relay() it if ShouldForward().
     *
     * @param event with the hops of its last transmission
     * @param from the neighbour that sent this copy
     */
    virtual void EventReceived(const EventMessage& event, NodeId from);

    /**
     * @brief The one decision of a protocol: whether to broadcast an event on.
     * @param event seen for the first time
     * @param from the neighbour that sent it, or this node if it publishes it
     * @return whether some other node needs this node to send it
     */
    virtual bool ShouldForward(const EventMessage& event, NodeId from) = 0;

    /**
     * @brief Broadcast an event on after a jitter, unless it has crossed too many links.
     * @param event received
     */
    void Relay(const EventMessage& event);

    /**
     * @brief Check an event against MaxHops.
     * @param event received
     * @return whether it may cross one more link; if not, that is counted as a drop
     */
    bool CanCrossAnotherLink(const EventMessage& event);

    /**
     * @brief Broadcast a plain event message now.
     * @param event with the hops of this transmission
     */
    void SendEvent(const EventMessage& event);

    /**
     * @brief Broadcast an event behind a header now.
     * @param header the protocol's own
     * @param event with the hops of this transmission
     */
    template <typename ProtocolHeader>
    void SendCarried(const ProtocolHeader& header, const EventMessage& event);

    /**
     * @brief Broadcast a control message.
     * @param message which
     * @param nextHop the one neighbour it is meant for, or NO_NODE
     */
    template <typename Message>
    void SendControl(Message message, NodeId nextHop);

    /**
     * @brief Draw a wait from this node's stream.
     * @param max the longest
     * @return a time, uniform in 0 to max
     */
    Time Jitter(Time max);

    /**
     * @brief Draw a number from this node's stream.
     * @return a number, uniform in 0 to 1
     */
    double Draw();

    /// @return the greatest jitter before a broadcast that answers another
    Time ForwardJitter() const;

    /// @return what a message should not exceed, bytes of UDP payload
    uint32_t MaxMessageBytes() const;

  private:
    /// @return the device to broadcast on; the program ends with a sentence if it is not clear
    /// which
    Ptr<NetDevice> FindDevice() const;

    /**
     * @brief Read the packets that are waiting.
     * @param socket where they wait
     */
    void Receive(Ptr<Socket> socket);

    /**
     * @brief Read one packet, which may have any content.
     * @param packet UDP payload
     */
    void ReceiveOne(Ptr<Packet> packet);

    /**
     * @brief Put the common header in front and broadcast.
     * @param packet message
     * @param type of it
     * @return UDP payload, bytes; 0 if nothing was sent
     */
    uint32_t Broadcast(Ptr<Packet> packet, MessageType type);

    Time m_forwardJitter;
    uint32_t m_maxHops;
    uint32_t m_maxMessageBytes;

    Ptr<NetDevice> m_device;                ///< to broadcast on; none: the only one that can
    Ptr<Socket> m_socket;                   ///< open while running
    Ptr<UniformRandomVariable> m_random;    ///< all jitter
    std::vector<EventId> m_pendingForwards; ///< events waiting out their jitter
};

template <typename Message>
void
BroadcastProtocol::SendControl(Message message, NodeId nextHop)
{
    Ptr<Packet> packet = Create<Packet>();
    packet->AddHeader(MessageHeader<Message>(std::move(message)));
    TraceControl(Message::TYPE, Broadcast(packet, Message::TYPE), nextHop);
}

template <typename ProtocolHeader>
void
BroadcastProtocol::SendCarried(const ProtocolHeader& header, const EventMessage& event)
{
    Ptr<Packet> packet = Create<Packet>(event.payloadBytes);
    packet->AddHeader(MessageHeader<Carrier<ProtocolHeader>>({header, event}));
    const uint32_t bytes = Broadcast(packet, ProtocolHeader::TYPE);
    TraceData(event, ProtocolHeader::TYPE, bytes, NO_NODE);
}

} // namespace ns3::pubsub::manet

#endif
