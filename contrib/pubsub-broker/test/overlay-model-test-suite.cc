// SPDX-License-Identifier: GPL-2.0-only
#include "overlay-instance.h"

#include "ns3/broker-filter-similarity.h"
#include "ns3/broker-ocbr.h"
#include "ns3/broker-path-moves.h"
#include "ns3/broker-predicting-paths.h"
#include "ns3/broker-psoo-fcat.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <tuple>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::broker;

namespace
{

constexpr uint32_t FILTERS_PER_ROUND = 2; ///< of tests/overlay/vectors.py

/// A line of overlay-vectors.txt.
struct VectorLine
{
    std::vector<std::string> words;  ///< before the equals sign
    std::vector<std::string> result; ///< after it
};

/// An instance and what the Python model computed for it.
struct ModelVector
{
    std::string name;               ///< of the instance
    OverlayInstance instance;       ///< read
    std::vector<VectorLine> checks; ///< the other lines
};

/**
 * @param word with a number
 * @return the number
 */
BrokerId
IdOf(const std::string& word)
{
    return static_cast<BrokerId>(std::stoul(word));
}

/**
 * @param words with numbers
 * @param begin index of the first
 * @return the numbers
 */
std::vector<BrokerId>
IdsOf(const std::vector<std::string>& words, std::size_t begin)
{
    std::vector<BrokerId> ids;
    for (std::size_t i = begin; i < words.size(); ++i)
    {
        ids.push_back(IdOf(words[i]));
    }
    return ids;
}

/**
 * @param pairs text of attribute pairs
 * @return the filter
 */
Filter
PairsFilter(const std::string& pairs)
{
    return *Filter::Parse("stage[" + pairs + "]");
}

/**
 * @param pairs text of attribute pairs
 * @return the content
 */
Content
PairsContent(const std::string& pairs)
{
    std::vector<EventAttribute> attributes;
    std::istringstream stream(pairs);
    std::string pair;
    while (std::getline(stream, pair, ','))
    {
        const std::size_t equals = pair.find('=');
        attributes.push_back({pair.substr(0, equals), pair.substr(equals + 1)});
    }
    return {*Topic::Parse("stage"), attributes};
}

/**
 * @param lines of one instance, the first is `instance`
 * @return the instance
 */
ModelVector
ReadInstance(const std::vector<VectorLine>& lines)
{
    ModelVector vector;
    vector.name = "instance " + lines[0].words[1];
    vector.instance.costs = OverlayCosts(std::stoull(lines[0].words[1]));
    BrokerGraph graph(IdOf(lines[0].words[2]));
    for (const VectorLine& line : lines)
    {
        const auto& words = line.words;
        if (words[0] == "link")
        {
            graph.AddLink(IdOf(words[1]), IdOf(words[2]));
        }
        else if (words[0] == "subscription")
        {
            vector.instance.subscriptions.emplace_back(IdOf(words[1]), PairsFilter(words[2]));
        }
        else if (words[0] == "advertised")
        {
            vector.instance.advertisements.emplace_back(0, PairsFilter(words[1]));
        }
        else if (words[0] == "notification")
        {
            vector.instance.publications.push_back(
                {IdOf(words[1]), IdOf(words[2]), PairsContent(words[3])});
        }
        else if (words[0] != "instance")
        {
            vector.checks.push_back(line);
        }
    }
    vector.instance.tree = OverlayTree(graph);
    return vector;
}

/// @return the instances of overlay-vectors.txt
std::vector<ModelVector>
ReadModelVectors()
{
    std::vector<ModelVector> vectors;
    std::vector<VectorLine> lines;
    std::ifstream file(NS_TEST_SOURCEDIR "/overlay-vectors.txt");
    std::string text;
    while (std::getline(file, text))
    {
        std::istringstream stream(text);
        VectorLine line;
        std::string word;
        bool isResult = false;
        while (stream >> word)
        {
            isResult ? line.result.push_back(word) : line.words.push_back(word);
            if (word == "=")
            {
                line.words.pop_back();
                isResult = true;
            }
        }
        if (line.words[0] == "instance" && !lines.empty())
        {
            vectors.push_back(ReadInstance(lines));
            lines.clear();
        }
        lines.push_back(line);
    }
    if (!lines.empty())
    {
        vectors.push_back(ReadInstance(lines));
    }
    return vectors;
}

/// @brief Changes of cost, decisions of OCBR and similarities equal those of the Python model.
class ModelArithmeticTest : public TestCase
{
  public:
    ModelArithmeticTest()
        : TestCase("costs, changes, options of OCBR and similarities as in the Python model")
    {
    }

