// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_ROUTE_BATCH_H
#define SDN_ROUTE_BATCH_H

#include "sdn-route-set.h"

#include "ns3/nstime.h"
#include "ns3/sdn-clusters.h"
#include "ns3/sdn-control-channel.h"
#include "ns3/sdn-control-records.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup pubsub-sdn
 * What the server keeps of routes on their way to the controllers.
 */

namespace ns3::pubsub::sdn
{

/// Why routes are computed.
struct RouteReason
{
    std::string cause; ///< as in RouteUpdateRecord
    Time caused;       ///< when it happened
    Time detected;     ///< when the server received it
};

/// A controller that has joined.
struct JoinedController
{
    Ptr<ControlChannel> channel;  ///< to it
    std::set<ClusterId> clusters; ///< that it serves
};

/// Routes that are being installed.
struct RouteBatch
{
    uint32_t number = 0;          ///< of the batch
    std::set<NodeId> waiting;     ///< controllers that have not confirmed
    std::optional<RouteSet> next; ///< what follows when all have confirmed
    std::vector<Topic> topics;    ///< changed
    std::vector<Topic> replayed;  ///< whose copies are sent again at the end
    Time since;                   ///< of these copies
    RouteUpdateRecord record;     ///< for the trace
};

} // namespace ns3::pubsub::sdn

#endif
