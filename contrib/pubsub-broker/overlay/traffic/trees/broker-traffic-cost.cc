// SPDX-License-Identifier: GPL-2.0-only
#include "broker-traffic-cost.h"

#include "ns3/log.h"

#include <algorithm>
#include <map>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerTrafficCost");

namespace
{

/**
 * @param parents of all brokers towards the publisher's
 * @param flow any
 * @return the subtree that its notifications take
 */
LeastSubtree
SubtreeUnder(const std::vector<BrokerId>& parents, const OverlayFlow& flow)
{
    LeastSubtree subtree;
    subtree.brokers.push_back(PublisherOf(flow.flow));
    std::vector<bool> isReached(parents.size(), false);
    isReached[PublisherOf(flow.flow)] = true;
    for (BrokerId consumer : flow.consumers)
    {
        std::vector<BrokerId> branch; // from the consumer up to what is reached
        for (BrokerId broker = consumer; !isReached[broker]; broker = parents[broker])
        {
            branch.push_back(broker);
            isReached[broker] = true;
        }
        for (auto broker = branch.rbegin(); broker != branch.rend(); ++broker)
        {
            subtree.brokers.push_back(*broker);
            subtree.links.emplace_back(parents[*broker], *broker);
        }
    }
    return subtree;
}

/**
 * @brief Find the subtrees of many flows; the parents are computed once for each publisher.
 * @param tree of the overlay
 * @param flows any
 * @param visit called with each flow and its subtree, in order
 */
template <typename Visit>
void
VisitSubtrees(const OverlayTree& tree, const std::vector<OverlayFlow>& flows, Visit&& visit)
{
    std::map<BrokerId, std::vector<BrokerId>> parents;
    for (const OverlayFlow& flow : flows)
    {
        auto& towards = parents[PublisherOf(flow.flow)];
        if (towards.empty())
        {
            towards = tree.ParentsTowards(PublisherOf(flow.flow));
        }
        visit(flow, SubtreeUnder(towards, flow));
    }
}

} // namespace

LeastSubtree
SubtreeOf(const OverlayTree& tree, const OverlayFlow& flow)
{
    return SubtreeUnder(tree.ParentsTowards(PublisherOf(flow.flow)), flow);
}

uint64_t
NotificationCost(const OverlayTree& tree,
                 const OverlayCosts& costs,
                 const std::vector<OverlayFlow>& flows)
{
    NS_LOG_FUNCTION(flows.size());
    uint64_t total = 0;
    VisitSubtrees(tree, flows, [&](const OverlayFlow& flow, const LeastSubtree& subtree) {
        uint64_t once = 0;
        for (BrokerId broker : subtree.brokers)
        {
            once += costs.Broker(broker);
        }
        for (const auto& [parent, child] : subtree.links)
        {
            once += costs.Link(parent, child);
        }
        total += flow.count * once;
    });
    return total;
}

uint64_t
FloodingCost(const OverlayTree& tree, const OverlayCosts& costs)
{
    uint64_t total = 0;
    for (BrokerId broker = 0; broker < tree.Size(); ++broker)
    {
        total += costs.Broker(broker);
        for (BrokerId neighbour : tree.Neighbours(broker))
        {
            total += broker < neighbour ? costs.Link(broker, neighbour) : 0;
        }
    }
    return total;
}

std::vector<FlowTable>
FlowTablesOf(const OverlayTree& tree, const std::vector<OverlayFlow>& flows)
{
    NS_LOG_FUNCTION(flows.size());
    std::vector<FlowTable> tables(tree.Size());
    VisitSubtrees(tree, flows, [&](const OverlayFlow& flow, const LeastSubtree& subtree) {
        tables[PublisherOf(flow.flow)].Record(flow.flow,
                                              LOCAL_CLIENTS,
                                              FlowDirection::IN,
                                              flow.count);
        for (const auto& [parent, child] : subtree.links)
        {
            tables[parent].Record(flow.flow, child, FlowDirection::OUT, flow.count);
            tables[child].Record(flow.flow, parent, FlowDirection::IN, flow.count);
        }
        for (BrokerId consumer : flow.consumers)
        {
            tables[consumer].Record(flow.flow, LOCAL_CLIENTS, FlowDirection::OUT, flow.count);
        }
    });
    for (FlowTable& table : tables)
    {
        table.EndWindow();
    }
    return tables;
}

} // namespace ns3::pubsub::broker
