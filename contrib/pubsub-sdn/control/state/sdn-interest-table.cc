// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-interest-table.h"

#include "ns3/sdn-wire-bits.h"

#include <algorithm>

namespace ns3::pubsub::sdn
{

template <typename Notice>
HostInterest*
InterestTable::Touch(const Notice& notice)
{
    HostInterest& interest = m_hosts[notice.host];
    const bool isKnown = interest.cluster != NO_CLUSTER;
    if (isKnown && (notice.isComplete ? notice.sequence < interest.sequence
                                      : notice.sequence <= interest.sequence))
    {
        return nullptr;
    }
    if (isKnown && notice.isComplete && notice.sequence == interest.sequence &&
        notice.filters.size() == interest.filters.size())
    {
        return nullptr; // nothing but a repetition
    }
    interest.cluster = notice.cluster;
    interest.sequence = notice.sequence;
    interest.timeNs = notice.timeNs;
    return &interest;
}

bool
InterestTable::Apply(const SdnSubscribeMessage& notice)
{
    HostInterest* interest = Touch(notice);
    if (!interest)
    {
        return false;
    }
    if (notice.isComplete)
    {
        interest->filters.clear();
    }
    for (const Filter& filter : notice.filters)
    {
        if (interest->filters.size() < MOST_FILTERS)
        {
            interest->filters.insert(filter);
        }
    }
    return true;
}

bool
InterestTable::Apply(const SdnUnsubscribeMessage& notice)
{
    HostInterest* interest = Touch(notice);
    if (!interest)
    {
        return false;
    }
    for (const Filter& filter : notice.filters)
    {
        interest->filters.erase(filter);
    }
    return true;
}

const std::map<NodeId, HostInterest>&
InterestTable::Hosts() const
{
    return m_hosts;
}

std::vector<ClusterId>
InterestTable::ClustersFor(const Topic& topic) const
{
    std::set<ClusterId> clusters;
    for (const auto& [host, interest] : m_hosts)
    {
        if (!clusters.contains(interest.cluster) && Wants(host, topic))
        {
            clusters.insert(interest.cluster);
        }
    }
    return {clusters.begin(), clusters.end()};
}

bool
InterestTable::Wants(NodeId host, const Topic& topic) const
{
    const auto interest = m_hosts.find(host);
    return interest != m_hosts.end() &&
           std::ranges::any_of(interest->second.filters,
                               [&](const Filter& filter) { return MayMatch(filter, topic); });
}

SdnSubscribeMessage
InterestTable::NoticeOf(NodeId host) const
{
    const HostInterest& interest = m_hosts.at(host);
    SdnSubscribeMessage notice;
    notice.host = host;
    notice.cluster = interest.cluster;
    notice.sequence = interest.sequence;
    notice.timeNs = interest.timeNs;
    notice.isComplete = 1;
    notice.filters.assign(interest.filters.begin(), interest.filters.end());
    return notice;
}

void
InterestTable::Clear()
{
    m_hosts.clear();
}

} // namespace ns3::pubsub::sdn
