// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-network-view.h"

#include <algorithm>

namespace ns3::pubsub::sdn
{

bool
NetworkView::Take(const TopologyReport& report, Time now)
{
    for (const ReportedTrunk& trunk : report.trunks)
    {
        if (trunk.isSilent)
        {
            m_silent.emplace(trunk.near, now);
        }
        else
        {
            m_silent.erase(trunk.near);
        }
    }
    const auto last = m_reports.find(report.cluster);
    if (last != m_reports.end() && last->second == report)
    {
        return false;
    }
    m_reports[report.cluster] = report;
    return true;
}

const std::map<ClusterId, TopologyReport>&
NetworkView::Reports() const
{
    return m_reports;
}

std::map<NetworkView::EdgeKey, std::vector<UsableTrunk>>
NetworkView::Trunks(const std::set<ClusterId>& served, Time silentBefore) const
{
    const auto isUsable = [&](const ReportedTrunk& trunk) {
        const auto silent = m_silent.find(trunk.near);
        return !trunk.isSilent || !served.contains(trunk.far.cluster) ||
               (silent != m_silent.end() && silent->second > silentBefore);
    };
    std::map<TrunkEnd, const ReportedTrunk*> ends;
    for (const auto& [cluster, report] : m_reports)
    {
        for (const ReportedTrunk& trunk : report.trunks)
        {
            if (isUsable(trunk))
            {
                ends[trunk.near] = &trunk;
            }
        }
    }
    std::map<EdgeKey, std::vector<UsableTrunk>> edges;
    for (const auto& [end, trunk] : ends)
    {
        const auto other = ends.find(trunk->far);
        if (end.cluster < trunk->far.cluster && other != ends.end() && other->second->far == end)
        {
            edges[{end.cluster, trunk->far.cluster}].push_back(
                {.trunk = {.a = end, .b = trunk->far},
                 .bandwidthBps = std::min(trunk->bandwidthBps, other->second->bandwidthBps)});
        }
    }
    return edges;
}

bool
NetworkView::HasSilent() const
{
    return !m_silent.empty();
}

void
NetworkView::Clear()
{
    m_reports.clear();
    m_silent.clear();
}

} // namespace ns3::pubsub::sdn
