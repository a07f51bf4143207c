// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_DATA_LINK_H
#define SDN_DATA_LINK_H

#include "ns3/ipv6-address.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/sdn-event-packet.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief The IPv6 multicast of a host on its link to a switch.
 *
 * It builds and reads the packets of events itself, so that the device needs no IP stack, which
 * would add packets of its own: neighbour discovery and router solicitations. As a stack does, it
 * accepts only the groups that were joined.
 */
class DataLink : public Object
{
  public:
    /// Is called with each datagram of a joined group.
    using Receiver = std::function<void(const EventPacket& packet)>;

    /// Is called with the reason and the bytes of a packet that is not used.
    using DropSink = std::function<void(const std::string& reason, uint32_t bytes)>;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    DataLink();
    ~DataLink() override;

    /**
     * @brief Begin to receive.
     * @param device of the link
     * @param source address of the packets that are sent
     * @param receiver of datagrams
     * @param drops of packets
     */
    void Open(Ptr<NetDevice> device, Ipv6Address source, Receiver receiver, DropSink drops);

    /// @brief Receive no more.
    void Close();

    /**
     * @brief Send a datagram.
     * @param message payload of UDP
     * @param destination kind and topic
     * @return bytes of UDP payload; 0 if the link did not take it
     */
    uint32_t Send(Ptr<const Packet> message, Ipv6Address destination);

    /**
     * @brief Set the groups that are received.
     * @param groups destinations
     */
    void SetGroups(std::set<Ipv6Address> groups);

    /// @return the groups that are received
    const std::set<Ipv6Address>& Groups() const;

  protected:
    void DoDispose() override;

  private:
    /**
     * @brief A packet has arrived.
     * @param device of the link
     * @param packet of IPv6, which may be anything
     * @param protocol IPv6
     * @param from ignored
     * @param to ignored
     * @param type ignored
     */
    void Receive(Ptr<NetDevice> device,
                 Ptr<const Packet> packet,
                 uint16_t protocol,
                 const Address& from,
                 const Address& to,
                 NetDevice::PacketType type);

    Ptr<NetDevice> m_device;        ///< null: closed
    Ipv6Address m_source;           ///< of packets sent
    Receiver m_receiver;            ///< of datagrams
    DropSink m_drops;               ///< of packets
    std::set<Ipv6Address> m_groups; ///< received
    std::vector<uint8_t> m_octets;  ///< of the last packet
};

} // namespace ns3::pubsub::sdn

#endif
