// SPDX-License-Identifier: GPL-2.0-only
#include "broker-traffic-predictor.h"

namespace ns3::pubsub::broker
{

NS_OBJECT_ENSURE_REGISTERED(TrafficPredictor);

TypeId
TrafficPredictor::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::broker::TrafficPredictor")
            .SetParent<Object>()
            .SetGroupName("PubSub")
            .AddConstructor<TrafficPredictor>()
            .AddTraceSource("Prediction",
                            "The traffic from a neighbour was predicted: step, neighbour, "
                            "notifications",
                            MakeTraceSourceAccessor(&TrafficPredictor::m_prediction),
                            "ns3::pubsub::broker::TrafficPredictor::PredictionTracedCallback");
    return tid;
}

bool
TrafficPredictor::CountsLinks() const
{
    return false;
}

void
TrafficPredictor::WindowEnded(const EndedWindow&)
{
}

const FlowTable&
TrafficPredictor::Predict(const FlowTable& last)
{
    return last;
}

const Content*
TrafficPredictor::ContentOf(FlowId) const
{
    return nullptr;
}

void
TrafficPredictor::Forget()
{
}

void
TrafficPredictor::ReportPrediction(uint32_t step, NodeId neighbour, double notifications)
{
    m_prediction(step, neighbour, notifications);
}

} // namespace ns3::pubsub::broker
