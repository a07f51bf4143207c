// SPDX-License-Identifier: GPL-2.0-only
//
// Predictions without packets: from the traffic of links to flows, and files of networks.

#include "broker-test-case.h"
#include "input-refusal.h"

#include "ns3/broker-json-value.h"
#include "ns3/broker-link-traffic-predictor.h"
#include "ns3/broker-network-predictor.h"
#include "ns3/enum.h"
#include "ns3/random-variable-stream.h"

#include <cmath>
#include <numeric>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::broker;

namespace
{

/// A flow of a window: which, from where, to where, how often.
struct TestFlow
{
    FlowId flow;    ///< which
    BrokerId from;  ///< neighbour or LOCAL_CLIENTS
    BrokerId to;    ///< neighbour
    uint32_t count; ///< notifications
};

/**
 * @param flows of a window
 * @return the table of a broker that has counted them
 */
FlowTable
TableOf(const std::vector<TestFlow>& flows)
{
    FlowTable table;
    for (const TestFlow& each : flows)
    {
        table.Record(each.flow, each.from, FlowDirection::IN, each.count);
        table.Record(each.flow, each.to, FlowDirection::OUT, each.count);
    }
    table.EndWindow();
    return table;
}

/**
 * @param table any
 * @return its flows as `flow:count`, with blanks between them
 */
std::string
CountsOf(const FlowTable& table)
{
    std::string text;
    for (const FlowRow& row : table.Rows())
    {
        text +=
            (text.empty() ? "" : " ") + std::to_string(row.flow) + ":" + std::to_string(row.count);
    }
    return text;
}

/// @brief Parts add up to the total, and each is less than one from its share.
class ApportionTest : public TestCase
{
  public:
    ApportionTest()
        : TestCase("rounding by largest remainder")
    {
    }

  private:
    void DoRun() override
    {
        using Parts = std::vector<uint32_t>;
        NS_TEST_EXPECT_MSG_EQ((Apportion(3, {1, 1, 1, 1}) == Parts{1, 1, 1, 0}), true, "ties");
        NS_TEST_EXPECT_MSG_EQ((Apportion(10, {6, 3, 1, 0}) == Parts{6, 3, 1, 0}), true, "exact");
        NS_TEST_EXPECT_MSG_EQ((Apportion(4, {5, 3, 3}) == Parts{2, 1, 1}), true, "remainders");
        NS_TEST_EXPECT_MSG_EQ((Apportion(5, {0, 0}) == Parts{0, 0}), true, "no weight");
        NS_TEST_EXPECT_MSG_EQ(Apportion(7, {}).size(), 0, "nothing");
        const uint32_t most = std::numeric_limits<uint32_t>::max();
        NS_TEST_EXPECT_MSG_EQ((Apportion(most, {most, most}) == Parts{most / 2 + 1, most / 2}),
                              true,
                              "the greatest numbers");
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(1);
        for (int round = 0; round < 300; ++round)
        {
            Parts weights(random->GetInteger(1, 40));
            std::generate(weights.begin(), weights.end(), [&] {
                return random->GetInteger(0, 1000);
            });
            weights.push_back(1);
            const uint32_t total = random->GetInteger(0, 5000);
            const auto parts = Apportion(total, weights);
            const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
            NS_TEST_EXPECT_MSG_EQ(std::accumulate(parts.begin(), parts.end(), 0U), total, "sum");
            for (std::size_t i = 0; i < parts.size(); ++i)
            {
                NS_TEST_EXPECT_MSG_LT(std::abs(parts[i] - total * weights[i] / sum), 1.0, "share");
            }
        }
    }
};

/// @brief Flows keep their shares of the link that they came in by.
class ScalingTest : public TestCase
{
  public:
    ScalingTest()
        : TestCase("flows from the traffic of links")
    {
    }

