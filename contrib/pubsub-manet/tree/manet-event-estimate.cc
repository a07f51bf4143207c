// SPDX-License-Identifier: GPL-2.0-only
#include "manet-event-estimate.h"

#include <map>

namespace ns3::pubsub::manet
{

void
EventEstimate::Hear(const Topic& topic, std::size_t window)
{
    m_heard.push_back(topic);
    while (m_heard.size() > window)
    {
        m_heard.pop_front();
    }
}

std::vector<WeightedFilter>
EventEstimate::Weights() const
{
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
