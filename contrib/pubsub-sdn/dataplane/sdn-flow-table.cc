// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-flow-table.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnFlowTable");

namespace
{

/// Flags that we know.
constexpr uint16_t KNOWN_FLAGS = FLOW_SEND_REMOVED | FLOW_CHECK_OVERLAP | FLOW_RESET_COUNTS |
                                 FLOW_NO_PACKET_COUNT | FLOW_NO_BYTE_COUNT;

/**
 * @param code of FLOW_MOD_FAILED
 * @return the error
 */
ErrorMessage
FlowError(uint16_t code)
{
    return {ErrorType::FLOW_MOD_FAILED, code, {}};
}

/**
 * @param key of a packet, or the values of a match
 * @param mask bits that remain
 * @return the masked key
 */
FlowKey
Masked(const FlowKey& key, const FlowKey& mask)
{
    FlowKey masked;
    for (std::size_t i = 0; i < key.words.size(); ++i)
    {
        masked.words[i] = key.words[i] & mask.words[i];
    }
    return masked;
}

/**
 * @param wide a match
 * @param narrow another
 * @return whether every packet of the second is one of the first, field by field
 */
bool
Covers(const FlowMatch& wide, const FlowMatch& narrow)
{
    const FlowKey mask = wide.Mask();
    return Masked(mask, narrow.Mask()) == mask && Masked(narrow.Value(), mask) == wide.Value();
}

/**
 * @param a match
 * @param b another
 * @return whether a packet can be one of both
 */
bool
Meet(const FlowMatch& a, const FlowMatch& b)
{
    const FlowKey common = Masked(a.Mask(), b.Mask());
    return Masked(a.Value(), common) == Masked(b.Value(), common);
}

/**
 * @param entry any
 * @param port a port, or PORT_ANY
 * @param group a group, or GROUP_ANY
 * @return whether the entry's actions name both
 */
bool
Names(const FlowEntry& entry, uint32_t port, uint32_t group)
{
    bool hasPort = port == PORT_ANY;
    bool hasGroup = group == GROUP_ANY;
    for (const FlowActions* actions : {&entry.applyActions, &entry.writeActions})
    {
        for (const FlowAction& action : *actions)
        {
            const auto* output = std::get_if<OutputAction>(&action);
            const auto* of = std::get_if<GroupAction>(&action);
            hasPort = hasPort || (output && output->port == port);
            hasGroup = hasGroup || (of && of->group == group);
        }
    }
    return hasPort && hasGroup;
}

/**
 * @param entry with timeouts
 * @return when it ends without another packet; Max: never
 */
Time
EndOf(const FlowEntry& entry)
{
    Time end = Time::Max();
    if (entry.hardTimeout.IsStrictlyPositive())
    {
        end = entry.installed + entry.hardTimeout;
    }
    if (entry.idleTimeout.IsStrictlyPositive())
    {
        end = std::min(end, entry.lastUsed + entry.idleTimeout);
    }
    return end;
}

} // namespace

FlowActions
InSetOrder(const FlowActions& actions)
{
    std::optional<FlowAction> decrement;
    std::optional<FlowAction> group;
    std::optional<FlowAction> output;
    for (const FlowAction& action : actions)
    {
        auto& place = std::holds_alternative<DecrementTtlAction>(action) ? decrement
                      : std::holds_alternative<GroupAction>(action)      ? group
                                                                         : output;
        place = action;
    }
    FlowActions ordered;
    for (const auto& action : {decrement, group, group ? std::nullopt : output})
    {
        if (action)
        {
            ordered.push_back(*action);
        }
    }
    return ordered;
}

std::size_t
FlowTable::KeyHash::operator()(const FlowKey& key) const
{
    uint64_t hash = 0;
    for (uint64_t word : key.words)
    {
        // Multiply and fold: each bit of a word reaches the whole hash.
        hash = (hash ^ word) * 0x9e3779b97f4a7c15;
        hash ^= hash >> 32;
    }
    return hash;
}

FlowTable::FlowTable() = default;

FlowTable::~FlowTable() = default;

void
FlowTable::SetEndSink(EndSink sink)
{
    m_ended = std::move(sink);
}

void
FlowTable::SetCapacity(std::size_t entries)
{
    m_capacity = entries;
}

std::size_t
FlowTable::Size() const
{
    return m_entries.size();
}

uint64_t
FlowTable::Version() const
{
    return m_version;
}

FlowEntry*
FlowTable::Find(const FlowKey& key) const
{
    FlowEntry* best = nullptr;
    for (const auto& tuple : m_tuples)
    {
        if (best && tuple->Greatest() < best->priority)
        {
            break;
        }
        const auto found = tuple->entries.find(Masked(key, tuple->mask));
        if (found == tuple->entries.end())
        {
            continue;
        }
        FlowEntry* candidate = found->second.front();
        if (!best || candidate->priority > best->priority ||
            (candidate->priority == best->priority && candidate->number < best->number))
        {
            best = candidate;
        }
    }
    return best;
}

