// SPDX-License-Identifier: GPL-2.0-only
#include "broker-prediction-recorder.h"

#include "ns3/log.h"

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerPredictionRecorder");

PredictionRecorder::PredictionRecorder(const std::string& folder,
                                       const std::vector<Ptr<OverlayBroker>>& brokers)
    : m_predictions(folder)
{
    NS_LOG_FUNCTION(this << folder);
    for (const auto& broker : brokers)
    {
        broker->GetPredictor()->TraceConnectWithoutContext(
            "Prediction",
            MakeBoundCallback(&Predicted, this, broker->GetNodeId()));
    }
}

void
PredictionRecorder::Close()
{
    NS_LOG_FUNCTION(this);
    m_predictions.Close();
}

void
PredictionRecorder::Predicted(PredictionRecorder* self,
                              NodeId broker,
                              uint32_t step,
                              NodeId neighbour,
                              double notifications)
{
    self->m_predictions.Write(
        {.step = step, .a = neighbour, .b = broker, .notifications = notifications});
}

} // namespace ns3::pubsub::broker
