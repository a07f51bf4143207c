// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_LOAD_PREDICTOR_H
#define SDN_LOAD_PREDICTOR_H

#include "ns3/object.h"
#include "ns3/sdn-topic-id.h"

#include <string>
#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief Predicts the load of a topic in the next period from its loads in the past ones.
 *
 * A predictor keeps nothing of a topic: the same history gives the same prediction.
 */
class LoadPredictor : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @brief Predict a load.
     * @param topic whose load it is
     * @param history loads of all past periods in bit/s, the oldest first
     * @return the load of the next period in bit/s, at least 0; 0 for an empty history, unless a
     * predictor needs none
     */
    double Predict(TopicId topic, const std::vector<double>& history) const;

  private:
    /// @return whether there is no prediction for an empty history
    virtual bool NeedsHistory() const;

    /**
     * @param topic whose load it is
     * @param history loads of past periods, the oldest first; at least one if it is needed
     * @return the prediction; below 0 counts as 0
     */
    virtual double DoPredict(TopicId topic, const std::vector<double>& history) const = 0;
};

/// @return `last`, `ewma`, `seasonal`, `network` and `oracle`
const std::vector<std::string>& LoadPredictorNames();

/**
 * @brief Make a predictor with its default attributes. Throws BrokerInputError for other names.
 * @param name one of LoadPredictorNames()
 * @return the predictor
 */
Ptr<LoadPredictor> MakeLoadPredictor(const std::string& name);

} // namespace ns3::pubsub::sdn

#endif
