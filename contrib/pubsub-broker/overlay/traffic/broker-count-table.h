// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_COUNT_TABLE_H
#define BROKER_COUNT_TABLE_H

#include "broker-flow-table.h"

#include "ns3/pubsub-filter.h"

#include <compare>
#include <cstdint>
#include <map>

namespace ns3::pubsub::broker
{

/// What a count is of, in the order that breaks ties.
enum class TrafficKind : uint8_t
{
    NOTIFICATION,
    SUBSCRIPTION,
    ADVERTISEMENT
};

/// A filter of a routing table: the subscriptions or advertisements that have it.
struct RoutedFilter
{
    Filter filter;               ///< what is subscribed or advertised
    BrokerId place = NO_BROKER;  ///< neighbour or LOCAL_CLIENTS that it came from
    BrokerId origin = NO_BROKER; ///< broker of the client
};

/// Name of a row of the count table.
struct CountKey
{
    TrafficKind kind = TrafficKind::NOTIFICATION; ///< of the messages
    Filter filter;                                ///< that they match, or that they carry
    FlowDirection direction = FlowDirection::OUT; ///< whether received or passed on
    BrokerId place = NO_BROKER;                   ///< neighbour or LOCAL_CLIENTS
    /**
     * @brief Rows are ordered by kind, filter, direction and place.
     * @return the order
     */
    auto operator<=>(const CountKey&) const = default;
};

/**
 * @ingroup pubsub-broker
 * @brief The count table of PSOO-FCAT (section 4.1): messages of a window by filter and direction.
 */
class CountTable
{
  public:
    /**
     * @brief Count messages.
     * @param key of the row
     * @param count of messages
     */
    void Record(const CountKey& key, uint64_t count = 1);

    /**
     * @brief Count the notifications of a flow in the rows of the subscriptions that they match:
     * IN from where they came, OUT to where each subscription came from.
     * @param row of the flow
     * @param matching subscriptions of the routing table
     */
    void RecordFlow(const FlowRow& row, const std::vector<RoutedFilter>& matching);

    /// @brief Forget all rows.
    void Clear();

    /// @return the rows
    const std::map<CountKey, uint64_t>& Rows() const
    {
        return m_rows;
    }

    /**
     * @param key of a row
     * @return its count; 0 where there is no such row
     */
    uint64_t Count(const CountKey& key) const;

  private:
    std::map<CountKey, uint64_t> m_rows; ///< counts
};

} // namespace ns3::pubsub::broker

#endif
