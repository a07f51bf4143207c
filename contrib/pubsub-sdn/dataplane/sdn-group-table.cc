// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-group-table.h"

#include <algorithm>

namespace ns3::pubsub::sdn
{

namespace
{

/// Buckets of a group at most; a GROUP_MOD has room for 4,000.
constexpr std::size_t MAX_BUCKETS = 1024;

/**
 * @param code of GROUP_MOD_FAILED
 * @return the error
 */
ErrorMessage
GroupError(uint16_t code)
{
    return {ErrorType::GROUP_MOD_FAILED, code, {}};
}

/**
 * @param change that adds or modifies a group
 * @return whether a bucket gives packets to another group
 */
bool
HasChain(const GroupMod& change)
{
    return std::ranges::any_of(change.buckets, [](const GroupBucket& bucket) {
        return std::ranges::any_of(bucket.actions, [](const FlowAction& action) {
            return std::holds_alternative<GroupAction>(action);
        });
    });
}

} // namespace

void
GroupTable::SetCapacity(std::size_t groups)
{
    m_capacity = groups;
}

std::optional<ErrorMessage>
GroupTable::Change(const GroupMod& change)
{
    if (change.command == GroupCommand::DELETE)
    {
        if (change.group == GROUP_ALL)
        {
            m_groups.clear();
            return std::nullopt;
        }
        m_groups.erase(change.group);
        return change.group > GROUP_MAX ? std::optional(GroupError(GROUP_INVALID)) : std::nullopt;
    }
    if (change.group > GROUP_MAX)
    {
        return GroupError(GROUP_INVALID);
    }
    if (HasChain(change))
    {
        return GroupError(GROUP_CHAINING_UNSUPPORTED);
    }
    if (change.buckets.size() > MAX_BUCKETS)
    {
        return GroupError(GROUP_OUT_OF_BUCKETS);
    }
    const auto found = m_groups.find(change.group);
    if (change.command == GroupCommand::MODIFY)
    {
        if (found == m_groups.end())
        {
            return GroupError(GROUP_UNKNOWN);
        }
        // A modified group keeps its counters.
        found->second.buckets = change.buckets;
        return std::nullopt;
    }
    if (found != m_groups.end())
    {
        return GroupError(GROUP_EXISTS);
    }
    if (m_groups.size() >= m_capacity)
    {
        return GroupError(GROUP_OUT_OF_GROUPS);
    }
    m_groups[change.group].buckets = change.buckets;
    return std::nullopt;
}

void
GroupTable::Clear()
{
    m_groups.clear();
}

GroupEntry*
GroupTable::Find(uint32_t group)
{
    const auto found = m_groups.find(group);
    return found == m_groups.end() ? nullptr : &found->second;
}

const std::map<uint32_t, GroupEntry>&
GroupTable::Groups() const
{
    return m_groups;
}

std::size_t
GroupTable::Size() const
{
    return m_groups.size();
}

std::size_t
GroupTable::Buckets() const
{
    std::size_t buckets = 0;
    for (const auto& [number, group] : m_groups)
    {
        buckets += group.buckets.size();
    }
    return buckets;
}

} // namespace ns3::pubsub::sdn