  private:
    void DoRun() override
    {
        const FlowTable last = TableOf({{1, 10, 11, 30},
                                        {2, 10, 12, 10},
                                        {3, 10, 12, 1},
                                        {4, 11, 10, 5},
                                        {5, LOCAL_CLIENTS, 10, 8}});
        const FlowMemory none;
        NS_TEST_EXPECT_MSG_EQ(CountsOf(ScaledFlows(last, {}, none)),
                              CountsOf(last),
                              "without forecasts nothing changes");
        NS_TEST_EXPECT_MSG_EQ(CountsOf(ScaledFlows(last, {{10, {41, 41.0}}, {11, {5, 5.0}}}, none)),
                              CountsOf(last),
                              "the last value changes nothing");
        // 20.4 becomes 20: shares 14.63, 4.88 and 0.49.
        const FlowTable halved = ScaledFlows(last, {{10, {41, 20.4}}}, none);
        NS_TEST_EXPECT_MSG_EQ(CountsOf(halved), "1:15 2:5 4:5 5:8", "half of what came from 10");
        NS_TEST_EXPECT_MSG_EQ(halved.IsCurrent(), true, "as the last one");
        NS_TEST_ASSERT_MSG_NE(halved.Find(3), nullptr, "the tree of a flow of count 0 is known");
        NS_TEST_EXPECT_MSG_EQ(halved.Find(3)->count, 0, "its count");
        NS_TEST_EXPECT_MSG_EQ(halved.Find(3)->Touches(12), true, "its links");
        NS_TEST_EXPECT_MSG_EQ(halved.Find(6), nullptr, "no such flow");
        NS_TEST_EXPECT_MSG_EQ(CountsOf(ScaledFlows(last, {{10, {41, -3.0}}, {11, {5, 0.4}}}, none)),
                              "5:8",
                              "none are left");
        // A move has cut the window: the flows of the link have counted 41 of its 82.
        NS_TEST_EXPECT_MSG_EQ(CountsOf(ScaledFlows(last, {{10, {82, 164.0}}}, none)),
                              "1:60 2:20 3:2 4:5 5:8",
                              "twice as many");
        FlowTable old = last;
        old.Restart();
        NS_TEST_EXPECT_MSG_EQ(ScaledFlows(old, {}, none).IsCurrent(), false, "of another tree");
    }
};

/// @brief A link without traffic gets the flows of the stage back, and no others.
class MemoryTest : public TestCase
{
  public:
    MemoryTest()
        : TestCase("flows of the last stage")
    {
    }

  private:
    /**
     * @brief A window ends.
     * @param memory that remembers it
     * @param flows of the window
     * @param version of the filters
     * @param isCut whether a move has cut it
     * @return the flows of the next window, if 6 notifications are predicted for link 10
     */
    std::string After(FlowMemory& memory,
                      const std::vector<TestFlow>& flows,
                      uint64_t version,
                      bool isCut = false)
    {
        const FlowTable table = TableOf(flows);
        LinkCounter::Contents contents;
        for (const TestFlow& each : flows)
        {
            contents.emplace(each.flow, ContentOf("t" + std::to_string(each.flow)));
        }
        memory.Remember({.length = Seconds(1),
                         .isCut = isCut,
                         .flows = table,
                         .links = m_links,
                         .contents = contents,
                         .filtersVersion = version});
        return CountsOf(ScaledFlows(TableOf({{9, LOCAL_CLIENTS, 10, 2}}), m_forecasts, memory));
    }

