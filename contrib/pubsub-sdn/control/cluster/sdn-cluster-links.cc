// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-cluster-links.h"

#include <algorithm>

namespace ns3::pubsub::sdn
{

ClusterLinks::ClusterLinks(ClusterId cluster)
    : m_cluster(cluster)
{
}

bool
ClusterLinks::SetPort(const PortKey& port, bool isUp, uint64_t bandwidthBps)
{
    const TopologyReport before = Report();
    const auto innerBefore = m_inner;
    PortState& state = m_ports[port];
    state.isUp = isUp;
    state.bandwidthBps = bandwidthBps;
    if (!isUp)
    {
        state.hasPeer = false;
    }
    UpdateInner();
    return m_inner != innerBefore || Report() != before;
}

bool
ClusterLinks::RemoveSwitch(NodeId node)
{
    const TopologyReport before = Report();
    const auto innerBefore = m_inner;
    std::erase_if(m_ports, [&](const auto& port) { return port.first.first == node; });
    UpdateInner();
    return m_inner != innerBefore || Report() != before;
}

bool
ClusterLinks::ProbeHeard(const PortKey& port, const TrunkEnd& far, Time now)
{
    PortState& state = m_ports[port];
    state.heard = now;
    if (state.hasPeer && state.far == far && !state.isSilent)
    {
        return false;
    }
    state.hasPeer = true;
    state.far = far;
    state.isSilent = false;
    std::erase_if(m_hosts, [&](const auto& host) { return host.second == port; });
    UpdateInner();
    return true;
}

bool
ClusterLinks::GreetingHeard(const PortKey& port, NodeId host)
{
    const auto [place, isNew] = m_hosts.emplace(host, port);
    const bool hasMoved = place->second != port;
    place->second = port;
    return isNew || hasMoved;
}

bool
ClusterLinks::Expire(Time before)
{
    bool hasChanged = false;
    for (auto& [port, state] : m_ports)
    {
        if (state.hasPeer && !state.isSilent && state.heard < before)
        {
            state.isSilent = true;
            hasChanged = true;
        }
    }
    if (hasChanged)
    {
        UpdateInner();
    }
    return hasChanged;
}

void
ClusterLinks::Adopt(const TopologyReport& report, Time now)
{
    for (const ReportedHost& host : report.hosts)
    {
        m_hosts.emplace(host.host, PortKey{host.switchNode, host.port});
    }
    for (const ReportedTrunk& trunk : report.trunks)
    {
        const auto port = m_ports.find({trunk.near.switchNode, trunk.near.port});
        if (port != m_ports.end() && port->second.isUp && !port->second.hasPeer)
        {
            port->second.hasPeer = true;
            port->second.far = trunk.far;
            port->second.heard = now;
            port->second.isSilent = trunk.isSilent;
        }
    }
    UpdateInner();
}

std::vector<ClusterLinks::PortKey>
ClusterLinks::PortsToProbe() const
{
    std::vector<PortKey> ports;
    for (const auto& [port, state] : m_ports)
    {
        const bool hasHost =
            std::ranges::any_of(m_hosts, [&](const auto& host) { return host.second == port; });
        if (state.isUp && !hasHost)
        {
            ports.push_back(port);
        }
    }
    return ports;
}

const ClusterLinks::PortKey*
ClusterLinks::PortOfHost(NodeId host) const
{
    const auto port = m_hosts.find(host);
    return port == m_hosts.end() ? nullptr : &port->second;
}

const std::map<NodeId, ClusterLinks::PortKey>&
ClusterLinks::Hosts() const
{
    return m_hosts;
}

const std::map<ClusterLinks::PortKey, ClusterLinks::PortKey>&
ClusterLinks::Inner() const
{
    return m_inner;
}

ClusterId
ClusterLinks::ClusterAt(const PortKey& port) const
{
    const auto state = m_ports.find(port);
    return state != m_ports.end() && state->second.hasPeer ? state->second.far.cluster : NO_CLUSTER;
}

TopologyReport
ClusterLinks::Report() const
{
    TopologyReport report{.cluster = m_cluster};
    for (const auto& [port, state] : m_ports)
    {
        if (state.isUp && state.hasPeer && state.far.cluster != m_cluster)
        {
            report.trunks.push_back(
                {.near = {.cluster = m_cluster, .switchNode = port.first, .port = port.second},
                 .far = state.far,
                 .bandwidthBps = state.bandwidthBps,
                 .isSilent = state.isSilent});
        }
    }
    std::ranges::stable_sort(report.trunks, {}, [](const ReportedTrunk& trunk) {
        return trunk.far.cluster;
    });
    for (const auto& [host, port] : m_hosts)
    {
        report.hosts.push_back({.host = host, .switchNode = port.first, .port = port.second});
    }
    return report;
}

void
ClusterLinks::UpdateInner()
{
    m_inner.clear();
    for (const auto& [port, state] : m_ports)
    {
        if (state.isUp && state.hasPeer && !state.isSilent && state.far.cluster == m_cluster)
        {
            m_inner[port] = {state.far.switchNode, state.far.port};
        }
    }
}

} // namespace ns3::pubsub::sdn
