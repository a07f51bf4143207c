// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-load-predictors.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/uinteger.h"

namespace ns3::pubsub::sdn
{

NS_OBJECT_ENSURE_REGISTERED(LastLoadPredictor);
NS_OBJECT_ENSURE_REGISTERED(EwmaLoadPredictor);
NS_OBJECT_ENSURE_REGISTERED(SeasonalLoadPredictor);
NS_OBJECT_ENSURE_REGISTERED(OracleLoadPredictor);

TypeId
LastLoadPredictor::GetTypeId()
{
    static TypeId tid = TypeId("ns3::pubsub::sdn::LastLoadPredictor")
                            .SetParent<LoadPredictor>()
                            .SetGroupName("PubSub")
                            .AddConstructor<LastLoadPredictor>();
    return tid;
}

double
LastLoadPredictor::DoPredict(TopicId /* topic */, const std::vector<double>& history) const
{
    return history.back();
}

TypeId
EwmaLoadPredictor::GetTypeId()
{
    static TypeId tid = TypeId("ns3::pubsub::sdn::EwmaLoadPredictor")
                            .SetParent<LoadPredictor>()
                            .SetGroupName("PubSub")
                            .AddConstructor<EwmaLoadPredictor>()
                            .AddAttribute("Alpha",
                                          "Weight of the newest load",
                                          DoubleValue(0.3),
                                          MakeDoubleAccessor(&EwmaLoadPredictor::m_alpha),
                                          MakeDoubleChecker<double>(0.0, 1.0));
    return tid;
}

double
EwmaLoadPredictor::DoPredict(TopicId /* topic */, const std::vector<double>& history) const
{
    double level = history.front();
    for (const double load : history)
    {
        level += m_alpha * (load - level);
    }
    return level;
}

TypeId
SeasonalLoadPredictor::GetTypeId()
{
    static TypeId tid = TypeId("ns3::pubsub::sdn::SeasonalLoadPredictor")
                            .SetParent<LoadPredictor>()
                            .SetGroupName("PubSub")
                            .AddConstructor<SeasonalLoadPredictor>()
                            .AddAttribute("Period",
                                          "Length of a season, in periods of the statistics",
                                          UintegerValue(12),
                                          MakeUintegerAccessor(&SeasonalLoadPredictor::m_period),
                                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

double
SeasonalLoadPredictor::DoPredict(TopicId /* topic */, const std::vector<double>& history) const
{
    return history.size() < m_period ? history.back() : history[history.size() - m_period];
}

TypeId
OracleLoadPredictor::GetTypeId()
{
    static TypeId tid = TypeId("ns3::pubsub::sdn::OracleLoadPredictor")
                            .SetParent<LoadPredictor>()
                            .SetGroupName("PubSub")
                            .AddConstructor<OracleLoadPredictor>();
    return tid;
}

void
OracleLoadPredictor::SetFuture(Future future)
{
    m_future = future;
}

bool
OracleLoadPredictor::NeedsHistory() const
{
    return false;
}

double
OracleLoadPredictor::DoPredict(TopicId topic, const std::vector<double>& /* history */) const
{
    NS_ABORT_MSG_IF(m_future.IsNull(), "an oracle without a future");
    return m_future(topic);
}

} // namespace ns3::pubsub::sdn
