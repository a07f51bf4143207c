// SPDX-License-Identifier: GPL-2.0-only
#include "broker-ipv4-octets.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerIpv4Octets");

NS_OBJECT_ENSURE_REGISTERED(DatagramOctets);

namespace
{

constexpr uint32_t FRAGMENT_BITS = 0x3fff; ///< more fragments, and the offset

/**
 * @param octets of a header
 * @return the number in the first two
 */
uint32_t
Get16(const uint8_t* octets)
{
    return static_cast<uint32_t>(octets[0]) << 8 | octets[1];
}

/**
 * @param octets of a header
 * @return the number in the first four
 */
uint32_t
Get32(const uint8_t* octets)
{
    return Get16(octets) << 16 | Get16(octets + 2);
}

} // namespace

TypeId
DatagramOctets::GetTypeId()
{
    static TypeId tid = TypeId("ns3::pubsub::broker::DatagramOctets")
                            .SetParent<Header>()
                            .SetGroupName("PubSub")
                            .AddConstructor<DatagramOctets>();
    return tid;
}

DatagramOctets::DatagramOctets() = default;

DatagramOctets::~DatagramOctets() = default;

DatagramOctets::DatagramOctets(uint32_t count)
    : m_count(count)
{
}

TypeId
DatagramOctets::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
DatagramOctets::GetSerializedSize() const
{
    return m_count;
}

void
DatagramOctets::Serialize(Buffer::Iterator start) const
{
    start.Write(m_octets.data(), m_count);
}

uint32_t
DatagramOctets::Deserialize(Buffer::Iterator start)
{
    m_count = std::min(start.GetRemainingSize(), MOST_BYTES);
    start.Read(m_octets.data(), m_count);
    return m_count;
}

void
DatagramOctets::Print(std::ostream& os) const
{
    os << m_count << " octets";
}

std::optional<Ipv4Fields>
ReadIpv4Fields(const Packet& packet)
{
    uint8_t octets[DatagramOctets::IPV4_BYTES];
    const uint32_t size = packet.GetSize();
    if (packet.CopyData(octets, sizeof(octets)) < sizeof(octets) || octets[0] >> 4 != 4)
    {
        return std::nullopt;
    }
    Ipv4Fields fields;
    fields.headerBytes = 4 * (octets[0] & 0x0f);
    fields.totalBytes = Get16(octets + 2);
    if (fields.headerBytes < sizeof(octets) || fields.totalBytes < fields.headerBytes ||
        fields.totalBytes > size)
    {
        return std::nullopt;
    }
    fields.isFragment = (Get16(octets + 6) & FRAGMENT_BITS) != 0;
    fields.ttl = octets[8];
    fields.protocol = octets[9];
    fields.source = Get32(octets + 12);
    fields.destination = Get32(octets + 16);
    std::copy_n(octets, fields.beginning.size(), fields.beginning.begin());
    return fields;
}

std::optional<UdpFields>
ReadUdpFields(const Packet& packet)
{
    uint8_t octets[DatagramOctets::UDP_BYTES];
    if (packet.CopyData(octets, sizeof(octets)) < sizeof(octets))
    {
        return std::nullopt;
    }
    const UdpFields fields{.destinationPort = static_cast<uint16_t>(Get16(octets + 2)),
                           .bytes = Get16(octets + 4)};
    if (fields.bytes < sizeof(octets) || fields.bytes > packet.GetSize())
    {
        return std::nullopt;
    }
    return fields;
}

} // namespace ns3::pubsub::broker
