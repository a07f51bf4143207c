// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_UNICAST_ENDPOINT_H
#define PUBSUB_UNICAST_ENDPOINT_H

#include "pubsub-endpoint.h"

#include "ns3/ipv4-address.h"
#include "ns3/node-container.h"
#include "ns3/socket.h"

#include <vector>

namespace ns3::pubsub
{

/**
 * @ingroup pubsub
 * @brief Publish/subscribe without brokers: the publisher sends its event to each subscriber by UDP
 * unicast over the routes of the IP stack.
 *
 * A publisher is given the subscriptions of the others at no cost, so there are no control
 * messages. The hops of a delivered event are the links that its datagram has crossed, from the
 * TTL.
 */
class UnicastEndpoint : public Endpoint
{
  public:
    static constexpr uint8_t TTL = 64; ///< of a datagram: links that it may cross

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    UnicastEndpoint();
    ~UnicastEndpoint() override;

    /**
     * @brief Install an endpoint on each node, which joins at 0 s and can reach all the others.
     * @param nodes with IPv4 addresses and routes
     */
    static void Install(const NodeContainer& nodes);

  protected:
    void DoDispose() override;
    void OpenTransport() override;
    void CloseTransport() override;
    void Join() override;
    void Leave() override;
    void Originate(const EventMessage& event) override;

  private:
    /// Another node, and where it receives.
    struct Peer
    {
        Ptr<UnicastEndpoint> endpoint; ///< of the other node
        Ipv4Address address;           ///< of the other node
    };

    /**
     * @brief Send an event to one node.
     * @param event which
     * @param peer where to
     */
    void SendTo(const EventMessage& event, const Peer& peer);

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

    std::vector<Peer> m_peers; ///< all other nodes, in order of id
    Ptr<Socket> m_socket;      ///< open while running
};

} // namespace ns3::pubsub

#endif
