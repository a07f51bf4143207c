// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-flow-plan.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3::pubsub::sdn
{

bool
FlowUpdate::IsEmpty() const
{
    return Messages() == 0;
}

std::size_t
FlowUpdate::Messages() const
{
    return groupsToAdd.size() + flowsToAdd.size() + flowsToDelete.size() + groupsToDelete.size();
}

uint32_t
FlowPlan::Take(const PortSet& ports, FlowUpdate& update)
{
    if (ports.empty())
    {
        return NO_GROUP;
    }
    Use& use = m_groups[ports];
    if (use.group == NO_GROUP)
    {
        use.group = NO_GROUP + 1;
        for (const uint32_t taken : m_numbers)
        {
            use.group += use.group == taken;
        }
        m_numbers.insert(use.group);
        update.groupsToAdd.push_back({use.group, ports});
    }
    ++use.entries;
    return use.group;
}

void
FlowPlan::Release(const PortSet& ports)
{
    if (!ports.empty())
    {
        --m_groups.at(ports).entries;
    }
}

FlowUpdate
FlowPlan::Change(const PortPlan& wanted)
{
    FlowUpdate update;
    const auto& before = m_installed.All();
    for (const auto& [prefix, ports] : wanted.All())
    {
        const auto old = before.find(prefix);
        if (old == before.end() || old->second != ports)
        {
            update.flowsToAdd.push_back({prefix, Take(ports, update)});
        }
    }
    for (const auto& [prefix, ports] : before)
    {
        const auto kept = wanted.All().find(prefix);
        const bool isGone = kept == wanted.All().end();
        if (isGone)
        {
            update.flowsToDelete.push_back(prefix);
        }
        if (isGone || kept->second != ports)
        {
            Release(ports);
        }
    }
    std::erase_if(m_groups, [&](const auto& each) {
        const Use& use = each.second;
        if (use.entries == 0)
        {
            update.groupsToDelete.push_back(use.group);
            m_numbers.erase(use.group);
        }
        return use.entries == 0;
    });
    std::sort(update.groupsToDelete.begin(), update.groupsToDelete.end());
    std::stable_sort(
        update.flowsToAdd.begin(),
        update.flowsToAdd.end(),
        [](const EventFlow& a, const EventFlow& b) { return a.prefix.length > b.prefix.length; });
    std::stable_sort(
        update.flowsToDelete.begin(),
        update.flowsToDelete.end(),
        [](const AddressPrefix& a, const AddressPrefix& b) { return a.length < b.length; });
    m_installed = wanted;
    return update;
}

void
FlowPlan::Forget()
{
    *this = FlowPlan();
}

EventFlow
FlowPlan::FlowOf(const AddressPrefix& prefix) const
{
    const auto entry = m_installed.All().find(prefix);
    NS_ABORT_MSG_IF(entry == m_installed.All().end(), "no entry for " << prefix.Text());
    const PortSet& ports = entry->second;
    return {prefix, ports.empty() ? NO_GROUP : m_groups.at(ports).group};
}

std::size_t
FlowPlan::Buckets() const
{
    std::size_t buckets = 0;
    for (const auto& [ports, use] : m_groups)
    {
        buckets += ports.size();
    }
    return buckets;
}

} // namespace ns3::pubsub::sdn
