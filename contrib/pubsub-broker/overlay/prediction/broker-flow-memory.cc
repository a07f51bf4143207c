// SPDX-License-Identifier: GPL-2.0-only
#include "broker-flow-memory.h"

#include "ns3/log.h"

#include <algorithm>
#include <limits>
#include <map>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerFlowMemory");

void
FlowMemory::SetWindows(uint32_t windows)
{
    NS_LOG_FUNCTION(this << windows);
    m_windows = windows;
}

void
FlowMemory::Remember(const EndedWindow& window)
{
    NS_LOG_FUNCTION(this << window.number);
    const bool isSameStage = m_filtersVersion == window.filtersVersion;
    m_filtersVersion = window.filtersVersion;
    if (!isSameStage || window.isCut || !window.flows.IsCurrent())
    {
        Forget();
        return;
    }
    Window& remembered = m_remembered.emplace_back();
    for (const FlowRow& row : window.flows.Rows())
    {
        const auto content = window.contents.find(row.flow);
        if (row.from != LOCAL_CLIENTS && content != window.contents.end())
        {
            remembered.emplace_back(row, content->second);
        }
    }
    if (m_remembered.size() > m_windows)
    {
        m_remembered.pop_front();
    }
}

std::vector<FlowRow>
FlowMemory::RowsFrom(BrokerId neighbour) const
{
    std::map<FlowId, FlowRow> sums;
    for (const Window& window : m_remembered)
    {
        for (const auto& [row, content] : window)
        {
            if (row.from == neighbour)
            {
                const uint64_t sum = uint64_t{sums[row.flow].count} + row.count;
                sums[row.flow] = row;
                sums[row.flow].count = static_cast<uint32_t>(
                    std::min<uint64_t>(sum, std::numeric_limits<uint32_t>::max()));
            }
        }
    }
    std::vector<FlowRow> rows;
    for (const auto& [flow, row] : sums)
    {
        rows.push_back(row);
    }
    return rows;
}

const Content*
FlowMemory::ContentOf(FlowId flow) const
{
    for (const Window& window : m_remembered)
    {
        const auto place = std::find_if(window.begin(), window.end(), [flow](const auto& each) {
            return each.first.flow == flow;
        });
        if (place != window.end())
        {
            return &place->second;
        }
    }
    return nullptr;
}

void
FlowMemory::Forget()
{
    m_remembered.clear();
}

} // namespace ns3::pubsub::broker
