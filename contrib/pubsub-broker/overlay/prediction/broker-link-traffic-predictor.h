// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_LINK_TRAFFIC_PREDICTOR_H
#define BROKER_LINK_TRAFFIC_PREDICTOR_H

#include "broker-flow-scaling.h"

#include <map>
#include <memory>
#include <optional>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief Predicts the series of one direction of a link, one step ahead.
 */
class SeriesForecaster
{
  public:
    virtual ~SeriesForecaster() = default;

    /// @param step the next one of the series
    virtual void Observe(const LinkStep& step) = 0;

    /// @return notifications of the step after the last one; none while the series is too short
    virtual std::optional<double> Next() const = 0;
};

/**
 * @ingroup pubsub-broker
 * @brief Predicts the traffic that comes in over each link of a broker, and from it the flows.
 *
 * The series of a link begins with its first whole window and ends with the link. While it is too
 * short for a prediction, and for what the broker's clients publish, the last window counts.
 */
class LinkTrafficPredictor : public TrafficPredictor
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /// @return what predicts a new series
    virtual std::unique_ptr<SeriesForecaster> NewSeries() const = 0;

    bool CountsLinks() const override;
    void WindowEnded(const EndedWindow& window) override;
    const FlowTable& Predict(const FlowTable& last) override;
    const Content* ContentOf(FlowId flow) const override;
    void Forget() override;

  private:
    using AllSeries = std::map<NodeId, std::unique_ptr<SeriesForecaster>>; ///< by neighbour

    AllSeries m_series;            ///< of the links that exist
    FlowMemory m_memory;           ///< of the stage
    FlowTable m_next;              ///< predicted
    uint32_t m_memoryWindows = 10; ///< after which a flow is forgotten
};

} // namespace ns3::pubsub::broker

#endif
