// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-trace-recorder.h"

#include "pubsub-trace-table.h"

#include "ns3/ipv4.h"
#include "ns3/log.h"
#include "ns3/names.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <sstream>

namespace ns3::pubsub
{

NS_LOG_COMPONENT_DEFINE("PubSubTraceRecorder");

/// A change of a node's inherent subscription.
struct SubscriptionRow
{
    static constexpr const char* TABLE = "subscriptions"; ///< name of the table

    int64_t timeNs = 0;   ///< when
    NodeId node = 0;      ///< which node
    std::string filter{}; ///< added or removed
    uint8_t active = 0;   ///< 1 if it is wanted now

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("node", node);
        column("filter", filter);
        column("active", active);
    }
};

/// A published event.
struct PublicationRow
{
    static constexpr const char* TABLE = "publications"; ///< name of the table

    int64_t timeNs = 0;        ///< when
    NodeId publisher = 0;      ///< which node
    uint32_t sequence = 0;     ///< with the publisher, the event's identity
    std::string topic{};       ///< of the event
    std::string attributes{};  ///< of the event, as text
    uint32_t payloadBytes = 0; ///< of the event

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("publisher", publisher);
        column("sequence", sequence);
        column("topic", topic);
        column("attributes", attributes);
        column("payload_bytes", payloadBytes);
    }
};

/// A node that wants an event at the moment of its publication.
struct DueRow
{
    static constexpr const char* TABLE = "due"; ///< name of the table

    NodeId publisher = 0;      ///< of the event
    uint32_t sequence = 0;     ///< of the event
    NodeId node = 0;           ///< that wants it
    uint16_t shortestHops = 0; ///< links on the shortest path to it

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("publisher", publisher);
        column("sequence", sequence);
        column("node", node);
        column("shortest_hops", shortestHops);
    }
};

/// A message handed to the transport.
struct TransmissionRow
{
    static constexpr const char* TABLE = "transmissions"; ///< name of the table

    int64_t timeNs = 0;         ///< when
    NodeId node = 0;            ///< its sender
    uint8_t type = 0;           ///< a MessageType
    NodeId publisher = NO_NODE; ///< of the event in it, or NO_NODE
    uint32_t sequence = 0;      ///< of the event in it
    uint32_t bytes = 0;         ///< of UDP payload
    NodeId nextHop = NO_NODE;   ///< the one node it is meant for, or NO_NODE

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("node", node);
        column("type", type);
        column("publisher", publisher);
        column("sequence", sequence);
        column("bytes", bytes);
        column("next_hop", nextHop);
    }
};

/// An event handed to the subscriber on a node.
struct DeliveryRow
{
    static constexpr const char* TABLE = "deliveries"; ///< name of the table

    int64_t timeNs = 0;    ///< when
    NodeId node = 0;       ///< which node
    NodeId publisher = 0;  ///< of the event
    uint32_t sequence = 0; ///< of the event
    uint8_t wanted = 0;    ///< 1 if the inherent subscription matches it
    uint16_t hops = 0;     ///< links it has crossed
    int64_t ageNs = 0;     ///< time since its publication

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("node", node);
        column("publisher", publisher);
        column("sequence", sequence);
        column("wanted", wanted);
        column("hops", hops);
        column("age_ns", ageNs);
    }
};

/// A packet that was not used.
struct DropRow
{
    static constexpr const char* TABLE = "drops"; ///< name of the table

    int64_t timeNs = 0;   ///< when
    NodeId node = 0;      ///< where
    std::string reason{}; ///< why
    uint32_t bytes = 0;   ///< of UDP payload

    /// @param column called for each column
    template <typename Visitor>
    void Columns(Visitor&& column) const
    {
        column("time_ns", timeNs);
        column("node", node);
        column("reason", reason);
        column("bytes", bytes);
    }
};

/// The tables, each with one row type. A column is a member of its row, a line of Columns() and a
/// value where the row is written, all in this file.
struct TraceRecorder::Tables
{
    /// @param folder for the tables
    explicit Tables(const std::string& folder)
        : subscriptions(folder),
          publications(folder),
          due(folder),
          transmissions(folder),
          deliveries(folder),
          drops(folder)
    {
    }

    TraceTable<SubscriptionRow> subscriptions; ///< who wants what
    TraceTable<PublicationRow> publications;   ///< events
    TraceTable<DueRow> due;                    ///< who is due them
    TraceTable<TransmissionRow> transmissions; ///< messages handed to the transport
    TraceTable<DeliveryRow> deliveries;        ///< events handed to subscribers
    TraceTable<DropRow> drops;                 ///< packets not used
};

TraceRecorder::TraceRecorder(const std::string& folder,
                             const NodeContainer& nodes,
                             DueFunction findDue,
                             bool transmissions)
    : m_findDue(std::move(findDue)),
      m_tables(std::make_unique<Tables>(folder))
{
    NS_LOG_FUNCTION(this << folder << nodes.GetN());
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        Listen(*node, transmissions);
    }
}

