// SPDX-License-Identifier: GPL-2.0-only
//
// Predictors of topics' loads, with values that were computed by hand.

#include "ns3/broker-input.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/sdn-load-predictors.h"
#include "ns3/sdn-network-load-predictor.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <fstream>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::sdn;

namespace
{

/// Differences below it come from rounding.
constexpr double EXACT = 1e-9;

/// @brief Predictors that need no file.
class SimpleLoadTest : public TestCase
{
  public:
    SimpleLoadTest()
        : TestCase("last, ewma, seasonal and oracle")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<double> loads{100.0, 200.0, 50.0, 400.0};
        const auto last = MakeLoadPredictor("last");
        NS_TEST_EXPECT_MSG_EQ(last->Predict(0, loads), 400.0, "the last one");

        // 100; 100 + 0.3 * 100 = 130; 130 - 0.3 * 80 = 106; 106 + 0.3 * 294 = 194.2
        const auto ewma = MakeLoadPredictor("ewma");
        NS_TEST_EXPECT_MSG_EQ_TOL(ewma->Predict(0, loads), 194.2, EXACT, "alpha 0.3");
        NS_TEST_EXPECT_MSG_EQ_TOL(ewma->Predict(1, {7.0}), 7.0, EXACT, "the first level");
        // 100; 150; 100; 250
        ewma->SetAttribute("Alpha", DoubleValue(0.5));
        NS_TEST_EXPECT_MSG_EQ_TOL(ewma->Predict(0, loads), 250.0, EXACT, "alpha 0.5");
        ewma->SetAttribute("Alpha", DoubleValue(1.0));
        NS_TEST_EXPECT_MSG_EQ_TOL(ewma->Predict(0, loads), 400.0, EXACT, "alpha 1 is the last one");

        const auto seasonal = MakeLoadPredictor("seasonal");
        NS_TEST_EXPECT_MSG_EQ(seasonal->Predict(0, loads), 400.0, "shorter than a season");
        seasonal->SetAttribute("Period", UintegerValue(3));
        NS_TEST_EXPECT_MSG_EQ(seasonal->Predict(0, loads), 200.0, "three periods before the next");
        seasonal->SetAttribute("Period", UintegerValue(4));
        NS_TEST_EXPECT_MSG_EQ(seasonal->Predict(0, loads), 100.0, "the whole history");
        seasonal->SetAttribute("Period", UintegerValue(1));
        NS_TEST_EXPECT_MSG_EQ(seasonal->Predict(0, loads), 400.0, "a season of one period");

        const auto oracle = CreateObject<OracleLoadPredictor>();
        oracle->SetFuture(MakeCallback(&SimpleLoadTest::Future, this));
        NS_TEST_EXPECT_MSG_EQ(oracle->Predict(3, loads), 30.0, "what it is told");
        NS_TEST_EXPECT_MSG_EQ(oracle->Predict(4, {}), 40.0, "without a history");
        m_scale = -1.0;
        NS_TEST_EXPECT_MSG_EQ(oracle->Predict(4, loads), 0.0, "no load is below 0");

        for (const char* name : {"last", "ewma", "seasonal"})
        {
            NS_TEST_EXPECT_MSG_EQ(MakeLoadPredictor(name)->Predict(0, {}), 0.0, name);
        }
    }

    /**
     * @param topic any
     * @return its load in the next period
     */
    double Future(TopicId topic)
    {
        return m_scale * topic;
    }

    double m_scale = 10.0; ///< load of topic 1
};

/// @brief A network of one hidden neuron.
class NetworkLoadTest : public TestCase
{
  public:
    NetworkLoadTest()
        : TestCase("a trained network")
    {
    }

  private:
    /**
     * @param inputs 2 or 4
     * @return a network whose hidden neuron has the weights 2, -1, 5 and 5
     */
    static std::shared_ptr<broker::TrafficNetwork> Network(std::size_t inputs)
    {
        auto network = std::make_shared<broker::TrafficNetwork>();
        std::vector<double> weights{2.0, -1.0, 5.0, 5.0};
        weights.resize(inputs);
        network->hiddenWeights = {weights};
        network->hiddenBiases = {0.5};
        network->outputWeights = {1.5};
        network->outputBias = -0.25;
        network->scaling.inputs.assign(inputs, {0.0, 1000.0});
        network->scaling.output = {0.0, 1000.0};
        return network;
    }

