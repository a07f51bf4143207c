// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_TRAFFIC_PREDICTOR_H
#define BROKER_TRAFFIC_PREDICTOR_H

#include "broker-link-counter.h"

#include "ns3/broker-flow-table.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <vector>

namespace ns3::pubsub::broker
{

/// What a broker has counted in a window that ends now.
struct EndedWindow
{
    NodeId broker = NO_NODE;               ///< that has counted
    uint32_t number = 0;                   ///< of the window, from 0
    Time length;                           ///< of a window
    bool isCut = false;                    ///< whether a move was made in it, or it is not whole
    const FlowTable& flows;                ///< its flows
    const std::vector<LinkStep>& links;    ///< its links, if the predictor has them counted
    const LinkCounter::Contents& contents; ///< of the flows, with the links
    uint64_t filtersVersion = 0;           ///< changes when a routing table's filters do
};

/**
 * @ingroup pubsub-broker
 * @brief Predicts the flows of the next window at one broker, with which moves are evaluated and
 * strategies decide. The default predicts the last window.
 */
class TrafficPredictor : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /// @return whether what crosses each link has to be counted
    virtual bool CountsLinks() const;

    /// @param window that has ended
    virtual void WindowEnded(const EndedWindow& window);

    /**
     * @brief Predict the next window.
     * @param last the flows of the last window
     * @return flows, which stay valid until the next window ends; current where the last ones are
     */
    virtual const FlowTable& Predict(const FlowTable& last);

    /**
     * @brief Look up what the notifications of a predicted flow are about.
     * @param flow that the last window did not have
     * @return the content, or null
     */
    virtual const Content* ContentOf(FlowId flow) const;

    /// @brief Forget everything: the broker has failed.
    virtual void Forget();

    /**
     * @brief TracedCallback signature of a prediction.
     * @param step that is predicted, from 0
     * @param neighbour that the notifications are to come from
     * @param notifications predicted
     */
    typedef void (*PredictionTracedCallback)(uint32_t step, NodeId neighbour, double notifications);

  protected:
    /// @copydoc PredictionTracedCallback
    void ReportPrediction(uint32_t step, NodeId neighbour, double notifications);

  private:
    TracedCallback<uint32_t, NodeId, double> m_prediction;
};

} // namespace ns3::pubsub::broker

#endif