  private:
    void DoRun() override
    {
        const auto vectors = ReadModelVectors();
        NS_TEST_ASSERT_MSG_EQ(vectors.size(), 12, "instances of overlay-vectors.txt");
        for (const ModelVector& vector : vectors)
        {
            Check(vector);
        }
        NS_TEST_EXPECT_MSG_GT(m_deltas, 400, "changes compared");
        NS_TEST_EXPECT_MSG_GT(m_options, 50, "decisions of OCBR compared");
        NS_TEST_EXPECT_MSG_GT(m_similarities, 200, "similarities compared");
    }

    /**
     * @brief Compare all lines of an instance.
     * @param vector read
     */
    void Check(const ModelVector& vector)
    {
        const OverlayInstance& instance = vector.instance;
        const auto tables = FlowTablesOf(instance.tree, instance.Flows());
        for (const VectorLine& line : vector.checks)
        {
            if (line.words[0] == "costs")
            {
                NS_TEST_EXPECT_MSG_EQ(
                    NotificationCost(instance.tree, instance.costs, instance.Flows()),
                    std::stoull(line.result[0]),
                    vector.name << ": cost of notifications");
                NS_TEST_EXPECT_MSG_EQ(FloodingCost(instance.tree, instance.costs),
                                      std::stoull(line.result[1]),
                                      vector.name << ": cost of a flooded message");
            }
            else if (line.words[0] == "delta")
            {
                ++m_deltas;
                const Move move = MakeMove(IdOf(line.words[1]), IdsOf(line.words, 2));
                NS_TEST_EXPECT_MSG_EQ(EvaluateMove(move, tables, instance.costs).Delta(),
                                      std::stoll(line.result[0]),
                                      vector.name << ": change of a move");
            }
            else if (line.words[0] == "ocbr")
            {
                CheckOcbr(vector, line);
            }
            else if (line.words[0] == "similar")
            {
                CheckSimilarity(line);
            }
        }
    }

    /**
     * @brief Compare what OCBR proposes at a broker.
     * @param vector read
     * @param line of the decision
     */
    void CheckOcbr(const ModelVector& vector, const VectorLine& line)
    {
        ++m_options;
        RecordingContext context(vector.instance, IdOf(line.words[1]));
        OverlayStrategy::Create("ocbr")->Decide(context);
        const bool isNone = line.result[0] == "none";
        NS_TEST_ASSERT_MSG_EQ(context.proposals.size(), isNone ? 0 : 1, vector.name);
        if (!isNone)
        {
            Move move = MakeMove(IdOf(line.result[0]), {context.Self(), IdOf(line.result[1])});
            move.predicted = std::stod(line.result[2]);
            NS_TEST_EXPECT_MSG_EQ((context.proposals[0] == std::vector<Move>{move}),
                                  true,
                                  vector.name << ": OCBR at broker " << line.words[1]);
        }
    }

