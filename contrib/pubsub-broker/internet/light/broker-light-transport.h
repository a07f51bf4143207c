// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_LIGHT_TRANSPORT_H
#define BROKER_LIGHT_TRANSPORT_H

#include "broker-light-forwarder.h"

#include "ns3/broker-datagram-transport.h"

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief Datagrams by the LightForwarder of the node, without sockets.
 */
class LightTransport : public DatagramTransport
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    LightTransport();
    ~LightTransport() override;

    bool Open(Ptr<Node> node, uint16_t port) override;
    void Close() override;
    bool IsOpen() const override;
    bool Send(Ptr<Packet> packet, Ipv4Address to) override;

  protected:
    void DoDispose() override;

  private:
    uint8_t m_ttl;                   ///< time to live of a datagram
    uint16_t m_port = 0;             ///< of both ends
    Ptr<LightForwarder> m_forwarder; ///< null while closed
};

} // namespace ns3::pubsub::broker

#endif
