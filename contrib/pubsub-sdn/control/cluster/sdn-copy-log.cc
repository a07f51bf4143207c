// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-copy-log.h"

#include <utility>

namespace ns3::pubsub::sdn
{

void
CopyLog::SetLimits(std::size_t copies, Time window)
{
    m_most = copies;
    m_window = window;
}

void
CopyLog::Add(const EventCopy& copy, uint32_t packetBytes, Time now)
{
    ++m_total;
    m_counts[copy.cluster][copy.event.content.topic] += packetBytes;
    m_copies.push_back(copy);
    const auto oldest = static_cast<uint64_t>(Max(now - m_window, Time(0)).GetNanoSeconds());
    while (!m_copies.empty() &&
           (m_copies.size() > m_most || m_copies.front().event.publishedNs < oldest))
    {
        m_copies.pop_front();
    }
}

std::vector<EventCopy>
CopyLog::Since(uint64_t since, const std::set<Topic>& topics) const
{
    std::vector<EventCopy> found;
    for (const EventCopy& copy : m_copies)
    {
        if (copy.event.publishedNs >= since && topics.contains(copy.event.content.topic))
        {
            found.push_back(copy);
        }
    }
    return found;
}

std::map<Topic, uint64_t>
CopyLog::TakeCounts(ClusterId cluster)
{
    return std::exchange(m_counts[cluster], {});
}

uint64_t
CopyLog::Total() const
{
    return m_total;
}

void
CopyLog::Clear()
{
    m_copies.clear();
    m_counts.clear();
    m_total = 0;
}

} // namespace ns3::pubsub::sdn
