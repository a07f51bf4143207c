// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_PORT_PLAN_H
#define SDN_PORT_PLAN_H

#include "ns3/sdn-topic-address.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ns3::pubsub::sdn
{

/// Output ports of a switch, from 1, or reserved ones of OpenFlow. None: packets are dropped.
using PortSet = std::set<uint32_t>;

/**
 * @ingroup pubsub-sdn
 * @brief What one switch does with events: the ports of each prefix. The longest prefix that
 * contains an address counts; an address without one misses the table.
 */
class PortPlan
{
  public:
    using Entries = std::map<AddressPrefix, PortSet>; ///< ports by prefix

    /**
     * @brief Set the ports of a prefix.
     * @param prefix of addresses
     * @param ports all of them
     */
    void Set(const AddressPrefix& prefix, PortSet ports);

    /**
     * @brief Add ports to those of a prefix.
     * @param prefix of addresses
     * @param ports to add
     */
    void Add(const AddressPrefix& prefix, const PortSet& ports);

    /**
     * @param address of an event
     * @return the ports of the longest prefix that contains it; null for none
     */
    const PortSet* Lookup(const Ipv6Address& address) const;

    /// @return ports by prefix, a prefix before those inside it
    const Entries& All() const
    {
        return m_entries;
    }

    /// @return number of prefixes
    std::size_t Size() const
    {
        return m_entries.size();
    }

    /**
     * @brief Equality of all entries.
     * @param other another
     * @return whether equal
     */
    bool operator==(const PortPlan& other) const = default;

  private:
    Entries m_entries; ///< ports by prefix
};

/// How the entries of a switch become fewer. Every address keeps its ports.
enum class FlowAggregation
{
    NONE,     ///< one entry for each prefix
    ANCESTOR, ///< no entry for a prefix with the ports of the longest one around it
    MINIMAL   ///< as few entries as possible: Draves et al. 1999 (ORTC)
};

/// @return `none`, `ancestor` and `minimal`
const std::vector<std::string>& FlowAggregationNames();

/**
 * @brief Read an aggregation. Throws BrokerInputError for other texts.
 * @param name of an aggregation
 * @return the aggregation
 */
FlowAggregation ParseFlowAggregation(const std::string& name);

/**
 * @brief Make the entries of a plan fewer.
 * @param plan of a switch
 * @param aggregation how
 * @return a plan with the same ports for every address, and no ports where the plan has none
 */
PortPlan Aggregated(const PortPlan& plan, FlowAggregation aggregation);

} // namespace ns3::pubsub::sdn

#endif
