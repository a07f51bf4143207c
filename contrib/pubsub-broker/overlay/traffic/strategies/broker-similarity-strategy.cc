// SPDX-License-Identifier: GPL-2.0-only
#include "broker-similarity-strategy.h"

#include "ns3/enum.h"
#include "ns3/log.h"

#include <map>
#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerSimilarityStrategy");

NS_OBJECT_ENSURE_REGISTERED(SimilarityStrategy);

namespace
{

/**
 * @param with associativity of the new link
 * @param without that of the link it replaces
 * @return the difference, as a fraction
 */
SetOverlap
Increase(const SetOverlap& with, const SetOverlap& without)
{
    const int64_t above = with.either > 0 ? with.either : 1;
    const int64_t below = without.either > 0 ? without.either : 1;
    return {with.common * below - without.common * above, above * below};
}

/**
 * @param context of a broker
 * @param kind of element
 * @return the subscriptions of the clients of this broker and of each neighbour
 */
std::map<BrokerId, std::vector<std::string>>
InterestsByBroker(const StrategyContext& context, SetElements kind)
{
    std::map<BrokerId, std::vector<std::string>> interests;
    std::vector<BrokerId> brokers = context.Neighbours();
    brokers.push_back(context.Self());
    for (BrokerId broker : brokers)
    {
        interests[broker] = ElementsWhere(
            context.Subscriptions(),
            [&](const RoutedFilter& row) { return row.origin == broker; },
            kind);
    }
    return interests;
}

} // namespace

TypeId
SimilarityStrategy::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::broker::SimilarityStrategy")
            .SetParent<OverlayStrategy>()
            .SetGroupName("PubSub")
            .AddConstructor<SimilarityStrategy>()
            .AddAttribute(
                "Elements",
                "What subscriptions are compared by.",
                EnumValue(SetElements::FILTERS),
                MakeEnumAccessor<SetElements>(&SimilarityStrategy::m_elements),
                MakeEnumChecker(SetElements::FILTERS, "filters", SetElements::PAIRS, "pairs"));
    return tid;
}

void
SimilarityStrategy::Decide(StrategyContext& context)
{
    NS_LOG_FUNCTION(this);
    const auto interests = InterestsByBroker(context, m_elements);
    const BrokerId self = context.Self();
    SetOverlap best{0, 1}; // no increase
    Move move;
    for (BrokerId i : context.Neighbours())
    {
        const SetOverlap present = OverlapOf(interests.at(self), interests.at(i));
        for (BrokerId j : context.Neighbours())
        {
            if (i == j)
            {
                continue;
            }
            const SetOverlap increase =
                Increase(OverlapOf(interests.at(i), interests.at(j)), present);
            if (best < increase)
            {
                best = increase;
                move = MakeMove(i, {self, j});
            }
        }
    }
    if (best.common > 0)
    {
        context.Propose({move});
    }
}

} // namespace ns3::pubsub::broker
