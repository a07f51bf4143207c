// SPDX-License-Identifier: GPL-2.0-only
#include "broker-move-lock.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerMoveLock");

MoveLock::~MoveLock()
{
    m_timer.Cancel();
}

bool
MoveLock::Take(PlanId plan, Time lease, std::function<void()> expired)
{
    NS_LOG_FUNCTION(this << plan << lease);
    if (m_plan != NO_PLAN && m_plan != plan)
    {
        return false;
    }
    m_plan = plan;
    m_expired = std::move(expired);
    Extend(lease);
    return true;
}

void
MoveLock::Extend(Time lease)
{
    NS_LOG_FUNCTION(this << lease);
    m_timer.Cancel();
    m_timer = Simulator::Schedule(lease, m_expired);
}

void
MoveLock::Release()
{
    NS_LOG_FUNCTION(this);
    m_timer.Cancel();
    m_plan = NO_PLAN;
}

} // namespace ns3::pubsub::broker
