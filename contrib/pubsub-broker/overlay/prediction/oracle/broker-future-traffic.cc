// SPDX-License-Identifier: GPL-2.0-only
#include "broker-future-traffic.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerFutureTraffic");

void
FutureTraffic::AddPublication(Time time, BrokerId broker, const Content& content)
{
    const FlowId flow = MakeFlowId(broker, ContentClassOf(content));
    m_publications.emplace_back(time, flow);
    m_contents.try_emplace(flow, content);
}

void
FutureTraffic::AddSubscription(Time time, BrokerId broker, const Filter& filter, bool isActive)
{
    m_changes.push_back({time, broker, filter, isActive});
}

bool
FutureTraffic::Advance(Wanted& wanted, std::size_t& next, Time time) const
{
    const std::size_t before = next;
    for (; next < m_changes.size() && m_changes[next].time <= time; ++next)
    {
        const Change& change = m_changes[next];
        Subscription& filters = wanted[change.broker];
        change.isActive ? filters.Add(change.filter) : filters.Remove(change.filter);
    }
    return next > before;
}

std::vector<OverlayFlow>
FutureTraffic::FlowsBetween(Time begin, Time end) const
{
    NS_LOG_FUNCTION(this << begin << end);
    Wanted wanted;
    std::size_t next = 0;
    std::map<FlowId, OverlayFlow> current; // since the last change of subscriptions
    std::vector<OverlayFlow> flows;
    const auto finish = [&current, &flows] {
        for (auto& [id, flow] : current)
        {
            flows.push_back(std::move(flow));
        }
        current.clear();
    };
    auto publication =
        std::lower_bound(m_publications.begin(),
                         m_publications.end(),
                         begin,
                         [](const auto& entry, Time time) { return entry.first < time; });
    for (; publication != m_publications.end() && publication->first < end; ++publication)
    {
        const auto& [time, id] = *publication;
        if (Advance(wanted, next, time))
        {
            finish();
        }
        const auto [place, isNew] = current.try_emplace(id, OverlayFlow{id, {}, 0});
        ++place->second.count;
        for (const auto& [broker, filters] : isNew ? wanted : Wanted())
        {
            if (filters.Matches(m_contents.at(id)))
            {
                place->second.consumers.push_back(broker);
            }
        }
    }
    finish();
    return flows;
}

const Content*
FutureTraffic::ContentOf(FlowId flow) const
{
    const auto place = m_contents.find(flow);
    return place == m_contents.end() ? nullptr : &place->second;
}

} // namespace ns3::pubsub::broker
