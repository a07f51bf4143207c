// SPDX-License-Identifier: GPL-2.0-only
#include "manet-trace-recorder.h"

#include "ns3/ipv4.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/manet-connectivity.h"
#include "ns3/mobility-model.h"
#include "ns3/names.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <sstream>

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("TraceRecorder");

TraceRecorder::TraceRecorder(const std::string& folder, const NodeContainer& nodes, double range)
    : m_nodes(nodes),
      m_range(range),
      m_nodesTable(folder,
                   "nodes",
                   {{"node", "u32"}, {"name", "str"}, {"mac", "str"}, {"ipv4", "str"}}),
      m_positions(folder,
                  "positions",
                  {{"time_ns", "i64"}, {"node", "u32"}, {"x_m", "f64"}, {"y_m", "f64"}}),
      m_subscriptions(folder,
                      "subscriptions",
                      {{"time_ns", "i64"}, {"node", "u32"}, {"filter", "str"}, {"active", "u8"}}),
      m_publications(folder,
                     "publications",
                     {{"time_ns", "i64"},
                      {"publisher", "u32"},
                      {"sequence", "u32"},
                      {"topic", "str"},
                      {"attributes", "str"},
                      {"payload_bytes", "u32"}}),
      m_due(folder,
            "due",
            {{"publisher", "u32"}, {"sequence", "u32"}, {"node", "u32"}, {"shortest_hops", "u16"}}),
      m_transmissions(folder,
                      "transmissions",
                      {{"time_ns", "i64"},
                       {"node", "u32"},
                       {"type", "u8"},
                       {"publisher", "u32"},
                       {"sequence", "u32"},
                       {"bytes", "u32"},
                       {"next_hop", "u32"}}),
      m_deliveries(folder,
                   "deliveries",
                   {{"time_ns", "i64"},
                    {"node", "u32"},
                    {"publisher", "u32"},
                    {"sequence", "u32"},
                    {"wanted", "u8"},
                    {"hops", "u16"},
                    {"age_ns", "i64"}}),
      m_drops(folder,
              "drops",
              {{"time_ns", "i64"}, {"node", "u32"}, {"reason", "str"}, {"bytes", "u32"}}),
      m_parents(folder,
                "parents",
                {{"time_ns", "i64"},
                 {"node", "u32"},
                 {"root", "u32"},
                 {"old_parent", "u32"},
                 {"new_parent", "u32"},
                 {"metric", "f64"},
                 {"similarity", "f64"}})
{
    for (NodeId i = 0; i < m_nodes.GetN(); ++i)
    {
        NS_ABORT_MSG_IF(m_nodes.Get(i)->GetId() != i, "all nodes must be recorded, in order");
        Listen(i);
    }
    RecordNodes();
    Simulator::ScheduleNow(&TraceRecorder::RecordPositions, this);
}

void
TraceRecorder::Listen(NodeId node)
{
    const auto protocol = PubSubOf(m_nodes.Get(node));
    const auto mobility = m_nodes.Get(node)->GetObject<MobilityModel>();
    NS_ABORT_MSG_UNLESS(mobility, "node " << node << " has no position");
    m_protocols.push_back(protocol);
    m_mobility.push_back(mobility);
    const auto connect = [&](const std::string& source, const CallbackBase& sink) {
        const bool connected = protocol->TraceConnectWithoutContext(source, sink);
        NS_ABORT_MSG_IF(!connected, "no trace source " << source);
    };
    connect("Published", MakeBoundCallback(&TraceRecorder::Published, this, node));
    connect("TxData", MakeBoundCallback(&TraceRecorder::Sent, this, node));
    connect("Forward", MakeBoundCallback(&TraceRecorder::Sent, this, node));
    connect("TxControl", MakeBoundCallback(&TraceRecorder::Controlled, this, node));
    connect("Deliver", MakeBoundCallback(&TraceRecorder::Delivered, this, node));
    connect("Drop", MakeBoundCallback(&TraceRecorder::Dropped, this, node));
    // Only protocols with trees have this trace source.
    protocol->TraceConnectWithoutContext("ParentChange",
                                         MakeBoundCallback(&TraceRecorder::Changed, this, node));
    connect("SubscriptionChange", MakeBoundCallback(&TraceRecorder::Subscribed, this, node));
}

