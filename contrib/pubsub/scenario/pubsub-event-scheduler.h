// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_EVENT_SCHEDULER_H
#define PUBSUB_EVENT_SCHEDULER_H

#include <string>
#include <vector>

namespace ns3::pubsub
{

/// ns-3's global value that says what holds the events to come.
inline const std::string SCHEDULER = "SchedulerType";

/// The fastest of ns-3's, see docs/speed.md. Each of them gives the same events in the same order.
inline const std::string FASTEST_SCHEDULER = "ns3::PriorityQueueScheduler";

/// @return the names of ns-3's schedulers, but for its heap: after a removal that is no heap any
/// more
std::vector<std::string> SchedulerNames();

} // namespace ns3::pubsub

#endif
