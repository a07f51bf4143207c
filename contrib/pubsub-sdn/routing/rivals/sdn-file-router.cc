// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-file-router.h"

#include "ns3/abort.h"
#include "ns3/broker-input.h"
#include "ns3/log.h"
#include "ns3/sdn-overlay-forest.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnFileRouter");

NS_OBJECT_ENSURE_REGISTERED(FileRouter);

NamedOverlays
ReadOverlays(const std::string& file, const ClusterGraph& graph)
{
    NS_LOG_FUNCTION(file);
    broker::WordLines lines(file);
    NamedOverlays overlays;
    std::map<std::string, ClusterSets> trees;
    while (lines.Next())
    {
        if (lines.Words().size() != 4 || lines.Words()[0] != "tree")
        {
            lines.Refuse("`tree TOPIC A B`");
        }
        const std::string& topic = lines.Words()[1];
        const uint32_t last = graph.Size() - 1;
        const ClusterId a = lines.Number(2, 0, last, "cluster");
        const ClusterId b = lines.Number(3, 0, last, "cluster");
        const auto edge = graph.Find(a, b);
        if (!edge)
        {
            lines.Refuse("two clusters with an edge between them");
        }
        if (!trees.emplace(topic, ClusterSets(graph.Size())).first->second.Join(a, b))
        {
            lines.Refuse("an edge that closes no cycle in the overlay of its topic");
        }
        overlays[topic].push_back(*edge);
    }
    return overlays;
}

TypeId
FileRouter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::pubsub::sdn::FileRouter")
                            .SetParent<TopicRouter>()
                            .SetGroupName("PubSubSdn")
                            .AddConstructor<FileRouter>();
    return tid;
}

FileRouter::FileRouter() = default;

FileRouter::~FileRouter() = default;

void
FileRouter::SetOverlays(NamedOverlays overlays, std::function<std::string(TopicId)> nameOf)
{
    NS_LOG_FUNCTION(this << overlays.size());
    m_overlays = std::move(overlays);
    m_nameOf = std::move(nameOf);
}

TopicOverlay
FileRouter::DoBuild(const TopicDemand& demand)
{
    NS_LOG_FUNCTION(this << demand.topic);
    NS_ABORT_MSG_UNLESS(m_nameOf, "a router of overlays from a file without SetOverlays()");
    const GraphView view = ViewFor(demand);
    std::vector<EdgeId> edges;
    const auto place = m_overlays.find(m_nameOf(demand.topic));
    if (place != m_overlays.end())
    {
        std::copy_if(place->second.begin(),
                     place->second.end(),
                     std::back_inserter(edges),
                     [&](EdgeId edge) { return view.HasEdge(edge); });
    }
    return SharedOverlay(std::move(edges), demand);
}

} // namespace ns3::pubsub::sdn