void
TraceRecorder::RecordNodes()
{
    for (NodeId i = 0; i < m_nodes.GetN(); ++i)
    {
        const Ptr<Node> node = m_nodes.Get(i);
        const std::string given = Names::FindName(node);
        const auto ipv4 = node->GetObject<Ipv4>();
        // Interface 0 is the loopback, which calls itself a broadcast device as well.
        NS_ABORT_MSG_IF(ipv4->GetNInterfaces() != 2, "node " << i << " must have one radio");
        std::ostringstream mac;
        std::ostringstream address;
        mac << Mac48Address::ConvertFrom(ipv4->GetNetDevice(1)->GetAddress());
        address << ipv4->GetAddress(1, 0).GetLocal();
        m_nodesTable.Row(i, given.empty() ? std::to_string(i) : given, mac.str(), address.str());
    }
}

void
TraceRecorder::RecordPositions()
{
    const int64_t now = Simulator::Now().GetNanoSeconds();
    for (NodeId i = 0; i < m_mobility.size(); ++i)
    {
        const Vector at = m_mobility[i]->GetPosition();
        m_positions.Row(now, i, at.x, at.y);
    }
    Simulator::Schedule(Seconds(1), &TraceRecorder::RecordPositions, this);
}

void
TraceRecorder::RecordDue(const EventMessage& event)
{
    m_places.resize(m_mobility.size());
    m_present.resize(m_mobility.size());
    for (NodeId i = 0; i < m_mobility.size(); ++i)
    {
        m_places[i] = m_mobility[i]->GetPosition();
        m_present[i] = m_protocols[i]->IsRunning();
    }
    const auto hops = ShortestHops(m_places, m_present, m_range, event.publisher);
    for (NodeId i = 0; i < hops.size(); ++i)
    {
        if (i != event.publisher && m_present[i] &&
            m_protocols[i]->GetInherent().Matches(event.content))
        {
            m_due.Row(event.publisher, event.sequence, i, hops[i]);
        }
    }
}

void
TraceRecorder::Published(TraceRecorder* self, NodeId, const EventMessage& event)
{
    self->m_publications.Row(Simulator::Now().GetNanoSeconds(),
                             event.publisher,
                             event.sequence,
                             event.content.topic.Text(),
                             event.content.AttributesText(),
                             static_cast<uint32_t>(event.payloadBytes));
    self->RecordDue(event);
}

void
TraceRecorder::Sent(TraceRecorder* self,
                    NodeId node,
                    const EventMessage& event,
                    MessageType type,
                    uint32_t bytes,
                    NodeId nextHop)
{
    self->m_transmissions.Row(Simulator::Now().GetNanoSeconds(),
                              node,
                              static_cast<uint8_t>(type),
                              event.publisher,
                              event.sequence,
                              bytes,
                              nextHop);
}

void
TraceRecorder::Controlled(TraceRecorder* self,
                          NodeId node,
                          MessageType type,
                          uint32_t bytes,
                          NodeId nextHop)
{
    self->m_transmissions.Row(Simulator::Now().GetNanoSeconds(),
                              node,
                              static_cast<uint8_t>(type),
                              NO_NODE,
                              uint32_t{0},
                              bytes,
                              nextHop);
}

void
TraceRecorder::Delivered(TraceRecorder* self, NodeId node, const EventMessage& event, bool wanted)
{
    const int64_t now = Simulator::Now().GetNanoSeconds();
    self->m_deliveries.Row(now,
                           node,
                           event.publisher,
                           event.sequence,
                           static_cast<uint8_t>(wanted),
                           static_cast<uint16_t>(event.hops),
                           now - static_cast<int64_t>(event.publishedNs));
}

void
TraceRecorder::Dropped(TraceRecorder* self, NodeId node, std::string reason, uint32_t bytes)
{
    self->RecordDrop(node, std::move(reason), bytes);
}

void
TraceRecorder::RecordDrop(NodeId node, std::string reason, uint32_t bytes)
{
    m_drops.Row(Simulator::Now().GetNanoSeconds(), node, reason, bytes);
}

void
TraceRecorder::Changed(TraceRecorder* self, NodeId node, const ParentChange& change)
{
    self->m_parents.Row(Simulator::Now().GetNanoSeconds(),
                        node,
                        change.root,
                        change.oldParent,
                        change.newParent,
                        change.metric,
                        change.similarity);
}

void
TraceRecorder::Subscribed(TraceRecorder* self, NodeId node, const Filter& filter, bool active)
{
    self->m_subscriptions.Row(Simulator::Now().GetNanoSeconds(),
                              node,
                              filter.Text(),
                              static_cast<uint8_t>(active));
}

void
TraceRecorder::Close()
{
    NS_LOG_FUNCTION(this);
    for (TraceTable* table : {&m_nodesTable,
                              &m_positions,
                              &m_subscriptions,
                              &m_publications,
                              &m_due,
                              &m_transmissions,
                              &m_deliveries,
                              &m_drops,
                              &m_parents})
    {
        table->Close();
    }
}

} // namespace ns3::pubsub::manet
