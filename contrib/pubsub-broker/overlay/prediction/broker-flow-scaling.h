// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_FLOW_SCALING_H
#define BROKER_FLOW_SCALING_H

#include "broker-flow-memory.h"

#include <cstdint>
#include <map>
#include <vector>

namespace ns3::pubsub::broker
{

/// The traffic of a link towards the broker.
struct LinkForecast
{
    uint64_t last = 0; ///< notifications in the last window
    double next = 0.0; ///< those predicted for the next one
};

/**
 * @ingroup pubsub-broker
 * @brief Divide a whole number in proportion to weights, by largest remainder. Of equal remainders
 * the first ones get one more.
 * @param total to divide
 * @param weights of the parts; where all are 0, so are the parts
 * @return the parts, whose sum is the total
 */
std::vector<uint32_t> Apportion(uint32_t total, const std::vector<uint32_t>& weights);

/**
 * @ingroup pubsub-broker
 * @brief Predict flows from the predicted traffic of links.
 *
 * The flows that came in over a link keep their shares of its traffic: the predicted count of a
 * flow is n * next / last, rounded so that the counts of the link add up to its rounded prediction.
 * A link without traffic that is predicted to have some gets the flows of the stage that the broker
 * remembers, in proportion to their means. Flows of the broker's clients, and of links without a
 * forecast, stay as they are.
 *
 * @param flows of the last window
 * @param forecasts by neighbour
 * @param memory of the stage
 * @return the flows of the next window, current as the last ones are
 */
FlowTable ScaledFlows(const FlowTable& flows,
                      const std::map<BrokerId, LinkForecast>& forecasts,
                      const FlowMemory& memory);

} // namespace ns3::pubsub::broker

#endif
