// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_UDP_TRANSPORT_H
#define BROKER_UDP_TRANSPORT_H

#include "broker-datagram-transport.h"

#include "ns3/socket.h"

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief Datagrams by a UDP socket of the node's IP stack.
 *
 * With the default `Ttl` of 1 they reach neighbours on a link, and nothing behind a router.
 */
class UdpTransport : public DatagramTransport
{
  public:
    /// Longest payload that UDP over IPv4 can carry, bytes.
    static constexpr uint32_t LONGEST_PAYLOAD = 65507;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    UdpTransport();
    ~UdpTransport() override;

    bool Open(Ptr<Node> node, uint16_t port) override;
    void Close() override;
    bool IsOpen() const override;
    bool Send(Ptr<Packet> packet, Ipv4Address to) override;

  protected:
    void DoDispose() override;

  private:
    /**
     * @brief Read the packets that are waiting.
     * @param socket where they wait
     */
    void Receive(Ptr<Socket> socket);

    uint8_t m_ttl;         ///< time to live of a datagram
    uint32_t m_maxPayload; ///< bytes that a datagram may carry
    uint16_t m_port = 0;   ///< of both ends
    Ptr<Socket> m_socket;  ///< null while closed
};

} // namespace ns3::pubsub::broker

#endif
