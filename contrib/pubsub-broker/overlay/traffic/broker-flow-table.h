// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_FLOW_TABLE_H
#define BROKER_FLOW_TABLE_H

#include "ns3/broker-graph.h"
#include "ns3/pubsub-content.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @brief Notifications of one content class from one publisher's broker. They all take the same
 * tree: the broker is in the high 32 bits, the class in the low 32.
 */
using FlowId = uint64_t;

/// Stands for the clients of a broker where a neighbour could stand.
inline constexpr BrokerId LOCAL_CLIENTS = NO_BROKER - 1;

/**
 * @param publisher broker of the publishing client
 * @param contentClass ContentClassOf() the notification
 * @return the flow
 */
constexpr FlowId
MakeFlowId(BrokerId publisher, uint32_t contentClass)
{
    return FlowId{publisher} << 32 | contentClass;
}

/**
 * @param flow any
 * @return the broker of its publisher
 */
constexpr BrokerId
PublisherOf(FlowId flow)
{
    return static_cast<BrokerId>(flow >> 32);
}

/**
 * @ingroup pubsub-broker
 * @brief The class of a notification: a hash (FNV-1a) of its topic and attributes. Notifications
 * of equal content match the same subscriptions, so they are one class. The publisher's broker
 * computes it once and the message carries the flow.
 * @param content of the notification
 * @return the class
 */
uint32_t ContentClassOf(const Content& content);

/// Whether a broker got a notification or passed it on.
enum class FlowDirection : uint8_t
{
    IN, ///< from a neighbour, or published by a client
    OUT ///< to a neighbour, or delivered to a client
};

/**
 * @ingroup pubsub-broker
 * @brief What a broker saw of one flow in a window.
 */
struct FlowRow
{
    FlowId flow = 0;               ///< which
    uint32_t count = 0;            ///< notifications
    BrokerId from = NO_BROKER;     ///< neighbour or LOCAL_CLIENTS that they came from
    bool isLocal = false;          ///< published or delivered here
    std::vector<BrokerId> touched; ///< neighbours that they came from or went to, in order of id

    /**
     * @param neighbour of the broker
     * @return whether the flow uses the link to it
     */
    bool Touches(BrokerId neighbour) const;

    /**
     * @brief Add a neighbour to those touched.
     * @param neighbour of the broker
     */
    void Touch(BrokerId neighbour);

    /**
     * @brief Equality of all parts.
     * @return whether equal
     */
    bool operator==(const FlowRow&) const = default;
};

/**
 * @ingroup pubsub-broker
 * @brief A broker's record of flows over windows that do not overlap.
 *
 * A broker records each notification once IN and once OUT for each neighbour and for its clients
 * together, without duplicates. Neighbours are recorded by id, so links may come and go.
 *
 * Record() costs one look-up in a hash table; repeated records of one flow cost none.
 *
 * A move changes what flows touch at the brokers that it locks. Each of these brokers calls
 * Restart(): its last window describes the tree before the move, so it neither decides nor
 * evaluates until the next window ends.
 */
class FlowTable
{
  public:
    /**
     * @brief Make the table of a window that is predicted.
     * @param rows in any order, each flow once; Find() finds those whose count is 0, but they are
     * not among Rows(): the tree of such a flow is known, so others can evaluate moves with it
     * @param isCurrent whether they describe the present tree
     * @return the table
     */
    static FlowTable Predicted(std::vector<FlowRow> rows, bool isCurrent);

    /**
     * @brief Record a notification.
     * @param flow that it belongs to
     * @param place neighbour or LOCAL_CLIENTS
     * @param direction IN counts the notification; OUT does not
     * @param count of notifications that are recorded at once
     */
    void Record(FlowId flow, BrokerId place, FlowDirection direction, uint32_t count = 1);

    /// @brief End the window: its rows become Rows(), and the next window begins.
    void EndWindow();

    /// @brief Forget the window so far, and decline to use the last one: a move was executed here.
    void Restart();

    /// @return whether Rows() describes the present tree: a window ended, and no move came later
    bool IsCurrent() const
    {
        return m_isCurrent;
    }

    /// @return the rows of the last window, in order of flow
    const std::vector<FlowRow>& Rows() const
    {
        return m_rows;
    }

    /**
     * @param flow any
     * @return its row of the last window, or null; where the window is predicted, its count may be
     * 0
     */
    const FlowRow* Find(FlowId flow) const;

  private:
    std::unordered_map<FlowId, FlowRow> m_open; ///< of the window that has not ended
    FlowRow* m_latest = nullptr;                ///< row of m_open that was recorded last
    std::vector<FlowRow> m_rows;                ///< of the last window, in order of flow
    std::vector<FlowRow> m_idle;                ///< predicted with count 0, in order of flow
    bool m_isCurrent = false;                   ///< whether m_rows describes the present tree
};

} // namespace ns3::pubsub::broker

#endif
