// SPDX-License-Identifier: GPL-2.0-only
//
// What a controller does with its switches: discovery, tables and counters.

#include "sdn-controller.h"

#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnControllerSwitches");

void
SdnController::ProbeAll()
{
    m_probe = Simulator::Schedule(m_probeInterval, &SdnController::ProbeAll, this);
    for (const auto& [cluster, control] : m_clusters)
    {
        control->Probe();
        control->Expire(Simulator::Now() - m_missedProbes * m_probeInterval);
    }
}

void
SdnController::AcceptSwitch(Ptr<Socket> socket)
{
    NS_LOG_FUNCTION(this << socket);
    const auto session = CreateObject<SwitchSession>();
    m_strangers.push_back(session);
    session->TraceConnectWithoutContext(
        "Sent",
        Callback<void, const ControlRecord&>(
            [this](const ControlRecord& record) { m_controlSent(record); }));
    SwitchSession* raw = PeekPointer(session); // the session owns these functions
    session->Accept(
        socket,
        GetNode()->GetId(),
        {.ready = [this, raw] { SwitchReady(raw); },
         .port =
             [this, raw](const PortDescription& port) {
                 ControlOf(m_inventory.at(raw->Switch())).SetPort(raw->Switch(), port);
             },
         .packet =
             [this, raw](const PacketIn& packet) {
                 ControlOf(m_inventory.at(raw->Switch())).TakePacket(*raw, packet);
             },
         .installed = [this] { CheckInstalled(); },
         .counted = [this,
                     raw] { ControlOf(m_inventory.at(raw->Switch())).TakeCounters(raw->Switch()); },
         .closed = [this, raw](const std::string&) { SwitchClosed(raw); },
         .drop = [this](const std::string& reason, uint32_t bytes) { Drop(reason, bytes); }});
}

ClusterControl&
SdnController::ControlOf(ClusterId cluster)
{
    auto& control = m_clusters[cluster];
    if (!control)
    {
        control = std::make_unique<ClusterControl>(cluster, m_context);
    }
    return *control;
}

void
SdnController::SwitchReady(Ptr<SwitchSession> session)
{
    NS_LOG_FUNCTION(this << session->Switch());
    std::erase(m_strangers, session);
    const auto cluster = m_inventory.find(session->Switch());
    if (cluster == m_inventory.end())
    {
        Drop("unknown switch", 0);
        session->Close();
        return;
    }
    const bool isNew = !m_clusters.contains(cluster->second);
    ControlOf(cluster->second).AddSession(session);
    if (isNew)
    {
        m_isRouted = false; // the routes of the cluster are still to come
    }
    if (isNew && m_isServed)
    {
        SendState();
    }
    InstallSoon();
}

void
SdnController::SwitchClosed(Ptr<SwitchSession> session)
{
    NS_LOG_FUNCTION(this << session->Switch());
    std::erase(m_strangers, session);
    const auto cluster = m_inventory.find(session->Switch());
    if (cluster != m_inventory.end() && m_clusters.contains(cluster->second))
    {
        m_clusters.at(cluster->second)->RemoveSession(session);
        Simulator::Schedule(m_missedProbes * m_probeInterval,
                            &SdnController::SwitchMissing,
                            this,
                            session->Switch());
        CheckInstalled();
    }
}

void
SdnController::SwitchMissing(NodeId node)
{
    const auto control = m_clusters.find(m_inventory.at(node));
    if (!m_isWorking || control == m_clusters.end() || control->second->SessionOf(node))
    {
        return;
    }
    control->second->ForgetSwitch(node);
    if (!control->second->HasSwitches())
    {
        m_flowMods += control->second->TakeFlowMods();
        m_groupMods += control->second->TakeGroupMods();
        m_clusters.erase(control);
        if (m_isServed)
        {
            SendState();
        }
    }
}

void
SdnController::TopologyChanged()
{
    if (!m_report.IsPending())
    {
        m_report = Simulator::Schedule(m_reportDelay, &SdnController::SendReports, this);
    }
    InstallSoon();
}

void
SdnController::SendReports()
{
    if (!m_isServed)
    {
        return; // SendState() follows when there is a server
    }
    for (const auto& [cluster, control] : m_clusters)
    {
        const TopologyReport report = control->Links().Report();
        const auto last = m_reported.find(cluster);
        if (last == m_reported.end() || last->second != report)
        {
            m_reported[cluster] = report;
            const std::string json = report.Json();
            SdnTopologyMessage message;
            message.cluster = cluster;
            message.timeNs = static_cast<uint64_t>(Simulator::Now().GetNanoSeconds());
            message.report.assign(json.begin(), json.end());
            m_server->Send(message);
        }
    }
}

void
SdnController::AskStatistics()
{
    m_statistics = Simulator::Schedule(m_statisticsPeriod, &SdnController::AskStatistics, this);
    for (const auto& [cluster, control] : m_clusters)
    {
        if (m_countsCopies && m_copies.Total() > 0)
        {
            control->SetPublished(m_copies.TakeCounts(cluster));
        }
        control->AskStatistics();
    }
}

void
SdnController::InstallSoon()
{
    if (m_isRouted && !m_install.IsPending())
    {
        m_install = Simulator::Schedule(m_installDelay, &SdnController::InstallAll, this);
    }
}

void
SdnController::InstallAll()
{
    NS_LOG_FUNCTION(this);
    m_install.Cancel();
    if (!m_isRouted)
    {
        return; // the complete routes are still to come, and are confirmed instead
    }
    for (const auto& [cluster, control] : m_clusters)
    {
        control->Install();
    }
    CheckInstalled();
}

void
SdnController::CheckInstalled()
{
    const bool isInstalled = std::ranges::all_of(m_clusters, [](const auto& control) {
        return control.second->IsInstalled();
    });
    if (!isInstalled || !m_batch || !m_isServed)
    {
        return;
    }
    for (const auto& [cluster, control] : m_clusters)
    {
        m_flowMods += control->TakeFlowMods();
        m_groupMods += control->TakeGroupMods();
    }
    SdnInstalledMessage message;
    message.batch = *m_batch;
    m_batch.reset();
    message.cluster = m_clusters.empty() ? m_cluster : m_clusters.begin()->first;
    message.flowMods = std::exchange(m_flowMods, 0);
    message.groupMods = std::exchange(m_groupMods, 0);
    m_server->Send(message);
    for (const auto& [cluster, control] : m_clusters)
    {
        control->ReleaseNotices();
    }
}

} // namespace ns3::pubsub::sdn
