// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-event-scheduler.h"

#include "ns3/scheduler.h"
#include "ns3/type-id.h"

namespace ns3::pubsub
{

std::vector<std::string>
SchedulerNames()
{
    std::vector<std::string> names;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId type = TypeId::GetRegistered(i);
        if (type.IsChildOf(Scheduler::GetTypeId()) && type.HasConstructor() &&
            type.GetName() != "ns3::HeapScheduler")
        {
            names.push_back(type.GetName());
        }
    }
    return names;
}

} // namespace ns3::pubsub
