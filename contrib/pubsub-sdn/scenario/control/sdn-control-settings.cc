// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-control-settings.h"

#include "ns3/broker-traffic-network.h"
#include "ns3/log.h"
#include "ns3/sdn-file-router.h"
#include "ns3/sdn-load-predictor.h"
#include "ns3/sdn-network-load-predictor.h"
#include "ns3/sdn-port-plan.h"
#include "ns3/sdn-router-factory.h"
#include "ns3/sdn-topic-code.h"
#include "ns3/sdn-topic-registry.h"

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnControlSettings");

namespace
{

/// Hosts of a network with BIER: a packet has a bit for each.
constexpr uint32_t MOST_EGRESSES = 1024;

/// Hosts send to each subscriber.
const std::string UNICAST = "unicast";

/// Hosts are clients of brokers.
const std::string BROKERS = "brokers";

/// @return names of the strategies: the routers, and the rivals without overlays on switches
std::vector<std::string>
StrategyNames()
{
    std::vector<std::string> names = TopicRouterNames();
    names.push_back(UNICAST);
    names.push_back(BROKERS);
    return names;
}

/// @return what reports call the strategies
ChoiceLabels
StrategyLabels()
{
    return {{"sdnps", "SDNPS"},
            {"flooding", "spanning tree"},
            {"spt", "shortest-path trees"},
            {"core", "core-based trees"},
            {"steiner", "Steiner trees"},
            {"load-steiner", "load-aware Steiner trees"},
            {"file", "overlays of a file"},
            {UNICAST, "unicast"},
            {BROKERS, "brokers"}};
}

} // namespace

void
ControlSettings::AddTo(ScenarioParameters& parameters)
{
    NS_LOG_FUNCTION(this);
    parameters.Add("strategy",
                   strategy,
                   StrategyNames(),
                   "",
                   "overlays of topics on the switches, or hosts without overlays");
    parameters.Label("strategy", StrategyLabels());
    parameters.Add("overlay_file",
                   overlays,
                   {},
                   "file",
                   "lines `tree TOPIC A B`, for --strategy=file");
    parameters.Add("dataplane",
                   dataplane,
                   {"topic", "lipsin", "bier"},
                   "",
                   "what switches forward by: topics in flow tables, or routes in packets");
    parameters.Add("coding", coding, TopicCodingNames(), "", "of topics in addresses");
    parameters.Add("aggregation", aggregation, FlowAggregationNames(), "", "of flow entries");
    parameters.Add("incremental",
                   isIncremental,
                   "overlays extend those of the fathers of their topics, with --strategy=sdnps");
    parameters.Add(
        "prune",
        isPruned,
        "overlays lose leaves that neither publish nor subscribe, with --strategy=sdnps");
    parameters.Add("repair", repair, RepairModeNames(), "", "of overlays after a failure");
    parameters.Add("predictor", predictor, LoadPredictorNames(), "", "of the loads of topics");
    parameters.Add("predictor_file",
                   predictorFile,
                   {},
                   "file",
                   "trained network, for --predictor=network");
    parameters.Add("period_s",
                   periodSeconds,
                   0.1,
                   1e6,
                   "s",
                   "between two statistics, predictions and adjustments of routes");
    parameters.Add("season_s",
                   seasonSeconds,
                   0.1,
                   1e6,
                   "s",
                   "after which loads repeat, for --predictor=seasonal");
    parameters.Add("standby", hasStandby, "the server has a standby");
    parameters.Add("representative_copy",
                   hasCopies,
                   "hosts send a copy of each event to the controller of their cluster");
    parameters.Add("processing_us",
                   processingUs,
                   0.0,
                   1e6,
                   "us",
                   "that a broker takes for each event, with --strategy=brokers");
    parameters.Add("policy", policyFile, {}, "file", "XML with the rules of clusters and brokers");
    parameters.Add("policy_s", policySeconds, 0.0, 1e6, "s", "when the policy comes into force");
}

void
ControlSettings::Check(const ScenarioParameters& parameters)
{
    NS_LOG_FUNCTION(this);
    const auto expectBoth = [&](bool a, bool b, const std::string& names) {
        if (a != b)
        {
            parameters.Refuse(names + " go together; expected both or neither");
        }
    };
    expectBoth(strategy == "file", !overlays.empty(), "--strategy=file and --overlay_file=FILE");
    expectBoth(predictor == "network",
               !predictorFile.empty(),
               "--predictor=network and --predictor_file=FILE");
    if (!HasControllers() && dataplane != "topic")
    {
        parameters.Refuse("--dataplane=" + dataplane + " needs overlays, --strategy=" + strategy +
                          " has none; expected --dataplane=topic");
    }
    if (!HasControllers() && !policyFile.empty())
    {
        parameters.Refuse("--policy=" + policyFile + " needs a server, --strategy=" + strategy +
                          " has none; expected a strategy with overlays");
    }
    try
    {
        if (!policyFile.empty())
        {
            policy = Policy::ReadFile(policyFile);
        }
        if (!predictorFile.empty())
        {
            CreateObject<NetworkLoadPredictor>()->ReadNetwork(predictorFile);
        }
    }
    catch (const broker::BrokerInputError& error)
    {
        parameters.Refuse(error.what());
    }
}

void
ControlSettings::CheckClusters(const ScenarioParameters& parameters, const Topology& topology) const
{
    NS_LOG_FUNCTION(this);
    if (dataplane == "bier" && topology.HostCount() > MOST_EGRESSES)
    {
        parameters.Refuse("--dataplane=bier has a bit for each of at most " +
                          std::to_string(MOST_EGRESSES) + " hosts, the network has " +
                          std::to_string(topology.HostCount()) + "; expected fewer hosts");
    }
    try
    {
        policy.CheckClusters(topology.graph.Size());
        if (!overlays.empty())
        {
            ReadOverlays(overlays, topology.graph);
        }
    }
    catch (const broker::BrokerInputError& error)
    {
        parameters.Refuse(error.what());
    }
}

void
ControlSettings::CheckTopics(const ScenarioParameters& parameters, const WorkloadPlan& plan) const
{
    NS_LOG_FUNCTION(this);
    if (!HasControllers())
    {
        return;
    }
    try
    {
        std::vector<std::pair<Topic, double>> topics;
        for (const Topic& topic : plan.topics)
        {
            topics.emplace_back(topic, 0.0);
        }
        TopicRegistry(ParseTopicCoding(coding)).Register(topics);
    }
    catch (const broker::BrokerInputError& error)
    {
        parameters.Refuse(error.what());
    }
}

NetworkParts
ControlSettings::Parts() const
{
    return {.hasControllers = HasControllers(),
            .hasStandby = HasControllers() && hasStandby,
            .hasBrokers = strategy == BROKERS};
}

bool
ControlSettings::HasControllers() const
{
    return strategy != UNICAST && strategy != BROKERS;
}

} // namespace ns3::pubsub::sdn
