// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_SQUADS_H
#define MANET_SQUADS_H

#include "ns3/node-container.h"
#include "ns3/pubsub-scenario-parameters.h"

#include <cstdint>
#include <vector>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief Squads: nodes that are close to each other at the start and share an interest.
 *
 * Some nodes lead. Every node belongs to the leader that is nearest at the start.
 */
class Squads
{
  public:
    /**
     * @brief Offer the parameter.
     * @param parameters of the program
     */
    void AddTo(ScenarioParameters& parameters);

    /**
     * @brief Refuse more squads than nodes.
     * @param parameters of the program
     * @param nodes count
     */
    void Check(const ScenarioParameters& parameters, int64_t nodes) const;

    /**
     * @brief Draw the leaders.
     * @param nodes with positions
     * @param stream to draw from
     * @return the squad of each node; empty without squads
     */
    std::vector<uint32_t> Draw(const NodeContainer& nodes, int64_t stream) const;

  private:
    int64_t m_squads = 0; ///< how many
};

} // namespace ns3::pubsub::manet

#endif
