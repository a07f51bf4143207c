// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-recorder.h"

#include "ns3/log.h"
#include "ns3/pubsub-trace-table.h"
#include "ns3/sdn-control-rows.h"
#include "ns3/sdn-load-rows.h"
#include "ns3/sdn-source-routing.h"
#include "ns3/sdn-topic-rows.h"
#include "ns3/sdn-topology-rows.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <functional>

namespace ns3::pubsub::sdn
{

NS_LOG_COMPONENT_DEFINE("SdnRecorder");

namespace
{

/// @return the present time
int64_t
NowNs()
{
    return Simulator::Now().GetNanoSeconds();
}

/**
 * @brief Connect a sink to a trace source.
 * @tparam Arguments of the trace source
 * @tparam Sink type of the function
 * @param object with the trace source
 * @param source its name
 * @param sink to be called
 */
template <typename... Arguments, typename Sink>
void
ConnectSink(const Ptr<Object>& object, const std::string& source, Sink sink)
{
    const std::function<void(Arguments...)> function = sink;
    const bool isConnected =
        object->TraceConnectWithoutContext(source, Callback<void, Arguments...>(function));
    NS_ABORT_MSG_UNLESS(isConnected, "no trace source " << source);
}

/**
 * @param record of a message
 * @return its row
 */
ControlMessageRow
RowOf(const ControlRecord& record)
{
    return {.timeNs = NowNs(),
            .from = record.from,
            .to = record.to,
            .channel = record.channel,
            .type = record.type,
            .bytes = record.bytes};
}

} // namespace

/// The tables, each with one row type.
struct SwitchRecorder::Tables
{
    /// @param folder for the tables
    explicit Tables(const std::string& folder)
        : switches(folder),
          clusters(folder),
          hosts(folder),
          codes(folder),
          trees(folder),
          topicLoads(folder),
          edgeLoads(folder),
          flowTables(folder),
          messages(folder),
          updates(folder),
          failures(folder),
          rules(folder),
          drops(folder)
    {
    }

