// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_FILTER_CHANGES_H
#define BROKER_FILTER_CHANGES_H

#include "ns3/broker-origin-table.h"

#include <map>
#include <vector>

namespace ns3::pubsub::broker
{

/// A filter that was added to a routing table or deleted from it.
struct FilterChange
{
    Filter filter;        ///< which
    NodeId via = NO_NODE; ///< neighbour that leads to its origin; the broker itself: its own
    bool isAdded = false; ///< added; else deleted
};

/**
 * @ingroup pubsub-broker
 * @brief Finds what changes in a routing table from step to step.
 *
 * Changes are net: a filter of an origin that is added and deleted in one step has not changed. A
 * move of links adds and deletes no filter.
 */
class FilterChanges
{
  public:
    /**
     * @brief End a step and begin the next one.
     * @param table the same each time
     * @return the changes in the step that has ended
     */
    std::vector<FilterChange> EndStep(const OriginTable& table);

    /// @brief Forget the table: all that it has later is added.
    void Clear();

  private:
    /// What the table had of an origin.
    struct Known
    {
        NodeId via = NO_NODE;       ///< neighbour on the way to it
        FilterPool::Shared filters; ///< of its clients
    };

    std::map<NodeId, Known> m_before; ///< by origin, when the step began
    uint64_t m_version = 0;           ///< of the table at that time
};

} // namespace ns3::pubsub::broker

#endif
