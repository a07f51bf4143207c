// SPDX-License-Identifier: GPL-2.0-only
#include "manet-session-history.h"

#include "ns3/log.h"

#include <algorithm>
#include <cmath>

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("SessionHistory");

namespace
{

/// Past sessions in memory; how many of them count is an attribute.
constexpr std::size_t MAX_PAST = 256;

} // namespace

void
SessionHistory::TakePart(uint32_t group, NodeId source, Time now, Time until)
{
    NS_LOG_FUNCTION(this);
    EndSessions(now);
    const auto key = std::make_pair(group, source);
    if (const auto at = m_active.find(key); at != m_active.end())
    {
        at->second.until = until;
    }
    else if (m_active.size() < MAX_ACTIVE)
    {
        m_active[key] = {now, until};
    }
}

void
SessionHistory::EndSessions(Time now)
{
    const auto ended = std::erase_if(m_active, [this, now](const auto& entry) {
        const Active& session = entry.second;
        if (session.until > now)
        {
            return false;
        }
        m_past.push_back({session.until, session.until - session.start});
        return true;
    });
    // Those that ended before are in order already, and ended earlier.
    std::stable_sort(m_past.end() - ended, m_past.end(), [](const Past& a, const Past& b) {
        return a.end < b.end;
    });
    while (m_past.size() > MAX_PAST)
    {
        m_past.pop_front();
    }
}

double
SessionHistory::Degree(Time now, const Weights& weights)
{
    NS_LOG_FUNCTION(this);
    EndSessions(now);
    double seconds = 0.0;
    for (const auto& [key, session] : m_active)
    {
        seconds += std::min(now - session.start, weights.cap).GetSeconds();
    }
    const std::size_t kept = std::min<std::size_t>(m_past.size(), weights.pastKept);
    for (auto session = m_past.end() - kept; session != m_past.end(); ++session)
    {
        const double age = (now - session->end).GetSeconds();
        seconds += weights.past * session->duration.GetSeconds() *
                   std::exp(-age / weights.decay.GetSeconds());
    }
    return seconds / (seconds + weights.cap.GetSeconds());
}

void
SessionHistory::Clear()
{
    NS_LOG_FUNCTION(this);
    m_active.clear();
    m_past.clear();
}

} // namespace ns3::pubsub::manet