TraceRecorder::~TraceRecorder() = default;

void
TraceRecorder::Listen(Ptr<Node> node, bool transmissions)
{
    const auto endpoint = PubSubOf(node);
    const NodeId id = node->GetId();
    const auto connect = [&endpoint](const std::string& source, const CallbackBase& sink) {
        const bool connected = endpoint->TraceConnectWithoutContext(source, sink);
        NS_ABORT_MSG_IF(!connected, "no trace source " << source);
    };
    connect("Published", MakeBoundCallback(&TraceRecorder::Published, this, id));
    if (transmissions)
    {
        connect("TxData", MakeBoundCallback(&TraceRecorder::Sent, this, id));
        connect("Forward", MakeBoundCallback(&TraceRecorder::Sent, this, id));
        connect("TxControl", MakeBoundCallback(&TraceRecorder::Controlled, this, id));
    }
    connect("Deliver", MakeBoundCallback(&TraceRecorder::Delivered, this, id));
    connect("Drop", MakeBoundCallback(&TraceRecorder::Dropped, this, id));
    connect("SubscriptionChange", MakeBoundCallback(&TraceRecorder::Subscribed, this, id));
}

void
TraceRecorder::Published(TraceRecorder* self, NodeId, const EventMessage& event)
{
    self->m_tables->publications.Write({.timeNs = Simulator::Now().GetNanoSeconds(),
                                        .publisher = event.publisher,
                                        .sequence = event.sequence,
                                        .topic = event.content.topic.Text(),
                                        .attributes = event.content.AttributesText(),
                                        .payloadBytes = event.payloadBytes});
    for (const DueReceiver& receiver : self->m_findDue(event))
    {
        self->m_tables->due.Write({.publisher = event.publisher,
                                   .sequence = event.sequence,
                                   .node = receiver.node,
                                   .shortestHops = receiver.shortestHops});
    }
}

void
TraceRecorder::Sent(TraceRecorder* self,
                    NodeId node,
                    const EventMessage& event,
                    MessageType type,
                    uint32_t bytes,
                    NodeId nextHop)
{
    self->m_tables->transmissions.Write({.timeNs = Simulator::Now().GetNanoSeconds(),
                                         .node = node,
                                         .type = static_cast<uint8_t>(type),
                                         .publisher = event.publisher,
                                         .sequence = event.sequence,
                                         .bytes = bytes,
                                         .nextHop = nextHop});
}

void
TraceRecorder::Controlled(TraceRecorder* self,
                          NodeId node,
                          MessageType type,
                          uint32_t bytes,
                          NodeId nextHop)
{
    self->m_tables->transmissions.Write({.timeNs = Simulator::Now().GetNanoSeconds(),
                                         .node = node,
                                         .type = static_cast<uint8_t>(type),
                                         .bytes = bytes,
                                         .nextHop = nextHop});
}

void
TraceRecorder::Delivered(TraceRecorder* self, NodeId node, const EventMessage& event, bool wanted)
{
    const int64_t now = Simulator::Now().GetNanoSeconds();
    self->m_tables->deliveries.Write({.timeNs = now,
                                      .node = node,
                                      .publisher = event.publisher,
                                      .sequence = event.sequence,
                                      .wanted = wanted,
                                      .hops = event.hops,
                                      .ageNs = now - static_cast<int64_t>(event.publishedNs)});
}

void
TraceRecorder::Dropped(TraceRecorder* self, NodeId node, std::string reason, uint32_t bytes)
{
    self->RecordDrop(node, std::move(reason), bytes);
}

void
TraceRecorder::RecordDrop(NodeId node, std::string reason, uint32_t bytes)
{
    NS_LOG_FUNCTION(this << node << reason << bytes);
    m_tables->drops.Write({.timeNs = Simulator::Now().GetNanoSeconds(),
                           .node = node,
                           .reason = std::move(reason),
                           .bytes = bytes});
}

void
TraceRecorder::Subscribed(TraceRecorder* self, NodeId node, const Filter& filter, bool active)
{
    self->m_tables->subscriptions.Write({.timeNs = Simulator::Now().GetNanoSeconds(),
                                         .node = node,
                                         .filter = filter.Text(),
                                         .active = active});
}

void
TraceRecorder::Close()
{
    NS_LOG_FUNCTION(this);
    m_tables->subscriptions.Close();
    m_tables->publications.Close();
    m_tables->due.Close();
    m_tables->transmissions.Close();
    m_tables->deliveries.Close();
    m_tables->drops.Close();
}

std::string
NameOf(Ptr<Node> node)
{
    const std::string given = Names::FindName(node);
    return given.empty() ? std::to_string(node->GetId()) : given;
}

std::string
Ipv4TextOf(Ptr<Node> node, uint32_t interface)
{
    std::ostringstream text;
    text << node->GetObject<Ipv4>()->GetAddress(interface, 0).GetLocal();
    return text.str();
}

} // namespace ns3::pubsub
