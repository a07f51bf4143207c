// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_PREDICTOR_CHOICE_H
#define BROKER_PREDICTOR_CHOICE_H

#include "ns3/broker-link-traffic-predictor.h"
#include "ns3/broker-oracle-predictor.h"
#include "ns3/broker-overlay-broker.h"
#include "ns3/broker-traffic-network.h"
#include "ns3/pubsub-scenario-parameters.h"

#include <memory>
#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief The predictor that the user wants, by name.
 */
class PredictorChoice
{
  public:
    /**
     * @brief Offer the parameters.
     * @param parameters of the program
     * @param isSimulated whether there are brokers; else only those that predict a series are
     * offered
     */
    void AddTo(ScenarioParameters& parameters, bool isSimulated = true);

    /**
     * @brief Refuse what does not fit together, and read the file of the network.
     * @param parameters of the program
     */
    void Check(const ScenarioParameters& parameters);

    /// @return whether brokers predict other than the last window
    bool IsPredicted() const;

    /// @return whether the predictor needs the future of the traffic
    bool NeedsFuture() const;

    /// @return a new predictor of the series of links
    Ptr<LinkTrafficPredictor> MakeLinkPredictor() const;

    /**
     * @brief Give each broker its predictor.
     * @param brokers that have none
     * @param oracle of all brokers, if it is needed
     */
    void Install(const std::vector<Ptr<OverlayBroker>>& brokers,
                 std::shared_ptr<TrafficOracle> oracle) const;

  private:
    std::string m_name = "none";
    std::string m_networkFile;
    std::shared_ptr<const TrafficNetwork> m_network; ///< from the file, or null
};

} // namespace ns3::pubsub::broker

#endif
