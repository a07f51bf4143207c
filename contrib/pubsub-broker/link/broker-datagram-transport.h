// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_DATAGRAM_TRANSPORT_H
#define BROKER_DATAGRAM_TRANSPORT_H

#include "ns3/callback.h"
#include "ns3/ipv4-address.h"
#include "ns3/node.h"
#include "ns3/object.h"
#include "ns3/packet.h"

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief Sends and receives UDP datagrams for one endpoint.
 *
 * The datagrams that arrive between Open() and Close() go to the receiver, which may be called
 * from within Send() of another node's transport, but not from within Open().
 */
class DatagramTransport : public Object
{
  public:
    /// Takes the payload of a datagram, which is its own, and the sender's address.
    using Receiver = Callback<void, Ptr<Packet>, Ipv4Address>;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    DatagramTransport();
    ~DatagramTransport() override;

    /// @param receiver of the payloads that arrive
    void SetReceiver(Receiver receiver);

    /**
     * @brief Begin to send and to receive.
     * @param node where
     * @param port of UDP, here and at those whom it sends to
     * @return whether the port was free
     */
    virtual bool Open(Ptr<Node> node, uint16_t port) = 0;

    /// @brief End it. Open() may follow.
    virtual void Close() = 0;

    /// @return whether it is between Open() and Close()
    virtual bool IsOpen() const = 0;

    /**
     * @brief Send a datagram to the same port of another node. The transport must be open.
     * @param packet the payload, which the transport may change and keep
     * @param to address of the other node
     * @return whether it was accepted; false without a route, or if it is too long
     */
    virtual bool Send(Ptr<Packet> packet, Ipv4Address to) = 0;

  protected:
    void DoDispose() override;

    /**
     * @brief Hand a payload to the receiver.
     * @param packet the payload
     * @param from address of its sender
     */
    void Deliver(Ptr<Packet> packet, Ipv4Address from);

  private:
    Receiver m_receiver; ///< of the payloads that arrive
};

} // namespace ns3::pubsub::broker

#endif
