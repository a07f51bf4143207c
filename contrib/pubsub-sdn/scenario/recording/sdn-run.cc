// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-run.h"

#include "sdn-flow-files.h"
#include "sdn-forwarding-file.h"

#include "ns3/ipv4.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <iomanip>
#include <iostream>
#include <sstream>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnRun");

namespace
{

/// Time in which the last messages arrive.
const Time SWITCH_SETTLE = MilliSeconds(600);

/**
 * @param node any
 * @return its first IPv4 address, or nothing without one
 */
std::string
FirstAddressOf(const Ptr<Node>& node)
{
    const auto ipv4 = node->GetObject<Ipv4>();
    // Interface 0 is the loopback.
    return ipv4 && ipv4->GetNInterfaces() > 1 ? Ipv4TextOf(node, 1) : "";
}

} // namespace

NodeContainer
SwitchRun::EndpointsOf(const SwitchNetwork& network)
{
    return NodeContainer(network.Hosts(), network.Brokers());
}

SwitchRun::SwitchRun(const ScenarioParameters& parameters,
                     SwitchNetwork& network,
                     ControlPlane* control,
                     const ControlSettings& settings,
                     const CaptureChoice& captures)
    : ScenarioRun(parameters, EndpointsOf(network), SWITCH_SETTLE),
      m_network(network),
      m_control(control),
      m_hasControlCaptures(captures.control),
      m_settings(settings)
{
    NS_LOG_FUNCTION(this);
    const NodeContainer endpoints = EndpointsOf(network);
    for (auto node = endpoints.Begin(); node != endpoints.End(); ++node)
    {
        const auto endpoint = PubSubOf(*node);
        endpoint->TraceConnectWithoutContext("Published", MakeBoundCallback(&CountPublished, this));
        endpoint->TraceConnectWithoutContext(
            "Deliver",
            MakeBoundCallback(&CountDelivered, this, (*node)->GetId()));
    }
    m_folder = MakeOutputFolder(network.Links().CaptureFiles(captures.data, captures.control),
                                "link directions");
    if (m_folder.empty())
    {
        return;
    }
    m_recorder = std::make_unique<TraceRecorder>(m_folder, endpoints, [this](const auto& event) {
        return FindDue(event);
    });
    m_switches = std::make_unique<SwitchRecorder>(m_folder, network, control);
    network.Links().TraceDrops(m_recorder.get());
    network.Links().Capture(m_folder, captures.bytes, captures.data, captures.control);
    Describe();
}

SwitchRun::~SwitchRun() = default;

SwitchRecorder*
SwitchRun::GetRecorder() const
{
    return m_switches.get();
}

void
SwitchRun::Describe()
{
    TraceTable<broker::WiredNodeRow> nodes(m_folder);
    const auto describe = [&nodes](const NodeContainer& group, const std::string& name) {
        for (uint32_t i = 0; i < group.GetN(); ++i)
        {
            nodes.Write({.node = group.Get(i)->GetId(),
                         .name = name + " " + std::to_string(i),
                         .ipv4 = FirstAddressOf(group.Get(i))});
        }
    };
    describe(m_network.Hosts(), "host");
    describe(m_network.Switches(), "switch");
    describe(m_network.Controllers(), "controller");
    describe(m_network.Brokers(), "broker");
    const NodeContainer rest = m_network.AllNodes();
    const uint32_t servers = m_network.Servers().GetN();
    for (uint32_t i = 0; i < servers + (servers > 0 ? 1 : 0); ++i)
    {
        const std::array<std::string, 2> names{"server", "standby"};
        const Ptr<Node> node = rest.Get(rest.GetN() - (servers + 1) + i);
        nodes.Write({.node = node->GetId(),
                     .name = i < servers ? names.at(i) : "management",
                     .ipv4 = FirstAddressOf(node)});
    }
    nodes.Close();
    TraceTable<broker::LinkRow> links(m_folder);
    TraceTable<LinkRoleRow> roles(m_folder);
    m_network.Links().Describe(links, roles);
    links.Close();
    roles.Close();
}

void
SwitchRun::CloseOutputs()
{
    NS_LOG_FUNCTION(this);
    if (m_recorder)
    {
        WriteFlowFiles(m_folder, m_network);
        if (m_control && m_hasControlCaptures)
        {
            WriteForwarding(m_folder, Simulator::Now(), FindForwarding(m_network, *m_control));
        }
        m_recorder->Close();
        m_switches->Close();
    }
}

bool
SwitchRun::IsDenied(const Topic& topic, ClusterId cluster, bool isReceiver) const
{
    if (Simulator::Now() < Seconds(m_settings.policySeconds))
    {
        return false;
    }
    const Policy& policy = m_settings.policy;
    return policy.Denies(PolicyLevel::CLUSTER, topic, cluster) ||
           (isReceiver && policy.Denies(PolicyLevel::BROKER, topic, cluster));
}

std::vector<DueReceiver>
SwitchRun::FindDue(const EventMessage& event)
{
    const Topic& topic = event.content.topic;
    std::vector<DueReceiver> due;
    if (IsDenied(topic, m_network.ClusterOfHost(event.publisher), false))
    {
        return due;
    }
    for (const auto& endpoint : FindDueEndpoints(event))
    {
        const NodeId host = endpoint->GetNodeId();
        if (!IsDenied(topic, m_network.ClusterOfHost(host), true))
        {
            due.push_back(
                {.node = host, .shortestHops = m_network.Distance(event.publisher, host)});
        }
    }
    return due;
}

void
SwitchRun::CountPublished(SwitchRun* self, const EventMessage& event)
{
    ++self->m_published;
    for (const DueReceiver& receiver : self->FindDue(event))
    {
        self->m_missing[{event.publisher, event.sequence}].insert(receiver.node);
        ++self->m_due;
    }
}

void
SwitchRun::CountDelivered(SwitchRun* self, NodeId host, const EventMessage& event, bool)
{
    // A host that has just subscribed may get an event from before, which was not due.
    const auto missing = self->m_missing.find({event.publisher, event.sequence});
    if (missing != self->m_missing.end())
    {
        self->m_delivered += missing->second.erase(host);
        if (missing->second.empty())
        {
            self->m_missing.erase(missing);
        }
    }
}

void
SwitchRun::PrintDeliveries() const
{
    NS_LOG_FUNCTION(this);
    std::cout << m_published << " events published, " << m_delivered << " of " << m_due
              << " due deliveries";
    if (m_due > 0)
    {
        const double share = static_cast<double>(m_delivered) / static_cast<double>(m_due);
        std::cout << " (" << std::fixed << std::setprecision(1) << 100.0 * share << " %)";
    }
    std::cout << std::endl;
}

} // namespace ns3::pubsub::sdn
