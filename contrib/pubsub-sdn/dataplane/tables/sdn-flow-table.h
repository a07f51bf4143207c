// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_FLOW_TABLE_H
#define SDN_FLOW_TABLE_H

#include "ns3/nstime.h"
#include "ns3/sdn-openflow-message.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief An entry of a flow table, with its counters.
 */
struct FlowEntry
{
    uint64_t number = 0;        ///< order of installation in its table
    FlowMatch match{};          ///< packets
    uint16_t priority = 0;      ///< greater ones win
    uint64_t cookie = 0;        ///< the controller's own number
    uint16_t flags = 0;         ///< FlowFlag
    Time idleTimeout{};         ///< without a packet; 0: none
    Time hardTimeout{};         ///< of its life; 0: none
    FlowActions applyActions{}; ///< as installed
    FlowActions writeActions{}; ///< as installed
    FlowActions execution{};    ///< both in the order in which they are executed
    Time installed{};           ///< when
    Time lastUsed{};            ///< by a packet, or installed
    Time checked{};             ///< when its timeouts are looked at next; Max: never
    uint64_t packets = 0;       ///< matched
    uint64_t bytes = 0;         ///< of them
};

/**
 * @ingroup pubsub-sdn
 * @brief The flow table of a switch: finds the entry of a packet, and keeps timeouts.
 *
 * Entries with the same mask (a prefix length, say) form a tuple, a hash table by the masked
 * fields. A search asks the tuples in the order of their greatest priority and ends when no other
 * can win. Of entries with the same priority that match, the oldest wins.
 *
 * The table knows no simulator: the time is an argument.
 */
class FlowTable
{
  public:
    /// Is told of entries that end, before they are gone.
    using EndSink = std::function<void(const FlowEntry&, FlowEnd)>;

    /// A table without entries.
    FlowTable();
    ~FlowTable();
    FlowTable(const FlowTable&) = delete;
    FlowTable& operator=(const FlowTable&) = delete;

    /**
     * @brief Set who is told of entries that end.
     * @param sink the function
     */
    void SetEndSink(EndSink sink);

    /**
     * @brief Set the limit.
     * @param entries at most
     */
    void SetCapacity(std::size_t entries);

    /**
     * @brief Execute a FLOW_MOD whose match and actions are valid.
     * @param change what to do
     * @param now the present time
     * @return the error that refuses it, if any
     */
    std::optional<ErrorMessage> Change(const FlowMod& change, Time now);

    /**
     * @brief Find the entry of a packet, without counting it.
     * @param key of the packet
     * @return the entry, or null
     */
    FlowEntry* Find(const FlowKey& key) const;

    /**
     * @brief Count a packet.
     * @param entry of it
     * @param bytes of it
     * @param now the present time
     */
    static void Count(FlowEntry& entry, uint32_t bytes, Time now)
    {
        ++entry.packets;
        entry.bytes += bytes;
        entry.lastUsed = now;
    }

    /**
     * @brief Remove the entries whose time is over.
     * @param now the present time
     */
    void Expire(Time now);

    /// @return when an entry ends at the earliest, if any can
    std::optional<Time> NextExpiry() const;

    /**
     * @brief Remove the entries that use a group, because it is deleted.
     * @param group its number, or GROUP_ALL
     */
    void RemoveGroup(uint32_t group);

    /// @brief Remove all entries without a report, as when power fails.
    void Clear();

    /**
     * @param request which entries
     * @return those, oldest first
     */
    std::vector<const FlowEntry*> Select(const FlowStatisticsRequest& request) const;

    /// @return all entries, oldest first
    std::vector<const FlowEntry*> Entries() const;

    /// @return entries
    std::size_t Size() const;

    /// @return how often an entry was added, changed or removed
    uint64_t Version() const;

  private:
    /// Hashes the words of a key.
    struct KeyHash
    {
        /**
         * @param key any
         * @return its hash
         */
        std::size_t operator()(const FlowKey& key) const;
    };

    /// Entries with the same mask.
    struct Tuple
    {
        FlowKey mask{};                             ///< of all
        std::map<uint16_t, std::size_t> priorities; ///< how many have each
        std::unordered_map<FlowKey, std::vector<FlowEntry*>, KeyHash> entries; ///< best first

        /// @return the greatest priority
        uint16_t Greatest() const
        {
            return priorities.rbegin()->first;
        }
    };

    /**
     * @brief Add an entry, or replace the one with the same match and priority.
     * @param change what to add
     * @param now the present time
     * @return the error that refuses it, if any
     */
    std::optional<ErrorMessage> Add(const FlowMod& change, Time now);

    /**
     * @param change what to find
     * @return the entry with the same match and priority, or null
     */
    FlowEntry* Same(const FlowMod& change) const;

    /**
     * @param change the entry to add
     * @return whether an entry of the same priority matches some of the same packets
     */
    bool Overlaps(const FlowMod& change) const;

    /**
     * @param change of existing entries
     * @return those that it means
     */
    std::vector<FlowEntry*> Meant(const FlowMod& change) const;

    /**
     * @brief Remove an entry.
     * @param entry which
     * @param reason why
     * @param isSilent whether the end sink is not called
     */
    void Remove(FlowEntry& entry, FlowEnd reason, bool isSilent = false);

    /**
     * @brief Put an entry into its tuple.
     * @param entry with number
     */
    void Insert(FlowEntry& entry);

    /// @brief Sort the tuples by their greatest priority.
    void SortTuples();

    /**
     * @brief Look at the timeouts of an entry when they can end it at the earliest.
     * @param entry which
     */
    void Watch(FlowEntry& entry);

    std::map<uint64_t, std::unique_ptr<FlowEntry>> m_entries; ///< by number
    std::vector<std::unique_ptr<Tuple>> m_tuples;             ///< greatest priority first
    std::set<std::pair<Time, uint64_t>> m_deadlines;          ///< end at the earliest, and number
    EndSink m_ended;                                          ///< is told
    std::size_t m_capacity = 1'000'000;                       ///< entries at most
    uint64_t m_next = 0;                                      ///< number of an entry
    uint64_t m_version = 0;                                   ///< changes
};

/**
 * @brief Put actions in the order that the standard gives an action set: hop limit, then a group,
 * then an output, which a group replaces. Of several of a kind the last counts.
 * @param actions any
 * @return the actions to execute
 */
FlowActions InSetOrder(const FlowActions& actions);

} // namespace ns3::pubsub::sdn

#endif