    /**
     * @param now scaled last load
     * @param before scaled load before it
     * @return the scaled prediction of that network
     */
    static double Scaled(double now, double before)
    {
        const double hidden = std::tanh(2.0 * now - before + 0.5);
        return 1.0 / (1.0 + std::exp(-(1.5 * hidden - 0.25)));
    }

    void DoRun() override
    {
        const std::vector<double> loads{100.0, 500.0, 300.0};
        for (const std::size_t inputs : {2, 4})
        {
            const auto predictor = CreateObject<NetworkLoadPredictor>();
            predictor->SetNetwork(Network(inputs));
            // 300 and 500 lie at 0.5 and 1 between the extremes 100 and 500.
            const double bySeries = 100.0 + 400.0 * Scaled(0.5, 1.0);
            NS_TEST_EXPECT_MSG_EQ_TOL(predictor->Predict(0, loads), bySeries, EXACT, "series");
            predictor->SetAttribute("Extremes", EnumValue(LoadExtremes::FILE));
            const double byFile = 1000.0 * Scaled(0.3, 0.5);
            NS_TEST_EXPECT_MSG_EQ_TOL(predictor->Predict(0, loads), byFile, EXACT, "file");
            NS_TEST_EXPECT_MSG_EQ(predictor->Predict(0, {70.0}), 70.0, "a single load");
            NS_TEST_EXPECT_MSG_EQ(predictor->Predict(0, {}), 0.0, "no load");
        }
        const auto constant = CreateObject<NetworkLoadPredictor>();
        constant->SetNetwork(Network(2));
        NS_TEST_EXPECT_MSG_EQ_TOL(constant->Predict(0, {5.0, 5.0}), 5.0, EXACT, "a constant load");
        CheckFile();
    }

    /// @brief A network from a file, and a file without one.
    void CheckFile()
    {
        const std::string file = CreateTempDirFilename("network.json");
        std::ofstream(file) << R"({"format": "pubsub-traffic-network", "version": 1,
                   "inputs": ["traffic", "previous_traffic"],
                   "hidden_function": "tanh", "output_function": "logistic",
                   "hidden_biases": [0.5], "hidden_weights": [[2, -1]],
                   "output_weights": [1.5], "output_bias": -0.25,
                   "input_low": [0, 0], "input_high": [1000, 1000],
                   "output_low": 0, "output_high": 1000})";
        const auto predictor = CreateObject<NetworkLoadPredictor>();
        predictor->ReadNetwork(file);
        NS_TEST_EXPECT_MSG_EQ_TOL(predictor->Predict(0, {100.0, 500.0, 300.0}),
                                  100.0 + 400.0 * Scaled(0.5, 1.0),
                                  EXACT,
                                  "a file");
        std::string sentence;
        try
        {
            predictor->ReadNetwork(file + ".no");
        }
        catch (const broker::BrokerInputError& error)
        {
            sentence = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(sentence,
                              file + ".no cannot be read; expected the file of a trained network",
                              "no file");
    }
};

/// @brief Names of predictors.
class PredictorNameTest : public TestCase
{
  public:
    PredictorNameTest()
        : TestCase("names of predictors")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<std::string> types{"Last", "Ewma", "Seasonal", "Network", "Oracle"};
        for (std::size_t i = 0; i < types.size(); ++i)
        {
            const auto predictor = MakeLoadPredictor(LoadPredictorNames().at(i));
            NS_TEST_EXPECT_MSG_EQ(predictor->GetInstanceTypeId().GetName(),
                                  "ns3::pubsub::sdn::" + types[i] + "LoadPredictor",
                                  "type");
        }
        std::string sentence;
        try
        {
            MakeLoadPredictor("guess");
        }
        catch (const broker::BrokerInputError& error)
        {
            sentence = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(sentence,
                              "no predictor is named 'guess'; expected one of last, ewma, "
                              "seasonal, network, oracle",
                              "refused");
    }
};

/// @brief Predictors of loads.
class LoadPredictorTestSuite : public TestSuite
{
  public:
    LoadPredictorTestSuite()
        : TestSuite("sdn-load-predictors", Type::UNIT)
    {
        AddTestCase(new SimpleLoadTest, Duration::QUICK);
        AddTestCase(new NetworkLoadTest, Duration::QUICK);
        AddTestCase(new PredictorNameTest, Duration::QUICK);
    }
};

LoadPredictorTestSuite g_loadPredictorTestSuite; ///< the suite

} // namespace
