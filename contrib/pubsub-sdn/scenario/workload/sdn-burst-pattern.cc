// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-burst-pattern.h"

#include "ns3/log.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnBurstPattern");

void
BurstPattern::AddTo(ScenarioParameters& parameters)
{
    NS_LOG_FUNCTION(this);
    parameters.Add("bursts",
                   m_kind,
                   {"none", "seasonal", "on-off"},
                   "",
                   "how the event rate of each topic varies around its mean");
    parameters.Add("burst_period_s",
                   m_period,
                   0.1,
                   1e6,
                   "s",
                   "period of --bursts=seasonal, mean time between the beginnings of two bursts of "
                   "--bursts=on-off");
    parameters.Add("burst_depth",
                   m_depth,
                   0.0,
                   1.0,
                   "",
                   "of --bursts=seasonal: the rate varies by this share of its mean");
    parameters.Add("burst_factor",
                   m_factor,
                   1.0,
                   100.0,
                   "",
                   "of --bursts=on-off: rate in a burst over the mean rate");
    parameters
        .Add("burst_on_s", m_length, 0.01, 1e6, "s", "mean length of a burst of --bursts=on-off");
}

void
BurstPattern::Check(const ScenarioParameters& parameters) const
{
    NS_LOG_FUNCTION(this);
    if (m_kind == "on-off" && (m_length >= m_period || m_factor * m_length > m_period))
    {
        std::ostringstream sentence;
        sentence << "--burst_factor=" << m_factor << " and --burst_on_s=" << m_length
                 << " put more events into bursts than there are; expected a product of at most "
                    "--burst_period_s="
                 << m_period;
        parameters.Refuse(sentence.str());
    }
}

int64_t
BurstPattern::Draw(std::size_t topics, double last, int64_t stream)
{
    NS_LOG_FUNCTION(this << topics << last << stream);
    auto random = CreateObject<UniformRandomVariable>();
    for (std::size_t topic = 0; topic < topics; ++topic)
    {
        random->SetStream(stream + static_cast<int64_t>(topic));
        m_phases.push_back(random->GetValue(0.0, 1.0));
        m_bursts.push_back(m_kind == "on-off" ? DrawBursts(*random, last) : std::vector<Burst>());
    }
    return static_cast<int64_t>(topics);
}

std::vector<BurstPattern::Burst>
BurstPattern::DrawBursts(UniformRandomVariable& random, double last) const
{
    const auto draw = [&random](double mean) {
        return -mean * std::log(1.0 - random.GetValue(0.0, 1.0));
    };
    std::vector<Burst> bursts;
    // A state of the steady process at time 0: both lengths have no memory.
    bool isOn = random.GetValue(0.0, 1.0) < m_length / m_period;
    double at = 0.0;
    while (at < last)
    {
        const double until = at + draw(isOn ? m_length : m_period - m_length);
        if (isOn)
        {
            bursts.push_back({at, until});
        }
        at = until;
        isOn = !isOn;
    }
    return bursts;
}

double
BurstPattern::Lull() const
{
    const double share = m_length / m_period;
    return (1.0 - share * m_factor) / (1.0 - share);
}

double
BurstPattern::Peak() const
{
    if (m_kind == "seasonal")
    {
        return 1.0 + m_depth;
    }
    return m_kind == "on-off" ? m_factor : 1.0;
}

double
BurstPattern::MultiplierAt(std::size_t topic, double at) const
{
    if (m_kind == "seasonal")
    {
        const double turns = at / m_period + m_phases.at(topic);
        return 1.0 + m_depth * std::sin(2.0 * std::numbers::pi * turns);
    }
    if (m_kind == "none")
    {
        return 1.0;
    }
    const auto& bursts = m_bursts.at(topic);
    const auto next =
        std::upper_bound(bursts.begin(), bursts.end(), at, [](double time, const Burst& burst) {
            return time < burst.to;
        });
    return next != bursts.end() && next->from <= at ? m_factor : Lull();
}

} // namespace ns3::pubsub::sdn
