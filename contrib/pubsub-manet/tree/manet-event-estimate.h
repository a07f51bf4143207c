// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_EVENT_ESTIMATE_H
#define MANET_EVENT_ESTIMATE_H

#include "ns3/pubsub-filter.h"

#include <deque>
#include <vector>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief E as one node sees it: the topics of the last events it heard from one publisher.
 *
 * SHOPPARENT's metrics need |E(a)|, the number of published events that satisfy a; how a node comes
 * by E is not in the text we have. This is one of two ways here, the other is the publisher's
 * advertisement.
 */
class EventEstimate
{
  public:
    /**
     * @brief Hear an event.
     * @param topic of it
     * @param window how many are remembered
     */
    void Hear(const Topic& topic, std::size_t window);

    /// @return the topics heard, each with its number of events
    std::vector<WeightedFilter> Weights() const;

  private:
    std::deque<Topic> m_heard; ///< oldest first
};

} // namespace ns3::pubsub::manet

#endif