std::optional<ErrorMessage>
FlowTable::Change(const FlowMod& change, Time now)
{
    NS_LOG_FUNCTION(this << change.match.ToString() << now);
    const bool isDelete =
        change.command == FlowCommand::DELETE || change.command == FlowCommand::DELETE_STRICT;
    if (change.table != 0 && !(isDelete && change.table == ALL_TABLES))
    {
        return FlowError(FLOW_BAD_TABLE);
    }
    if (change.flags & ~KNOWN_FLAGS)
    {
        return FlowError(FLOW_BAD_FLAGS);
    }
    if (change.command == FlowCommand::ADD)
    {
        return Add(change, now);
    }
    for (FlowEntry* entry : Meant(change))
    {
        if (isDelete)
        {
            Remove(*entry, FlowEnd::DELETED);
            continue;
        }
        entry->applyActions = change.applyActions;
        entry->writeActions = change.writeActions;
        entry->execution = change.applyActions;
        const FlowActions set = InSetOrder(change.writeActions);
        entry->execution.insert(entry->execution.end(), set.begin(), set.end());
        if (change.flags & FLOW_RESET_COUNTS)
        {
            entry->packets = 0;
            entry->bytes = 0;
        }
        ++m_version;
    }
    return std::nullopt;
}

std::optional<ErrorMessage>
FlowTable::Add(const FlowMod& change, Time now)
{
    if (change.flags & FLOW_CHECK_OVERLAP && Overlaps(change))
    {
        return FlowError(FLOW_OVERLAP);
    }
    FlowEntry* same = Same(change);
    if (!same && m_entries.size() >= m_capacity)
    {
        return FlowError(FLOW_TABLE_FULL);
    }
    auto entry = std::make_unique<FlowEntry>();
    entry->number = m_next++;
    entry->match = change.match;
    entry->priority = change.priority;
    entry->cookie = change.cookie;
    entry->flags = change.flags;
    entry->idleTimeout = Seconds(change.idleTimeout);
    entry->hardTimeout = Seconds(change.hardTimeout);
    entry->applyActions = change.applyActions;
    entry->writeActions = change.writeActions;
    entry->execution = change.applyActions;
    const FlowActions set = InSetOrder(change.writeActions);
    entry->execution.insert(entry->execution.end(), set.begin(), set.end());
    entry->installed = now;
    entry->lastUsed = now;
    if (same)
    {
        if (!(change.flags & FLOW_RESET_COUNTS))
        {
            entry->packets = same->packets;
            entry->bytes = same->bytes;
        }
        Remove(*same, FlowEnd::DELETED, true);
    }
    Insert(*entry);
    m_entries[entry->number] = std::move(entry);
    return std::nullopt;
}

void
FlowTable::Insert(FlowEntry& entry)
{
    const FlowKey mask = entry.match.Mask();
    auto tuple = std::ranges::find(m_tuples, mask, [](const auto& each) { return each->mask; });
    if (tuple == m_tuples.end())
    {
        tuple = m_tuples.insert(tuple, std::make_unique<Tuple>());
        (*tuple)->mask = mask;
    }
    auto& row = (*tuple)->entries[entry.match.Value()];
    // After those of the same priority, which are older.
    row.insert(std::ranges::upper_bound(row, entry.priority, std::greater{}, &FlowEntry::priority),
               &entry);
    ++(*tuple)->priorities[entry.priority];
    SortTuples();
    Watch(entry);
    ++m_version;
}

void
FlowTable::SortTuples()
{
    std::ranges::stable_sort(m_tuples, std::greater{}, [](const auto& each) {
        return each->Greatest();
    });
}

void
FlowTable::Watch(FlowEntry& entry)
{
    entry.checked = EndOf(entry);
    if (entry.checked != Time::Max())
    {
        m_deadlines.emplace(entry.checked, entry.number);
    }
}

FlowEntry*
FlowTable::Same(const FlowMod& change) const
{
    const FlowKey mask = change.match.Mask();
    const auto tuple =
        std::ranges::find(m_tuples, mask, [](const auto& each) { return each->mask; });
    if (tuple == m_tuples.end())
    {
        return nullptr;
    }
    const auto row = (*tuple)->entries.find(change.match.Value());
    if (row == (*tuple)->entries.end())
    {
        return nullptr;
    }
    const auto found = std::ranges::find(row->second, change.priority, &FlowEntry::priority);
    return found == row->second.end() ? nullptr : *found;
}

