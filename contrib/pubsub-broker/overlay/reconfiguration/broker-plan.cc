// SPDX-License-Identifier: GPL-2.0-only
#include "broker-plan.h"

#include <array>

namespace ns3::pubsub::broker
{

std::string
PlanStateName(PlanState state)
{
    static const std::array<std::string, 4> names{"proposed", "refused", "aborted", "done"};
    return names.at(static_cast<std::size_t>(state));
}

std::string
LockChangeName(LockChange change)
{
    static const std::array<std::string, 4> names{"granted", "refused", "released", "expired"};
    return names.at(static_cast<std::size_t>(change));
}

} // namespace ns3::pubsub::broker
