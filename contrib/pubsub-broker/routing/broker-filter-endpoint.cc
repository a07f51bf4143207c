// SPDX-License-Identifier: GPL-2.0-only
#include "broker-filter-endpoint.h"

#include "ns3/log.h"

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerFilterEndpoint");

NS_OBJECT_ENSURE_REGISTERED(FilterEndpoint);

TypeId
FilterEndpoint::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::broker::FilterEndpoint")
            .SetParent<LinkedEndpoint>()
            .SetGroupName("PubSub")
            .AddAttribute("RefreshPeriod",
                          "Time after which filters are sent again; they count for three periods. "
                          "0: they are sent once and count for ever",
                          TimeValue(Seconds(10)),
                          MakeTimeAccessor(&FilterEndpoint::SetRefreshPeriod,
                                           &FilterEndpoint::GetRefreshPeriod),
                          MakeTimeChecker(Seconds(0), Hours(24)));
    return tid;
}

FilterEndpoint::FilterEndpoint() = default;

FilterEndpoint::~FilterEndpoint() = default;

void
FilterEndpoint::SetRefreshPeriod(Time period)
{
    NS_LOG_FUNCTION(this << period);
    m_softState.SetPeriod(period);
}

Time
FilterEndpoint::GetRefreshPeriod() const
{
    return m_softState.GetPeriod();
}

int64_t
FilterEndpoint::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    m_softState.AssignStream(stream);
    return 1;
}

void
FilterEndpoint::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_softState.Stop();
    LinkedEndpoint::DoDispose();
}

void
FilterEndpoint::Join()
{
    NS_LOG_FUNCTION(this);
    m_softState.Start([this] { Refresh(); });
    UpdateOwn();
}

void
FilterEndpoint::Leave()
{
    NS_LOG_FUNCTION(this);
    m_softState.Stop();
}

void
FilterEndpoint::InterestChanged()
{
    NS_LOG_FUNCTION(this);
    if (IsRunning())
    {
        UpdateOwn();
    }
}

std::vector<Filter>
FilterEndpoint::AdvertisedFilters() const
{
    std::vector<Filter> filters;
    for (const WeightedFilter& topic : GetAdvertised())
    {
        filters.push_back(topic.filter);
    }
    return filters;
}

const SoftState&
FilterEndpoint::GetSoftState() const
{
    return m_softState;
}

} // namespace ns3::pubsub::broker
