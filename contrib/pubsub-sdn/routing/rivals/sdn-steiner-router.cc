// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-steiner-router.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/sdn-steiner-tree.h"

#include <algorithm>
#include <cmath>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnSteinerRouter");

NS_OBJECT_ENSURE_REGISTERED(SteinerRouter);

namespace
{

constexpr double LARGEST_EXPONENT = 500.0; ///< a sum of such weights is finite

} // namespace

TypeId
SteinerRouter::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::sdn::SteinerRouter")
            .SetParent<TopicRouter>()
            .SetGroupName("PubSubSdn")
            .AddConstructor<SteinerRouter>()
            .AddAttribute("LoadExponent",
                          "An edge of which other topics use the part u weighs exp(LoadExponent*u)",
                          DoubleValue(0.0),
                          MakeDoubleAccessor(&SteinerRouter::m_loadExponent),
                          MakeDoubleChecker<double>(0.0));
    return tid;
}

SteinerRouter::SteinerRouter() = default;

SteinerRouter::~SteinerRouter() = default;

std::vector<double>
SteinerRouter::Weights() const
{
    std::vector<double> weights;
    for (EdgeId edge = 0; edge < GetGraph().Edges().size(); ++edge)
    {
        const double capacity = RoundedLoad(GetGraph().Edge(edge).capacityBps);
        const double used = capacity > 0.0 ? (capacity - Residual(edge)) / capacity : 1.0;
        weights.push_back(std::exp(std::min(m_loadExponent * used, LARGEST_EXPONENT)));
    }
    return weights;
}

TopicOverlay
SteinerRouter::DoBuild(const TopicDemand& demand)
{
    NS_LOG_FUNCTION(this << demand.topic);
    if (demand.AllowedPublishers().empty() || demand.AllowedSubscribers().empty())
    {
        return {};
    }
    return SharedOverlay(SteinerTree(ViewFor(demand), demand.Terminals(), Weights()), demand);
}

} // namespace ns3::pubsub::sdn
