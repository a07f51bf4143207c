// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-unicast-loads.h"

#include "ns3/sdn-shortest-paths.h"

namespace ns3::pubsub::sdn
{

std::vector<double>
UnicastLoads(const ClusterGraph& graph, const std::vector<TopicDemand>& demands)
{
    const std::size_t edges = graph.Edges().size();
    const std::vector<double> residuals(edges, 0.0);
    const std::vector<bool> hasFailed(edges, false);
    std::vector<double> loads(edges, 0.0);
    uint64_t examined = 0;
    for (const TopicDemand& demand : demands)
    {
        const GraphView view(graph, residuals, hasFailed, demand.denied, examined);
        for (const ClusterId publisher : demand.AllowedPublishers())
        {
            const HopTree tree = HopsTo(view, publisher);
            for (const ClusterId subscriber : demand.AllowedSubscribers())
            {
                for (const EdgeId edge : EdgesOfPaths(view, tree, {subscriber}))
                {
                    loads[edge] += demand.LoadOf(publisher);
                }
            }
        }
    }
    return loads;
}

} // namespace ns3::pubsub::sdn
