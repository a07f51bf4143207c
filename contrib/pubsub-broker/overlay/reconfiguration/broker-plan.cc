// SPDX-License-Identifier: GPL-2.0-only
#include "broker-plan.h"

#include <array>

namespace ns3::pubsub::broker
{

Move
MoveOf(NodeId x, const std::vector<NodeId>& path)
{
    Move move;
    move.x = x;
    move.path = path;
    move.from = path.empty() ? NO_NODE : path.front();
    move.to = path.empty() ? NO_NODE : path.back();
    return move;
}

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
