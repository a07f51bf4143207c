// SPDX-License-Identifier: GPL-2.0-only
#include "broker-rate-file.h"

#include "ns3/broker-input.h"
#include "ns3/log.h"

#include <cmath>
#include <numeric>
#include <set>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerRateFile");

namespace
{

/**
 * @param lines of the file, at its beginning
 * @return the names of the series
 */
std::vector<std::string>
ReadNames(WordLines& lines)
{
    if (!lines.Next())
    {
        lines.RefuseFile("has no line; expected a table with the column step and some series");
    }
    const std::vector<std::string> words = lines.Words();
    const std::set<std::string> different(words.begin(), words.end());
    if (words.size() < 2 || words[0] != "step" || different.size() < words.size() ||
        different.contains(""))
    {
        lines.Refuse("'step' and the different names of one or more series, with commas");
    }
    return {words.begin() + 1, words.end()};
}

/**
 * @brief Divide the values of a series by their mean, or refuse the file.
 * @param lines of the file
 * @param name of the series
 * @param values of the series
 */
void
DivideByMean(const WordLines& lines, const std::string& name, std::vector<double>& values)
{
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    const double mean = sum / static_cast<double>(values.size());
    if (!std::isnormal(mean))
    {
        lines.RefuseFile("has a series " + Quoted(name) +
                         " without a mean; expected values that are not all 0 and not as great as "
                         "a number can be");
    }
    for (double& value : values)
    {
        value /= mean;
    }
}

} // namespace

std::vector<std::vector<double>>
ReadRateFile(const std::string& file)
{
    NS_LOG_FUNCTION(file);
    WordLines lines(file, ',');
    const std::vector<std::string> names = ReadNames(lines);
    std::vector<std::vector<double>> series(names.size());
    while (lines.Next())
    {
        if (lines.Words().size() != names.size() + 1)
        {
            lines.Refuse("a step and as many values as there are series, " +
                         std::to_string(names.size()) + ", with commas");
        }
        const std::string step = std::to_string(series[0].size());
        if (lines.Words()[0] != step)
        {
            lines.Refuse("step " + step + ", because steps count from 0 without gaps");
        }
        for (std::size_t i = 0; i < names.size(); ++i)
        {
            series[i].push_back(lines.Amount(i + 1, "a rate"));
        }
    }
    if (series[0].empty())
    {
        lines.RefuseFile("has no step; expected a line for each step");
    }
    for (std::size_t i = 0; i < names.size(); ++i)
    {
        DivideByMean(lines, names[i], series[i]);
    }
    return series;
}

} // namespace ns3::pubsub::broker
