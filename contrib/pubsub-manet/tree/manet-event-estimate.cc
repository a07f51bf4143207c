// SPDX-License-Identifier: GPL-2.0-only
#include "manet-event-estimate.h"

#include "ns3/log.h"

#include <map>

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("EventEstimate");

void
EventEstimate::Hear(const Topic& topic, std::size_t window)
{
    NS_LOG_FUNCTION(this);
    m_heard.push_back(topic);
    while (m_heard.size() > window)
    {
        m_heard.pop_front();
    }
}

std::vector<WeightedFilter>
EventEstimate::Weights() const
{
    NS_LOG_FUNCTION(this);
    std::map<Topic, uint16_t> counts;
    for (const Topic& topic : m_heard)
    {
        ++counts[topic];
    }
    std::vector<WeightedFilter> weights;
    for (const auto& [topic, count] : counts)
    {
        weights.push_back({Filter(topic), count});
    }
    return weights;
}

} // namespace ns3::pubsub::manet
