// SPDX-License-Identifier: GPL-2.0-only
//
// How similar two topics are in TopSim's eyes, as one line of JSON.

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
 */
void
Print(const ScenarioParameters& parameters, const std::string& wanted, const std::string& offered)
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
    std::cout << "{\"sim1\": " << Shortest(Similarity(words, other, 1))
              << ", \"sim2\": " << Shortest(Similarity(words, other, 2))
              << ", \"var_bleu\": " << Shortest(VarBleu(words, other)) << "}\n";
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string wanted;
    std::string candidate;
    bool batch = false;
    ScenarioParameters parameters(
        "topic-similarity",
        "the similarity of two topics as TopSim has it (Sim_1, Sim_2, varBLEU)");
    parameters.Add("new",
                   wanted,
                   {},
                   "topic",
                   "topic of the joining node, such as enemy.troop.status");
    parameters.Add("candidate", candidate, {}, "topic", "topic of the candidate parent");
    parameters.Add("batch", batch, "read pairs from standard input, 'new candidate' a line");
    parameters.Parse(argc, argv);
    if (!batch)
    {
        Print(parameters, wanted, candidate);
        return 0;
    }
    std::string line;
    while (std::getline(std::cin, line))
    {
        std::istringstream words(line);
        words >> wanted >> candidate;
        Print(parameters, wanted, candidate);
    }
    return 0;
}
