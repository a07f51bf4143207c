// SPDX-License-Identifier: GPL-2.0-only
#include "broker-traffic-predictor.h"

namespace ns3::pubsub::broker
{

NS_OBJECT_ENSURE_REGISTERED(TrafficPredictor);

TypeId
TrafficPredictor::GetTypeId()
{
    static TypeId tid = TypeId("ns3::pubsub::broker::TrafficPredictor")
                            .SetParent<Object>()
                            .SetGroupName("PubSub")
                            .AddConstructor<TrafficPredictor>();
    return tid;
}

void
TrafficPredictor::WindowEnded(const FlowTable&)
{
}

const FlowTable&
TrafficPredictor::Predict(const FlowTable& last)
{
    return last;
}

} // namespace ns3::pubsub::broker
