// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_GROUP_TABLE_H
#define SDN_GROUP_TABLE_H

#include "ns3/sdn-openflow-message.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief A group of type ALL, with its counters.
 */
struct GroupEntry
{
    std::vector<GroupBucket> buckets; ///< each gets a copy
    uint64_t packets = 0;             ///< given to it
    uint64_t bytes = 0;               ///< of them
};

/**
 * @ingroup pubsub-sdn
 * @brief The groups of a switch.
 */
class GroupTable
{
  public:
    /**
     * @brief Set the limit.
     * @param groups at most
     */
    void SetCapacity(std::size_t groups);

    /**
     * @brief Execute a GROUP_MOD whose actions are valid.
     * @param change what to do
     * @return the error that refuses it, if any
     */
    std::optional<ErrorMessage> Change(const GroupMod& change);

    /// @brief Remove all groups.
    void Clear();

    /**
     * @param group number
     * @return the group, or null
     */
    GroupEntry* Find(uint32_t group);

    /// @return the groups by number
    const std::map<uint32_t, GroupEntry>& Groups() const;

    /// @return groups
    std::size_t Size() const;

    /// @return buckets of all groups
    std::size_t Buckets() const;

  private:
    std::map<uint32_t, GroupEntry> m_groups; ///< by number
    std::size_t m_capacity = 65536;          ///< groups at most
};

} // namespace ns3::pubsub::sdn

#endif
