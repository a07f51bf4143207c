// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_NETWORK_LOAD_PREDICTOR_H
#define SDN_NETWORK_LOAD_PREDICTOR_H

#include "sdn-load-predictor.h"

#include "ns3/broker-traffic-network.h"

#include <memory>

namespace ns3::pubsub::sdn
{

/// By which extremes the loads are scaled to 0..1.
enum class LoadExtremes
{
    FILE,  ///< those of the training part, which the network's file has
    SERIES ///< those of the topic's history
};

/**
 * @ingroup pubsub-sdn
 * @brief Predicts with a trained network (Chi et al. 2017), from the last two loads; the last load
 * while there is only one.
 *
 * A network of four inputs reads the changes of subscriptions and advertisements as 0, because a
 * topic's load has none.
 */
class NetworkLoadPredictor : public LoadPredictor
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /// @brief Read a trained network. Throws BrokerInputError where the file has none.
    /// @param file its name
    void ReadNetwork(const std::string& file);

    /// @param network that many predictors may share
    void SetNetwork(std::shared_ptr<const broker::TrafficNetwork> network);

  private:
    double DoPredict(TopicId topic, const std::vector<double>& history) const override;

    std::shared_ptr<const broker::TrafficNetwork> m_network; ///< trained
    LoadExtremes m_extremes = LoadExtremes::SERIES;          ///< that scale
};

} // namespace ns3::pubsub::sdn

#endif
