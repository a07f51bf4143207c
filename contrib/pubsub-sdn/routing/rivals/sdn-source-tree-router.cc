// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-source-tree-router.h"

#include "ns3/log.h"
#include "ns3/sdn-shortest-paths.h"

#include <algorithm>
#include <set>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnSourceTreeRouter");

NS_OBJECT_ENSURE_REGISTERED(SourceTreeRouter);

TypeId
SourceTreeRouter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::pubsub::sdn::SourceTreeRouter")
                            .SetParent<TopicRouter>()
                            .SetGroupName("PubSubSdn")
                            .AddConstructor<SourceTreeRouter>();
    return tid;
}

SourceTreeRouter::SourceTreeRouter() = default;

SourceTreeRouter::~SourceTreeRouter() = default;

TopicOverlay
SourceTreeRouter::DoBuild(const TopicDemand& demand)
{
    NS_LOG_FUNCTION(this << demand.topic);
    const std::vector<ClusterId> subscribers = demand.AllowedSubscribers();
    const GraphView view = ViewFor(demand);
    TopicOverlay overlay;
    std::set<EdgeId> all;
    if (subscribers.empty())
    {
        return overlay;
    }
    for (const ClusterId publisher : demand.AllowedPublishers())
    {
        const HopTree tree = HopsTo(view, publisher);
        std::vector<EdgeId> edges = EdgesOfPaths(view, tree, subscribers);
        overlay.isPartitioned |=
            std::any_of(subscribers.begin(), subscribers.end(), [&](ClusterId subscriber) {
                return tree.hops[subscriber] == NO_HOPS;
            });
        all.insert(edges.begin(), edges.end());
        overlay.bySource.emplace(publisher, std::move(edges));
    }
    overlay.edges.assign(all.begin(), all.end());
    return overlay;
}

} // namespace ns3::pubsub::sdn