    TraceTable<SwitchRow> switches;         ///< parts of the network
    TraceTable<ClusterRow> clusters;        ///< parts of the network
    TraceTable<HostRow> hosts;              ///< parts of the network
    TraceTable<TopicCodeRow> codes;         ///< of topics
    TraceTable<TopicTreeRow> trees;         ///< changes of overlays
    TraceTable<TopicLoadRow> topicLoads;    ///< by period
    TraceTable<EdgeLoadRow> edgeLoads;      ///< by period
    TraceTable<FlowTableRow> flowTables;    ///< sizes
    TraceTable<ControlMessageRow> messages; ///< sent
    TraceTable<RouteUpdateRow> updates;     ///< computations of routes
    TraceTable<FailureRow> failures;        ///< of the run
    TraceTable<PolicyRuleRow> rules;        ///< in force
    TraceTable<ForwardingDropRow> drops;    ///< at switches
};

SwitchRecorder::SwitchRecorder(const std::string& folder,
                               const SwitchNetwork& network,
                               ControlPlane* control)
    : m_folder(folder),
      m_network(network),
      m_control(control),
      m_tables(std::make_unique<Tables>(folder))
{
    NS_LOG_FUNCTION(this << folder);
    DescribeParts();
    ListenToSwitches();
    if (control)
    {
        ListenToApplications(*control);
    }
}

SwitchRecorder::~SwitchRecorder() = default;

void
SwitchRecorder::DescribeParts()
{
    const Topology& topology = m_network.GetTopology();
    for (uint32_t i = 0; i < m_network.Switches().GetN(); ++i)
    {
        const ClusterId cluster = m_network.ClusterOfSwitch(i);
        const std::string number = std::to_string(i % topology.switchesPerCluster);
        m_tables->switches.Write({.node = m_network.Switches().Get(i)->GetId(),
                                  .cluster = cluster,
                                  .name = topology.names.at(cluster) + "/" + number});
    }
    for (ClusterId cluster = 0; cluster < topology.graph.Size(); ++cluster)
    {
        const NodeContainer& controllers = m_network.Controllers();
        m_tables->clusters.Write(
            {.cluster = cluster,
             .name = topology.names.at(cluster),
             .controller = controllers.GetN() > 0 ? controllers.Get(cluster)->GetId() : NO_NODE});
    }
    for (uint32_t host = 0; host < m_network.Hosts().GetN(); ++host)
    {
        const Ptr<Node> place = m_network.Switches().Get(m_network.SwitchOfHost(host));
        m_tables->hosts.Write({.node = m_network.Hosts().Get(host)->GetId(),
                               .cluster = m_network.ClusterOfHost(host),
                               .switchNode = place->GetId()});
    }
}

void
SwitchRecorder::ListenToSwitches()
{
    for (uint32_t i = 0; i < m_network.Switches().GetN(); ++i)
    {
        const Ptr<SdnSwitch> device = m_network.GetSwitch(i);
        const NodeId node = m_network.Switches().Get(i)->GetId();
        ConnectSink<uint32_t, uint32_t, uint32_t>(
            device,
            "TableChanged",
            [this, i](uint32_t, uint32_t, uint32_t) { RecordTables(i); });
        ConnectSink<std::string, Ptr<const Packet>>(
            device,
            "Dropped",
            [this, node](const std::string& reason, const Ptr<const Packet>& packet) {
                m_tables->drops.Write({.timeNs = NowNs(),
                                       .switchNode = node,
                                       .reason = reason,
                                       .bytes = packet->GetSize()});
            });
        if (m_control)
        {
            ConnectSink<std::string, uint32_t>(
                device,
                "OpenFlowSent",
                [this, i, node](const std::string& type, uint32_t bytes) {
                    m_tables->messages.Write({.timeNs = NowNs(),
                                              .from = node,
                                              .to = m_control->ControllerOfSwitch(i),
                                              .channel = "openflow",
                                              .type = type,
                                              .bytes = bytes});
                });
        }
        RecordTables(i);
    }
}

void
SwitchRecorder::RecordTables(uint32_t index)
{
    const Ptr<SdnSwitch> device = m_network.GetSwitch(index);
    const NodeId node = m_network.Switches().Get(index)->GetId();
    if (const auto routing = device->GetSourceRouting())
    {
        // Flow entries of topics do not forward here: what does is the state of the routing.
        const std::size_t entries = routing->IngressEntries() + routing->LinkEntries();
        m_tables->flowTables.Write(
            {.timeNs = NowNs(), .switchNode = node, .entries = static_cast<uint32_t>(entries)});
        return;
    }
    m_tables->flowTables.Write({.timeNs = NowNs(),
                                .switchNode = node,
                                .entries = static_cast<uint32_t>(device->Flows().Size()),
                                .groups = static_cast<uint32_t>(device->Groups().Size()),
                                .buckets = static_cast<uint32_t>(device->Groups().Buckets())});
}

void
SwitchRecorder::RecordAllTables()
{
    NS_LOG_FUNCTION(this);
    for (uint32_t i = 0; i < m_network.Switches().GetN(); ++i)
    {
        RecordTables(i);
    }
}

void
SwitchRecorder::ListenToApplications(const ControlPlane& control)
{
    const std::function<void(const ControlRecord&)> record = [this](const ControlRecord& sent) {
        m_tables->messages.Write(RowOf(sent));
    };
    for (const auto& agent : control.Agents())
    {
        ConnectSink<const ControlRecord&>(agent, "ControlSent", record);
    }
    for (const auto& controller : control.Controllers())
    {
        ConnectSink<const ControlRecord&>(controller, "ControlSent", record);
    }
    for (const auto& server : control.Servers())
    {
        ConnectSink<const ControlRecord&>(server, "ControlSent", record);
        ListenToServer(server);
    }
}

void
SwitchRecorder::ListenToServer(const Ptr<SdnServer>& server)
{
    // The server disposes of its trace sources, so a plain pointer does not outlive it.
    const SdnServer* own = PeekPointer(server);
    ConnectSink<const TopicCodeRecord&>(server, "TopicCode", [this, own](const auto& code) {
        if (own->IsInCharge())
        {
            m_tables->codes.Write({.timeNs = NowNs(),
                                   .epoch = code.epoch,
                                   .topic = code.topic,
                                   .code = code.code,
                                   .coding = code.coding});
        }
    });
    ConnectSink<const TopicTreeRecord&>(server, "TopicTree", [this, own](const auto& tree) {
        if (own->IsInCharge())
        {
            m_tables->trees.Write({.timeNs = NowNs(),
                                   .topic = tree.topic,
                                   .source = tree.source,
                                   .a = tree.a,
                                   .b = tree.b,
                                   .present = tree.isPresent});
        }
    });
    ConnectSink<const TopicLoadRecord&>(server, "TopicLoad", [this, own](const auto& load) {
        if (own->IsInCharge())
        {
            m_tables->topicLoads.Write({.timeNs = NowNs(),
                                        .topic = load.topic,
                                        .measuredBps = load.measuredBps,
                                        .predictedBps = load.predictedBps});
        }
    });
    ConnectSink<const EdgeLoadRecord&>(server, "EdgeLoad", [this, own](const auto& load) {
        if (own->IsInCharge())
        {
            m_tables->edgeLoads.Write({.timeNs = NowNs(),
                                       .a = load.a,
                                       .b = load.b,
                                       .capacityBps = load.capacityBps,
                                       .plannedBps = load.plannedBps,
                                       .measuredBps = load.measuredBps});
        }
    });
    ConnectSink<const RouteUpdateRecord&>(server, "RouteUpdate", [this, own](const auto& update) {
        if (own->IsInCharge())
        {
            m_tables->updates.Write({.timeNs = update.caused.GetNanoSeconds(),
                                     .cause = update.cause,
                                     .detectedNs = update.detected.GetNanoSeconds(),
                                     .computedNs = update.computed.GetNanoSeconds(),
                                     .installedNs = update.installed.GetNanoSeconds(),
                                     .topics = update.topics,
                                     .edgesExamined = update.edgesExamined,
                                     .flowMods = update.flowMods,
                                     .groupMods = update.groupMods,
                                     .storedEdges = update.storedEdges});
        }
    });
    ConnectSink<const PolicyRuleRecord&>(server, "PolicyRule", [this, own](const auto& rule) {
        if (own->IsInCharge())
        {
            m_tables->rules.Write({.timeNs = NowNs(),
                                   .topic = rule.topic,
                                   .cluster = rule.cluster,
                                   .level = rule.level,
                                   .action = rule.action});
        }
    });
}

void
SwitchRecorder::RecordFailures(const FailurePlan& plan)
{
    NS_LOG_FUNCTION(this);
    for (const PlannedFailure& failure : plan.Failures())
    {
        FailureRow row{.timeNs = failure.when.GetNanoSeconds(),
                       .kind = FailurePlan::NameOf(failure.kind)};
        row.restoredNs = failure.restored ? failure.restored->GetNanoSeconds() : -1;
        switch (failure.kind)
        {
        case FailureKind::LINK:
            row.a = m_network.GetTopology().graph.Edge(failure.which).a;
            row.b = m_network.GetTopology().graph.Edge(failure.which).b;
            break;
        case FailureKind::SWITCH:
            row.a = m_network.Switches().Get(failure.which)->GetId();
            break;
        case FailureKind::CONTROLLER:
            row.a = m_network.Controllers().Get(failure.which)->GetId();
            break;
        case FailureKind::SERVER:
            row.a = m_network.Servers().Get(0)->GetId();
            break;
        }
        m_tables->failures.Write(row);
    }
}

void
SwitchRecorder::MeasureEdges(Time period)
{
    NS_LOG_FUNCTION(this << period);
    m_period = period;
    m_sent.assign(2 * m_network.Links().All().size(), 0);
    Simulator::Schedule(period, &SwitchRecorder::MeasureNow, this);
}

void
SwitchRecorder::MeasureNow()
{
    Simulator::Schedule(m_period, &SwitchRecorder::MeasureNow, this);
    const ClusterGraph& graph = m_network.GetTopology().graph;
    for (EdgeId edge = 0; edge < graph.Edges().size(); ++edge)
    {
        std::array<uint64_t, 2> bytes{};
        for (const std::size_t trunk : m_network.TrunksOf(edge))
        {
            const SwitchLink& link = m_network.Links().All()[trunk];
            for (const std::size_t from : {0, 1})
            {
                const auto device = link.ends[from].node->GetObject<SdnSwitch>();
                const uint64_t sent = device->Port(device->PortOf(link.devices[from])).sentBytes;
                bytes[from] += sent - m_sent[2 * trunk + from];
                m_sent[2 * trunk + from] = sent;
            }
        }
        const auto busier = static_cast<double>(std::max(bytes[0], bytes[1]));
        m_tables->edgeLoads.Write({.timeNs = NowNs(),
                                   .a = graph.Edge(edge).a,
                                   .b = graph.Edge(edge).b,
                                   .capacityBps = graph.Edge(edge).capacityBps,
                                   .plannedBps = 0.0,
                                   .measuredBps = 8.0 * busier / m_period.GetSeconds()});
    }
}

void
SwitchRecorder::Close()
{
    NS_LOG_FUNCTION(this);
    m_tables->switches.Close();
    m_tables->clusters.Close();
    m_tables->hosts.Close();
    m_tables->codes.Close();
    m_tables->trees.Close();
    m_tables->topicLoads.Close();
    m_tables->edgeLoads.Close();
    m_tables->flowTables.Close();
    m_tables->messages.Close();
    m_tables->updates.Close();
    m_tables->failures.Close();
    m_tables->rules.Close();
    m_tables->drops.Close();
}

} // namespace ns3::pubsub::sdn
