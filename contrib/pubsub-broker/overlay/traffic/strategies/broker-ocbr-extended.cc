// SPDX-License-Identifier: GPL-2.0-only
#include "broker-ocbr-extended.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerOcbrExtended");

NS_OBJECT_ENSURE_REGISTERED(OcbrExtendedStrategy);

TypeId
OcbrExtendedStrategy::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::broker::OcbrExtendedStrategy")
            .SetParent<OcbrStrategy>()
            .SetGroupName("PubSub")
            .AddConstructor<OcbrExtendedStrategy>()
            .AddAttribute("Overlap",
                          "Least Jaccard index of the subscriptions behind the two neighbours; "
                          "one common subscription is needed in any case.",
                          DoubleValue(0.0),
                          MakeDoubleAccessor(&OcbrExtendedStrategy::m_overlap),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute(
                "Elements",
                "What subscriptions are compared by.",
                EnumValue(SetElements::FILTERS),
                MakeEnumAccessor<SetElements>(&OcbrExtendedStrategy::m_elements),
                MakeEnumChecker(SetElements::FILTERS, "filters", SetElements::PAIRS, "pairs"))
            .AddAttribute("Horizon",
                          "Windows in which a move has to save the cost of moving the routing "
                          "entries.",
                          UintegerValue(10),
                          MakeUintegerAccessor(&OcbrExtendedStrategy::m_horizon),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

uint64_t
OcbrExtendedStrategy::TransferCost(const StrategyContext& context, const OcbrOption& option)
{
    const auto isBehind = [&](const RoutedFilter& row) { return row.place == option.i; };
    const auto& subscriptions = context.Subscriptions();
    const auto& advertisements = context.Advertisements();
    const auto entries = std::count_if(subscriptions.begin(), subscriptions.end(), isBehind) +
                         std::count_if(advertisements.begin(), advertisements.end(), isBehind);
    const OverlayCosts& costs = context.Costs();
    const uint64_t each = costs.Link(option.i, option.j) + costs.Broker(option.j) +
                          costs.Link(option.j, context.Self()) + costs.Broker(context.Self());
    return static_cast<uint64_t>(entries) * each;
}

const std::vector<std::string>&
OcbrExtendedStrategy::Behind(const StrategyContext& context, BrokerId place) const
{
    if (m_version != context.SubscriptionsVersion())
    {
        m_version = context.SubscriptionsVersion();
        m_behind.clear();
    }
    const auto [known, isNew] = m_behind.try_emplace(place);
    if (isNew)
    {
        known->second = ElementsWhere(
            context.Subscriptions(),
            [place](const RoutedFilter& row) { return row.place == place; },
            m_elements);
    }
    return known->second;
}

bool
OcbrExtendedStrategy::IsCandidate(const StrategyContext& context, const OcbrOption& option) const
{
    NS_LOG_FUNCTION(this << option.i << option.j);
    const SetOverlap overlap = OverlapOf(Behind(context, option.i), Behind(context, option.j));
    const uint64_t saved = static_cast<uint64_t>(-option.delta) * m_horizon;
    return overlap.common > 0 && overlap.Index() >= m_overlap &&
           saved > TransferCost(context, option);
}

} // namespace ns3::pubsub::broker
