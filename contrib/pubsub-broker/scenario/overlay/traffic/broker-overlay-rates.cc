// SPDX-License-Identifier: GPL-2.0-only
#include "broker-overlay-rates.h"

#include "ns3/broker-chaotic-systems.h"
#include "ns3/broker-input.h"
#include "ns3/broker-rate-file.h"
#include "ns3/log.h"

#include <algorithm>
#include <numbers>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerOverlayRates");

namespace
{

const std::string STEADY = "steady";     ///< one event per period
const std::string DAILY = "daily";       ///< a sine
const std::string CHAOTIC = "chaotic";   ///< values of a chaotic system
const std::string REPLAYED = "replayed"; ///< values of a file

/// Values of all series at most.
constexpr std::size_t MOST_VALUES = 1000000;

} // namespace

void
OverlayRates::AddTo(ScenarioParameters& parameters)
{
    NS_LOG_FUNCTION(this);
    parameters.Add("traffic",
                   m_traffic,
                   {STEADY, DAILY, CHAOTIC, REPLAYED},
                   "",
                   "how the rate of publications changes over time");
    parameters.Add("traffic_amplitude",
                   m_amplitude,
                   0.0,
                   1.0,
                   "",
                   "of the change, for --traffic=daily and chaotic: 0 is steady, 1 the whole");
    parameters.Add("traffic_groups",
                   m_groups,
                   0,
                   65535,
                   "groups",
                   "of publishers, each with a phase or a chaotic series of its own; 0: as many as "
                   "publishers");
    parameters.Add("day_ticks", m_dayTicks, 1, 1000000, "ticks", "of a day, for --traffic=daily");
    parameters.Add("chaotic_system",
                   m_system,
                   ChaoticSystems(),
                   "",
                   "for --traffic=chaotic: a map with a new value in each step, or an equation");
    parameters.Add("traffic_step_ticks",
                   m_stepTicks,
                   1,
                   1000000,
                   "ticks",
                   "for which a rate lasts, for --traffic=chaotic and replayed, and a row of the "
                   "table rates");
    parameters.Add("traffic_file",
                   m_file,
                   {},
                   "file",
                   "CSV of the columns step and one or more series, for --traffic=replayed");
}

void
OverlayRates::Check(const ScenarioParameters& parameters) const
{
    NS_LOG_FUNCTION(this);
    if ((m_traffic == REPLAYED) != !m_file.empty())
    {
        parameters.Refuse("--traffic=replayed and --traffic_file=FILE go together; expected both "
                          "or none");
    }
}

int64_t
OverlayRates::Draw(const ScenarioParameters& parameters,
                   uint32_t publishers,
                   Time first,
                   Time last,
                   Time tick,
                   Time period,
                   int64_t stream)
{
    NS_LOG_FUNCTION(this << publishers << first << last << tick << period << stream);
    m_first = first;
    m_last = last;
    m_tick = tick;
    if (m_traffic == STEADY)
    {
        return 0;
    }
    const int64_t lasting = (last - first).GetNanoSeconds();
    const int64_t step = (m_stepTicks * tick).GetNanoSeconds();
    const auto steps = static_cast<std::size_t>((lasting + step - 1) / step);
    const auto groups = static_cast<std::size_t>(m_groups == 0 ? publishers : m_groups);
    if (steps > MOST_VALUES / std::max<std::size_t>(groups, 1))
    {
        parameters.Refuse("--traffic_step_ticks=" + std::to_string(m_stepTicks) + " makes " +
                          std::to_string(steps) + " steps of " + std::to_string(groups) +
                          " groups; expected at most " + std::to_string(MOST_VALUES) +
                          " values in all");
    }
    if (m_traffic == REPLAYED)
    {
        Replay(parameters, steps);
    }
    for (std::size_t i = 0; m_traffic != REPLAYED && i < groups; ++i)
    {
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(stream + static_cast<int64_t>(i));
        DrawOne(i, steps, random);
    }
    CheckSeries(parameters, period);
    return static_cast<int64_t>(m_series.size());
}

