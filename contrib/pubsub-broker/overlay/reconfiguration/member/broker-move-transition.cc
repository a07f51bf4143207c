// SPDX-License-Identifier: GPL-2.0-only
#include "broker-move-transition.h"

#include <algorithm>

namespace ns3::pubsub::broker
{

uint16_t
MoveTransition::PlaceOf(NodeId broker) const
{
    if (broker == x)
    {
        return 0;
    }
    const auto found = std::find(path.begin(), path.end(), broker);
    return static_cast<uint16_t>(found - path.begin() + 1);
}

} // namespace ns3::pubsub::broker
