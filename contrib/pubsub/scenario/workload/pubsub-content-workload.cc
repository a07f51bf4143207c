// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-content-workload.h"

#include "ns3/abort.h"
#include "ns3/log.h"

#include <algorithm>
#include <cmath>

namespace ns3::pubsub
{

NS_LOG_COMPONENT_DEFINE("PubSubContentWorkload");

namespace
{

/// Levels are numbers from 0 to one less.
constexpr int64_t LEVELS = 1000;

/// Letters of a cell's code.
constexpr int64_t CELL_LETTERS = 10;

/**
 * @param place which cell, 0 to 1
 * @param letters of the code
 * @return its code, of letters a and b
 */
std::string
CellCode(double place, int64_t letters)
{
    std::string code;
    for (int64_t i = 0; i < letters; ++i)
    {
        place *= 2.0;
        code += place < 1.0 ? 'a' : 'b';
        place -= place < 1.0 ? 0.0 : 1.0;
    }
    return code;
}

} // namespace

void
ContentWorkload::AddTo(ScenarioParameters& parameters)
{
    NS_LOG_FUNCTION(this);
    parameters.Add("content",
                   m_content,
                   0.0,
                   1.0,
                   "",
                   "share of subscriptions with a predicate; above 0, events carry attributes");
    parameters.Add("selectivity",
                   m_selectivity,
                   0.001,
                   1.0,
                   "",
                   "share of its topic's events that a predicate lets through");
    parameters.Add("predicates",
                   m_predicates,
                   {"range", "threshold", "prefix"},
                   "",
                   "what they ask for: levels from..to, levels on one side, cells that begin so");
    parameters.Add("level_zipf",
                   m_levelZipf,
                   0.0,
                   5.0,
                   "",
                   "exponent of the events' levels, 0 the most frequent; 0: all alike");
}

void
ContentWorkload::Begin()
{
    NS_LOG_FUNCTION(this);
    m_below.assign(1, 0.0);
    for (int64_t level = 0; level < LEVELS; ++level)
    {
        m_below.push_back(m_below.back() + std::pow(level + 1.0, -m_levelZipf));
    }
    const double sum = m_below.back();
    for (double& share : m_below)
    {
        share /= sum;
    }
}

int64_t
ContentWorkload::LevelAt(double share) const
{
    // A level's share is a sum of rounded numbers: what differs by less than that is the same.
    return std::lower_bound(m_below.begin(), m_below.end() - 1, share - 1e-9) - m_below.begin();
}

std::vector<EventAttribute>
ContentWorkload::DrawAttributes(Ptr<UniformRandomVariable> random) const
{
    NS_LOG_FUNCTION(this);
    const auto above =
        std::upper_bound(m_below.begin(), m_below.end() - 1, random->GetValue(0.0, 1.0));
    const std::string level = std::to_string(above - m_below.begin() - 1);
    return {{"level", level}, {"cell", CellCode(random->GetValue(0.0, 1.0), CELL_LETTERS)}};
}

Filter
ContentWorkload::DrawFilter(const Topic& topic, Ptr<UniformRandomVariable> random) const
{
    NS_LOG_FUNCTION(this);
    const bool plain = random->GetValue(0.0, 1.0) >= m_content;
    const double place = random->GetValue(0.0, 1.0);
    if (plain)
    {
        return Filter(topic);
    }
    const std::string wanted = m_predicates == "prefix" ? CellPrefix(place) : Range(place);
    const auto filter = Filter::Parse(topic.Text() + "[" + wanted + "]");
    NS_ABORT_MSG_UNLESS(filter, "no filter: " << topic.Text() << "[" << wanted << "]");
    return *filter;
}

std::string
ContentWorkload::Range(double place) const
{
    if (m_predicates == "threshold")
    {
        return place < 0.5
                   ? "level<" + std::to_string(std::max<int64_t>(1, LevelAt(m_selectivity)))
                   : "level>=" + std::to_string(std::min(LEVELS - 1, LevelAt(1.0 - m_selectivity)));
    }
    const double start = place * (1.0 - m_selectivity);
    const int64_t from = std::min(LEVELS - 1, LevelAt(start));
    const int64_t to = std::max(from, LevelAt(start + m_selectivity) - 1);
    return "level=" + std::to_string(from) + ".." + std::to_string(to);
}

std::string
ContentWorkload::CellPrefix(double place) const
{
    const auto letters = std::lround(-std::log2(m_selectivity));
    return "cell=" + CellCode(place, letters) + "*";
}

} // namespace ns3::pubsub
