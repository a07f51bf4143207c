// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-failure-injector.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnFailureInjector");

FailureInjector::FailureInjector(const FailurePlan& plan,
                                 SwitchNetwork& network,
                                 ControlPlane* control)
    : m_network(network),
      m_control(control)
{
    NS_LOG_FUNCTION(this << plan.Failures().size());
    for (const PlannedFailure& failure : plan.Failures())
    {
        Simulator::Schedule(failure.when, &FailureInjector::Apply, this, failure, false);
        if (failure.restored)
        {
            Simulator::Schedule(*failure.restored, &FailureInjector::Apply, this, failure, true);
        }
    }
}

void
FailureInjector::Apply(const PlannedFailure& failure, bool isUp)
{
    NS_LOG_FUNCTION(this << FailurePlan::NameOf(failure.kind) << failure.which << isUp);
    if (m_control)
    {
        m_control->NoteFailure();
    }
    switch (failure.kind)
    {
    case FailureKind::LINK:
        for (const std::size_t trunk : m_network.TrunksOf(failure.which))
        {
            m_network.SetLinkUp(trunk, isUp);
        }
        break;
    case FailureKind::SWITCH:
        SetSwitchUp(failure.which, isUp);
        break;
    case FailureKind::CONTROLLER:
        if (m_control)
        {
            m_control->SetControllerUp(failure.which, isUp);
        }
        break;
    case FailureKind::SERVER:
        if (m_control)
        {
            m_control->SetServerUp(isUp);
        }
        break;
    }
}

void
FailureInjector::SetSwitchUp(uint32_t index, bool isUp)
{
    m_network.GetSwitch(index)->SetUp(isUp);
    for (const auto& neighbour : m_network.NeighboursOf(index))
    {
        const Ptr<SdnSwitch> other = m_network.GetSwitch(neighbour.device);
        for (const auto& back : m_network.NeighboursOf(neighbour.device))
        {
            if (back.link == neighbour.link)
            {
                other->SetPortUp(back.port, isUp);
            }
        }
    }
}

} // namespace ns3::pubsub::sdn
