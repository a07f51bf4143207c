// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-core-router.h"

#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/sdn-overlay-forest.h"
#include "ns3/sdn-shortest-paths.h"

#include <algorithm>
#include <numeric>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnCoreRouter");

NS_OBJECT_ENSURE_REGISTERED(CoreRouter);

namespace
{

/**
 * @param view of the graph
 * @param clusters some
 * @return the cluster with the fewest hops to them, where a missing path counts more than all
 * paths; of equal ones that with the smallest number
 */
ClusterId
Median(const GraphView& view, const std::vector<ClusterId>& clusters)
{
    const uint32_t size = view.Graph().Size();
    std::vector<uint64_t> sums(size, 0);
    for (const ClusterId cluster : clusters)
    {
        const HopTree tree = HopsTo(view, cluster);
        for (ClusterId core = 0; core < size; ++core)
        {
            sums[core] += tree.hops[core] == NO_HOPS ? uint64_t{size} * size : tree.hops[core];
        }
    }
    return static_cast<ClusterId>(std::min_element(sums.begin(), sums.end()) - sums.begin());
}

} // namespace

TypeId
CoreRouter::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::sdn::CoreRouter")
            .SetParent<TopicRouter>()
            .SetGroupName("PubSubSdn")
            .AddConstructor<CoreRouter>()
            .AddAttribute(
                "Core",
                "Which cluster is the core: that with the fewest hops to all publishers "
                "and subscribers of the topic, or to all clusters of the network",
                EnumValue(CoreChoice::TOPIC),
                MakeEnumAccessor<CoreChoice>(&CoreRouter::m_core),
                MakeEnumChecker(CoreChoice::TOPIC, "topic", CoreChoice::NETWORK, "network"));
    return tid;
}

CoreRouter::CoreRouter() = default;

CoreRouter::~CoreRouter() = default;

TopicOverlay
CoreRouter::DoBuild(const TopicDemand& demand)
{
    NS_LOG_FUNCTION(this << demand.topic);
    if (demand.AllowedPublishers().empty() || demand.AllowedSubscribers().empty())
    {
        return {};
    }
    const GraphView view = ViewFor(demand);
    std::vector<ClusterId> all(GetGraph().Size());
    std::iota(all.begin(), all.end(), 0);
    std::vector<ClusterId> rest = demand.Terminals();
    OverlayForest forest(GetGraph());
    ClusterId core = Median(view, m_core == CoreChoice::TOPIC ? rest : all);
    while (!rest.empty()) // several times where the network is in pieces
    {
        const HopTree tree = HopsTo(view, core);
        forest.AddAll(EdgesOfPaths(view, tree, rest));
        std::erase_if(rest, [&](ClusterId cluster) { return tree.hops[cluster] != NO_HOPS; });
        core = Median(view, rest);
    }
    return SharedOverlay(forest.Edges(), demand);
}

} // namespace ns3::pubsub::sdn
