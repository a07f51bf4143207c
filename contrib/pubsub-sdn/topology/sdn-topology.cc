// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-topology.h"

#include "sdn-random-graphs.h"

#include "ns3/broker-input.h"
#include "ns3/broker-underlay-files.h"
#include "ns3/log.h"

#include <numeric>
#include <utility>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnTopology");

namespace
{

constexpr uint32_t MOST_PORTS = 32;    ///< of a switch of the fat tree
constexpr uint32_t MOST_TRUNKS = 64;   ///< of an edge
constexpr uint32_t MOST_SWITCHES = 64; ///< of a cluster
constexpr uint32_t MOST_HOSTS = 1000;  ///< of a cluster

/**
 * @brief Refuse a parameter that is out of range.
 * @param what it is
 * @param value of it
 * @param least allowed
 * @param most allowed
 */
void
RequireRange(const std::string& what, uint32_t value, uint32_t least, uint32_t most)
{
    if (value < least || value > most)
    {
        throw broker::BrokerInputError("a topology with " + std::to_string(value) + " " + what +
                                       "; expected " + std::to_string(least) + " to " +
                                       std::to_string(most));
    }
}

/**
 * @brief Add an edge and the link of each of its trunks.
 * @param topology to add to
 * @param a a cluster
 * @param b another
 * @param link delay and rate of a trunk
 */
void
AddTrunks(Topology& topology, ClusterId a, ClusterId b, const broker::LinkSpeed& link)
{
    topology.graph.AddEdge(a, b, static_cast<double>(link.rateBps) * topology.trunks);
    topology.links.push_back(link);
}

/**
 * @param source with sizes
 * @param clusters number of them
 * @return that many clusters, named by their numbers, with hosts at each, without edges
 */
Topology
MakeClusters(const TopologySource& source, uint32_t clusters)
{
    Topology topology{.graph = ClusterGraph(clusters),
                      .names = {},
                      .links = {},
                      .trunks = source.trunks,
                      .switchesPerCluster = source.switchesPerCluster,
                      .hosts = std::vector(clusters, source.hostsPerCluster)};
    for (ClusterId cluster = 0; cluster < clusters; ++cluster)
    {
        topology.names.push_back(std::to_string(cluster));
    }
    return topology;
}

/**
 * @param source with sizes and the speed of links
 * @param pairs of clusters
 * @return the topology with an edge for each pair
 */
Topology
JoinPairs(const TopologySource& source, const NodePairs& pairs)
{
    Topology topology = MakeClusters(source, source.clusters);
    for (const auto& [a, b] : pairs)
    {
        AddTrunks(topology, a, b, source.link);
    }
    return topology;
}

/**
 * @param source with sizes
 * @param underlay whose routers become clusters
 * @return the topology with the links of the underlay
 */
Topology
FromUnderlay(const TopologySource& source, const broker::Underlay& underlay)
{
    Topology topology = MakeClusters(source, underlay.Size());
    for (const broker::UnderlayLink& link : underlay.Links())
    {
        AddTrunks(topology, link.a, link.b, link.speed);
    }
    return topology;
}

/**
 * @param source with sizes and the speed of links
 * @param random source of BRITE's seeds
 * @return the topology
 */
Topology
DrawBrite(const TopologySource& source, Ptr<UniformRandomVariable> random)
{
    broker::BriteParameters parameters = source.brite;
    parameters.routers = source.clusters;
    parameters.rateBps = source.link.rateBps;
    return FromUnderlay(source, broker::MakeBrite(parameters, random));
}

/**
 * @param source with the name of the file
 * @return the topology, with the names in the file
 */
Topology
ReadTopology(const TopologySource& source)
{
    if (source.file.empty())
    {
        throw broker::BrokerInputError("the topology is a file without a name; expected the name "
                                       "of a GML file or an edge list");
    }
    broker::NamedUnderlay named = broker::ReadUnderlay(source.file, source.link);
    Topology topology = FromUnderlay(source, named.underlay);
    topology.names = std::move(named.names);
    return topology;
}

/**
 * @brief Make a fat tree (Al-Fares et al. 2008): k pods of k/2 edge and k/2 aggregation switches,
 * and (k/2)^2 core switches. Edge switches have the first numbers.
 * @param source with the number of ports k
 * @return the topology; each switch is a cluster
 */
Topology
MakeFatTree(const TopologySource& source)
{
    RequireRange("ports of a switch", source.ports, 2, MOST_PORTS);
    if (source.ports % 2 != 0)
    {
        throw broker::BrokerInputError("a fat tree of switches with " +
                                       std::to_string(source.ports) +
                                       " ports; expected an even number");
    }
    const uint32_t half = source.ports / 2;
    const uint32_t layer = source.ports * half; // edge switches, and as many aggregation switches
    Topology topology = MakeClusters(source, 2 * layer + half * half);
    const auto nameIn = [&](const char* kind, uint32_t index) {
        return std::string(kind) + std::to_string(index / half) + "-" +
               std::to_string(index % half);
    };
    for (uint32_t index = 0; index < layer; ++index)
    {
        topology.names[index] = nameIn("edge", index);
        topology.names[layer + index] = nameIn("aggregation", index);
        topology.hosts[layer + index] = 0;
        for (uint32_t port = 0; port < half; ++port)
        {
            const uint32_t pod = index / half;
            AddTrunks(topology, index, layer + pod * half + port, source.link);
        }
    }
    for (uint32_t index = 0; index < half * half; ++index)
    {
        const ClusterId core = 2 * layer + index;
        topology.names[core] = nameIn("core", index);
        topology.hosts[core] = 0;
        for (uint32_t pod = 0; pod < source.ports; ++pod)
        {
            AddTrunks(topology, layer + pod * half + index / half, core, source.link);
        }
    }
    return topology;
}

} // namespace

uint32_t
Topology::HostCount() const
{
    return std::accumulate(hosts.begin(), hosts.end(), uint32_t{0});
}

const std::vector<std::string>&
TopologyKinds()
{
    static const std::vector<std::string> kinds{"watts-strogatz",
                                                "regular",
                                                "brite",
                                                "fat-tree",
                                                "file"};
    return kinds;
}

Topology
MakeTopology(const TopologySource& source, Ptr<UniformRandomVariable> random)
{
    NS_LOG_FUNCTION(source.kind << source.clusters << source.file);
    RequireRange("trunks of an edge", source.trunks, 1, MOST_TRUNKS);
    RequireRange("switches per cluster", source.switchesPerCluster, 1, MOST_SWITCHES);
    RequireRange("hosts per cluster", source.hostsPerCluster, 1, MOST_HOSTS);
    RequireRange("clusters", source.clusters, 1, broker::MOST_ROUTERS);
    if (source.kind == "watts-strogatz")
    {
        return JoinPairs(source,
                         DrawSmallWorld(source.clusters, source.degree, source.rewiring, random));
    }
    if (source.kind == "regular")
    {
        return JoinPairs(source, DrawRegularGraph(source.clusters, source.degree, random));
    }
    if (source.kind == "brite")
    {
        return DrawBrite(source, random);
    }
    if (source.kind == "fat-tree")
    {
        return MakeFatTree(source);
    }
    if (source.kind == "file")
    {
        return ReadTopology(source);
    }
    throw broker::BrokerInputError("'" + source.kind +
                                   "' is no kind of topology; expected one of " +
                                   broker::Listed(TopologyKinds()));
}

} // namespace ns3::pubsub::sdn
