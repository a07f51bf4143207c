// SPDX-License-Identifier: GPL-2.0-only
#include "broker-traffic-prediction.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerTrafficPrediction");

namespace
{

constexpr uint64_t MILLI = 1000; ///< traffic costs are in thousandths

/**
 * @param costs of what was counted
 * @param f an advertised filter
 * @param index of the counted filters
 * @param isWeighted whether to multiply by the similarity
 * @return the predicted cost of the filter, by place
 */
std::map<BrokerId, uint64_t>
PredictedCosts(const TrafficCosts& costs, const Filter& f, SimilarityIndex& index, bool isWeighted)
{
    std::map<BrokerId, uint64_t> predicted;
    const auto similar = index.Best(f);
    const auto row =
        similar ? costs.find({TrafficKind::NOTIFICATION, similar->filter}) : costs.end();
    if (row != costs.end())
    {
        predicted = row->second;
        for (auto& [place, cost] : predicted)
        {
            cost = isWeighted ? cost * similar->ratio.shared / similar->ratio.of : cost;
        }
    }
    return predicted;
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
    TrafficCosts trained;
    std::map<Filter, uint64_t> totals; // notifications of all rows of a filter
    for (const auto& [key, count] : counts.Rows())
    {
        if (key.kind == TrafficKind::NOTIFICATION)
        {
            totals[key.filter] += count;
        }
        if (key.direction == FlowDirection::OUT)
        {
            trained[{key.kind, key.filter}][key.place] += MILLI * brokerCost * count;
        }
    }
    SimilarityIndex index(numbers, settings.similarity);
    for (const auto& [filter, total] : totals)
    {
        index.Add(filter, total);
    }
    TrafficCosts costs = trained;
    for (const Filter& filter : advertised)
    {
        if (settings.predictOnlyUnseen && totals.contains(filter))
        {
            continue;
        }
        for (const auto& [place, cost] :
             PredictedCosts(trained, filter, index, settings.weightBySimilarity))
        {
            costs[{TrafficKind::NOTIFICATION, filter}][place] += cost;
        }
    }
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
        if (choice.cost > 0)
        {
            choices.push_back(choice);
        }
    }
    // The choices are in the order of messages, which a stable sort keeps for equal costs.
    std::stable_sort(
        choices.begin(),
        choices.end(),
        [](const PredictingChoice& a, const PredictingChoice& b) { return a.cost > b.cost; });
    choices.resize(std::min(choices.size(), most));
    return choices;
}

} // namespace ns3::pubsub::broker
