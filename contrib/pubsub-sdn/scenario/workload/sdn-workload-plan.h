// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_WORKLOAD_PLAN_H
#define SDN_WORKLOAD_PLAN_H

#include "ns3/nstime.h"
#include "ns3/pubsub-filter.h"
#include "ns3/pubsub-topic.h"

#include <cstdint>
#include <vector>

namespace ns3::pubsub::sdn
{

/// A host that publishes events of a topic.
struct PlannedPublisher
{
    uint32_t host = 0;         ///< which
    Topic topic{};             ///< of the events
    double rate = 0.0;         ///< mean number of events/s
    uint16_t payloadBytes = 0; ///< of an event
};

/// A host that begins or ends a subscription.
struct PlannedSubscription
{
    Time when{};          ///< time from 0
    uint32_t host = 0;    ///< which
    Filter filter{};      ///< of topics
    bool isActive = true; ///< false: the subscription ends
};

/// An event to publish.
struct PlannedEvent
{
    Time when{};               ///< time from 0
    uint32_t host = 0;         ///< publisher
    Topic topic{};             ///< of the event
    uint16_t payloadBytes = 0; ///< of the event
};

/**
 * @ingroup pubsub-sdn
 * @brief Who publishes what, who wants what, and each event: known before the simulation begins.
 */
struct WorkloadPlan
{
    std::vector<Topic> topics;                      ///< in order of registration
    std::vector<PlannedPublisher> publishers;       ///< in order of host
    std::vector<PlannedSubscription> subscriptions; ///< in order of time
    std::vector<PlannedEvent> events;               ///< in order of time
};

} // namespace ns3::pubsub::sdn

#endif
