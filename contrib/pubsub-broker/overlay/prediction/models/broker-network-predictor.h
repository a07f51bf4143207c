// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_NETWORK_PREDICTOR_H
#define BROKER_NETWORK_PREDICTOR_H

#include "ns3/broker-link-traffic-predictor.h"
#include "ns3/broker-traffic-network.h"

#include <memory>

namespace ns3::pubsub::broker
{

/// By which extremes the inputs and the output of a network are scaled.
enum class NetworkExtremes
{
    FILE, ///< those of the training part, which the file has
    LINK  ///< those of the link's own series so far
};

/**
 * @ingroup pubsub-broker
 * @brief Predicts with a trained network (Chi et al. 2017), from T(n), T(n-1), dS(n) and dA(n).
 */
class NetworkPredictor : public LinkTrafficPredictor
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /// @param network that all brokers may share
    void SetNetwork(std::shared_ptr<const TrafficNetwork> network);

    std::unique_ptr<SeriesForecaster> NewSeries() const override;

  private:
    std::shared_ptr<const TrafficNetwork> m_network; ///< trained
    NetworkExtremes m_extremes = NetworkExtremes::FILE;
};

} // namespace ns3::pubsub::broker

#endif
