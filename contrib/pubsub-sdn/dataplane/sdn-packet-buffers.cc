// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-packet-buffers.h"

#include "ns3/sdn-openflow-constants.h"

#include <algorithm>

namespace ns3::pubsub::sdn
{

void
PacketBuffers::SetCapacity(uint32_t packets)
{
    m_capacity = packets;
}

uint32_t
PacketBuffers::Capacity() const
{
    return m_capacity;
}

uint32_t
PacketBuffers::Keep(Ptr<Packet> packet, uint16_t protocol, uint32_t inPort)
{
    if (m_packets.size() == m_capacity)
    {
        m_packets.pop_front();
    }
    const uint32_t number = m_next++;
    m_next %= NO_BUFFER;
    m_packets.push_back({number, packet, protocol, inPort});
    return number;
}

std::optional<BufferedPacket>
PacketBuffers::Take(uint32_t number)
{
    const auto found = std::ranges::find(m_packets, number, &BufferedPacket::number);
    if (found == m_packets.end())
    {
        return std::nullopt;
    }
    const BufferedPacket taken = *found;
    m_packets.erase(found);
    return taken;
}

void
PacketBuffers::Clear()
{
    m_packets.clear();
}

} // namespace ns3::pubsub::sdn
