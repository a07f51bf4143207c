// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_BRITE_H
#define BROKER_BRITE_H

#include "broker-underlay.h"

#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief Parameters of a graph of routers that BRITE generates (Medina, Lakhina, Matta, Byers
 * 2001).
 *
 * Routers have random places on a square. The delay of a link is its length at the speed of light.
 */
struct BriteParameters
{
    std::string model = "waxman";  ///< one of BriteModels()
    uint32_t routers = 1000;       ///< number of them
    uint32_t linksPerRouter = 2;   ///< m: links that a new router gets
    double alpha = 0.15;           ///< of Waxman's probability of a link
    double beta = 0.2;             ///< of Waxman's probability of a link
    uint32_t sideKm = 1000;        ///< HS: side of the square
    uint64_t rateBps = 10'000'000; ///< of each link, bit/s
};

/// @return the names of the models: waxman and barabasi
const std::vector<std::string>& BriteModels();

/**
 * @ingroup pubsub-broker
 * @brief Generate a connected graph of routers by BRITE.
 *
 * BRITE works in a process of its own, in a temporary folder: nodes that it makes, files that it
 * writes and lines that it prints stay there. Throws BrokerInputError where a parameter is out of
 * range, where this ns-3 was built without BRITE, and where BRITE makes no connected graph.
 *
 * @param parameters of the graph
 * @param random source of BRITE's 18 seeds, so that the same stream makes the same graph
 * @return the graph
 */
Underlay MakeBrite(const BriteParameters& parameters, Ptr<UniformRandomVariable> random);

} // namespace ns3::pubsub::broker

#endif
