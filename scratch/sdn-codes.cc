// SPDX-License-Identifier: GPL-2.0-only
//
// The codes, addresses and flow entries of topics, one line of JSON for each topic; or how often
// codings are wrong on random topic trees, one line for each coding.

#include "ns3/pubsub-broker-module.h"
#include "ns3/pubsub-module.h"
#include "ns3/pubsub-sdn-module.h"

#include <algorithm>
#include <iostream>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::sdn;

namespace
{

/// Names of the kinds of events, in the order of EventKind.
const std::vector<std::string> KINDS{"publish", "subscribe", "unsubscribe", "control"};

/**
 * @brief Read the topics of a file. Throws BrokerInputError for any other content.
 * @param file its name
 * @return topics and rates
 */
std::vector<std::pair<Topic, double>>
ReadTopics(const std::string& file)
{
    broker::WordLines lines(file);
    std::vector<std::pair<Topic, double>> topics;
    while (lines.Next())
    {
        const auto topic = Topic::Parse(lines.Words().front());
        if (!topic || lines.Words().size() > 2)
        {
            lines.Refuse("a topic such as a.b, and perhaps its rate");
        }
        topics.emplace_back(*topic, lines.Words().size() == 2 ? lines.Amount(1, "a rate") : 0.0);
    }
    if (topics.empty())
    {
        lines.RefuseFile("has no topics; expected one in each line");
    }
    return topics;
}

/**
 * @brief Print the codes of topics.
 * @param registry of the topics
 * @param kind of events
 */
void
PrintCodes(const TopicRegistry& registry, EventKind kind)
{
    const TopicTree& tree = registry.Tree();
    const TopicCodes& codes = registry.Codes();
    for (TopicId topic = 0; topic < tree.Size(); ++topic)
    {
        const TopicId father = tree.Father(topic);
        std::string cover;
        for (const AddressPrefix& prefix : codes.CoverOf(topic, kind))
        {
            cover += (cover.empty() ? "" : ", ") + Json(prefix.Text());
        }
        std::cout << "{\"topic\": " << Json(tree.NameOf(topic).Text()) << ", \"father\": "
                  << (father == NO_TOPIC ? "null" : Json(tree.NameOf(father).Text()))
                  << ", \"code\": " << Json(codes.CodeOf(topic).Text())
                  << ", \"own_code\": " << Json(codes.OwnCode(topic).Text())
                  << ", \"address\": " << Json(AddressText(codes.OwnAddress(topic, kind)))
                  << ", \"cover\": [" << cover << "]}\n";
    }
}

/**
 * @brief Print the faults of a rule on random trees.
 * @param rule its name
 * @param trees number of them
 * @param topics of each
 * @param faultsOf returns the faults on a tree
 */
template <typename FaultsOfTree>
void
PrintFaults(const std::string& rule, uint32_t trees, uint32_t topics, FaultsOfTree&& faultsOf)
{
    // Each rule gets the same trees.
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(1);
    CodingFaults faults;
    for (uint32_t i = 0; i < trees; ++i)
    {
        faults += faultsOf(RandomTopicTree(topics, random));
    }
    std::cout << "{\"rule\": " << Json(rule) << ", \"trees\": " << trees
              << ", \"topics\": " << topics << ", \"wrong_pairs\": " << faults.wrongPairs
              << ", \"collisions\": " << faults.collisions << "}\n";
}

/**
 * @brief Print the faults of all codings on random trees.
 * @param trees number of them
 * @param topics of each
 */
void
PrintAllFaults(uint32_t trees, uint32_t topics)
{
    PrintFaults("printed", trees, topics, FaultsOfPrintedRule);
    for (const std::string& name : TopicCodingNames())
    {
        PrintFaults(name, trees, topics, [&](const TopicTree& tree) {
            return FaultsOf(tree, TopicCodes(ParseTopicCoding(name), tree));
        });
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string file;
    std::string coding = NameOfCoding(TopicCoding::OWN_SLOT);
    std::string kind = KINDS.front();
    int64_t trees = 0;
    int64_t topics = 25;
    ScenarioParameters parameters("sdn-codes",
                                  "the codes, addresses and flow entries of topics on switches");
    parameters.Add("topics", file, {}, "file", "in each line a topic, and perhaps its rate");
    parameters.Add("coding", coding, TopicCodingNames(), "", "how topics become bits");
    parameters.Add("kind", kind, KINDS, "", "kind of events");
    parameters.Add(
        "random_trees",
        trees,
        0,
        100000,
        "",
        "instead of a file: random trees on which the faults of all codings are counted");
    parameters.Add("random_topics", topics, 1, 1000, "", "topics of a random tree");
    parameters.Parse(argc, argv);
    if (file.empty() == (trees == 0))
    {
        parameters.Refuse("expected either --topics or --random_trees");
    }
    try
    {
        if (trees > 0)
        {
            parameters.EndCheck();
            PrintAllFaults(static_cast<uint32_t>(trees), static_cast<uint32_t>(topics));
            return 0;
        }
        TopicRegistry registry(ParseTopicCoding(coding));
        registry.Register(ReadTopics(file));
        parameters.EndCheck();
        const auto place = std::find(KINDS.begin(), KINDS.end(), kind);
        PrintCodes(registry, static_cast<EventKind>(place - KINDS.begin()));
    }
    catch (const broker::BrokerInputError& error)
    {
        parameters.Refuse(error.what());
    }
    return 0;
}