    /**
     * @brief Compare a similarity.
     * @param line of it
     */
    void CheckSimilarity(const VectorLine& line)
    {
        ++m_similarities;
        const std::map<std::string, SimilarityKind> kinds{{"jaccard", SimilarityKind::JACCARD},
                                                          {"larger", SimilarityKind::LARGER},
                                                          {"first", SimilarityKind::FIRST}};
        PairNumbers numbers;
        const auto f = numbers.Of(PairsFilter(line.words[1]));
        const auto g = numbers.Of(PairsFilter(line.words[2]));
        const SimilarityRatio ratio = SimilarityOf(f, g, kinds.at(line.words[3]));
        NS_TEST_EXPECT_MSG_EQ(ratio.shared * std::stoull(line.result[1]),
                              ratio.of * std::stoull(line.result[0]),
                              "similarity of " << line.words[1] << " and " << line.words[2]);
    }

    int m_deltas = 0;       ///< compared
    int m_options = 0;      ///< compared
    int m_similarities = 0; ///< compared
};

/// @brief Choices, predicting paths and moves equal those of the Python model.
class ModelPathsTest : public TestCase
{
  public:
    ModelPathsTest()
        : TestCase("choices, predicting paths and moves as in the Python model")
    {
    }

  private:
    /// A predicting path of the model.
    using ModelPath = std::tuple<Filter, BrokerId, std::vector<BrokerId>>;

    void DoRun() override
    {
        for (const ModelVector& vector : ReadModelVectors())
        {
            CheckChoices(vector);
            CheckPaths(vector);
            CheckMoves(vector);
        }
        NS_TEST_EXPECT_MSG_GT(m_paths, 50, "paths compared");
        NS_TEST_EXPECT_MSG_GT(m_moves, 5, "moves compared");
    }

    /**
     * @param vector read
     * @return the choices of each broker in the model
     */
    static std::vector<std::vector<PredictingChoice>> ChoicesOf(const ModelVector& vector)
    {
        std::vector<std::vector<PredictingChoice>> choices(vector.instance.tree.Size());
        for (const VectorLine& line : vector.checks)
        {
            if (line.words[0] == "choice")
            {
                PredictingChoice choice;
                choice.message.filter = PairsFilter(line.result[0]);
                choice.place = IdOf(line.result[1]);
                choice.cost = std::stoull(line.result[2]);
                choices[IdOf(line.words[1])].push_back(choice);
            }
        }
        return choices;
    }

    /**
     * @brief Compare what each broker chooses from its tables.
     * @param vector read
     */
    void CheckChoices(const ModelVector& vector)
    {
        const auto expected = ChoicesOf(vector);
        for (BrokerId broker = 0; broker < vector.instance.tree.Size(); ++broker)
        {
            RecordingContext context(vector.instance, broker);
            auto strategy = CreateObject<PsooFcatStrategy>();
            strategy->SetAttribute("FiltersPerRound", UintegerValue(FILTERS_PER_ROUND));
            strategy->Decide(context);
            NS_TEST_EXPECT_MSG_EQ((strategy->Choices() == expected[broker]),
                                  true,
                                  vector.name << ": choices of broker " << broker);
        }
    }

    /**
     * @brief Compare the paths that the state machines of all brokers find.
     * @param vector read
     */
    void CheckPaths(const ModelVector& vector)
    {
        std::set<ModelPath> expected;
        for (const VectorLine& line : vector.checks)
        {
            if (line.words[0] == "path")
            {
                expected.insert(
                    {PairsFilter(line.words[1]), IdOf(line.result[0]), IdsOf(line.result, 1)});
            }
        }
        NS_TEST_EXPECT_MSG_EQ((PathsAfterRounds(ChoicesOf(vector)) == expected),
                              true,
                              vector.name << ": predicting paths");
        m_paths += static_cast<int>(expected.size());
    }

