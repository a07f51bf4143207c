// SPDX-License-Identifier: GPL-2.0-only
#include "broker-overlay-move.h"

#include "ns3/abort.h"

#include <algorithm>
#include <utility>

namespace ns3::pubsub::broker
{

bool
Move::IsWellFormed() const
{
    if (path.size() < 2 || from != path.front() || to != path.back())
    {
        return false;
    }
    const std::vector<BrokerId> brokers = LockedBrokers(*this, LockRule::PATH);
    return std::adjacent_find(brokers.begin(), brokers.end()) == brokers.end() &&
           brokers.back() != NO_BROKER;
}

Move
MakeMove(BrokerId x, std::vector<BrokerId> path)
{
    NS_ABORT_MSG_IF(path.size() < 2, "a move needs two brokers on its path");
    Move move{x, path.front(), path.back(), std::move(path)};
    return move;
}

std::vector<BrokerId>
LockedBrokers(const Move& move, LockRule rule)
{
    std::vector<BrokerId> brokers;
    if (rule == LockRule::PATH)
    {
        brokers = move.path;
        brokers.push_back(move.x);
    }
    else if (rule == LockRule::ENDPOINTS)
    {
        brokers = {move.x, move.from, move.to};
    }
    std::sort(brokers.begin(), brokers.end());
    return brokers;
}

} // namespace ns3::pubsub::broker
