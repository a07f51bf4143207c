// SPDX-License-Identifier: GPL-2.0-only
#include "broker-predictor-choice.h"

#include "ns3/broker-input.h"
#include "ns3/broker-network-predictor.h"
#include "ns3/log.h"
#include "ns3/object-factory.h"

#include <map>
#include <utility>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerPredictorChoice");

namespace
{

const std::string NO_PREDICTOR = "none";         ///< the last window
const std::string NETWORK_PREDICTOR = "network"; ///< needs a file
const std::string ORACLE_PREDICTOR = "oracle";   ///< needs the future

/// Predictors of series, and their types.
const std::vector<std::pair<std::string, std::string>> LINK_PREDICTORS{
    {"last-value", "ns3::pubsub::broker::LastValuePredictor"},
    {"moving-mean", "ns3::pubsub::broker::MovingMeanPredictor"},
    {"exponential-smoothing", "ns3::pubsub::broker::ExponentialSmoothingPredictor"},
    {NETWORK_PREDICTOR, "ns3::pubsub::broker::NetworkPredictor"},
};

} // namespace

void
PredictorChoice::AddTo(ScenarioParameters& parameters, bool isSimulated)
{
    NS_LOG_FUNCTION(this << isSimulated);
    std::vector<std::string> names;
    for (const auto& [name, type] : LINK_PREDICTORS)
    {
        names.push_back(name);
    }
    if (isSimulated)
    {
        names.insert(names.begin(), NO_PREDICTOR);
        names.push_back(ORACLE_PREDICTOR);
    }
    m_name = names.front();
    parameters.Add("predictor",
                   m_name,
                   names,
                   "",
                   isSimulated ? "of the next window's traffic, with which brokers decide; none: "
                                 "they assume that of the last one"
                               : "of the next value");
    parameters.Add("network_file",
                   m_networkFile,
                   {},
                   "file",
                   "trained network, for --predictor=network");
}

void
PredictorChoice::Check(const ScenarioParameters& parameters)
{
    NS_LOG_FUNCTION(this);
    if ((m_name == NETWORK_PREDICTOR) == m_networkFile.empty())
    {
        parameters.Refuse("--predictor=network and --network_file=FILE go together; expected both "
                          "or neither");
    }
    if (m_networkFile.empty())
    {
        return;
    }
    try
    {
        m_network = std::make_shared<TrafficNetwork>(ReadTrafficNetwork(m_networkFile));
    }
    catch (const BrokerInputError& error)
    {
        parameters.Refuse(error.what());
    }
}

bool
PredictorChoice::IsPredicted() const
{
    return m_name != NO_PREDICTOR;
}

bool
PredictorChoice::NeedsFuture() const
{
    return m_name == ORACLE_PREDICTOR;
}

Ptr<LinkTrafficPredictor>
PredictorChoice::MakeLinkPredictor() const
{
    const std::map<std::string, std::string> types(LINK_PREDICTORS.begin(), LINK_PREDICTORS.end());
    ObjectFactory factory(types.at(m_name));
    const auto predictor = factory.Create<LinkTrafficPredictor>();
    if (const auto network = DynamicCast<NetworkPredictor>(predictor))
    {
        network->SetNetwork(m_network);
    }
    return predictor;
}

void
PredictorChoice::Install(const std::vector<Ptr<OverlayBroker>>& brokers,
                         std::shared_ptr<TrafficOracle> oracle) const
{
    NS_LOG_FUNCTION(this << brokers.size());
    for (const auto& broker : IsPredicted() ? brokers : std::vector<Ptr<OverlayBroker>>())
    {
        if (NeedsFuture())
        {
            const auto predictor = CreateObject<OraclePredictor>();
            predictor->SetOracle(oracle);
            broker->SetPredictor(predictor);
        }
        else
        {
            broker->SetPredictor(MakeLinkPredictor());
        }
    }
}

} // namespace ns3::pubsub::broker
