// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-port-plan.h"

#include "sdn-prefix-trie.h"

#include "ns3/broker-input.h"

#include <algorithm>
#include <utility>

namespace ns3::pubsub::sdn
{

namespace
{

/// @return the aggregations, in the order of FlowAggregation
const std::vector<std::string>&
Aggregations()
{
    static const std::vector<std::string> names{"none", "ancestor", "minimal"};
    return names;
}

/**
 * @param plan of a switch
 * @return the plan without prefixes that have the ports of the longest prefix around them
 */
PortPlan
WithoutRepetitions(const PortPlan& plan)
{
    PortPlan fewer;
    std::vector<const PortPlan::Entries::value_type*> around;
    for (const auto& entry : plan.All())
    {
        while (!around.empty() && !around.back()->first.Contains(entry.first))
        {
            around.pop_back();
        }
        if (around.empty() || around.back()->second != entry.second)
        {
            fewer.Set(entry.first, entry.second);
        }
        around.push_back(&entry);
    }
    return fewer;
}

} // namespace

void
PortPlan::Set(const AddressPrefix& prefix, PortSet ports)
{
    m_entries[prefix] = std::move(ports);
}

void
PortPlan::Add(const AddressPrefix& prefix, const PortSet& ports)
{
    m_entries[prefix].insert(ports.begin(), ports.end());
}

const PortSet*
PortPlan::Lookup(const Ipv6Address& address) const
{
    // A prefix of the address is not behind the address itself.
    auto entry = m_entries.upper_bound({address, 128});
    while (entry != m_entries.begin())
    {
        --entry;
        if (entry->first.Contains(address))
        {
            return &entry->second;
        }
    }
    return nullptr;
}

const std::vector<std::string>&
FlowAggregationNames()
{
    return Aggregations();
}

FlowAggregation
ParseFlowAggregation(const std::string& name)
{
    const auto place = std::find(Aggregations().begin(), Aggregations().end(), name);
    if (place == Aggregations().end())
    {
        throw broker::BrokerInputError("no aggregation of flow entries is named " +
                                       broker::Quoted(name) + "; expected one of " +
                                       broker::Listed(Aggregations()));
    }
    return static_cast<FlowAggregation>(place - Aggregations().begin());
}

PortPlan
Aggregated(const PortPlan& plan, FlowAggregation aggregation)
{
    switch (aggregation)
    {
    case FlowAggregation::ANCESTOR:
        return WithoutRepetitions(plan);
    case FlowAggregation::MINIMAL:
        return PrefixTrie(plan).FewestEntries();
    default:
        return plan;
    }
}

} // namespace ns3::pubsub::sdn
