// SPDX-License-Identifier: GPL-2.0-only
#include "broker-static-strategy.h"

#include "ns3/log.h"

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerStaticStrategy");

NS_OBJECT_ENSURE_REGISTERED(StaticStrategy);

TypeId
StaticStrategy::GetTypeId()
{
    static TypeId tid = TypeId("ns3::pubsub::broker::StaticStrategy")
                            .SetParent<OverlayStrategy>()
                            .SetGroupName("PubSub")
                            .AddConstructor<StaticStrategy>();
    return tid;
}

void
StaticStrategy::Decide(StrategyContext& /* context */)
{
    NS_LOG_FUNCTION(this);
}

} // namespace ns3::pubsub::broker
