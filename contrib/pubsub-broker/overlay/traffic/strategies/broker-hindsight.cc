// SPDX-License-Identifier: GPL-2.0-only
#include "broker-hindsight.h"

#include "ns3/broker-move-evaluation.h"
#include "ns3/log.h"

#include <utility>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerHindsight");

NS_OBJECT_ENSURE_REGISTERED(HindsightStrategy);

namespace
{

/// A move and the change of cost that it makes.
struct PlannedMove
{
    Move move;         ///< which
    int64_t delta = 0; ///< its change
};

/// @brief Finds the move of least change in a tree.
class MoveSearch
{
  public:
    /**
     * @param tree searched
     * @param tables of all brokers
     * @param costs of links and brokers
     * @param radius most brokers on a path
     */
    MoveSearch(const OverlayTree& tree,
               const std::vector<FlowTable>& tables,
               const OverlayCosts& costs,
               uint32_t radius)
        : m_tree(tree),
          m_tables(tables),
          m_costs(costs),
          m_radius(radius)
    {
    }

    /// @return the move of least change; without a path if no change is negative
    PlannedMove Best()
    {
        for (BrokerId x = 0; x < m_tree.Size(); ++x)
        {
            for (BrokerId from : m_tree.Neighbours(x))
            {
                m_walk = Move{x, from, from, {from}};
                // With `to` equal to `from` the links of x cancel out; Offer() adds them.
                Extend({}, {});
            }
        }
        return m_best;
    }

  private:
    /**
     * @brief Try all brokers beyond the end of the walk.
     * @param rows after the brokers before the end
     * @param sum of these brokers
     */
    void Extend(const std::vector<EvalRow>& rows, const EvalSum& sum)
    {
        const BrokerId end = m_walk.path.back();
        const BrokerId before = m_walk.path.size() == 1 ? m_walk.x : m_walk.path.rbegin()[1];
        const std::size_t place = m_walk.path.size() - 1;
        if (m_walk.path.size() >= m_radius)
        {
            return;
        }
        for (BrokerId next : m_tree.Neighbours(end))
        {
            if (next == before)
            {
                continue;
            }
            m_walk.path.push_back(next);
            std::vector<EvalRow> passed = rows;
            EvalSum total = sum;
            total += EvalStep(m_walk, place, m_tables[end], m_costs, passed);
            std::vector<EvalRow> ended = passed;
            EvalSum whole = total;
            whole += EvalStep(m_walk, place + 1, m_tables[next], m_costs, ended);
            Offer(whole.Delta(), passed);
            Extend(passed, total);
            m_walk.path.pop_back();
        }
    }

    /**
     * @brief Keep a move if it is the best so far.
     * @param delta of all but the links of x
     * @param rows of the flows between x and its neighbour
     */
    void Offer(int64_t delta, const std::vector<EvalRow>& rows)
    {
        int64_t count = 0;
        for (const EvalRow& row : rows)
        {
            count += row.count;
        }
        const int64_t with = m_costs.Link(m_walk.x, m_walk.path.back());
        const int64_t without = m_costs.Link(m_walk.x, m_walk.from);
        delta += count * (with - without);
        if (delta < m_best.delta)
        {
            m_best = {MakeMove(m_walk.x, m_walk.path), delta};
        }
    }

    const OverlayTree& m_tree;              ///< searched
    const std::vector<FlowTable>& m_tables; ///< of all brokers
    const OverlayCosts& m_costs;            ///< of links and brokers
    uint32_t m_radius;                      ///< most brokers on a path
    Move m_walk;                            ///< x and the path so far
    PlannedMove m_best;                     ///< of the moves so far
};

} // namespace

std::vector<Move>
PlanInHindsight(OverlayTree tree,
                const std::vector<OverlayFlow>& flows,
                const OverlayCosts& costs,
                const HindsightLimits& limits)
{
    NS_LOG_FUNCTION(flows.size() << limits.moves << limits.radius);
    std::vector<Move> plan;
    while (plan.size() < limits.moves)
    {
        const std::vector<FlowTable> tables = FlowTablesOf(tree, flows);
        PlannedMove best = MoveSearch(tree, tables, costs, limits.radius).Best();
        if (best.delta >= 0)
        {
            break;
        }
        best.move.predicted = static_cast<double>(best.delta);
        tree.Apply(best.move);
        plan.push_back(std::move(best.move));
    }
    return plan;
}

TypeId
HindsightStrategy::GetTypeId()
{
    static TypeId tid = TypeId("ns3::pubsub::broker::HindsightStrategy")
                            .SetParent<OverlayStrategy>()
                            .SetGroupName("PubSub")
                            .AddConstructor<HindsightStrategy>();
    return tid;
}

void
HindsightStrategy::SetPlan(std::shared_ptr<SharedPlan> plan)
{
    NS_LOG_FUNCTION(this);
    m_plan = std::move(plan);
}

void
HindsightStrategy::OnExecuted(const Move& move)
{
    NS_LOG_FUNCTION(this << move.x);
    if (m_plan && m_plan->next < m_plan->moves.size() && m_plan->moves[m_plan->next] == move)
    {
        ++m_plan->next;
    }
}

void
HindsightStrategy::Decide(StrategyContext& context)
{
    NS_LOG_FUNCTION(this);
    if (m_plan && m_plan->next < m_plan->moves.size() &&
        m_plan->moves[m_plan->next].from == context.Self())
    {
        context.Propose({m_plan->moves[m_plan->next]});
    }
}

} // namespace ns3::pubsub::broker
