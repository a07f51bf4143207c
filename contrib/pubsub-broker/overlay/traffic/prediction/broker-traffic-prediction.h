// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_TRAFFIC_PREDICTION_H
#define BROKER_TRAFFIC_PREDICTION_H

#include "broker-filter-similarity.h"

#include "ns3/broker-count-table.h"
#include "ns3/broker-strategy-messages.h"

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace ns3::pubsub::broker
{

/// How a traffic cost is predicted (formula 6).
struct PredictionSettings
{
    SimilarityKind similarity = SimilarityKind::JACCARD; ///< formula 5
    bool weightBySimilarity = true; ///< multiply the similar filter's cost by the similarity
    bool predictOnlyUnseen = false; ///< only for filters without counts
};

/// Costs in thousandths by the place that messages go to, in order of place, each once.
using PlaceCosts = std::vector<std::pair<BrokerId, uint64_t>>;

/// Traffic costs by message, in order of message, each once.
using TrafficCosts = std::vector<std::pair<PredictingMessage, PlaceCosts>>;

/**
 * @ingroup pubsub-broker
 * @brief The traffic cost of each outgoing row (formula 7): the cost of processing what was counted
 * (4), and for advertised filters the cost of the most similar counted filter (6).
 * @param counts of the broker
 * @param brokerCost of processing a message there
 * @param advertised filters of subscriptions that an advertisement promises notifications for
 * @param settings of the prediction
 * @param numbers of pairs, kept between calls
 * @return the costs
 */
TrafficCosts TrafficCostsOf(const CountTable& counts,
                            uint32_t brokerCost,
                            const std::set<Filter>& advertised,
                            const PredictionSettings& settings,
                            PairNumbers& numbers);

/// A message that a broker predicts, and where most of its traffic goes.
struct PredictingChoice
{
    PredictingMessage message;  ///< with a great traffic cost
    BrokerId place = NO_BROKER; ///< neighbour or LOCAL_CLIENTS
    uint64_t cost = 0;          ///< in thousandths
    /**
     * @brief Equality of all parts.
     * @return whether equal
     */
    bool operator==(const PredictingChoice&) const = default;
};

/**
 * @ingroup pubsub-broker
 * @brief Choose the messages of greatest traffic cost, each in its best direction. Ties go to the
 * smallest id of a neighbour, then to clients; and to notifications, subscriptions, advertisements,
 * in the order of filters.
 * @param costs of all rows
 * @param most number of choices: 1 in the paper
 * @return the choices, the greatest cost first; without those that cost nothing
 */
std::vector<PredictingChoice> GreatestCosts(const TrafficCosts& costs, std::size_t most);

} // namespace ns3::pubsub::broker

#endif