    void DoRun() override
    {
        FlowMemory memory;
        memory.SetWindows(2);
        const std::vector<TestFlow> both{{1, 10, 11, 1}, {2, 10, 12, 3}, {3, 11, 10, 7}};
        const std::string nothing = "9:2";
        NS_TEST_EXPECT_MSG_EQ(After(memory, both, 1), nothing, "the filters have changed in it");
        NS_TEST_EXPECT_MSG_EQ(After(memory, both, 1), "1:2 2:4 9:2", "1.5 and 4.5 of 6");
        NS_TEST_EXPECT_MSG_EQ(After(memory, {{1, 10, 11, 2}}, 1), "1:3 2:3 9:2", "means 1.5, 1.5");
        NS_TEST_ASSERT_MSG_NE(memory.ContentOf(2), nullptr, "remembered");
        NS_TEST_EXPECT_MSG_EQ((*memory.ContentOf(2) == ContentOf("t2")), true, "what it is about");
        NS_TEST_EXPECT_MSG_EQ(After(memory, {{1, 10, 11, 2}}, 1), "1:6 9:2", "2 windows ago");
        NS_TEST_EXPECT_MSG_EQ((memory.ContentOf(2) == nullptr), true, "forgotten");
        NS_TEST_EXPECT_MSG_EQ(After(memory, {}, 1), "1:6 9:2", "a window without traffic");
        NS_TEST_EXPECT_MSG_EQ(After(memory, {}, 2), nothing, "a new stage");
        NS_TEST_EXPECT_MSG_EQ(After(memory, both, 2), "1:2 2:4 9:2", "of the new stage");
        NS_TEST_EXPECT_MSG_EQ(After(memory, both, 2, true), nothing, "another tree");
    }

    const std::vector<LinkStep> m_links;                                ///< of no window
    const std::map<BrokerId, LinkForecast> m_forecasts{{10, {0, 6.0}}}; ///< for silent link 10
};

/// @brief Extremes scale, and a network without weights predicts the middle of them.
class NetworkTest : public TestCase
{
  public:
    NetworkTest()
        : TestCase("scaling of a network")
    {
    }

  private:
    /**
     * @param extremes that scale
     * @return the prediction after T = 10, 30, 20
     */
    std::optional<double> Prediction(NetworkExtremes extremes)
    {
        auto predictor = CreateObject<NetworkPredictor>();
        predictor->SetNetwork(std::make_shared<const TrafficNetwork>(m_network));
        predictor->SetAttribute("Extremes", EnumValue(extremes));
        const auto series = predictor->NewSeries();
        for (const uint64_t traffic : {10, 30, 20})
        {
            series->Observe({.notifications = traffic});
        }
        return series->Next();
    }

    void DoRun() override
    {
        const ValueExtremes some{10.0, 30.0};
        NS_TEST_EXPECT_MSG_EQ(some.Scaled(15.0), 0.25, "scaled");
        NS_TEST_EXPECT_MSG_EQ(some.Restored(0.25), 15.0, "and back");
        NS_TEST_EXPECT_MSG_EQ(ValueExtremes({7.0, 7.0}).Scaled(9.0), 0.0, "equal extremes");
        m_network.hiddenWeights = {{0.0, 0.0}};
        m_network.hiddenBiases = {0.0};
        m_network.outputWeights = {0.0};
        m_network.scaling = {{{0.0, 1.0}, {0.0, 1.0}}, {100.0, 300.0}};
        NS_TEST_EXPECT_MSG_EQ(*Prediction(NetworkExtremes::FILE), 200.0, "of the file");
        NS_TEST_EXPECT_MSG_EQ(*Prediction(NetworkExtremes::LINK), 20.0, "of the series");
        m_network.hiddenWeights = {{1.0, -1.0}};
        m_network.outputWeights = {2.0};
        const double middle = std::tanh(0.5 - 1.0); // 20 and 30 within 10 to 30
        NS_TEST_EXPECT_MSG_EQ_TOL(*Prediction(NetworkExtremes::LINK),
                                  10.0 + 20.0 / (1.0 + std::exp(-2.0 * middle)),
                                  1e-12,
                                  "T(n) first, then T(n-1)");
    }

    TrafficNetwork m_network; ///< of two inputs and one hidden neuron
};

/// @brief What is no file of a network is refused in one sentence.
class NetworkFileTest : public TestCase
{
  public:
    NetworkFileTest()
        : TestCase("files of networks")
    {
    }

