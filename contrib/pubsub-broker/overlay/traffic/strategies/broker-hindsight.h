// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_HINDSIGHT_H
#define BROKER_HINDSIGHT_H

#include "ns3/broker-overlay-strategy.h"
#include "ns3/broker-overlay-tree.h"
#include "ns3/broker-traffic-cost.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace ns3::pubsub::broker
{

/// Limits of PlanInHindsight().
struct HindsightLimits
{
    uint32_t moves = std::numeric_limits<uint32_t>::max();  ///< in the plan
    uint32_t radius = std::numeric_limits<uint32_t>::max(); ///< brokers on a path q1 .. qL
};

/**
 * @ingroup pubsub-broker
 * @brief Plan moves with the whole overlay and its traffic in view: repeat the move (x, from, to)
 * of least change of cost until none is negative. Of equal changes the first wins, in order of x,
 * from and to.
 *
 * One step looks at all moves, so it costs about the number of flows times the square of the number
 * of brokers. The radius bounds it in large overlays.
 *
 * @param tree where the plan begins
 * @param flows that will cross it
 * @param costs of links and brokers
 * @param limits of the plan
 * @return the moves, each with its change of cost as prediction
 */
std::vector<Move> PlanInHindsight(OverlayTree tree,
                                  const std::vector<OverlayFlow>& flows,
                                  const OverlayCosts& costs,
                                  const HindsightLimits& limits = {});

/// A plan that all brokers execute together, in order.
struct SharedPlan
{
    std::vector<Move> moves; ///< the plan
    std::size_t next = 0;    ///< first move that has not been executed
};

/**
 * @ingroup pubsub-broker
 * @brief Carries out a plan that was made with the traffic of the next stage. It bounds what a
 * prediction can win; a real overlay cannot have it.
 *
 * All brokers share the plan. The broker `from` of the next move proposes it. The executor of the
 * moves calls OnExecuted().
 */
class HindsightStrategy : public OverlayStrategy
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /// @param plan shared by all brokers
    void SetPlan(std::shared_ptr<SharedPlan> plan);

    /**
     * @brief Go on to the next move of the plan.
     * @param move that was executed; ignored if it is not the next one
     */
    void OnExecuted(const Move& move);

    void Decide(StrategyContext& context) override;

    bool IsEvaluated() const override
    {
        return false;
    }

  private:
    std::shared_ptr<SharedPlan> m_plan; ///< null: no move
};

} // namespace ns3::pubsub::broker

#endif
