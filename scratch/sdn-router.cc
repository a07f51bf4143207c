// SPDX-License-Identifier: GPL-2.0-only
//
// Routes topics on the clusters of a network of switches, for the instance in a file or for a
// random one, makes the changes in another file, and prints the overlays as one line of JSON.

#include "ns3/boolean.h"
#include "ns3/pubsub-broker-module.h"
#include "ns3/pubsub-module.h"
#include "ns3/pubsub-sdn-module.h"
#include "ns3/string.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::sdn;

namespace
{

const std::string UNICAST = "unicast"; ///< no overlays: a copy for each subscriber

/// What the command line states.
struct RouterSettings
{
    std::string instance{};             ///< file of the instance; empty: a random one
    std::string router = "sdnps";       ///< which
    std::string repair = "algorithm-3"; ///< when links fail
    std::string overlays{};             ///< file of overlays, of the router file
    std::string changes{};              ///< file of changes
    std::string writeInstance{};        ///< file to write the instance to
    bool isIncremental = true;          ///< of sdnps
    bool isPruned = false;              ///< of sdnps
    bool isPrunedRecursively = true;    ///< of sdnps
    std::string core = "topic";         ///< of core
};

/// What a random instance is drawn from, as ScenarioParameters read it.
struct DrawSettings
{
    std::string topology = TopologyKinds().front();    ///< kind
    std::string file{};                                ///< of the topology
    std::string model = broker::BriteModels().front(); ///< of BRITE
    int64_t clusters = 30;                             ///< number of them
    int64_t degree = 4;                                ///< edges per cluster
    double rewiring = 0.3;                             ///< of watts-strogatz
    int64_t ports = 4;                                 ///< of a switch of the fat tree
    int64_t capacityBps = 1'000'000'000;               ///< of an edge
    int64_t topics = 50;                               ///< number of them
    int64_t branching = 0;                             ///< children of a topic
    int64_t leastPublishers = 1;                       ///< of a topic
    int64_t mostPublishers = 3;                        ///< of a topic
    int64_t leastSubscribers = 3;                      ///< of a topic
    int64_t mostSubscribers = 8;                       ///< of a topic
    double leastLoad = 1.0;                            ///< of a topic, bit/s
    double mostLoad = 20.0;                            ///< of a topic, bit/s
};

/**
 * @brief Declare the parameters of the router.
 * @param parameters of the program
 * @param settings to read
 */
void
AddRouter(ScenarioParameters& parameters, RouterSettings& settings)
{
    std::vector<std::string> routers = TopicRouterNames();
    routers.push_back(UNICAST);
    parameters.Add("instance",
                   settings.instance,
                   {},
                   "file",
                   "clusters, edges, topics and demand; empty: random ones");
    parameters.Add("router", settings.router, routers, "", "how topics are routed");
    parameters.Add("repair",
                   settings.repair,
                   RepairModeNames(),
                   "",
                   "what happens when links fail");
    parameters.Add("overlays", settings.overlays, {}, "file", "overlays of --router=file");
    parameters.Add("changes", settings.changes, {}, "file", "changes to make, one after the other");
    parameters.Add("write_instance", settings.writeInstance, {}, "", "file for the instance");
    parameters.Add("incremental",
                   settings.isIncremental,
                   "sdnps: extend the father's overlay, adapt overlays to subscriptions");
    parameters.Add("prune",
                   settings.isPruned,
                   "sdnps: remove leaves that neither publish nor subscribe");
    parameters.Add("prune_recursive",
                   settings.isPrunedRecursively,
                   "sdnps: when a subscriber leaves, remove the needless leaves that follow");
    parameters.Add("core",
                   settings.core,
                   {"topic", "network"},
                   "",
                   "core: what the core has the fewest hops to");
}

/**
 * @brief Declare the parameters of a random instance.
 * @param parameters of the program
 * @param settings to read
 */
void
AddDraw(ScenarioParameters& parameters, DrawSettings& settings)
{
    parameters.Add("topology", settings.topology, TopologyKinds(), "", "kind of random network");
    parameters.Add("topology_file", settings.file, {}, "file", "graph of the topology file");
    parameters.Add("brite_model", settings.model, broker::BriteModels(), "", "model of BRITE");
    parameters.Add("clusters", settings.clusters, 1, 65535, "", "number of clusters");
    parameters.Add("degree", settings.degree, 1, 65535, "", "edges per cluster");
    parameters.Add("rewiring", settings.rewiring, 0.0, 1.0, "", "part of the edges rewired");
    parameters.Add("ports", settings.ports, 2, 32, "", "ports of a switch of the fat tree");
    parameters.Add("capacity_bps",
                   settings.capacityBps,
                   1,
                   1'000'000'000'000,
                   "bit/s",
                   "of an edge for which a file states none");
    parameters.Add("topics", settings.topics, 1, 100'000, "", "number of topics");
    parameters.Add("branching",
                   settings.branching,
                   0,
                   100'000,
                   "",
                   "children of a topic; 0: all topics are on the first level");
    parameters.Add("least_publishers", settings.leastPublishers, 1, 65535, "", "of a topic");
    parameters.Add("most_publishers", settings.mostPublishers, 1, 65535, "", "of a topic");
    parameters.Add("least_subscribers", settings.leastSubscribers, 1, 65535, "", "of a topic");
    parameters.Add("most_subscribers", settings.mostSubscribers, 1, 65535, "", "of a topic");
    parameters.Add("least_load", settings.leastLoad, 1.0, 1e9, "bit/s", "of a topic");
    parameters.Add("most_load", settings.mostLoad, 1.0, 1e9, "bit/s", "of a topic");
}

/**
 * @param settings of the random instance
 * @return the instance
 */
OverlayInstance
DrawInstance(const DrawSettings& settings)
{
    const auto whole = [](int64_t number) { return static_cast<uint32_t>(number); };
    const auto places = CreateObject<UniformRandomVariable>();
    places->SetStream(FirstStream(StreamBlock::TOPOLOGY));
    const auto interests = CreateObject<UniformRandomVariable>();
    interests->SetStream(FirstStream(StreamBlock::WORKLOAD));
    TopologySource source{.kind = settings.topology,
                          .clusters = whole(settings.clusters),
                          .degree = whole(settings.degree),
                          .rewiring = settings.rewiring,
                          .ports = whole(settings.ports),
                          .file = settings.file};
    source.brite.model = settings.model;
    source.link.rateBps = static_cast<uint64_t>(settings.capacityBps);
    const RandomDemand demand{.topics = whole(settings.topics),
                              .branching = whole(settings.branching),
                              .leastPublishers = whole(settings.leastPublishers),
                              .mostPublishers = whole(settings.mostPublishers),
                              .leastSubscribers = whole(settings.leastSubscribers),
                              .mostSubscribers = whole(settings.mostSubscribers),
                              .leastLoad = settings.leastLoad,
                              .mostLoad = settings.mostLoad};
    OverlayInstance instance{.graph = MakeTopology(source, places).graph,
                             .names = {},
                             .demands = {}};
    instance.demands = DrawDemand(demand, instance.graph.Size(), interests);
    for (TopicId topic = 0; topic < instance.demands.size(); ++topic)
    {
        instance.names.push_back(NameOfDrawnTopic(topic, demand.branching));
    }
    return instance;
}

/**
 * @param settings of the router
 * @param instance to route
 * @return the router
 */
Ptr<TopicRouter>
MakeRouter(const RouterSettings& settings, const OverlayInstance& instance)
{
    const Ptr<TopicRouter> router = MakeTopicRouter(settings.router);
    router->SetGraph(instance.graph);
    router->SetAttribute("Repair", StringValue(settings.repair));
    router->SetAttributeFailSafe("Incremental", BooleanValue(settings.isIncremental));
    router->SetAttributeFailSafe("Prune", BooleanValue(settings.isPruned));
    router->SetAttributeFailSafe("PruneRecursive", BooleanValue(settings.isPrunedRecursively));
    router->SetAttributeFailSafe("Core", StringValue(settings.core));
    if (const auto fixed = DynamicCast<FileRouter>(router))
    {
        if (settings.overlays.empty())
        {
            throw broker::BrokerInputError("--overlays is missing; expected the name of a file of "
                                           "overlays for --router=file");
        }
        fixed->SetOverlays(ReadOverlays(settings.overlays, instance.graph),
                           [names = instance.names](TopicId topic) { return names.at(topic); });
    }
    return router;
}

/**
 * @tparam Items a list
 * @param items of a JSON list
 * @param value returns the JSON of an item
 * @return the list
 */
template <typename Items>
std::string
JsonItems(const Items& items, const std::function<std::string(typename Items::value_type)>& value)
{
    std::string text;
    for (const auto& item : items)
    {
        text += (text.empty() ? "" : ", ") + value(item);
    }
    return "[" + text + "]";
}

/**
 * @param value any
 * @return it as JSON
 */
std::string
JsonNumber(double value)
{
    std::ostringstream text;
    text << std::setprecision(17) << value;
    return text.str();
}

/// Prints what a router has computed.
class RoutePrinter
{
  public:
    /**
     * @param instance that is routed
     * @param router of its topics
     */
    RoutePrinter(const OverlayInstance& instance, const TopicRouter& router)
        : m_instance(instance),
          m_router(router)
    {
    }

    /**
     * @param topics some
     * @return their names as JSON
     */
    std::string Names(const std::vector<TopicId>& topics) const
    {
        return JsonItems(topics, [&](TopicId id) { return Json(m_instance.names[id]); });
    }

    /// @return overlays and figures, as the inside of a JSON object
    std::string State() const
    {
        return "\"overlays\": " + Overlays() + ", \"sources\": " + SourceTrees() +
               ", \"stored_edges\": " + std::to_string(m_router.StoredEdges()) +
               ", \"edges_examined\": " + std::to_string(m_router.EdgesExamined()) +
               ", \"infeasible\": " + Names(m_router.InfeasibleTopics()) +
               ", \"partitioned\": " + Names(m_router.PartitionedTopics());
    }

  private:
    /**
     * @param edges numbers of some
     * @return their ends as JSON
     */
    std::string Ends(const std::vector<EdgeId>& edges) const
    {
        return JsonItems(edges, [&](EdgeId id) {
            const ClusterEdge& edge = m_instance.graph.Edge(id);
            return "[" + std::to_string(edge.a) + ", " + std::to_string(edge.b) + "]";
        });
    }

    /// @return the edges of each topic
    std::string Overlays() const
    {
        std::string text;
        for (const TopicId topic : m_router.Topics())
        {
            text += (text.empty() ? "" : ", ") + Json(m_instance.names[topic]) + ": " +
                    Ends(m_router.OverlayOf(topic).edges);
        }
        return "{" + text + "}";
    }

    /// @return the trees of each topic that has one per source
    std::string SourceTrees() const
    {
        std::string text;
        for (const TopicId topic : m_router.Topics())
        {
            std::string trees;
            for (const auto& [source, edges] : m_router.OverlayOf(topic).bySource)
            {
                trees +=
                    (trees.empty() ? "\"" : ", \"") + std::to_string(source) + "\": " + Ends(edges);
            }
            if (!trees.empty())
            {
                text += (text.empty() ? "" : ", ") + Json(m_instance.names[topic]) + ": {" + trees +
                        "}";
            }
        }
        return "{" + text + "}";
    }

    const OverlayInstance& m_instance; ///< that is routed
    const TopicRouter& m_router;       ///< of its topics
};

/**
 * @param graph with capacities
 * @param residuals by edge
 * @return residuals and what follows from them, as the inside of a JSON object
 */
std::string
BalanceOf(const ClusterGraph& graph, const std::vector<double>& residuals)
{
    double load = 0.0;
    double sum = 0.0;
    double squares = 0.0;
    double most = 0.0;
    for (EdgeId edge = 0; edge < residuals.size(); ++edge)
    {
        const double capacity = graph.Edge(edge).capacityBps;
        const double used = capacity - residuals[edge];
        const double utilisation = capacity > 0.0 ? used / capacity : 0.0;
        load += used;
        sum += utilisation;
        squares += utilisation * utilisation;
        most = std::max(most, utilisation);
    }
    const double fairness =
        squares > 0.0 ? sum * sum / (squares * static_cast<double>(residuals.size())) : 1.0;
    const double least =
        residuals.empty() ? 0.0 : *std::min_element(residuals.begin(), residuals.end());
    return "\"residuals\": " + JsonItems(residuals, JsonNumber) +
           ", \"min_residual\": " + JsonNumber(least) +
           ", \"max_link_utilisation\": " + JsonNumber(most) +
           ", \"total_link_load_bps\": " + JsonNumber(load) +
           ", \"link_fairness\": " + JsonNumber(fairness);
}

/**
 * @param router with overlays
 * @return the residuals of its edges
 */
std::vector<double>
ResidualsOf(const TopicRouter& router)
{
    std::vector<double> residuals;
    for (EdgeId edge = 0; edge < router.GetGraph().Edges().size(); ++edge)
    {
        residuals.push_back(router.Residual(edge));
    }
    return residuals;
}

/**
 * @brief Print what unicast does.
 * @param instance that is routed
 */
void
PrintUnicast(const OverlayInstance& instance)
{
    std::vector<double> residuals = UnicastLoads(instance.graph, instance.demands);
    for (EdgeId edge = 0; edge < residuals.size(); ++edge)
    {
        residuals[edge] = instance.graph.Edge(edge).capacityBps - residuals[edge];
    }
    std::cout << "{\"router\": " << Json(UNICAST) << ", " << BalanceOf(instance.graph, residuals)
              << "}\n";
}

/**
 * @brief Route the topics, make the changes and print all.
 * @param settings of the router
 * @param instance to route
 * @param changes to make
 * @param router of the topics
 */
void
PrintRoutes(const RouterSettings& settings,
            const OverlayInstance& instance,
            const std::vector<OverlayChange>& changes,
            Ptr<TopicRouter> router)
{
    const RoutePrinter printer(instance, *router);
    router->Compute(instance.demands);
    std::cout << "{\"router\": " << Json(settings.router) << ", " << printer.State() << ", "
              << BalanceOf(instance.graph, ResidualsOf(*router)) << ", \"changes\": [";
    std::string separator;
    for (const OverlayChange& change : changes)
    {
        const std::vector<TopicId> changed = ApplyChange(change, *router);
        std::cout << separator << "{\"change\": " << Json(change.text)
                  << ", \"changed\": " << printer.Names(changed) << ", " << printer.State() << ", "
                  << BalanceOf(instance.graph, ResidualsOf(*router)) << "}";
        separator = ", ";
    }
    std::cout << "]}\n";
}

/**
 * @brief Write the instance to a file, or refuse.
 * @param instance any
 * @param file its name
 */
void
WriteInstance(const OverlayInstance& instance, const std::string& file)
{
    std::ofstream stream(file);
    WriteOverlayInstance(instance, stream);
    if (!stream.flush())
    {
        throw broker::BrokerInputError("--write_instance=" + file +
                                       " cannot be written; expected the name of a file");
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    RouterSettings settings;
    DrawSettings draw;
    ScenarioParameters parameters("sdn-router", "overlays of topics on a network of switches");
    AddRouter(parameters, settings);
    AddDraw(parameters, draw);
    parameters.Parse(argc, argv);
    try
    {
        const OverlayInstance instance =
            settings.instance.empty() ? DrawInstance(draw) : ReadOverlayInstance(settings.instance);
        const std::vector<OverlayChange> changes =
            settings.changes.empty() ? std::vector<OverlayChange>{}
                                     : ReadOverlayChanges(settings.changes, instance);
        const bool isUnicast = settings.router == UNICAST;
        const Ptr<TopicRouter> router = isUnicast ? nullptr : MakeRouter(settings, instance);
        parameters.EndCheck();
        if (!settings.writeInstance.empty())
        {
            WriteInstance(instance, settings.writeInstance);
        }
        if (isUnicast)
        {
            PrintUnicast(instance);
        }
        else
        {
            PrintRoutes(settings, instance, changes, router);
        }
    }
    catch (const broker::BrokerInputError& error)
    {
        parameters.Refuse(error.what());
    }
    return 0;
}
