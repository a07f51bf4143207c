// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_TRAFFIC_PREDICTOR_H
#define BROKER_TRAFFIC_PREDICTOR_H

#include "ns3/broker-flow-table.h"
#include "ns3/object.h"

namespace ns3::pubsub::broker
{

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

    /**
     * @brief A window has ended.
     * @param last its flows
     */
    virtual void WindowEnded(const FlowTable& last);

    /**
     * @brief Predict the next window.
     * @param last the flows of the last window
     * @return flows, which stay valid until the next window ends; current where the last ones are
     */
    virtual const FlowTable& Predict(const FlowTable& last);
};

} // namespace ns3::pubsub::broker

#endif
