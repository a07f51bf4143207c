// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-data-link.h"

#include "ns3/log.h"

#include <utility>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnDataLink");

NS_OBJECT_ENSURE_REGISTERED(DataLink);

namespace
{

constexpr uint16_t IPV6_ETHER_TYPE = 0x86dd; ///< of the packets of events

} // namespace

TypeId
DataLink::GetTypeId()
{
    static TypeId tid = TypeId("ns3::pubsub::sdn::DataLink")
                            .SetParent<Object>()
                            .SetGroupName("PubSub")
                            .AddConstructor<DataLink>();
    return tid;
}

DataLink::DataLink() = default;

DataLink::~DataLink() = default;

void
DataLink::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_device = nullptr;
    m_receiver = nullptr;
    m_drops = nullptr;
    Object::DoDispose();
}

void
DataLink::Open(Ptr<NetDevice> device, Ipv6Address source, Receiver receiver, DropSink drops)
{
    NS_LOG_FUNCTION(this << device << source);
    m_device = device;
    m_source = source;
    m_receiver = std::move(receiver);
    m_drops = std::move(drops);
    device->GetNode()->RegisterProtocolHandler(MakeCallback(&DataLink::Receive, this),
                                               IPV6_ETHER_TYPE,
                                               device);
}

void
DataLink::Close()
{
    NS_LOG_FUNCTION(this);
    m_device->GetNode()->UnregisterProtocolHandler(MakeCallback(&DataLink::Receive, this));
    m_device = nullptr;
}

uint32_t
DataLink::Send(Ptr<const Packet> message, Ipv6Address destination)
{
    NS_LOG_FUNCTION(this << message << destination);
    const Ptr<Packet> packet = MakeEventPacket(message, m_source, destination);
    if (packet->GetSize() > m_device->GetMtu())
    {
        m_drops("longer than a frame", message->GetSize());
        return 0;
    }
    const bool isSent = m_device->Send(packet, m_device->GetBroadcast(), IPV6_ETHER_TYPE);
    return isSent ? message->GetSize() : 0;
}

void
DataLink::SetGroups(std::set<Ipv6Address> groups)
{
    m_groups = std::move(groups);
}

const std::set<Ipv6Address>&
DataLink::Groups() const
{
    return m_groups;
}

void
DataLink::Receive(Ptr<NetDevice>,
                  Ptr<const Packet> packet,
                  uint16_t,
                  const Address&,
                  const Address&,
                  NetDevice::PacketType)
{
    NS_LOG_FUNCTION(this << packet);
    m_octets.resize(packet->GetSize());
    packet->CopyData(m_octets.data(), packet->GetSize());
    const auto event = ReadEventPacket(m_octets);
    if (!event)
    {
        m_drops("not an event", packet->GetSize());
        return;
    }
    if (!m_groups.contains(event->destination))
    {
        m_drops("not subscribed", static_cast<uint32_t>(event->payload.size()));
        return;
    }
    m_receiver(*event);
}

} // namespace ns3::pubsub::sdn
