// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_FLOW_MEMORY_H
#define BROKER_FLOW_MEMORY_H

#include "broker-traffic-predictor.h"

#include <deque>
#include <utility>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief The flows that came in over each link of a broker in the last stage.
 *
 * A broker does not know the stages of a workload. Its stage is the time in which no filter of its
 * routing tables has changed and no move has cut a window: then the flows still exist, as far as it
 * can know, and touch the same links. Flows that it has not seen for some windows are forgotten.
 */
class FlowMemory
{
  public:
    /// @param windows after which a flow is forgotten
    void SetWindows(uint32_t windows);

    /// @param window that has ended; the stage ends with it, if something has changed
    void Remember(const EndedWindow& window);

    /**
     * @param neighbour of the broker
     * @return the flows of the stage that came from it, in order of flow; their counts are sums
     */
    std::vector<FlowRow> RowsFrom(BrokerId neighbour) const;

    /**
     * @param flow any
     * @return what it is about, or null for one that is not remembered
     */
    const Content* ContentOf(FlowId flow) const;

    /// @brief Forget all flows.
    void Forget();

  private:
    using Window = std::vector<std::pair<FlowRow, Content>>; ///< flows from neighbours

    uint32_t m_windows = 10;         ///< remembered at most
    uint64_t m_filtersVersion = 0;   ///< of the stage
    std::deque<Window> m_remembered; ///< the last windows of the stage
};

} // namespace ns3::pubsub::broker

#endif
