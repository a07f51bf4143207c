// SPDX-License-Identifier: GPL-2.0-only
//
// How similar two topics are, as TopSim compares them: one line of JSON.

#include "ns3/pubsub-manet-module.h"
#include "ns3/pubsub-module.h"

#include <charconv>
#include <iostream>
#include <sstream>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::manet;

namespace
{

/**
 * @param value a number
 * @return its shortest text that reads back as the same number
 */
std::string
Shortest(double value)
{
    char text[64];
    return std::string(text, std::to_chars(text, text + sizeof(text), value).ptr);
}

/**
 * @param parameters of the program
 * @param wanted the joining node's topic
 * @param offered the candidate's
 * @param meaning similarities of words
 */
void
Print(const ScenarioParameters& parameters,
      const std::string& wanted,
      const std::string& offered,
      const WordSimilarities& meaning)
{
    const auto topic = Topic::Parse(wanted);
    const auto candidate = Topic::Parse(offered);
    if (!topic || !candidate)
    {
        parameters.Refuse(
            "'" + (topic ? offered : wanted) +
            "' is not a topic; expected words of letters, digits, _ and - joined by dots");
    }
    const auto words = topic->Words();
    const auto other = candidate->Words();
    std::cout << "{\"sim1\": " << Shortest(Similarity(words, other, 1, meaning))
              << ", \"sim2\": " << Shortest(Similarity(words, other, 2, meaning))
              << ", \"var_bleu\": " << Shortest(VarBleu(words, other, meaning))
              << ", \"prefix_weighted\": " << Shortest(PrefixWeighted(words, other)) << "}\n";
}

/**
 * @param parameters of the program
 * @param file with similarities of words; empty for none
 * @return what is in it
 */
std::shared_ptr<const WordSimilarities>
ReadMeaning(const ScenarioParameters& parameters, const std::string& file)
{
    try
    {
        return WordSimilarities::Share(file);
    }
    catch (const WordSimilaritiesError& error)
    {
        parameters.Refuse(error.what());
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string wanted;
    std::string candidate;
    std::string similarities;
    bool batch = false;
    ScenarioParameters parameters(
        "topic-similarity",
        "the similarity of two topics as TopSim has it (Sim_1, Sim_2, varBLEU, prefix-weighted)");
    parameters.Add("new",
                   wanted,
                   {},
                   "topic",
                   "topic of the joining node, such as enemy.troop.status");
    parameters.Add("candidate", candidate, {}, "topic", "topic of the candidate parent");
    parameters.Add("similarities",
                   similarities,
                   {},
                   "file",
                   "similarities of words, as ./waf ontology writes them; empty: none");
    parameters.Add("batch", batch, "read pairs from standard input, 'new candidate' a line");
    parameters.Parse(argc, argv);
    const auto meaning = ReadMeaning(parameters, similarities);
    if (!batch)
    {
        Print(parameters, wanted, candidate, *meaning);
        return 0;
    }
    std::string line;
    while (std::getline(std::cin, line))
    {
        std::istringstream words(line);
        words >> wanted >> candidate;
        Print(parameters, wanted, candidate, *meaning);
    }
    return 0;
}
