// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_LIGHT_FORWARDER_H
#define BROKER_LIGHT_FORWARDER_H

#include "broker-ipv4-octets.h"
#include "broker-light-link.h"

#include "ns3/broker-forwarding-matrix.h"
#include "ns3/callback.h"
#include "ns3/ipv4-address.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief Sends, forwards and receives IPv4 datagrams at a router without an IP stack, over
 * LightLinks.
 *
 * Packets have the same bytes as from ns3::Ipv4L3Protocol and ns3::UdpL4Protocol with a
 * MatrixRouting. A packet from a link is validated: what cannot be forwarded or received is a
 * drop.
 */
class LightForwarder : public Object
{
  public:
    /// Takes the payload of a datagram and the sender's address.
    using Receiver = Callback<void, Ptr<Packet>, Ipv4Address>;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    LightForwarder();
    ~LightForwarder() override;

    /**
     * @brief Set the place of the router.
     * @param matrix of the underlay
     * @param router number of this router
     * @param broker that it carries, or NO_BROKER
     * @param links to its neighbours, by their port
     */
    void Install(std::shared_ptr<const ForwardingMatrix> matrix,
                 RouterId router,
                 BrokerId broker,
                 std::vector<LightLink> links);

    /**
     * @brief Take a packet from a link.
     * @param packet with any content, not used elsewhere
     */
    void Receive(Ptr<Packet> packet);

    /// @return frames that its links have begun to send
    uint64_t CountSent() const;

    /**
     * @brief Begin to receive at a port of UDP.
     * @param port of UDP
     * @param receiver of what arrives there
     * @return whether the port was free
     */
    bool Bind(uint16_t port, Receiver receiver);

    /// @param port of UDP, where nothing is received any more
    void Release(uint16_t port);

    /**
     * @brief Send a datagram.
     * @param packet its payload
     * @param to address of another broker
     * @param port of both ends
     * @param ttl links that it may cross
     * @return whether it was accepted; false without a route, or if it is longer than a frame
     */
    bool Send(Ptr<Packet> packet, Ipv4Address to, uint16_t port, uint8_t ttl);

    /**
     * @brief TracedCallback signature of Drop.
     * @param reason why
     * @param bytes of the packet
     */
    typedef void (*DropTracedCallback)(const std::string& reason, uint32_t bytes);

  protected:
    void DoDispose() override;

  private:
    /**
     * @brief Send a packet on to its destination.
     * @param packet with its header
     * @param fields of the header
     * @param to destination, which is not here
     */
    void Forward(Ptr<Packet> packet, const Ipv4Fields& fields, BrokerId to);

    /**
     * @brief Receive a packet whose destination is here.
     * @param packet with its header
     * @param fields of the header
     */
    void Deliver(Ptr<Packet> packet, const Ipv4Fields& fields);

    /**
     * @brief Validate the headers of a packet whose destination is here, and remove them.
     * @param packet with its headers
     * @param fields of the IPv4 header
     * @return port of the receiver; nothing if the packet was dropped
     */
    std::optional<uint16_t> RemoveHeaders(Ptr<Packet> packet, const Ipv4Fields& fields);

    /**
     * @brief Hand a packet to the next link.
     * @param packet with its header
     * @param to destination
     */
    void Transmit(Ptr<Packet> packet, BrokerId to);

    /**
     * @brief Put the headers of IPv4 and UDP before a payload.
     * @param packet the payload
     * @param to destination
     * @param port of both ends
     * @param ttl links that it may cross
     */
    void AddHeaders(Ptr<Packet> packet, BrokerId to, uint16_t port, uint8_t ttl);

    /**
     * @brief Put headers with checksums before a payload.
     * @param packet the payload
     * @param to destination
     * @param port of both ends
     * @param ttl links that it may cross
     * @param identification of the datagram
     */
    void AddCheckedHeaders(Ptr<Packet> packet,
                           BrokerId to,
                           uint16_t port,
                           uint8_t ttl,
                           uint16_t identification);

    /**
     * @brief Count a packet that is not used.
     * @param reason why
     * @param bytes of it
     */
    void Drop(const std::string& reason, uint32_t bytes);

    std::shared_ptr<const ForwardingMatrix> m_matrix; ///< of the underlay
    RouterId m_router = 0;                            ///< number of this router
    BrokerId m_broker = NO_BROKER;                    ///< that it carries
    bool m_hasChecksums = false;                      ///< whether they are computed
    std::vector<LightLink> m_links;                   ///< by port; their addresses do not change
    std::vector<uint16_t> m_identifications;          ///< next ones, by destination
    std::vector<std::pair<uint16_t, Receiver>> m_receivers; ///< by port of UDP
    TracedCallback<Ptr<const Packet>> m_tx;                 ///< datagrams sent here
    TracedCallback<Ptr<const Packet>> m_rx;                 ///< datagrams received here
    TracedCallback<const std::string&, uint32_t> m_drop;    ///< packets that are not used
};

} // namespace ns3::pubsub::broker

#endif
