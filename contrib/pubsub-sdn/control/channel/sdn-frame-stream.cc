// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-frame-stream.h"

namespace ns3::pubsub::sdn
{

FrameStream::FrameStream(std::size_t longest)
    : m_longest(longest)
{
}

void
FrameStream::Feed(std::span<const uint8_t> octets)
{
    if (m_isBroken)
    {
        return;
    }
    m_octets.erase(m_octets.begin(), m_octets.begin() + static_cast<std::ptrdiff_t>(m_at));
    m_at = 0;
    m_octets.insert(m_octets.end(), octets.begin(), octets.end());
}

std::optional<std::vector<uint8_t>>
FrameStream::Next()
{
    if (m_isBroken || m_octets.size() - m_at < LENGTH_BYTES)
    {
        return std::nullopt;
    }
    std::size_t length = 0;
    for (std::size_t i = 0; i < LENGTH_BYTES; ++i)
    {
        length = length << 8 | m_octets[m_at + i];
    }
    m_isBroken = length > m_longest;
    if (m_isBroken || m_octets.size() - m_at - LENGTH_BYTES < length)
    {
        return std::nullopt;
    }
    const auto first = m_octets.begin() + static_cast<std::ptrdiff_t>(m_at + LENGTH_BYTES);
    m_at += LENGTH_BYTES + length;
    return std::vector<uint8_t>(first, first + static_cast<std::ptrdiff_t>(length));
}

bool
FrameStream::IsBroken() const
{
    return m_isBroken;
}

} // namespace ns3::pubsub::sdn