bool
FlowTable::Overlaps(const FlowMod& change) const
{
    return std::ranges::any_of(m_entries, [&change](const auto& each) {
        return each.second->priority == change.priority && Meet(each.second->match, change.match);
    });
}

std::vector<FlowEntry*>
FlowTable::Meant(const FlowMod& change) const
{
    const bool isStrict = change.command == FlowCommand::MODIFY_STRICT ||
                          change.command == FlowCommand::DELETE_STRICT;
    const bool isDelete =
        change.command == FlowCommand::DELETE || change.command == FlowCommand::DELETE_STRICT;
    std::vector<FlowEntry*> meant;
    const auto add = [&](FlowEntry& entry) {
        // Port and group select what is deleted only.
        if ((entry.cookie & change.cookieMask) == (change.cookie & change.cookieMask) &&
            (!isDelete || Names(entry, change.outPort, change.outGroup)))
        {
            meant.push_back(&entry);
        }
    };
    if (isStrict)
    {
        if (FlowEntry* same = Same(change))
        {
            add(*same);
        }
        return meant;
    }
    for (const auto& [number, entry] : m_entries)
    {
        if (Covers(change.match, entry->match))
        {
            add(*entry);
        }
    }
    return meant;
}

void
FlowTable::Remove(FlowEntry& entry, FlowEnd reason, bool isSilent)
{
    if (m_ended && !isSilent)
    {
        m_ended(entry, reason);
    }
    const FlowKey mask = entry.match.Mask();
    const auto tuple =
        std::ranges::find(m_tuples, mask, [](const auto& each) { return each->mask; });
    auto& entries = (*tuple)->entries;
    const auto row = entries.find(entry.match.Value());
    std::erase(row->second, &entry);
    if (row->second.empty())
    {
        entries.erase(row);
    }
    auto& priorities = (*tuple)->priorities;
    const auto of = priorities.find(entry.priority);
    if (--of->second == 0)
    {
        priorities.erase(of);
    }
    if (entries.empty())
    {
        m_tuples.erase(tuple);
    }
    SortTuples();
    m_deadlines.erase({entry.checked, entry.number});
    m_entries.erase(entry.number);
    ++m_version;
}

void
FlowTable::Expire(Time now)
{
    while (!m_deadlines.empty() && m_deadlines.begin()->first <= now)
    {
        FlowEntry& entry = *m_entries.at(m_deadlines.begin()->second);
        if (EndOf(entry) > now)
        {
            // Packets have used it meanwhile.
            m_deadlines.erase(m_deadlines.begin());
            Watch(entry);
            continue;
        }
        const bool isHard =
            entry.hardTimeout.IsStrictlyPositive() && entry.installed + entry.hardTimeout <= now;
        Remove(entry, isHard ? FlowEnd::HARD_TIMEOUT : FlowEnd::IDLE_TIMEOUT);
    }
}

std::optional<Time>
FlowTable::NextExpiry() const
{
    return m_deadlines.empty() ? std::nullopt : std::optional(m_deadlines.begin()->first);
}

void
FlowTable::RemoveGroup(uint32_t group)
{
    std::vector<FlowEntry*> users;
    for (const auto& [number, entry] : m_entries)
    {
        const bool isUser =
            std::ranges::any_of(entry->execution, [group](const FlowAction& action) {
                const auto* of = std::get_if<GroupAction>(&action);
                return of && (group == GROUP_ALL || of->group == group);
            });
        if (isUser)
        {
            users.push_back(entry.get());
        }
    }
    std::ranges::for_each(users,
                          [this](FlowEntry* entry) { Remove(*entry, FlowEnd::GROUP_DELETED); });
}

void
FlowTable::Clear()
{
    m_tuples.clear();
    m_deadlines.clear();
    m_entries.clear();
    ++m_version;
}

std::vector<const FlowEntry*>
FlowTable::Select(const FlowStatisticsRequest& request) const
{
    std::vector<const FlowEntry*> selected;
    if (request.table != 0 && request.table != ALL_TABLES)
    {
        return selected;
    }
    for (const auto& [number, entry] : m_entries)
    {
        if (Covers(request.match, entry->match) &&
            (entry->cookie & request.cookieMask) == (request.cookie & request.cookieMask) &&
            Names(*entry, request.outPort, request.outGroup))
        {
            selected.push_back(entry.get());
        }
    }
    return selected;
}

std::vector<const FlowEntry*>
FlowTable::Entries() const
{
    std::vector<const FlowEntry*> entries;
    entries.reserve(m_entries.size());
    for (const auto& [number, entry] : m_entries)
    {
        entries.push_back(entry.get());
    }
    return entries;
}

} // namespace ns3::pubsub::sdn
