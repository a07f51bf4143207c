// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-load-predictor.h"

#include "sdn-load-predictors.h"
#include "sdn-network-load-predictor.h"

#include "ns3/broker-input.h"
#include "ns3/log.h"

#include <algorithm>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnLoadPredictor");

NS_OBJECT_ENSURE_REGISTERED(LoadPredictor);

TypeId
LoadPredictor::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::sdn::LoadPredictor").SetParent<Object>().SetGroupName("PubSub");
    return tid;
}

double
LoadPredictor::Predict(TopicId topic, const std::vector<double>& history) const
{
    NS_LOG_FUNCTION(this << topic << history.size());
    return history.empty() && NeedsHistory() ? 0.0 : std::max(0.0, DoPredict(topic, history));
}

bool
LoadPredictor::NeedsHistory() const
{
    return true;
}

const std::vector<std::string>&
LoadPredictorNames()
{
    static const std::vector<std::string> names{"last", "ewma", "seasonal", "network", "oracle"};
    return names;
}

Ptr<LoadPredictor>
MakeLoadPredictor(const std::string& name)
{
    if (name == "last")
    {
        return CreateObject<LastLoadPredictor>();
    }
    if (name == "ewma")
    {
        return CreateObject<EwmaLoadPredictor>();
    }
    if (name == "seasonal")
    {
        return CreateObject<SeasonalLoadPredictor>();
    }
    if (name == "network")
    {
        return CreateObject<NetworkLoadPredictor>();
    }
    if (name == "oracle")
    {
        return CreateObject<OracleLoadPredictor>();
    }
    throw broker::BrokerInputError("no predictor is named " + broker::Quoted(name) +
                                   "; expected one of " + broker::Listed(LoadPredictorNames()));
}

} // namespace ns3::pubsub::sdn
