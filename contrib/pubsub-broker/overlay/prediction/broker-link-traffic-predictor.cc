// SPDX-License-Identifier: GPL-2.0-only
#include "broker-link-traffic-predictor.h"

#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerLinkTrafficPredictor");

NS_OBJECT_ENSURE_REGISTERED(LinkTrafficPredictor);

TypeId
LinkTrafficPredictor::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::broker::LinkTrafficPredictor")
            .SetParent<TrafficPredictor>()
            .SetGroupName("PubSub")
            .AddAttribute("MemoryWindows",
                          "Windows for which a flow is remembered, for a link without traffic that "
                          "is predicted to have some",
                          UintegerValue(10),
                          MakeUintegerAccessor(&LinkTrafficPredictor::m_memoryWindows),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

bool
LinkTrafficPredictor::CountsLinks() const
{
    return true;
}

void
LinkTrafficPredictor::WindowEnded(const EndedWindow& window)
{
    NS_LOG_FUNCTION(this << window.number);
    AllSeries ended = std::exchange(m_series, {});
    std::map<BrokerId, LinkForecast> forecasts;
    for (const LinkStep& step : window.links)
    {
        if (step.direction == FlowDirection::OUT)
        {
            continue;
        }
        auto& series = m_series[step.neighbour];
        series = std::move(ended[step.neighbour]);
        series = series ? std::move(series) : NewSeries();
        series->Observe(step);
        if (const auto next = series->Next())
        {
            forecasts[step.neighbour] = {step.notifications, *next};
            ReportPrediction(window.number + 1, step.neighbour, *next);
        }
    }
    m_memory.SetWindows(m_memoryWindows);
    m_memory.Remember(window);
    m_next = ScaledFlows(window.flows, forecasts, m_memory);
}

const FlowTable&
LinkTrafficPredictor::Predict(const FlowTable& last)
{
    return last.IsCurrent() ? m_next : last;
}

const Content*
LinkTrafficPredictor::ContentOf(FlowId flow) const
{
    return m_memory.ContentOf(flow);
}

void
LinkTrafficPredictor::Forget()
{
    NS_LOG_FUNCTION(this);
    m_series.clear();
    m_memory.Forget();
    m_next = FlowTable();
}

} // namespace ns3::pubsub::broker
