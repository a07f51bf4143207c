// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-broker-overlay.h"

#include "sdn-processing-transport.h"

#include "ns3/broker-client.h"
#include "ns3/broker-router.h"
#include "ns3/log.h"

#include <algorithm>
#include <limits>
#include <queue>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnBrokerOverlay");

namespace
{

/// Tree of clusters: the father of each, itself for the root.
using ClusterTree = std::vector<ClusterId>;

/// A breadth-first tree, and how deep it is.
struct RootedTree
{
    ClusterTree fathers; ///< by cluster
    uint32_t depth = 0;  ///< of the deepest cluster
};

/**
 * @param graph of clusters
 * @param root any
 * @return the breadth-first tree from there
 */
RootedTree
TreeFrom(const ClusterGraph& graph, ClusterId root)
{
    RootedTree tree{.fathers = ClusterTree(graph.Size(), NO_CLUSTER)};
    std::vector<uint32_t> depth(graph.Size(), 0);
    std::queue<ClusterId> reached;
    tree.fathers[root] = root;
    reached.push(root);
    while (!reached.empty())
    {
        const ClusterId cluster = reached.front();
        reached.pop();
        tree.depth = std::max(tree.depth, depth[cluster]);
        for (const ClusterNeighbour& neighbour : graph.Neighbours(cluster))
        {
            if (tree.fathers[neighbour.cluster] == NO_CLUSTER)
            {
                tree.fathers[neighbour.cluster] = cluster;
                depth[neighbour.cluster] = depth[cluster] + 1;
                reached.push(neighbour.cluster);
            }
        }
    }
    return tree;
}

/**
 * @param graph of clusters
 * @return the breadth-first tree that is least deep; of several, that of the smallest root
 */
ClusterTree
CentralTree(const ClusterGraph& graph)
{
    RootedTree best{.fathers = {}, .depth = std::numeric_limits<uint32_t>::max()};
    for (ClusterId root = 0; root < graph.Size(); ++root)
    {
        RootedTree tree = TreeFrom(graph, root);
        if (tree.depth < best.depth)
        {
            best = std::move(tree);
        }
    }
    return best.fathers;
}

/**
 * @brief Install an endpoint.
 * @tparam App type of the endpoint
 * @param node where
 * @param processing time that it takes for each event
 * @return the endpoint
 */
template <typename App>
Ptr<App>
InstallEndpoint(const Ptr<Node>& node, Time processing)
{
    auto transport = CreateObject<ProcessingTransport>();
    transport->SetAttribute("Processing", TimeValue(processing));
    auto app = CreateObject<App>();
    app->SetTransport(transport);
    node->AddApplication(app);
    app->SetStartTime(Seconds(0));
    return app;
}

} // namespace

void
InstallBrokerOverlay(const SwitchNetwork& network, Time processing)
{
    NS_LOG_FUNCTION(&network << processing);
    const NodeContainer& nodes = network.Brokers();
    std::vector<Ptr<broker::Broker>> brokers;
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        brokers.push_back(InstallEndpoint<broker::Broker>(*node, processing));
    }
    const ClusterTree fathers = CentralTree(network.GetTopology().graph);
    for (ClusterId cluster = 0; cluster < brokers.size(); ++cluster)
    {
        const ClusterId father = fathers[cluster];
        if (father != cluster)
        {
            brokers[cluster]->Connect(nodes.Get(father)->GetId(),
                                      network.DataAddress(nodes.Get(father)),
                                      true);
            brokers[father]->Connect(nodes.Get(cluster)->GetId(),
                                     network.DataAddress(nodes.Get(cluster)),
                                     true);
        }
    }
    for (uint32_t host = 0; host < network.Hosts().GetN(); ++host)
    {
        const Ptr<Node> node = network.Hosts().Get(host);
        const ClusterId cluster = network.ClusterOfHost(host);
        const Ptr<Node> broker = nodes.Get(cluster);
        const auto client = InstallEndpoint<broker::BrokerClient>(node, Seconds(0));
        client->Connect(broker->GetId(), network.DataAddress(broker), true);
        brokers[cluster]->Connect(node->GetId(), network.DataAddress(node), false);
    }
}

int64_t
AssignBrokerStreams(const SwitchNetwork& network, int64_t stream)
{
    NS_LOG_FUNCTION(&network << stream);
    int64_t used = 0;
    for (const auto& group : {network.Brokers(), network.Hosts()})
    {
        for (auto node = group.Begin(); node != group.End(); ++node)
        {
            used += PubSubOf(*node)->AssignStreams(stream + used);
        }
    }
    return used;
}

} // namespace ns3::pubsub::sdn