  private:
    /**
     * @param part of the file that is replaced
     * @param by what
     * @return the sentence of the refusal, without the name of the file
     */
    std::string Refusal(const std::string& part = "", const std::string& by = "")
    {
        const std::string right =
            R"({"format": "pubsub-traffic-network", "version": 1, "inputs": ["traffic", )"
            R"("previous_traffic"], "hidden_function": "tanh", "output_function": "logistic", )"
            R"("hidden_weights": [[1, -2.5e-1]], "hidden_biases": [0], "output_weights": [3], )"
            R"("output_bias": -1, "input_low": [0, 0], "input_high": [9, 9], "output_low": 0, )"
            R"("output_high": 9})";
        std::string text = right;
        text.replace(text.find(part), part.size(), by);
        const std::string file = Written(CreateTempDirFilename("network.json"), text);
        const std::string sentence = RefusalOf([&] { m_network = ReadTrafficNetwork(file); });
        return sentence.empty() ? "" : sentence.substr(file.size() + 1);
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(Refusal(), "", "right");
        NS_TEST_EXPECT_MSG_EQ(m_network.hiddenWeights[0][1], -0.25, "a weight");
        NS_TEST_EXPECT_MSG_EQ(m_network.scaling.inputs[1].high, 9.0, "an extreme");
        NS_TEST_EXPECT_MSG_EQ(Refusal("\"version\": 1", "\"version\": 2"),
                              "has another version; expected 1",
                              "version");
        NS_TEST_EXPECT_MSG_EQ(Refusal(", \"output_low\": 0", ""),
                              "has missing or unknown keys: output_low",
                              "a key less");
        NS_TEST_EXPECT_MSG_EQ(Refusal("[[1, -2.5e-1]]", "[[1, 2, 3]]"),
                              "has no 1x2 finite numbers in hidden_weights",
                              "shape");
        NS_TEST_EXPECT_MSG_EQ(Refusal("[3]", "[\"3\"]"),
                              "has no 1 finite numbers in output_weights",
                              "a text");
        NS_TEST_EXPECT_MSG_EQ(Refusal("\"output_low\": 0", "\"output_low\": 10"),
                              "has a scaling whose low is above its high",
                              "extremes");
        NS_TEST_EXPECT_MSG_EQ(
            Refusal("{", "[1, 01"),
            "is no JSON text: character 6; expected a comma or the end of the list",
            "a zero in front");
        NS_TEST_EXPECT_MSG_NE(RefusalOf([] { ReadTrafficNetwork("/none"); }), "", "no file");
        for (const std::string text :
             {"", "{", "[1,]", "\"a", "\"\\u0041\"", "1.", "-", "nul", "1 2"})
        {
            NS_TEST_EXPECT_MSG_NE(RefusalOf([&] { JsonValue::Parse(text); }), "", text);
        }
        const auto text = JsonValue::Parse(" \"a\\n\\\"\" ");
        NS_TEST_ASSERT_MSG_NE(text.As<std::string>(), nullptr, "a text");
        NS_TEST_EXPECT_MSG_EQ(*text.As<std::string>(), "a\n\"", "with escapes");
    }

    TrafficNetwork m_network; ///< read last
};

/// @brief Predictions without packets.
class PredictionModelTestSuite : public TestSuite
{
  public:
    PredictionModelTestSuite()
        : TestSuite("broker-prediction-models", Type::UNIT)
    {
        AddTestCase(new ApportionTest, Duration::QUICK);
        AddTestCase(new ScalingTest, Duration::QUICK);
        AddTestCase(new MemoryTest, Duration::QUICK);
        AddTestCase(new NetworkTest, Duration::QUICK);
        AddTestCase(new NetworkFileTest, Duration::QUICK);
    }
};

PredictionModelTestSuite g_predictionModelTestSuite; ///< the suite

} // namespace
