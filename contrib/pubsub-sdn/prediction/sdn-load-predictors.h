// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_LOAD_PREDICTORS_H
#define SDN_LOAD_PREDICTORS_H

#include "sdn-load-predictor.h"

#include "ns3/callback.h"

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief Predicts the load of the last period.
 */
class LastLoadPredictor : public LoadPredictor
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

  private:
    double DoPredict(TopicId topic, const std::vector<double>& history) const override;
};

/**
 * @ingroup pubsub-sdn
 * @brief Predicts an exponentially weighted moving average: the level begins at the first load and
 * moves by a share of its distance to each further one.
 */
class EwmaLoadPredictor : public LoadPredictor
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

  private:
    double DoPredict(TopicId topic, const std::vector<double>& history) const override;

    double m_alpha = 0.3; ///< weight of the newest load
};

/**
 * @ingroup pubsub-sdn
 * @brief Predicts the load of one season ago; the last load while the history is shorter.
 */
class SeasonalLoadPredictor : public LoadPredictor
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

  private:
    double DoPredict(TopicId topic, const std::vector<double>& history) const override;

    uint32_t m_period = 12; ///< of a season, in periods of the statistics
};

/**
 * @ingroup pubsub-sdn
 * @brief Predicts what it is told of the future: the best that a predictor could do.
 */
class OracleLoadPredictor : public LoadPredictor
{
  public:
    /// What returns the load of a topic in the period that begins now, in bit/s.
    using Future = Callback<double, TopicId>;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /// @param future true loads
    void SetFuture(Future future);

  private:
    bool NeedsHistory() const override;
    double DoPredict(TopicId topic, const std::vector<double>& history) const override;

    Future m_future; ///< true loads
};

} // namespace ns3::pubsub::sdn

#endif
