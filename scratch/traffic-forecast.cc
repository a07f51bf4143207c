// SPDX-License-Identifier: GPL-2.0-only
//
// Predicts a series of a link with a predictor of the simulation, one step ahead: prints each step
// that is predicted, and the prediction.

#include "ns3/pubsub-broker-module.h"
#include "ns3/pubsub-module.h"

#include <charconv>
#include <fstream>
#include <iostream>
#include <sstream>

using namespace ns3;
using namespace ns3::pubsub;
using namespace ns3::pubsub::broker;

namespace
{

/// First line of a series.
const std::string HEADER = "notifications,dS,dA";

/**
 * @tparam Number type of a value
 * @param text of a value
 * @return the value, or none if the text is another
 */
template <typename Number>
std::optional<Number>
ParseWhole(const std::string& text)
{
    Number number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    return read.ec == std::errc() && read.ptr == text.data() + text.size() && !text.empty()
               ? std::optional(number)
               : std::nullopt;
}

/**
 * @param line of a series
 * @return its step, or none if the line is no step
 */
std::optional<LinkStep>
ParseStep(const std::string& line)
{
    std::istringstream parts(line);
    std::string traffic;
    std::string subscriptions;
    std::string advertisements;
    std::getline(parts, traffic, ',');
    std::getline(parts, subscriptions, ',');
    std::getline(parts, advertisements);
    const auto notifications = ParseWhole<uint64_t>(traffic);
    const auto subscriptionChange = ParseWhole<int64_t>(subscriptions);
    const auto advertisementChange = ParseWhole<int64_t>(advertisements);
    if (!notifications || !subscriptionChange || !advertisementChange)
    {
        return std::nullopt;
    }
    return LinkStep{.direction = FlowDirection::IN,
                    .notifications = *notifications,
                    .subscriptionChange = *subscriptionChange,
                    .advertisementChange = *advertisementChange};
}

/**
 * @brief Read a series, or refuse the file.
 * @param parameters of the program
 * @param file its name
 * @return its steps
 */
std::vector<LinkStep>
ReadSteps(const ScenarioParameters& parameters, const std::string& file)
{
    std::ifstream stream(file);
    std::string line;
    if (!std::getline(stream, line) || line != HEADER)
    {
        parameters.Refuse("--series=" + file +
                          " is no series; expected a file whose first line is " + HEADER);
    }
    std::vector<LinkStep> steps;
    while (std::getline(stream, line))
    {
        const auto step = ParseStep(line);
        if (!step)
        {
            parameters.Refuse(file + ", line " + std::to_string(steps.size() + 2) + ": " +
                              Quoted(line) + "; expected three whole numbers with commas between " +
                              "them, the first not negative");
        }
        steps.push_back(*step);
    }
    return steps;
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string file;
    PredictorChoice predictor;
    ScenarioParameters parameters("traffic-forecast",
                                  "the traffic of a link, predicted one step ahead");
    parameters.Add("series", file, {}, "file", "CSV with the columns " + HEADER);
    predictor.AddTo(parameters, false);
    parameters.Parse(argc, argv);
    predictor.Check(parameters);
    const std::vector<LinkStep> steps = ReadSteps(parameters, file);
    parameters.EndCheck();
    const auto series = predictor.MakeLinkPredictor()->NewSeries();
    for (std::size_t step = 0; step < steps.size(); ++step)
    {
        series->Observe(steps[step]);
        if (const auto next = series->Next())
        {
            char text[64];
            const auto end = std::to_chars(text, text + sizeof(text), *next).ptr;
            std::cout << step + 1 << ' ' << std::string(text, end) << '\n';
        }
    }
    return 0;
}
