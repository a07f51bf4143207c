// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-interest-lookup.h"

#include "ns3/log.h"

#include <utility>

namespace ns3::pubsub
{

NS_LOG_COMPONENT_DEFINE("PubSubInterestLookup");

InterestLookup::InterestLookup(Endpoints endpoints)
    : m_endpoints(std::move(endpoints))
{
    NS_LOG_FUNCTION(this << m_endpoints.size());
    for (const auto& endpoint : m_endpoints)
    {
        endpoint->TraceConnectWithoutContext("SubscriptionChange",
                                             MakeBoundCallback(&Subscribed, this));
    }
}

const InterestLookup::Endpoints&
InterestLookup::All() const
{
    return m_endpoints;
}

const InterestLookup::Endpoints&
InterestLookup::Find(const Content& content)
{
    NS_LOG_FUNCTION(this << content.topic.Text());
    if (m_known.size() >= MOST)
    {
        m_known.clear();
    }
    const auto [place, isNew] =
        m_known.try_emplace(content.topic.Text() + '[' + content.AttributesText());
    if (isNew)
    {
        for (const auto& endpoint : m_endpoints)
        {
            if (endpoint->GetInherent().Matches(content))
            {
                place->second.push_back(endpoint);
            }
        }
    }
    return place->second;
}

void
InterestLookup::Subscribed(InterestLookup* self, const Filter& /* filter */, bool /* active */)
{
    self->m_known.clear();
}

} // namespace ns3::pubsub
