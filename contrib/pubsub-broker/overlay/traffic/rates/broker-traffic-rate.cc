// SPDX-License-Identifier: GPL-2.0-only
#include "broker-traffic-rate.h"

#include "ns3/abort.h"
#include "ns3/log.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerTrafficRate");

int64_t
TrafficRate::TimeOf(int64_t integralNs, int64_t endNs) const
{
    NS_LOG_FUNCTION(this << integralNs << endNs);
    const auto wanted = static_cast<double>(integralNs);
    int64_t low = 0;
    int64_t high = endNs;
    // The integral never falls. It has reached the value at `high`, or `high` is the end.
    while (low < high)
    {
        const int64_t middle = low + (high - low) / 2;
        if (Integral(middle) >= wanted)
        {
            high = middle;
        }
        else
        {
            low = middle + 1;
        }
    }
    return high;
}

double
TrafficRate::MeanOf(int64_t fromNs, int64_t toNs) const
{
    NS_LOG_FUNCTION(this << fromNs << toNs);
    return (Integral(toNs) - Integral(fromNs)) / static_cast<double>(toNs - fromNs);
}

DailyRate::DailyRate(double amplitude, int64_t dayNs, double phase)
    : m_amplitude(amplitude),
      m_dayNs(static_cast<double>(dayNs)),
      m_phase(phase)
{
    NS_LOG_FUNCTION(this << amplitude << dayNs << phase);
    NS_ABORT_MSG_UNLESS(amplitude >= 0 && amplitude <= 1 && dayNs > 0, "no day");
}

double
DailyRate::Integral(int64_t timeNs) const
{
    const double perDay = 2 * std::numbers::pi;
    const auto time = static_cast<double>(timeNs);
    const double angle = perDay * std::fmod(time, m_dayNs) / m_dayNs;
    return time + m_amplitude * m_dayNs / perDay * (std::cos(m_phase) - std::cos(angle + m_phase));
}

double
DailyRate::Greatest() const
{
    return 1 + m_amplitude;
}

SteppedRate::SteppedRate(std::vector<double> rates, int64_t stepNs)
    : m_rates(std::move(rates)),
      m_before(1, 0.0),
      m_stepNs(stepNs)
{
    NS_LOG_FUNCTION(this << m_rates.size() << stepNs);
    NS_ABORT_MSG_UNLESS(!m_rates.empty() && stepNs > 0, "no steps");
    for (const double rate : m_rates)
    {
        NS_ABORT_MSG_UNLESS(rate >= 0, rate << " is no rate");
        m_before.push_back(m_before.back() + rate);
    }
}

double
SteppedRate::Integral(int64_t timeNs) const
{
    const auto step = static_cast<std::size_t>(timeNs / m_stepNs);
    if (step >= m_rates.size())
    {
        return m_before.back() * static_cast<double>(m_stepNs);
    }
    // In this order a rate of 1 gives the time itself.
    return m_before[step] * static_cast<double>(m_stepNs) +
           m_rates[step] * static_cast<double>(timeNs % m_stepNs);
}

double
SteppedRate::Greatest() const
{
    return *std::max_element(m_rates.begin(), m_rates.end());
}

} // namespace ns3::pubsub::broker
