// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-network-load-predictor.h"

#include "ns3/abort.h"
#include "ns3/enum.h"

#include <algorithm>
#include <utility>

namespace ns3::pubsub::sdn
{

NS_OBJECT_ENSURE_REGISTERED(NetworkLoadPredictor);

TypeId
NetworkLoadPredictor::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::sdn::NetworkLoadPredictor")
            .SetParent<LoadPredictor>()
            .SetGroupName("PubSub")
            .AddConstructor<NetworkLoadPredictor>()
            .AddAttribute(
                "Extremes",
                "What scales the loads: the extremes of the training part, in the network's file, "
                "or those of each topic's history",
                EnumValue(LoadExtremes::SERIES),
                MakeEnumAccessor<LoadExtremes>(&NetworkLoadPredictor::m_extremes),
                MakeEnumChecker(LoadExtremes::FILE, "file", LoadExtremes::SERIES, "series"));
    return tid;
}

void
NetworkLoadPredictor::ReadNetwork(const std::string& file)
{
    SetNetwork(std::make_shared<broker::TrafficNetwork>(broker::ReadTrafficNetwork(file)));
}

void
NetworkLoadPredictor::SetNetwork(std::shared_ptr<const broker::TrafficNetwork> network)
{
    m_network = std::move(network);
}

double
NetworkLoadPredictor::DoPredict(TopicId /* topic */, const std::vector<double>& history) const
{
    NS_ABORT_MSG_UNLESS(m_network, "a network predictor without a network");
    if (history.size() < 2)
    {
        return history.back();
    }
    std::vector<double> inputs{history.back(), history[history.size() - 2]};
    inputs.resize(m_network->Inputs(), 0.0);
    if (m_extremes == LoadExtremes::FILE)
    {
        return m_network->Predict(inputs, m_network->scaling);
    }
    const auto [low, high] = std::minmax_element(history.begin(), history.end());
    const broker::ValueExtremes loads{*low, *high};
    broker::NetworkScaling scaling{{loads, loads}, loads};
    // The changes of a topic's subscriptions are 0, and are scaled to 0.
    scaling.inputs.resize(inputs.size());
    return m_network->Predict(inputs, scaling);
}

} // namespace ns3::pubsub::sdn
