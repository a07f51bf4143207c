// SPDX-License-Identifier: GPL-2.0-only
#include "broker-flow-scaling.h"

#include "ns3/log.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerFlowScaling");

namespace
{

/**
 * @param notifications predicted
 * @return them as a whole number
 */
uint32_t
Rounded(double notifications)
{
    constexpr double MOST = std::numeric_limits<uint32_t>::max();
    return static_cast<uint32_t>(std::clamp(std::round(notifications), 0.0, MOST));
}

/**
 * @brief Give the flows of a link new counts.
 * @param rows of the flows, in order of flow
 * @param total of the new counts
 */
void
SetCounts(std::vector<FlowRow>& rows, uint32_t total)
{
    std::vector<uint32_t> weights;
    std::transform(rows.begin(), rows.end(), std::back_inserter(weights), [](const FlowRow& row) {
        return row.count;
    });
    const std::vector<uint32_t> counts = Apportion(total, weights);
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        rows[i].count = counts[i];
    }
}

/**
 * @brief Predict the flows of a link.
 * @param rows of the last window, in order of flow
 * @param forecast of the link
 */
void
Scale(std::vector<FlowRow>& rows, const LinkForecast& forecast)
{
    uint64_t counted = 0;
    for (const FlowRow& row : rows)
    {
        counted += row.count;
    }
    // A window that a move has cut has counted a part of the link's traffic in its flows.
    const double part = static_cast<double>(counted) / static_cast<double>(forecast.last);
    SetCounts(rows, Rounded(counted == forecast.last ? forecast.next : forecast.next * part));
}

} // namespace

std::vector<uint32_t>
Apportion(uint32_t total, const std::vector<uint32_t>& weights)
{
    const auto sum = std::accumulate(weights.begin(), weights.end(), uint64_t{0});
    std::vector<uint32_t> parts(weights.size());
    if (sum == 0)
    {
        return parts;
    }
    std::vector<uint64_t> remainders(weights.size());
    uint32_t left = total;
    for (std::size_t i = 0; i < weights.size(); ++i)
    {
        const uint64_t product = uint64_t{total} * weights[i];
        parts[i] = static_cast<uint32_t>(product / sum);
        remainders[i] = product % sum;
        left -= parts[i];
    }
    std::vector<std::size_t> order(weights.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&remainders](std::size_t a, std::size_t b) {
        return remainders[a] > remainders[b];
    });
    for (std::size_t i = 0; i < left; ++i)
    {
        ++parts[order[i]];
    }
    return parts;
}

FlowTable
ScaledFlows(const FlowTable& flows,
            const std::map<BrokerId, LinkForecast>& forecasts,
            const FlowMemory& memory)
{
    NS_LOG_FUNCTION(forecasts.size());
    std::map<BrokerId, std::vector<FlowRow>> links;
    for (const FlowRow& row : flows.Rows())
    {
        links[row.from].push_back(row);
    }
    for (const auto& [neighbour, forecast] : forecasts)
    {
        if (forecast.last > 0)
        {
            Scale(links[neighbour], forecast);
        }
        else if (Rounded(forecast.next) > 0)
        {
            links[neighbour] = memory.RowsFrom(neighbour);
            SetCounts(links[neighbour], Rounded(forecast.next));
        }
    }
    std::vector<FlowRow> rows;
    for (const auto& [from, some] : links)
    {
        rows.insert(rows.end(), some.begin(), some.end());
    }
    return FlowTable::Predicted(std::move(rows), flows.IsCurrent());
}

} // namespace ns3::pubsub::broker