    /**
     * @param choices of all brokers
     * @return the paths completed in the last two of many rounds
     */
    static std::set<ModelPath> PathsAfterRounds(
        const std::vector<std::vector<PredictingChoice>>& choices)
    {
        const auto brokers = static_cast<BrokerId>(choices.size());
        std::vector<PredictingPaths> machines;
        for (BrokerId broker = 0; broker < brokers; ++broker)
        {
            machines.emplace_back(broker, Seconds(100));
        }
        std::set<ModelPath> completed;
        const uint32_t rounds = 3 * brokers + 4;
        for (uint32_t round = 1; round <= rounds; ++round)
        {
            const Time now = Seconds(50 * round);
            std::vector<PathOutput> outputs;
            for (BrokerId broker = 0; broker < brokers; ++broker)
            {
                outputs.push_back(machines[broker].BeginRound(now, choices[broker]));
            }
            Exchange(machines, outputs, now);
            for (const PathOutput& output : outputs)
            {
                for (const CompletedPath& path : output.completed)
                {
                    if (round + 2 > rounds)
                    {
                        completed.insert(
                            {path.message.filter, MasterOf(path.path), BrokersOf(path.path)});
                    }
                }
            }
        }
        return completed;
    }

    /**
     * @brief Deliver notices and the answers to them.
     * @param machines of all brokers
     * @param outputs of all brokers; paths that an answer completes are added
     * @param now the time
     */
    static void Exchange(std::vector<PredictingPaths>& machines,
                         std::vector<PathOutput>& outputs,
                         Time now)
    {
        for (BrokerId broker = 0; broker < machines.size(); ++broker)
        {
            for (const auto& [to, notice] : outputs[broker].notices)
            {
                for (const auto& [back, end] : machines[to].OnNotice(broker, notice, now).ends)
                {
                    const auto ended = machines[back].OnEnd(to, end).completed;
                    auto& completed = outputs[back].completed;
                    completed.insert(completed.end(), ended.begin(), ended.end());
                }
            }
        }
    }

    /**
     * @brief Compare the first move of each path, without units, with what the masters propose.
     * @param vector read
     */
    void CheckMoves(const ModelVector& vector)
    {
        std::vector<RecordingContext> contexts;
        std::vector<Ptr<OverlayStrategy>> strategies;
        for (BrokerId broker = 0; broker < vector.instance.tree.Size(); ++broker)
        {
            contexts.emplace_back(vector.instance, broker);
            strategies.push_back(CreateObject<PsooFcatStrategy>());
            strategies.back()->SetAttribute("FiltersPerRound", UintegerValue(FILTERS_PER_ROUND));
        }
        const uint32_t rounds = 3 * vector.instance.tree.Size() + 4;
        for (uint32_t round = 1; round <= rounds; ++round)
        {
            PlayRound(contexts, strategies, Seconds(50 * round));
        }
        BrokerId master = NO_BROKER;
        for (const VectorLine& line : vector.checks)
        {
            master = line.words[0] == "path" ? IdOf(line.result[0]) : master;
            if (line.words[0] == "move")
            {
                ++m_moves;
                const Move move = MakeMove(IdOf(line.words[1]), IdsOf(line.words, 2));
                const auto& proposals = contexts[master].proposals;
                NS_TEST_EXPECT_MSG_EQ(std::any_of(proposals.begin(),
                                                  proposals.end(),
                                                  [&](const std::vector<Move>& alternatives) {
                                                      return alternatives[0] == move;
                                                  }),
                                      true,
                                      vector.name << ": move of master " << master);
            }
        }
    }

    int m_paths = 0; ///< compared
    int m_moves = 0; ///< compared
};

/// @brief All of it.
class BrokerOverlayModelTestSuite : public TestSuite
{
  public:
    BrokerOverlayModelTestSuite()
        : TestSuite("broker-overlay-model", Type::UNIT)
    {
        AddTestCase(new ModelArithmeticTest, Duration::QUICK);
        AddTestCase(new ModelPathsTest, Duration::QUICK);
    }
};

BrokerOverlayModelTestSuite g_brokerOverlayModelTestSuite; ///< registers itself

} // namespace
