// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-openflow-stream.h"

namespace ns3::pubsub::sdn
{

void
OpenFlowStream::Feed(std::span<const uint8_t> octets)
{
    if (m_isBroken)
    {
        return;
    }
    m_octets.erase(m_octets.begin(), m_octets.begin() + m_at);
    m_at = 0;
    m_octets.insert(m_octets.end(), octets.begin(), octets.end());
}

std::optional<ReceivedOpenFlow>
OpenFlowStream::Next()
{
    const auto left = std::span<const uint8_t>(m_octets).subspan(m_at);
    if (m_isBroken || left.size() < OPENFLOW_HEADER)
    {
        return std::nullopt;
    }
    const uint32_t length = left[2] << 8 | left[3];
    if (length < OPENFLOW_HEADER)
    {
        m_isBroken = true;
        auto broken = DecodeOpenFlow(left.first(OPENFLOW_HEADER));
        broken.content = OpenFlowFault{ErrorMessage{ErrorType::BAD_REQUEST,
                                                    REQUEST_BAD_LENGTH,
                                                    {left.begin(), left.begin() + OPENFLOW_HEADER}},
                                       true};
        return broken;
    }
    if (left.size() < length)
    {
        return std::nullopt;
    }
    m_at += length;
    return DecodeOpenFlow(left.first(length));
}

} // namespace ns3::pubsub::sdn
