// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_LINK_STEP_RECORDER_H
#define BROKER_LINK_STEP_RECORDER_H

#include "broker-link-step-rows.h"

#include "ns3/broker-overlay-broker.h"
#include "ns3/pubsub-trace-table.h"

#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief Writes the trace table `link_steps`: what brokers forward over each link in each step. A
 * step is a window of their strategies.
 */
class LinkStepRecorder
{
  public:
    /**
     * @brief Begin to record; before the simulation.
     * @param folder for the table
     * @param brokers that count from now on; each has a strategy
     */
    LinkStepRecorder(const std::string& folder, const std::vector<Ptr<OverlayBroker>>& brokers);

    /// @brief Write the table's end; after the simulation. A step that has not ended has no row.
    void Close();

  private:
    /**
     * @brief Sink of LinkSteps.
     * @param self this
     * @param broker that has counted
     * @param step that has ended
     * @param links of the broker
     */
    static void Counted(LinkStepRecorder* self,
                        NodeId broker,
                        uint32_t step,
                        const std::vector<LinkStep>& links);

    TraceTable<LinkStepRow> m_steps; ///< being written
};

} // namespace ns3::pubsub::broker

#endif
