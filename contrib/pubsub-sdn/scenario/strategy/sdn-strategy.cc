// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-strategy.h"

#include "ns3/log.h"
#include "ns3/pubsub-unicast-endpoint.h"
#include "ns3/sdn-broker-overlay.h"
#include "ns3/sdn-host-routes.h"

#include <cmath>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnStrategy");

InstalledStrategy::InstalledStrategy(SwitchNetwork& network,
                                     const ControlSettings& settings,
                                     const SdnWorkload& workload)
    : m_network(network),
      m_settings(settings)
{
    NS_LOG_FUNCTION(this << settings.strategy);
    if (settings.HasControllers())
    {
        m_control = std::make_unique<ControlPlane>(network, settings, workload);
        m_control->Register(workload.Plan());
        if (!settings.policyFile.empty())
        {
            m_control->SchedulePolicy(settings.policy.Text(), Seconds(settings.policySeconds));
        }
        if (settings.dataplane != "topic")
        {
            m_routes = std::make_unique<SourceRoutes>(network, *m_control, settings.dataplane);
        }
        return;
    }
    network.AddDataAddresses();
    InstallHostRoutes(network);
    if (network.Brokers().GetN() > 0)
    {
        InstallBrokerOverlay(network, NanoSeconds(std::llround(1000.0 * settings.processingUs)));
    }
    else
    {
        UnicastEndpoint::Install(network.Hosts());
    }
}

ControlPlane*
InstalledStrategy::Control() const
{
    return m_control.get();
}

void
InstalledStrategy::Record(SwitchRecorder* recorder)
{
    NS_LOG_FUNCTION(this);
    if (!recorder)
    {
        return;
    }
    if (!m_control)
    {
        recorder->MeasureEdges(Seconds(m_settings.periodSeconds));
    }
    if (m_routes)
    {
        m_routes->SetChanged([recorder] { recorder->RecordAllTables(); });
    }
}

int64_t
InstalledStrategy::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    if (m_control)
    {
        return m_control->AssignStreams(stream);
    }
    return m_network.Brokers().GetN() > 0 ? AssignBrokerStreams(m_network, stream) : 0;
}

} // namespace ns3::pubsub::sdn
