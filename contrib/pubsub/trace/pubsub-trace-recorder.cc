// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-trace-recorder.h"

#include "ns3/ipv4.h"
#include "ns3/log.h"
#include "ns3/names.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <sstream>

namespace ns3::pubsub
{

NS_LOG_COMPONENT_DEFINE("PubSubTraceRecorder");

TraceRecorder::TraceRecorder(const std::string& folder,
                             const NodeContainer& nodes,
                             DueFunction findDue)
    : m_findDue(std::move(findDue)),
      m_subscriptions(folder),
      m_publications(folder),
      m_due(folder),
      m_transmissions(folder),
      m_deliveries(folder),
      m_drops(folder)
{
    NS_LOG_FUNCTION(this << folder << nodes.GetN());
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        Listen(*node);
    }
}

void
TraceRecorder::Listen(Ptr<Node> node)
{
    const auto endpoint = PubSubOf(node);
    const NodeId id = node->GetId();
    const auto connect = [&endpoint](const std::string& source, const CallbackBase& sink) {
        const bool connected = endpoint->TraceConnectWithoutContext(source, sink);
        NS_ABORT_MSG_IF(!connected, "no trace source " << source);
    };
    connect("Published", MakeBoundCallback(&TraceRecorder::Published, this, id));
    connect("TxData", MakeBoundCallback(&TraceRecorder::Sent, this, id));
    connect("Forward", MakeBoundCallback(&TraceRecorder::Sent, this, id));
    connect("TxControl", MakeBoundCallback(&TraceRecorder::Controlled, this, id));
    connect("Deliver", MakeBoundCallback(&TraceRecorder::Delivered, this, id));
    connect("Drop", MakeBoundCallback(&TraceRecorder::Dropped, this, id));
    connect("SubscriptionChange", MakeBoundCallback(&TraceRecorder::Subscribed, this, id));
}

void
TraceRecorder::Published(TraceRecorder* self, NodeId, const EventMessage& event)
{
    self->m_publications.Write({.timeNs = Simulator::Now().GetNanoSeconds(),
                                .publisher = event.publisher,
                                .sequence = event.sequence,
                                .topic = event.content.topic.Text(),
                                .attributes = event.content.AttributesText(),
                                .payloadBytes = event.payloadBytes});
    for (const DueReceiver& receiver : self->m_findDue(event))
    {
        self->m_due.Write({.publisher = event.publisher,
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
    self->m_transmissions.Write({.timeNs = Simulator::Now().GetNanoSeconds(),
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
    self->m_transmissions.Write({.timeNs = Simulator::Now().GetNanoSeconds(),
                                 .node = node,
                                 .type = static_cast<uint8_t>(type),
                                 .bytes = bytes,
                                 .nextHop = nextHop});
}

void
TraceRecorder::Delivered(TraceRecorder* self, NodeId node, const EventMessage& event, bool wanted)
{
    const int64_t now = Simulator::Now().GetNanoSeconds();
    self->m_deliveries.Write({.timeNs = now,
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
    m_drops.Write({.timeNs = Simulator::Now().GetNanoSeconds(),
                   .node = node,
                   .reason = std::move(reason),
                   .bytes = bytes});
}

void
TraceRecorder::Subscribed(TraceRecorder* self, NodeId node, const Filter& filter, bool active)
{
    self->m_subscriptions.Write({.timeNs = Simulator::Now().GetNanoSeconds(),
                                 .node = node,
                                 .filter = filter.Text(),
                                 .active = active});
}

void
TraceRecorder::Close()
{
    NS_LOG_FUNCTION(this);
    m_subscriptions.Close();
    m_publications.Close();
    m_due.Close();
    m_transmissions.Close();
    m_deliveries.Close();
    m_drops.Close();
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
