// SPDX-License-Identifier: GPL-2.0-only
//
// Plans stores and replicas for the instance in a file, or evaluates the plan in another file, and
// prints the result as one line of JSON.

#include "ns3/pubsub-broker-module.h"
#include "ns3/pubsub-module.h"

#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::broker;

namespace
{

/**
 * @param values numbers
 * @return them as a JSON list
 */
template <typename Number>
std::string
JsonList(const std::vector<Number>& values)
{
    std::ostringstream text;
    text << std::setprecision(17) << '[';
    for (std::size_t i = 0; i < values.size(); ++i)
    {
        text << (i > 0 ? ", " : "") << values[i];
    }
    return text.str() + ']';
}

/**
 * @param instance with topics
 * @param value returns the JSON of a topic's value from its index
 * @return a JSON object with a key for each topic
 */
template <typename Value>
std::string
JsonByTopic(const StoreInstance& instance, Value&& value)
{
    std::string text = "{";
    for (std::size_t topic = 0; topic < instance.topics.size(); ++topic)
    {
        text += (topic > 0 ? ", " : "") + Json(instance.topics[topic].name) + ": " + value(topic);
    }
    return text + "}";
}

/**
 * @brief Print the stores and replicas of a plan.
 * @param instance planned for
 * @param plan of it
 */
void
PrintPlaces(const StoreInstance& instance, const StorePlan& plan)
{
    std::cout << "\"stores\": " << JsonList(plan.stores)
              << ", \"replicas\": " << JsonByTopic(instance, [&](std::size_t topic) {
                     return JsonList(plan.replicas[topic]);
                 });
}

/**
 * @brief Print what the ranking of brokers has.
 * @param instance planned for
 * @param ranking of its brokers
 */
void
PrintRanking(const StoreInstance& instance, const StoreRanking& ranking)
{
    std::cout << ", \"votes\": " << JsonByTopic(instance, [&](std::size_t topic) {
        return JsonList(ranking.votes[topic]);
    });
    std::cout << ", \"weights\": " << JsonByTopic(instance, [&](std::size_t topic) {
        std::ostringstream text;
        text << std::setprecision(17) << ranking.weights[topic];
        return text.str();
    });
    std::cout << ", \"scores\": " << JsonList(ranking.scores);
}

/// @brief Print the costs of a plan, at the end of the line.
/// @param plan any
void
PrintCosts(const StorePlan& plan)
{
    std::cout << std::setprecision(17) << ", \"cost\": " << plan.cost
              << ", \"mean_hops\": " << plan.meanHops
              << ", \"short_replicas\": " << plan.shortReplicas << "}\n";
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string instanceFile;
    std::string planFile;
    std::string policy = "seq";
    std::string gain = "path";
    ScenarioParameters parameters("store-planner",
                                  "where to put stores and replicas of topics, and their cost");
    parameters.Add("instance", instanceFile, {}, "file", "brokers, links, topics and demand");
    parameters.Add("policy", policy, StorePlanner::Policies(), "", "how to plan");
    parameters.Add("gain",
                   gain,
                   {"path", "nearest"},
                   "",
                   "what the greedy algorithm counts as saved: only by replicas on the path to the "
                   "target, or by the nearest replica");
    parameters.Add("plan", planFile, {}, "file", "plan to evaluate; empty: make one");
    parameters.Parse(argc, argv);
    if (instanceFile.empty())
    {
        parameters.Refuse("--instance is missing; expected the name of an instance file");
    }
    try
    {
        const StoreInstance instance = ReadStoreInstance(instanceFile);
        if (!planFile.empty())
        {
            const StorePlan plan = ReadStorePlan(planFile, instance);
            parameters.EndCheck();
            std::cout << '{';
            PrintPlaces(instance, plan);
            PrintCosts(plan);
            return 0;
        }
        parameters.EndCheck();
        const auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(FirstStream(StreamBlock::PROTOCOL));
        const StorePlanner planner(instance, *ParseStoreGain(gain));
        const StorePlan plan = planner.Plan(policy, random);
        std::cout << "{\"policy\": " << Json(policy) << ", \"gain\": " << Json(gain) << ", ";
        PrintPlaces(instance, plan);
        PrintRanking(instance, planner.Ranking());
        PrintCosts(plan);
    }
    catch (const BrokerInputError& error)
    {
        parameters.Refuse(error.what());
    }
    return 0;
}
