// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_PREDICTION_RECORDER_H
#define BROKER_PREDICTION_RECORDER_H

#include "broker-link-step-rows.h"

#include "ns3/broker-overlay-broker.h"
#include "ns3/pubsub-trace-table.h"

#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief Writes the trace table `predictions`: the traffic that brokers predict for their links.
 */
class PredictionRecorder
{
  public:
    /**
     * @brief Begin to record; before the simulation.
     * @param folder for the table
     * @param brokers with their predictors
     */
    PredictionRecorder(const std::string& folder, const std::vector<Ptr<OverlayBroker>>& brokers);

    /// @brief Write the table's end; after the simulation.
    void Close();

  private:
    /**
     * @brief Sink of Prediction.
     * @param self this
     * @param broker that predicts
     * @param step that is predicted
     * @param neighbour that the notifications are to come from
     * @param notifications predicted
     */
    static void Predicted(PredictionRecorder* self,
                          NodeId broker,
                          uint32_t step,
                          NodeId neighbour,
                          double notifications);

    TraceTable<PredictionRow> m_predictions; ///< being written
};

} // namespace ns3::pubsub::broker

#endif
