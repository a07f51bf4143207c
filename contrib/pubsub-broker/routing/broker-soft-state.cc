// SPDX-License-Identifier: GPL-2.0-only
#include "broker-soft-state.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerSoftState");

namespace
{

/// Longest lifetime that a neighbour can ask for.
const Time LONGEST = Minutes(10);

/// Periods that state counts without being sent again.
constexpr int64_t PERIODS = 3;

} // namespace

SoftState::SoftState()
    : m_random(CreateObject<UniformRandomVariable>())
{
}

SoftState::~SoftState()
{
    m_next.Cancel();
}

void
SoftState::SetPeriod(Time period)
{
    NS_LOG_FUNCTION(this << period);
    m_period = period;
}

Time
SoftState::GetPeriod() const
{
    return m_period;
}

uint32_t
SoftState::LifetimeMs() const
{
    return static_cast<uint32_t>(PERIODS * m_period.GetMilliSeconds());
}

Time
SoftState::Until(uint32_t lifetimeMs) const
{
    const Time lifetime = lifetimeMs == 0 ? Time::Max() : MilliSeconds(lifetimeMs);
    if (m_period.IsZero())
    {
        return lifetimeMs == 0 ? lifetime : Simulator::Now() + lifetime;
    }
    return Simulator::Now() + std::min(lifetime, LONGEST);
}

void
SoftState::Start(std::function<void()> refresh)
{
    NS_LOG_FUNCTION(this);
    m_refresh = std::move(refresh);
    // The draw is made in any case, so that another period leaves the other draws as they are.
    const double share = m_random->GetValue(0.0, 1.0);
    if (m_period.IsStrictlyPositive())
    {
        m_next = Simulator::Schedule(m_period * share, &SoftState::Run, this);
    }
}

void
SoftState::Stop()
{
    NS_LOG_FUNCTION(this);
    m_next.Cancel();
}

void
SoftState::AssignStream(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    m_random->SetStream(stream);
}

void
SoftState::Run()
{
    m_refresh();
    m_next = Simulator::Schedule(m_period, &SoftState::Run, this);
}

} // namespace ns3::pubsub::broker
