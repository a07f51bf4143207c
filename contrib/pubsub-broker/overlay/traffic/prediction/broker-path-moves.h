// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_PATH_MOVES_H
#define BROKER_PATH_MOVES_H

#include "ns3/broker-overlay-move.h"
#include "ns3/broker-strategy-messages.h"

#include <cstdint>
#include <set>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @param path predicting path
 * @return whether it has brokers, and none twice
 */
bool IsWellFormedPath(const std::vector<PathBroker>& path);

/**
 * @param path predicting path
 * @return its brokers
 */
std::vector<BrokerId> BrokersOf(const std::vector<PathBroker>& path);

/**
 * @brief Elect the master.
 * @param path predicting path, well formed
 * @return the broker of the least traffic cost; of equal ones the smallest id
 */
BrokerId MasterOf(const std::vector<PathBroker>& path);

/**
 * @param message of a path
 * @param path predicting path
 * @return a hash of both, which does not depend on the costs
 */
uint64_t PathIdOf(const PredictingMessage& message, const std::vector<PathBroker>& path);

/**
 * @ingroup pubsub-broker
 * @brief The moves of the reconfiguration model (unit a, path, unit b): a, or the first broker of
 * the path, replaces its link to the path by one to b, or to the last broker of the path.
 * @param path brokers of the predicting path, upstream first
 * @param upstream units before the path, next to its first broker
 * @param downstream units behind the path, next to its last broker
 * @return the moves: without units, without a, without b, with both; units in order of id
 */
std::vector<Move> MovesOfPath(const std::vector<BrokerId>& path,
                              const std::set<BrokerId>& upstream,
                              const std::set<BrokerId>& downstream);

} // namespace ns3::pubsub::broker

#endif
