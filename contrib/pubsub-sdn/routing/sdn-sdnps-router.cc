// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-sdnps-router.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/sdn-overlay-forest.h"
#include "ns3/sdn-tree-merging.h"

#include <algorithm>
#include <iterator>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnSdnpsRouter");

NS_OBJECT_ENSURE_REGISTERED(SdnpsRouter);

namespace
{

/**
 * @param edges of an overlay
 * @param view of the graph
 * @return those in the view
 */
std::vector<EdgeId>
EdgesInView(const std::vector<EdgeId>& edges, const GraphView& view)
{
    std::vector<EdgeId> kept;
    std::copy_if(edges.begin(), edges.end(), std::back_inserter(kept), [&](EdgeId edge) {
        return view.HasEdge(edge);
    });
    return kept;
}

/**
 * @param one ascending
 * @param other ascending
 * @return the number of edges in one of them only
 */
std::size_t
DifferenceSize(const std::vector<EdgeId>& one, const std::vector<EdgeId>& other)
{
    std::vector<EdgeId> difference;
    std::set_symmetric_difference(one.begin(),
                                  one.end(),
                                  other.begin(),
                                  other.end(),
                                  std::back_inserter(difference));
    return difference.size();
}

} // namespace

TypeId
SdnpsRouter::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::pubsub::sdn::SdnpsRouter")
            .SetParent<TopicRouter>()
            .SetGroupName("PubSubSdn")
            .AddConstructor<SdnpsRouter>()
            .AddAttribute("Incremental",
                          "Extend the father's overlay, and adapt overlays to subscriptions; "
                          "otherwise each topic is routed from scratch",
                          BooleanValue(true),
                          MakeBooleanAccessor(&SdnpsRouter::m_incremental),
                          MakeBooleanChecker())
            .AddAttribute("Prune",
                          "Remove the leaves of an overlay that neither publish nor subscribe",
                          BooleanValue(false),
                          MakeBooleanAccessor(&SdnpsRouter::m_prune),
                          MakeBooleanChecker())
            .AddAttribute("PruneRecursive",
                          "When a subscriber leaves and was a leaf, remove the leaves, too, that "
                          "follow and neither publish nor subscribe",
                          BooleanValue(true),
                          MakeBooleanAccessor(&SdnpsRouter::m_pruneRecursive),
                          MakeBooleanChecker());
    return tid;
}

SdnpsRouter::SdnpsRouter() = default;

SdnpsRouter::~SdnpsRouter() = default;

TopicOverlay
SdnpsRouter::DoBuild(const TopicDemand& demand)
{
    NS_LOG_FUNCTION(this << demand.topic);
    if (demand.AllowedSubscribers().empty())
    {
        return {};
    }
    if (m_incremental)
    {
        const GraphView view = ViewFor(demand);
        OverlayForest forest(GetGraph(), EdgesInView(OverlayOf(demand.father).edges, view));
        forest.RemoveFragments(demand.Terminals());
        if (!forest.IsEmpty())
        {
            return Extended(demand, forest);
        }
    }
    return FromScratch(demand);
}

TopicOverlay
SdnpsRouter::FromScratch(const TopicDemand& demand) const
{
    const GraphView view = ViewFor(demand);
    OverlayForest forest(GetGraph());
    const std::vector<ClusterId> publishers = demand.AllowedPublishers();
    if (!publishers.empty())
    {
        AddWalks(view, publishers, demand.AllowedSubscribers(), forest);
    }
    MergeTrees(view, demand.Terminals(), forest);
    return SharedOverlay(forest.Edges(), demand);
}

TopicOverlay
SdnpsRouter::Extended(const TopicDemand& demand, OverlayForest& forest) const
{
    const GraphView view = ViewFor(demand);
    const std::vector<ClusterId> terminals = demand.Terminals();
    AttachTerminals(view, terminals, forest);
    return Merged(demand, forest);
}

TopicOverlay
SdnpsRouter::Merged(const TopicDemand& demand, OverlayForest& forest) const
{
    const std::vector<ClusterId> terminals = demand.Terminals();
    MergeTrees(ViewFor(demand), terminals, forest);
    if (m_prune)
    {
        forest.PruneLeaves(terminals);
    }
    return SharedOverlay(forest.Edges(), demand);
}

TopicOverlay
SdnpsRouter::DoChange(const TopicDemand& previous,
                      const TopicDemand& demand,
                      const TopicOverlay& overlay)
{
    NS_LOG_FUNCTION(this << demand.topic);
    if (!m_incremental || demand.AllowedSubscribers().empty())
    {
        return DoBuild(demand);
    }
    const std::vector<ClusterId> terminals = demand.Terminals();
    OverlayForest forest(GetGraph(), EdgesInView(overlay.edges, ViewFor(demand)));
    for (const ClusterId left : previous.Terminals())
    {
        forest.RemoveLeaf(left, terminals, m_pruneRecursive);
    }
    forest.RemoveFragments(terminals);
    return forest.IsEmpty() ? DoBuild(demand) : Extended(demand, forest);
}

TopicOverlay
SdnpsRouter::DoRepair(const TopicDemand& demand, const TopicOverlay& overlay)
{
    NS_LOG_FUNCTION(this << demand.topic);
    if (demand.AllowedSubscribers().empty())
    {
        return {};
    }
    OverlayForest forest(GetGraph(), EdgesInView(overlay.edges, ViewFor(demand)));
    forest.RemoveFragments(demand.Terminals());
    return Merged(demand, forest);
}

uint64_t
SdnpsRouter::StoredEdges() const
{
    uint64_t stored = 0;
    for (const auto& [id, topic] : Routed())
    {
        const std::vector<EdgeId>& edges = topic.overlay.edges;
        stored += m_incremental ? DifferenceSize(edges, OverlayOf(topic.demand.father).edges)
                                : edges.size();
    }
    return stored;
}

} // namespace ns3::pubsub::sdn
