// SPDX-License-Identifier: GPL-2.0-only
#include "broker-move-evaluation.h"

#include "ns3/abort.h"
#include "ns3/log.h"

#include <algorithm>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerMoveEvaluation");

namespace
{

/**
 * @brief Add a link or broker of the tree of one flow.
 * @param sum to add to
 * @param cost of it for all notifications of the flow
 * @param isBefore whether the tree has it before the move
 * @param isAfter whether the tree has it afterwards
 */
void
Compare(EvalSum& sum, uint64_t cost, bool isBefore, bool isAfter)
{
    sum.gain += isBefore && !isAfter ? cost : 0;
    sum.loss += isAfter && !isBefore ? cost : 0;
}

/**
 * @param table of q1
 * @param x broker that replaces its link to q1
 * @return the flows that use that link
 */
std::vector<EvalRow>
RowsAcross(const FlowTable& table, BrokerId x)
{
    std::vector<EvalRow> rows;
    for (const FlowRow& row : table.Rows())
    {
        if (row.Touches(x))
        {
            rows.push_back({row.flow, row.count, false});
        }
    }
    return rows;
}

/// A broker on the path of a move and those next to it; NO_BROKER where there is none.
struct PathPlace
{
    BrokerId self;     ///< q_i
    BrokerId previous; ///< q_i-1
    BrokerId next;     ///< q_i+1
};

/**
 * @param row of the flow at q_i; null where the flow does not reach it
 * @param move that is evaluated
 * @param place q_i and its neighbours
 * @return whether q_i needs the flow for its clients, or for a link outside the path
 */
bool
IsNeededAside(const FlowRow* row, const Move& move, const PathPlace& place)
{
    return row != nullptr &&
           (row->isLocal ||
            std::any_of(row->touched.begin(), row->touched.end(), [&](BrokerId neighbour) {
                return neighbour != place.previous && neighbour != place.next &&
                       neighbour != move.x;
            }));
}

} // namespace

EvalSum&
EvalSum::operator+=(const EvalSum& other)
{
    gain += other.gain;
    loss += other.loss;
    return *this;
}

EvalSum
EvalStep(const Move& move,
         std::size_t position,
         const FlowTable& table,
         const OverlayCosts& costs,
         std::vector<EvalRow>& rows)
{
    NS_LOG_FUNCTION(move.x << position);
    NS_ABORT_MSG_IF(position >= move.path.size(), "no such broker on the path");
    const bool isFirst = position == 0;
    const bool isLast = position + 1 == move.path.size();
    const PathPlace place{move.path[position],
                          isFirst ? NO_BROKER : move.path[position - 1],
                          isLast ? NO_BROKER : move.path[position + 1]};
    if (isFirst)
    {
        rows = RowsAcross(table, move.x);
    }
    EvalSum sum;
    for (EvalRow& each : rows)
    {
        const uint64_t count = each.count;
        const FlowRow* row = table.Find(each.flow);
        each.isSeen = each.isSeen || IsNeededAside(row, move, place);
        const bool isBefore = isFirst || (row != nullptr && row->Touches(place.previous));
        Compare(sum, count * costs.Broker(place.self), isBefore, isLast || each.isSeen);
        if (!isLast)
        {
            const bool isUsed = row != nullptr && row->Touches(place.next);
            Compare(sum, count * costs.Link(place.self, place.next), isUsed, each.isSeen);
        }
        if (isFirst)
        {
            Compare(sum, count * costs.Link(move.x, move.from), true, false);
            Compare(sum, count * costs.Link(move.x, move.to), false, true);
        }
    }
    return sum;
}

EvalSum
EvalFlooded(const Move& move, uint64_t count, const OverlayCosts& costs)
{
    return {count * costs.Link(move.x, move.from), count * costs.Link(move.x, move.to)};
}

} // namespace ns3::pubsub::broker
