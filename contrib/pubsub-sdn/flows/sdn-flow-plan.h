// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_FLOW_PLAN_H
#define SDN_FLOW_PLAN_H

#include "sdn-port-plan.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace ns3::pubsub::sdn
{

/// A flow entry of events: what a switch matches and where it sends it.
struct EventFlow
{
    AddressPrefix prefix; ///< of ipv6_dst; the entry's priority is its length
    uint32_t group = 0;   ///< of the ports; NO_GROUP: packets are dropped

    /**
     * @brief Equality of all parts.
     * @param other another
     * @return whether equal
     */
    bool operator==(const EventFlow& other) const = default;
};

/// No group: the packets of an entry are dropped.
inline constexpr uint32_t NO_GROUP = 0;

/// A group of type ALL with one bucket per port.
struct PortGroup
{
    uint32_t group = NO_GROUP; ///< its number, from 1
    PortSet ports;             ///< its buckets

    /**
     * @brief Equality of all parts.
     * @param other another
     * @return whether equal
     */
    bool operator==(const PortGroup& other) const = default;
};

/**
 * @brief What changes the tables of a switch from one plan to the next without loss.
 *
 * The lists are executed in this order, each from its beginning to its end: groupsToAdd,
 * flowsToAdd, a barrier, flowsToDelete, groupsToDelete. Then at any time an event is forwarded as
 * the old or as the new plan has it: longer prefixes are added before shorter ones, and deleted
 * after them. A flow to add may have the prefix of an old one, which it replaces.
 */
struct FlowUpdate
{
    std::vector<PortGroup> groupsToAdd;       ///< new groups
    std::vector<EventFlow> flowsToAdd;        ///< new or changed entries, longest prefix first
    std::vector<AddressPrefix> flowsToDelete; ///< old entries, shortest prefix first
    std::vector<uint32_t> groupsToDelete;     ///< groups without entries, ascending

    /// @return whether nothing changes
    bool IsEmpty() const;

    /// @return messages that the update takes, without the barrier
    std::size_t Messages() const;
};

/**
 * @ingroup pubsub-sdn
 * @brief The entries and groups that a controller has installed in one switch. Entries with the
 * same ports share a group.
 */
class FlowPlan
{
  public:
    /**
     * @brief Replace the plan.
     * @param wanted ports of all prefixes; aggregate them first with Aggregated()
     * @return what has to be sent to the switch
     */
    FlowUpdate Change(const PortPlan& wanted);

    /// @brief Forget all that is installed: the switch has lost its tables.
    void Forget();

    /// @return the installed ports by prefix
    const PortPlan& Installed() const
    {
        return m_installed;
    }

    /**
     * @param prefix of an installed entry
     * @return its entry
     */
    EventFlow FlowOf(const AddressPrefix& prefix) const;

    /// @return number of groups
    std::size_t Groups() const
    {
        return m_groups.size();
    }

    /// @return number of buckets of all groups
    std::size_t Buckets() const;

  private:
    /// A group in use.
    struct Use
    {
        uint32_t group = NO_GROUP; ///< its number
        std::size_t entries = 0;   ///< that have it
    };

    /**
     * @brief Count one more entry of a group, and add the group if it is new.
     * @param ports of the entry
     * @param update that adds it
     * @return its number
     */
    uint32_t Take(const PortSet& ports, FlowUpdate& update);

    /**
     * @brief Count one entry less of a group.
     * @param ports of the entry
     */
    void Release(const PortSet& ports);

    PortPlan m_installed;            ///< ports by prefix
    std::map<PortSet, Use> m_groups; ///< by ports
    std::set<uint32_t> m_numbers;    ///< of groups in use
};

} // namespace ns3::pubsub::sdn

#endif
