// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_ROUTER_FACTORY_H
#define SDN_ROUTER_FACTORY_H

#include "ns3/ptr.h"
#include "ns3/sdn-topic-router.h"

#include <string>
#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @brief The routers that MakeTopicRouter() makes; the first is the default.
 *
 * | name | overlay of a topic |
 * |---|---|
 * | sdnps | widest paths, extending the father's overlay (SdnpsRouter) |
 * | flooding | one spanning tree of all clusters (FloodingRouter) |
 * | spt | a tree of shortest paths for each publisher (SourceTreeRouter) |
 * | core | shortest paths to one core (CoreRouter) |
 * | steiner | a Steiner tree with few edges (SteinerRouter) |
 * | load-steiner | a Steiner tree that avoids loaded edges (SteinerRouter) |
 * | file | read from a file (FileRouter, which needs SetOverlays()) |
 *
 * @return their names
 */
const std::vector<std::string>& TopicRouterNames();

/**
 * @brief Make a router. Throws BrokerInputError where there is none of this name.
 * @param name one of TopicRouterNames()
 * @return the router, without a graph
 */
Ptr<TopicRouter> MakeTopicRouter(const std::string& name);

/// @return the names of the repair modes: algorithm-3, full and none
const std::vector<std::string>& RepairModeNames();

} // namespace ns3::pubsub::sdn

#endif
