// SPDX-License-Identifier: GPL-2.0-only
#include "broker-ocbr.h"

#include "ns3/log.h"

#include <algorithm>
#include <map>
#include <utility>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerOcbr");

NS_OBJECT_ENSURE_REGISTERED(OcbrStrategy);

namespace
{

/// Notifications between the deciding broker and two neighbours.
struct PairCounts
{
    int64_t onlyBoth = 0;    ///< that touch both and nothing else
    int64_t bothAndMore = 0; ///< that touch both and something else
};

/// Notifications at the deciding broker.
struct NeighbourCounts
{
    std::map<BrokerId, int64_t> single;                          ///< over the link to a neighbour
    std::map<std::pair<BrokerId, BrokerId>, PairCounts> between; ///< the smaller id first
};

/**
 * @param table of flows
 * @return counts for each neighbour and pair that has any
 */
NeighbourCounts
CountByNeighbour(const FlowTable& table)
{
    NeighbourCounts counts;
    for (const FlowRow& row : table.Rows())
    {
        const bool isOnly = row.touched.size() == 2 && !row.isLocal;
        for (auto first = row.touched.begin(); first != row.touched.end(); ++first)
        {
            counts.single[*first] += row.count;
            for (auto second = first + 1; second != row.touched.end(); ++second)
            {
                PairCounts& pair = counts.between[{*first, *second}];
                (isOnly ? pair.onlyBoth : pair.bothAndMore) += row.count;
            }
        }
    }
    return counts;
}

} // namespace

std::vector<OcbrOption>
OcbrOptions(BrokerId self,
            const std::vector<BrokerId>& neighbours,
            const FlowTable& table,
            const OverlayCosts& costs)
{
    NS_LOG_FUNCTION(self);
    NeighbourCounts counts = CountByNeighbour(table);
    std::vector<OcbrOption> options;
    for (BrokerId i : neighbours)
    {
        for (BrokerId j : neighbours)
        {
            if (i == j)
            {
                continue;
            }
            const int64_t ij = costs.Link(i, j);
            const int64_t bi = costs.Link(self, i);
            const int64_t bj = costs.Link(self, j);
            const PairCounts both = counts.between[std::minmax(i, j)];
            const int64_t others = counts.single[i] - both.onlyBoth - both.bothAndMore;
            options.push_back({i,
                               j,
                               others * (ij + bj + costs.Broker(j) - bi) +
                                   both.onlyBoth * (ij - bi - bj - costs.Broker(self)) +
                                   both.bothAndMore * (ij - bi)});
        }
    }
    return options;
}

TypeId
OcbrStrategy::GetTypeId()
{
    static TypeId tid = TypeId("ns3::pubsub::broker::OcbrStrategy")
                            .SetParent<OverlayStrategy>()
                            .SetGroupName("PubSub")
                            .AddConstructor<OcbrStrategy>();
    return tid;
}

void
OcbrStrategy::Decide(StrategyContext& context)
{
    NS_LOG_FUNCTION(this);
    const BrokerId self = context.Self();
    OcbrOption best; // no change
    for (const OcbrOption& option :
         OcbrOptions(self, context.Neighbours(), context.Flows(), context.Costs()))
    {
        if (option.delta < best.delta && IsCandidate(context, option))
        {
            best = option;
        }
    }
    if (best.delta < 0)
    {
        Move move = MakeMove(best.i, {self, best.j});
        move.predicted = static_cast<double>(best.delta);
        context.Propose({move});
    }
}

bool
OcbrStrategy::IsCandidate(const StrategyContext& /* context */,
                          const OcbrOption& /* option */) const
{
    return true;
}

} // namespace ns3::pubsub::broker
