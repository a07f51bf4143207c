// SPDX-License-Identifier: GPL-2.0-only
//
// Checks a policy, and perhaps one that is merged into it, and prints the rules and what is denied
// for a topic as one line of JSON.

#include "ns3/pubsub-broker-module.h"
#include "ns3/pubsub-module.h"
#include "ns3/pubsub-sdn-module.h"

#include <iostream>
#include <vector>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::sdn;

namespace
{

/**
 * @param rules of a policy
 * @return them as a JSON list
 */
std::string
JsonOfRules(const std::vector<PolicyRule>& rules)
{
    std::string text;
    for (const PolicyRule& rule : rules)
    {
        text += std::string(text.empty() ? "" : ", ") + "{\"topic\": " + Json(rule.topics.Text()) +
                ", \"cluster\": " + std::to_string(rule.cluster) +
                ", \"level\": " + Json(NameOfLevel(rule.level)) +
                ", \"action\": " + Json(NameOfAction(rule.action)) + "}";
    }
    return "[" + text + "]";
}

/**
 * @param policy any
 * @param topic of events
 * @param level whom to restrict
 * @return the denied clusters as a JSON list
 */
std::string
JsonOfDenied(const Policy& policy, const Topic& topic, PolicyLevel level)
{
    std::string text;
    for (const ClusterId cluster : policy.DeniedClusters(topic, level))
    {
        text += (text.empty() ? "" : ", ") + std::to_string(cluster);
    }
    return "[" + text + "]";
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string file;
    std::string newerFile;
    std::string name;
    ScenarioParameters parameters("sdn-policy",
                                  "which clusters a topic may not cross, by a policy's rules");
    parameters.Add("policy", file, {}, "file", "policy as XML");
    parameters.Add("newer", newerFile, {}, "file", "policy that is merged into it");
    parameters.Add("topic", name, {}, "topic", "topic of events; empty: print only the rules");
    parameters.Parse(argc, argv);
    const auto topic = Topic::Parse(name);
    if (file.empty())
    {
        parameters.Refuse("expected --policy with the XML file of a policy");
    }
    if (!topic && !name.empty())
    {
        parameters.Refuse("--topic=" + name + " is no topic; expected one such as a.b");
    }
    try
    {
        Policy policy;
        policy.Merge(Policy::ReadFile(file));
        if (!newerFile.empty())
        {
            policy.Merge(Policy::ReadFile(newerFile));
        }
        parameters.EndCheck();
        std::cout << "{\"rules\": " << JsonOfRules(policy.Rules());
        if (topic)
        {
            std::cout << ", \"denied_clusters\": "
                      << JsonOfDenied(policy, *topic, PolicyLevel::CLUSTER)
                      << ", \"denied_brokers\": "
                      << JsonOfDenied(policy, *topic, PolicyLevel::BROKER);
        }
        std::cout << "}\n";
    }
    catch (const broker::BrokerInputError& error)
    {
        parameters.Refuse(error.what());
    }
    return 0;
}