void
OverlayRates::DrawOne(std::size_t index, std::size_t steps, Ptr<UniformRandomVariable> random)
{
    NS_LOG_FUNCTION(this << index << steps);
    if (m_traffic == DAILY)
    {
        // The phase of the only group would be a matter of where the day begins.
        const double phase = m_groups == 1 ? 0.0 : random->GetValue(0.0, 2 * std::numbers::pi);
        const int64_t day = (m_dayTicks * m_tick).GetNanoSeconds();
        m_series.push_back(std::make_unique<DailyRate>(m_amplitude, day, phase));
        return;
    }
    std::vector<double> rates = ChaoticValues(m_system, steps, random);
    for (double& rate : rates)
    {
        rate = std::max(0.0, 1 + m_amplitude * (rate - 1));
    }
    const int64_t step = (m_stepTicks * m_tick).GetNanoSeconds();
    m_series.push_back(std::make_unique<SteppedRate>(std::move(rates), step));
}

void
OverlayRates::Replay(const ScenarioParameters& parameters, std::size_t steps)
{
    NS_LOG_FUNCTION(this << steps);
    try
    {
        for (auto& rates : ReadRateFile(m_file))
        {
            if (rates.size() < steps)
            {
                parameters.Refuse(m_file + " has " + std::to_string(rates.size()) +
                                  " steps; expected at least " + std::to_string(steps) +
                                  ", for the time of events with --traffic_step_ticks=" +
                                  std::to_string(m_stepTicks));
            }
            const int64_t step = (m_stepTicks * m_tick).GetNanoSeconds();
            m_series.push_back(std::make_unique<SteppedRate>(std::move(rates), step));
        }
    }
    catch (const BrokerInputError& error)
    {
        parameters.Refuse(error.what());
    }
}

void
OverlayRates::CheckSeries(const ScenarioParameters& parameters, Time period) const
{
    for (const auto& series : m_series)
    {
        // Two events of a publisher would have the same time.
        if (series->Greatest() > static_cast<double>(period.GetNanoSeconds()))
        {
            parameters.Refuse("--traffic=" + m_traffic + " has a rate of " +
                              std::to_string(series->Greatest()) +
                              " times its mean; expected at most one event of a publisher per "
                              "nanosecond");
        }
    }
}

bool
OverlayRates::IsSteady() const
{
    return m_series.empty();
}

Time
OverlayRates::TimeOf(std::size_t publisher, Time scheduled) const
{
    NS_LOG_FUNCTION(this << publisher << scheduled);
    if (IsSteady())
    {
        return scheduled;
    }
    const TrafficRate& rate = *m_series[publisher % m_series.size()];
    const int64_t end = (m_last - m_first).GetNanoSeconds();
    return NanoSeconds(rate.TimeOf(scheduled.GetNanoSeconds(), end));
}

double
OverlayRates::MeanOf(std::size_t publisher, Time from, Time to) const
{
    NS_LOG_FUNCTION(this << publisher << from << to);
    return IsSteady() ? 1.0
                      : m_series[publisher % m_series.size()]->MeanOf(from.GetNanoSeconds(),
                                                                      to.GetNanoSeconds());
}

std::vector<RateRow>
OverlayRates::Rows() const
{
    NS_LOG_FUNCTION(this);
    std::vector<RateRow> rows;
    const int64_t end = (m_last - m_first).GetNanoSeconds();
    const int64_t length = (m_stepTicks * m_tick).GetNanoSeconds();
    for (int64_t begin = 0; !IsSteady() && begin < end; begin += length)
    {
        for (std::size_t i = 0; i < m_series.size(); ++i)
        {
            rows.push_back({.timeNs = m_first.GetNanoSeconds() + begin,
                            .step = static_cast<uint32_t>(begin / length),
                            .series = static_cast<uint32_t>(i),
                            .rate = m_series[i]->MeanOf(begin, std::min(begin + length, end))});
        }
    }
    return rows;
}

} // namespace ns3::pubsub::broker
