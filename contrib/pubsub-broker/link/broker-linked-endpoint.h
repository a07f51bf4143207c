// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_LINKED_ENDPOINT_H
#define BROKER_LINKED_ENDPOINT_H

#include "broker-datagram-transport.h"

#include "ns3/ipv4-address.h"
#include "ns3/pubsub-endpoint.h"

#include <map>
#include <optional>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief A node that exchanges messages with its overlay neighbours alone, by UDP over the link to
 * each.
 *
 * A message from anyone else, or one that names another sender than the neighbour whose address it
 * comes from, is a drop.
 */
class LinkedEndpoint : public Endpoint
{
  public:
    /// An overlay neighbour.
    struct Neighbour
    {
        Ipv4Address address;   ///< where it receives
        bool isBroker = false; ///< false: a client
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    LinkedEndpoint();
    ~LinkedEndpoint() override;

    /**
     * @brief Gain a neighbour.
     * @param node its identity
     * @param address where it receives, on the link to it
     * @param isBroker whether it is a broker
     */
    void Connect(NodeId node, Ipv4Address address, bool isBroker);

    /// @return the neighbours by identity
    const std::map<NodeId, Neighbour>& GetNeighbours() const;

    /**
     * @brief Choose how messages travel, before the application starts. The default is a
     * UdpTransport, whose datagrams cross one link.
     * @param transport of this endpoint alone
     */
    void SetTransport(Ptr<DatagramTransport> transport);

  protected:
    void DoDispose() override;
    void OpenTransport() override;
    void CloseTransport() override;

    /**
     * @brief Look up where a peer receives. By default the peers are the neighbours.
     * @param peer any node
     * @return its address; nothing if it is no peer
     */
    virtual std::optional<Ipv4Address> AddressOfPeer(NodeId peer) const;

    /**
     * @brief Look up who sends from an address. By default the peers are the neighbours.
     * @param address any
     * @return the peer; nothing if there is none
     */
    virtual std::optional<NodeId> PeerAt(Ipv4Address address) const;

    /**
     * @brief A message of a neighbour has arrived.
     * @param type of the message, which is not an event's
     * @param from its sender
     * @param packet the message without its common header
     */
    virtual void ReceiveControl(MessageType type, NodeId from, Ptr<Packet> packet) = 0;

    /**
     * @brief An event of a neighbour has arrived.
     * @param event which
     * @param from its sender
     */
    virtual void ReceiveEvent(const EventMessage& event, NodeId from) = 0;

    /**
     * @brief Send a control message.
     * @param message what to send
     * @param to a neighbour
     */
    template <typename Message>
    void SendControl(const Message& message, NodeId to);

    /**
     * @brief Send an event over one more link.
     * @param event as it was published or received
     * @param to a neighbour
     */
    void SendEvent(const EventMessage& event, NodeId to);

    /**
     * @brief Send an event behind a header.
     * @param header of the protocol
     * @param event which
     * @param to a neighbour
     */
    template <typename ProtocolHeader>
    void SendCarried(const ProtocolHeader& header, const EventMessage& event, NodeId to);

    /**
     * @brief Read a control message and trace it.
     * @param packet the message without its common header
     * @param from its sender
     * @return the message, or nothing if it is malformed
     */
    template <typename Message>
    std::shared_ptr<const Message> ReadControl(Ptr<const Packet> packet, NodeId from);

  private:
    /**
     * @brief Hand a message to the transport.
     * @param packet the message without its common header
     * @param type of the message
     * @param to a neighbour
     * @return its bytes; 0 if it was not sent
     */
    uint32_t Transmit(Ptr<Packet> packet, MessageType type, NodeId to);

    /**
     * @brief Read one packet, which may have any content.
     * @param packet UDP payload
     * @param address of its sender
     */
    void Receive(Ptr<Packet> packet, Ipv4Address address);

    std::map<NodeId, Neighbour> m_neighbours; ///< by identity
    std::map<Ipv4Address, NodeId> m_nodes;    ///< neighbours by address
    Ptr<DatagramTransport> m_transport;       ///< open while running
};

template <typename Message>
void
LinkedEndpoint::SendControl(const Message& message, NodeId to)
{
    auto packet = Create<Packet>();
    packet->AddHeader(MessageHeader<Message>(message));
    TraceControl(Message::TYPE, Transmit(packet, Message::TYPE, to), to);
}

template <typename ProtocolHeader>
void
LinkedEndpoint::SendCarried(const ProtocolHeader& header, const EventMessage& event, NodeId to)
{
    auto packet = Create<Packet>(event.payloadBytes);
    packet->AddHeader(MessageHeader<Carrier<ProtocolHeader>>({.header = header, .event = event}));
    TraceData(event, ProtocolHeader::TYPE, Transmit(packet, ProtocolHeader::TYPE, to), to);
}

template <typename Message>
std::shared_ptr<const Message>
LinkedEndpoint::ReadControl(Ptr<const Packet> packet, NodeId from)
{
    const uint32_t bytes = packet->GetSize() + CommonMessage::BYTES;
    auto message = Read<Message>(packet);
    if (message)
    {
        TraceReceivedControl(Message::TYPE, bytes, from);
    }
    return message;
}

} // namespace ns3::pubsub::broker

#endif
