// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_SIMPLE_PREDICTORS_H
#define BROKER_SIMPLE_PREDICTORS_H

#include "ns3/broker-link-traffic-predictor.h"

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief Predicts the last value, as strategies without a prediction do.
 */
class LastValuePredictor : public LinkTrafficPredictor
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    std::unique_ptr<SeriesForecaster> NewSeries() const override;
};

/**
 * @ingroup pubsub-broker
 * @brief Predicts the mean of the last values.
 */
class MovingMeanPredictor : public LinkTrafficPredictor
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    std::unique_ptr<SeriesForecaster> NewSeries() const override;

  private:
    uint32_t m_steps = 10;
};

/**
 * @ingroup pubsub-broker
 * @brief Predicts by simple exponential smoothing: the level moves by a share of its distance to
 * each value, and begins at the first value.
 */
class ExponentialSmoothingPredictor : public LinkTrafficPredictor
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    std::unique_ptr<SeriesForecaster> NewSeries() const override;

  private:
    double m_alpha = 0.5;
};

} // namespace ns3::pubsub::broker

#endif
