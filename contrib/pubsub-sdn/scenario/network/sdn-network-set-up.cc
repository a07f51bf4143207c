// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-network-set-up.h"

#include "ns3/broker-input.h"
#include "ns3/log.h"

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnNetworkSetUp");

namespace
{

/// The topology that a file has.
const std::string FROM_FILE = "file";

/// Frames that a device on the control network holds back: enough for all TCP windows.
constexpr uint32_t CONTROL_QUEUE_FRAMES = 100000;

} // namespace

void
NetworkSetUp::AddTo(ScenarioParameters& parameters)
{
    NS_LOG_FUNCTION(this);
    parameters.Add("topology", m_source.kind, TopologyKinds(), "", "how clusters are linked");
    parameters.Add("topology_file",
                   m_source.file,
                   {},
                   "file",
                   "GML or edge list `a b [delay in ms [rate in bit/s]]`, for --topology=file");
    parameters.Add("clusters",
                   m_clusters,
                   2,
                   2000,
                   "clusters",
                   "not for --topology=fat-tree and --topology=file");
    parameters.Add("degree",
                   m_degree,
                   2,
                   64,
                   "edges",
                   "of a cluster, for --topology=regular and --topology=watts-strogatz");
    parameters.Add("rewiring",
                   m_rewiring,
                   0.0,
                   1.0,
                   "",
                   "probability of each edge, for --topology=watts-strogatz");
    parameters.Add("links_per_cluster",
                   m_linksPerCluster,
                   1,
                   64,
                   "edges",
                   "that a new cluster gets, for --topology=brite");
    parameters.Add("fat_tree_ports", m_ports, 2, 16, "ports", "of a switch of the fat tree, even");
    parameters.Add("switches_per_cluster", m_switches, 1, 64, "switches", "in a ring");
    parameters.Add("trunks", m_trunks, 1, 16, "links", "between two neighbouring clusters");
    parameters.Add("hosts_per_cluster", m_hosts, 1, 64, "hosts", "at each cluster that has hosts");
    parameters.Add("rate_bps", m_rate, 1000, 100000000000, "bit/s", "of a trunk");
    parameters.Add("delay_us", m_delay, 0, 10000000, "us", "propagation delay of a trunk");
    parameters.Add("host_rate_bps",
                   m_hostRate,
                   1000,
                   100000000000,
                   "bit/s",
                   "of links between hosts and switches, and inside a cluster");
    parameters.Add("host_delay_us", m_hostDelay, 0, 10000000, "us", "of these links");
    parameters
        .Add("control_rate_bps", m_controlRate, 1000, 100000000000, "bit/s", "of a control link");
    parameters.Add("control_delay_us",
                   m_controlDelay,
                   0,
                   10000000,
                   "us",
                   "of a control link; two of them are on each path");
    parameters.Add("queue_frames",
                   m_queueFrames,
                   1,
                   1000000,
                   "frames",
                   "that a device of the data network holds back");
}

void
NetworkSetUp::Check(const ScenarioParameters& parameters) const
{
    NS_LOG_FUNCTION(this);
    if ((m_source.kind == FROM_FILE) == m_source.file.empty())
    {
        parameters.Refuse("--topology=file and --topology_file=FILE go together; expected both or "
                          "neither");
    }
}

int64_t
NetworkSetUp::Draw(const ScenarioParameters& parameters, int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    TopologySource source = m_source;
    source.clusters = static_cast<uint32_t>(m_clusters);
    source.degree = static_cast<uint32_t>(m_degree);
    source.rewiring = m_rewiring;
    source.ports = static_cast<uint32_t>(m_ports);
    source.brite.linksPerRouter = static_cast<uint32_t>(m_linksPerCluster);
    source.link = {.delayNs = m_delay * 1000, .rateBps = static_cast<uint64_t>(m_rate)};
    source.trunks = static_cast<uint32_t>(m_trunks);
    source.switchesPerCluster = static_cast<uint32_t>(m_switches);
    source.hostsPerCluster = static_cast<uint32_t>(m_hosts);
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(stream);
    try
    {
        m_topology = MakeTopology(source, random);
    }
    catch (const broker::BrokerInputError& error)
    {
        parameters.Refuse(error.what());
    }
    return 1;
}

const Topology&
NetworkSetUp::GetTopology() const
{
    return m_topology;
}

LinkQuality
NetworkSetUp::TrunkQuality(EdgeId edge) const
{
    const broker::LinkSpeed& speed = m_topology.links.at(edge);
    return {.rate = DataRate(speed.rateBps),
            .delay = NanoSeconds(speed.delayNs),
            .queueFrames = static_cast<uint32_t>(m_queueFrames)};
}

LinkQuality
NetworkSetUp::ClusterQuality() const
{
    return HostQuality();
}

LinkQuality
NetworkSetUp::HostQuality() const
{
    return {.rate = DataRate(static_cast<uint64_t>(m_hostRate)),
            .delay = MicroSeconds(m_hostDelay),
            .queueFrames = static_cast<uint32_t>(m_queueFrames)};
}

LinkQuality
NetworkSetUp::ControlQuality() const
{
    return {.rate = DataRate(static_cast<uint64_t>(m_controlRate)),
            .delay = MicroSeconds(m_controlDelay),
            .queueFrames = CONTROL_QUEUE_FRAMES};
}

} // namespace ns3::pubsub::sdn
