// SPDX-License-Identifier: GPL-2.0-only
#include "manet-radio-recorder.h"

#include "ns3/ipv4.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/manet-connectivity.h"
#include "ns3/node.h"
#include "ns3/pubsub-trace-table.h"
#include "ns3/simulator.h"

#include <sstream>

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("RadioRecorder");

/// A node with a radio.
struct RadioNodeRow
{
    static constexpr const char* TABLE = "nodes"; ///< name of the table

    NodeId node = 0;    ///< its identity
    std::string name{}; ///< for people
    std::string mac{};  ///< address of its radio
    std::string ipv4{}; ///< address of its radio

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("node", node);
        column("name", name);
        column("mac", mac);
        column("ipv4", ipv4);
    }
};

/// Where a node is at a moment.
struct PositionRow
{
    static constexpr const char* TABLE = "positions"; ///< name of the table

    int64_t timeNs = 0; ///< when
    NodeId node = 0;    ///< which
    double x = 0.0;     ///< m
    double y = 0.0;     ///< m

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("node", node);
        column("x_m", x);
        column("y_m", y);
    }
};

/// A change of parent in a tree.
struct ParentRow
{
    static constexpr const char* TABLE = "parents"; ///< name of the table

    int64_t timeNs = 0;         ///< when
    NodeId node = 0;            ///< whose parent
    NodeId root = NO_NODE;      ///< which tree
    NodeId oldParent = NO_NODE; ///< before
    NodeId newParent = NO_NODE; ///< after
    double metric = 0.0;        ///< of the new parent, NaN where there is none
    double similarity = 0.0;    ///< of the new parent, NaN where there is none

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("node", node);
        column("root", root);
        column("old_parent", oldParent);
        column("new_parent", newParent);
        column("metric", metric);
        column("similarity", similarity);
    }
};

/// The tables, each with one row type. A column is a member of its row, a line of Columns() and a
/// value where the row is written, all in this file.
struct RadioRecorder::Tables
{
    /// @param folder for the tables
    explicit Tables(const std::string& folder)
        : nodes(folder),
          positions(folder),
          parents(folder)
    {
    }

    TraceTable<RadioNodeRow> nodes;    ///< who
    TraceTable<PositionRow> positions; ///< where
    TraceTable<ParentRow> parents;     ///< changes
};

RadioRecorder::RadioRecorder(const std::string& folder, const NodeContainer& nodes, double range)
    : m_nodes(nodes),
      m_range(range),
      m_recorder(folder, nodes, [this](const EventMessage& event) { return FindDue(event); }),
      m_tables(std::make_unique<Tables>(folder))
{
    NS_LOG_FUNCTION(this << folder << nodes.GetN() << range);
    for (NodeId i = 0; i < m_nodes.GetN(); ++i)
    {
        NS_ABORT_MSG_IF(m_nodes.Get(i)->GetId() != i, "all nodes must be recorded, in order");
        RecordNode(i);
    }
    Simulator::ScheduleNow(&RadioRecorder::RecordPositions, this);
}

RadioRecorder::~RadioRecorder() = default;

void
RadioRecorder::RecordNode(NodeId id)
{
    const Ptr<Node> node = m_nodes.Get(id);
    const auto endpoint = m_endpoints.emplace_back(PubSubOf(node));
    // Only protocols with trees have this trace source.
    endpoint->TraceConnectWithoutContext("ParentChange", MakeBoundCallback(&Changed, this, id));
    m_mobility.push_back(node->GetObject<MobilityModel>());
    NS_ABORT_MSG_UNLESS(m_mobility.back(), "node " << id << " has no position");
    const auto ipv4 = node->GetObject<Ipv4>();
    // Interface 0 is the loopback, which calls itself a broadcast device as well.
    NS_ABORT_MSG_IF(ipv4->GetNInterfaces() != 2, "node " << id << " must have one radio");
    std::ostringstream mac;
    mac << Mac48Address::ConvertFrom(ipv4->GetNetDevice(1)->GetAddress());
    m_tables->nodes.Write(
        {.node = id, .name = NameOf(node), .mac = mac.str(), .ipv4 = Ipv4TextOf(node, 1)});
}

void
RadioRecorder::RecordPositions()
{
    const int64_t now = Simulator::Now().GetNanoSeconds();
    for (NodeId i = 0; i < m_mobility.size(); ++i)
    {
        const Vector at = m_mobility[i]->GetPosition();
        m_tables->positions.Write({.timeNs = now, .node = i, .x = at.x, .y = at.y});
    }
    Simulator::Schedule(Seconds(1), &RadioRecorder::RecordPositions, this);
}

std::vector<DueReceiver>
RadioRecorder::FindDue(const EventMessage& event)
{
    m_places.resize(m_mobility.size());
    m_present.resize(m_mobility.size());
    for (NodeId i = 0; i < m_mobility.size(); ++i)
    {
        m_places[i] = m_mobility[i]->GetPosition();
        m_present[i] = m_endpoints[i]->IsRunning();
    }
    const auto hops = ShortestHops(m_places, m_present, m_range, event.publisher);
    std::vector<DueReceiver> due;
    for (NodeId i = 0; i < hops.size(); ++i)
    {
        if (i != event.publisher && m_present[i] &&
            m_endpoints[i]->GetInherent().Matches(event.content))
        {
            due.push_back({i, hops[i]});
        }
    }
    return due;
}

void
RadioRecorder::RecordDrop(NodeId node, std::string reason, uint32_t bytes)
{
    m_recorder.RecordDrop(node, std::move(reason), bytes);
}

void
RadioRecorder::Changed(RadioRecorder* self, NodeId node, const ParentChange& change)
{
    self->m_tables->parents.Write({.timeNs = Simulator::Now().GetNanoSeconds(),
                                   .node = node,
                                   .root = change.root,
                                   .oldParent = change.oldParent,
                                   .newParent = change.newParent,
                                   .metric = change.metric,
                                   .similarity = change.similarity});
}

void
RadioRecorder::Close()
{
    NS_LOG_FUNCTION(this);
    m_recorder.Close();
    m_tables->nodes.Close();
    m_tables->positions.Close();
    m_tables->parents.Close();
}

} // namespace ns3::pubsub::manet
