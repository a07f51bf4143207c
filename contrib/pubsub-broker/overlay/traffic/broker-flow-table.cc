// SPDX-License-Identifier: GPL-2.0-only
#include "broker-flow-table.h"

#include "ns3/log.h"

#include <algorithm>
#include <utility>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerFlowTable");

uint32_t
ContentClassOf(const Content& content)
{
    std::vector<EventAttribute> attributes = content.attributes.Items();
    std::sort(attributes.begin(), attributes.end());
    std::string text = content.topic.Text();
    for (const EventAttribute& attribute : attributes)
    {
        text += ',' + attribute.name + '=' + attribute.value;
    }
    uint32_t hash = 2166136261;
    for (const char letter : text)
    {
        hash = (hash ^ static_cast<uint8_t>(letter)) * 16777619;
    }
    return hash;
}

namespace
{

/**
 * @param a a row
 * @param b another
 * @return whether the first is of the smaller flow
 */
bool
IsBefore(const FlowRow& a, const FlowRow& b)
{
    return a.flow < b.flow;
}

/**
 * @param rows in order of flow
 * @param flow any
 * @return its row, or null
 */
const FlowRow*
FindIn(const std::vector<FlowRow>& rows, FlowId flow)
{
    const auto place =
        std::lower_bound(rows.begin(), rows.end(), flow, [](const FlowRow& row, FlowId wanted) {
            return row.flow < wanted;
        });
    return place != rows.end() && place->flow == flow ? &*place : nullptr;
}

} // namespace

bool
FlowRow::Touches(BrokerId neighbour) const
{
    return std::find(touched.begin(), touched.end(), neighbour) != touched.end();
}

void
FlowRow::Touch(BrokerId neighbour)
{
    const auto place = std::lower_bound(touched.begin(), touched.end(), neighbour);
    if (place == touched.end() || *place != neighbour)
    {
        touched.insert(place, neighbour);
    }
}

FlowTable
FlowTable::Predicted(std::vector<FlowRow> rows, bool isCurrent)
{
    FlowTable table;
    std::sort(rows.begin(), rows.end(), IsBefore);
    for (FlowRow& row : rows)
    {
        (row.count > 0 ? table.m_rows : table.m_idle).push_back(std::move(row));
    }
    table.m_isCurrent = isCurrent;
    return table;
}

void
FlowTable::Record(FlowId flow, BrokerId place, FlowDirection direction, uint32_t count)
{
    NS_LOG_FUNCTION(this << flow << place);
    if (m_latest == nullptr || m_latest->flow != flow)
    {
        m_latest = &m_open[flow]; // stays valid while rows are added
        m_latest->flow = flow;
    }
    if (direction == FlowDirection::IN)
    {
        m_latest->count += count;
        m_latest->from = place;
    }
    if (place == LOCAL_CLIENTS)
    {
        m_latest->isLocal = true;
    }
    else
    {
        m_latest->Touch(place);
    }
}

void
FlowTable::EndWindow()
{
    NS_LOG_FUNCTION(this);
    m_rows.clear();
    for (auto& [flow, row] : m_open)
    {
        m_rows.push_back(std::move(row));
    }
    std::sort(m_rows.begin(), m_rows.end(), IsBefore);
    m_open.clear();
    m_latest = nullptr;
    m_isCurrent = true;
}

void
FlowTable::Restart()
{
    NS_LOG_FUNCTION(this);
    m_open.clear();
    m_latest = nullptr;
    m_isCurrent = false;
}

const FlowRow*
FlowTable::Find(FlowId flow) const
{
    const FlowRow* row = FindIn(m_rows, flow);
    return row ? row : FindIn(m_idle, flow);
}

} // namespace ns3::pubsub::broker
