// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-flooding-router.h"

#include "ns3/log.h"
#include "ns3/sdn-shortest-paths.h"

#include <numeric>
#include <set>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnFloodingRouter");

NS_OBJECT_ENSURE_REGISTERED(FloodingRouter);

TypeId
FloodingRouter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::pubsub::sdn::FloodingRouter")
                            .SetParent<TopicRouter>()
                            .SetGroupName("PubSubSdn")
                            .AddConstructor<FloodingRouter>();
    return tid;
}

FloodingRouter::FloodingRouter() = default;

FloodingRouter::~FloodingRouter() = default;

TopicOverlay
FloodingRouter::DoBuild(const TopicDemand& demand)
{
    NS_LOG_FUNCTION(this << demand.topic);
    if (demand.AllowedPublishers().empty())
    {
        return {};
    }
    return SharedOverlay(BreadthFirstTree(ViewFor(demand)), demand);
}

uint64_t
FloodingRouter::StoredEdges() const
{
    std::set<std::vector<EdgeId>> trees;
    for (const auto& [id, topic] : Routed())
    {
        trees.insert(topic.overlay.edges);
    }
    return std::accumulate(trees.begin(),
                           trees.end(),
                           uint64_t{0},
                           [](uint64_t sum, const auto& tree) { return sum + tree.size(); });
}

} // namespace ns3::pubsub::sdn
