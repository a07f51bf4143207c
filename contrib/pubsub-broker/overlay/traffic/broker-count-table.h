// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_COUNT_TABLE_H
#define BROKER_COUNT_TABLE_H

#include "broker-flow-table.h"

#include "ns3/pubsub-filter.h"
#include "ns3/pubsub-shared-list.h"

#include <compare>
#include <cstdint>
#include <map>
#include <vector>

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

/// The filters of a message that was received or passed on.
struct CountedFilters
{
    TrafficKind kind = TrafficKind::SUBSCRIPTION; ///< of the message
    FlowDirection direction = FlowDirection::OUT; ///< whether received or passed on
    BrokerId place = NO_BROKER;                   ///< neighbour or LOCAL_CLIENTS
    SharedList<Filter> filters;                   ///< that it carried
};

/**
 * @ingroup pubsub-broker
 * @brief The count table of PSOO-FCAT (section 4.1): messages of a window by filter and direction.
 *
 * The filters of a message are kept as one list, because all subscriptions and advertisements
 * cross each broker when an overlay begins.
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

    /**
     * @brief Count the filters of a message, each once.
     * @param message with filters
     */
    void RecordFilters(CountedFilters message);

    /// @brief Forget all counts.
    void Clear();

    /**
     * @brief Visit all counts: first those of Record() and RecordFlow(), in order of key, then
     * those of RecordFilters(), as they came.
     * @param visit called with keys, which may be repeated, and counts
     */
    template <typename Visit>
    void ForEach(Visit visit) const;

    /**
     * @param key of counts
     * @return their sum
     */
    uint64_t Count(const CountKey& key) const;

  private:
    std::map<CountKey, uint64_t> m_rows;    ///< counts by key
    std::vector<CountedFilters> m_messages; ///< as they came
};

template <typename Visit>
void
CountTable::ForEach(Visit visit) const
{
    for (const auto& [key, count] : m_rows)
    {
        visit(key, count);
    }
    for (const CountedFilters& message : m_messages)
    {
        for (const Filter& filter : message.filters)
        {
            visit(CountKey{message.kind, filter, message.direction, message.place}, uint64_t{1});
        }
    }
}

} // namespace ns3::pubsub::broker

#endif
