// SPDX-License-Identifier: GPL-2.0-only
#include "broker-traffic-prediction.h"

#include "ns3/log.h"

#include <algorithm>
#include <map>
#include <optional>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerTrafficPrediction");

namespace
{

constexpr uint64_t MILLI = 1000; ///< traffic costs are in thousandths

/// Costs of what was counted.
using CountedCosts = std::map<PredictingMessage, PlaceCosts>;

/**
 * @brief Add to the cost of a place.
 * @param costs by place
 * @param place that has it
 * @param cost to add
 */
void
AddCost(PlaceCosts& costs, BrokerId place, uint64_t cost)
{
    const auto at =
        std::lower_bound(costs.begin(), costs.end(), place, [](const auto& entry, BrokerId wanted) {
            return entry.first < wanted;
        });
    if (at != costs.end() && at->first == place)
    {
        at->second += cost;
    }
    else
    {
        costs.insert(at, {place, cost});
    }
}

/**
 * @brief Add the predicted cost of a filter.
 * @param costs of the filter
 * @param counted costs of what was counted
 * @param similar the most similar filter that was counted, if there is one
 * @param isWeighted whether to multiply by the similarity
 */
void
AddPredicted(PlaceCosts& costs,
             const CountedCosts& counted,
             const std::optional<SimilarFilter>& similar,
             bool isWeighted)
{
    const auto row =
        similar ? counted.find({TrafficKind::NOTIFICATION, similar->filter}) : counted.end();
    if (row == counted.end())
    {
        return;
    }
    for (const auto& [place, cost] : row->second)
    {
        AddCost(costs, place, isWeighted ? cost * similar->ratio.shared / similar->ratio.of : cost);
    }
}

} // namespace

TrafficCosts
TrafficCostsOf(const CountTable& counts,
               uint32_t brokerCost,
               const std::set<Filter>& advertised,
               const PredictionSettings& settings,
               PairNumbers& numbers)
{
    NS_LOG_FUNCTION(brokerCost << advertised.size());
    CountedCosts counted;
    std::map<Filter, uint64_t> totals; // notifications of all rows of a filter
    counts.ForEach([&](const CountKey& key, uint64_t count) {
        if (key.kind == TrafficKind::NOTIFICATION)
        {
            totals[key.filter] += count;
        }
        if (key.direction == FlowDirection::OUT)
        {
            AddCost(counted[{key.kind, key.filter}], key.place, MILLI * brokerCost * count);
        }
    });
    SimilarityIndex index(numbers, settings.similarity);
    for (const auto& [filter, total] : totals)
    {
        index.Add(filter, total);
    }
    TrafficCosts costs;
    costs.reserve(counted.size() + advertised.size());
    auto next = counted.begin();
    for (const Filter& filter : advertised) // in the order of messages
    {
        const PredictingMessage message{TrafficKind::NOTIFICATION, filter};
        for (; next != counted.end() && next->first < message; ++next)
        {
            costs.emplace_back(*next);
        }
        const bool isCounted = next != counted.end() && next->first == message;
        PlaceCosts places = isCounted ? (next++)->second : PlaceCosts();
        if (!settings.predictOnlyUnseen || !totals.contains(filter))
        {
            AddPredicted(places, counted, index.Best(filter), settings.weightBySimilarity);
        }
        if (!places.empty())
        {
            costs.emplace_back(message, std::move(places));
        }
    }
    costs.insert(costs.end(), next, counted.end());
    return costs;
}

std::vector<PredictingChoice>
GreatestCosts(const TrafficCosts& costs, std::size_t most)
{
    std::vector<PredictingChoice> choices;
    for (const auto& [message, places] : costs)
    {
        PredictingChoice choice{message, NO_BROKER, 0};
        for (const auto& [place, cost] : places) // in order of place
        {
            if (cost > choice.cost)
            {
                choice.place = place;
                choice.cost = cost;
            }
        }
        const auto isGreater = [](const PredictingChoice& a, const PredictingChoice& b) {
            return a.cost > b.cost;
        };
        // Behind those of equal cost, because the messages come in their order.
        const auto at = std::upper_bound(choices.begin(), choices.end(), choice, isGreater);
        if (choice.cost > 0 && static_cast<std::size_t>(at - choices.begin()) < most)
        {
            choices.insert(at, choice);
            choices.resize(std::min(choices.size(), most));
        }
    }
    return choices;
}

} // namespace ns3::pubsub::broker
