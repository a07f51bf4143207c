// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_UNDERLAY_NETWORK_H
#define BROKER_UNDERLAY_NETWORK_H

#include "broker-datagram-capture.h"

#include "ns3/broker-datagram-transport.h"
#include "ns3/broker-forwarding-matrix.h"
#include "ns3/broker-light-forwarder.h"
#include "ns3/callback.h"
#include "ns3/net-device.h"
#include "ns3/node-container.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

/// How the routers of an underlay forward datagrams.
enum class Forwarding
{
    LIGHT, ///< by LightForwarders over LightLinks: the same datagrams in less time
    IP     ///< by ns-3's IP stack with a MatrixRouting
};

/**
 * @ingroup pubsub-broker
 * @brief Nodes and links of an underlay, of whose routers some carry a broker.
 *
 * Broker i has the address AddressOfBroker(i), which all its links share; other routers have none.
 * Datagrams go along the paths of the ForwardingMatrix. Both ways to forward deliver the same
 * bytes at the same times. Forwarding::IP has point-to-point devices of ns-3, Forwarding::LIGHT has
 * no devices.
 */
class UnderlayNetwork
{
  public:
    static constexpr uint32_t MTU = 1500;          ///< of a link, bytes
    static constexpr uint32_t QUEUE_FRAMES = 1000; ///< that wait for a link by default
    static constexpr uint8_t TTL = 64;             ///< links that a datagram may cross by default

    /// Takes the node where a packet is dropped, the reason and the bytes of its payload of a link.
    using DropSink = Callback<void, uint32_t, const std::string&, uint32_t>;

    /**
     * @brief Make the nodes and links.
     * @param underlay connected
     * @param brokers the router of each broker, by the broker's number; all different
     * @param forwarding how datagrams are forwarded
     * @param queueFrames that wait for a link at most
     */
    UnderlayNetwork(const Underlay& underlay,
                    const std::vector<RouterId>& brokers,
                    Forwarding forwarding,
                    uint32_t queueFrames = QUEUE_FRAMES);

    /// @return the nodes of all routers, by number
    const NodeContainer& GetRouters() const;

    /**
     * @param broker number of a broker
     * @return its node
     */
    Ptr<Node> GetBroker(BrokerId broker) const;

    /**
     * @param broker number of a broker
     * @return where it receives
     */
    Ipv4Address GetAddress(BrokerId broker) const;

    /// @return the paths between the brokers
    const ForwardingMatrix& GetMatrix() const;

    /**
     * @brief Make a transport, to be opened at the node of any broker.
     * @param ttl links that its datagrams may cross
     * @return the transport; it accepts payloads that fit into a frame
     */
    Ptr<DatagramTransport> MakeTransport(uint8_t ttl = TTL) const;

    /// @return frames that were begun to be sent, which is links crossed
    uint64_t CountCrossings() const;

    /**
     * @brief Report the frames that find a full queue, and what LightForwarders drop. What ns-3's
     * IP stack drops has its own trace source.
     * @param sink of the drops
     */
    void TraceDrops(DropSink sink) const;

    /**
     * @brief Capture each datagram that a broker sends or receives, but not those in transit.
     * @param folder for broker-<node>.pcap
     * @param bytes kept of each datagram
     * @param brokers whose datagrams are captured; several calls add up
     */
    void Capture(const std::string& folder, uint32_t bytes, const std::vector<BrokerId>& brokers);

    /// @brief Write the captures to the end.
    void CloseCaptures();

  private:
    /**
     * @brief Install LightForwarders and LightLinks.
     * @param underlay with the links
     * @param queueFrames that wait for a link
     */
    void InstallLight(const Underlay& underlay, uint32_t queueFrames);

    /**
     * @brief Install devices and IP stacks.
     * @param underlay with the links
     * @param queueFrames that wait for a link
     */
    void InstallIp(const Underlay& underlay, uint32_t queueFrames);

    /**
     * @brief Install devices.
     * @param underlay with the links
     * @param queueFrames that a device holds back
     */
    void InstallDevices(const Underlay& underlay, uint32_t queueFrames);

    std::shared_ptr<const ForwardingMatrix> m_matrix;   ///< the paths
    Forwarding m_forwarding;                            ///< how datagrams are forwarded
    NodeContainer m_nodes;                              ///< by router
    std::vector<RouterId> m_brokers;                    ///< routers by broker
    std::vector<BrokerId> m_brokerAt;                   ///< by router, or NO_BROKER
    std::vector<std::vector<Ptr<NetDevice>>> m_devices; ///< by router and port, for Forwarding::IP
    std::vector<Ptr<LightForwarder>> m_forwarders;      ///< by router, for Forwarding::LIGHT
    std::vector<std::shared_ptr<DatagramCapture>> m_captures; ///< that were begun
};

} // namespace ns3::pubsub::broker

#endif
