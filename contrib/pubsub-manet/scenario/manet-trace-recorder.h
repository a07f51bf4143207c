// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_TRACE_RECORDER_H
#define MANET_TRACE_RECORDER_H

#include "ns3/manet-parent-change.h"
#include "ns3/mobility-model.h"
#include "ns3/node-container.h"
#include "ns3/pubsub-endpoint.h"
#include "ns3/pubsub-trace-table.h"

#include <string>
#include <vector>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief Listens to the trace sources of every protocol instance and writes the trace tables of
 * schema/traces.py.
 */
class TraceRecorder
{
  public:
    /**
     * @brief Begin to record; before anybody subscribes.
     * @param folder for the tables
     * @param nodes each with a protocol, an IPv4 address and a position
     * @param range nominal range of a link, m, by which receivers count as reachable
     */
    TraceRecorder(const std::string& folder, const NodeContainer& nodes, double range);

    /**
     * @brief Write that a packet was not used.
     * @param node where
     * @param reason why
     * @param bytes of UDP payload
     */
    void RecordDrop(NodeId node, std::string reason, uint32_t bytes);

    /// @brief Write the tables' ends; after the simulation.
    void Close();

  private:
    /**
     * @brief Connect the sinks to one node's trace sources.
     * @param node which
     */
    void Listen(NodeId node);

    /// @brief Write who the nodes are.
    void RecordNodes();

    /// @brief Write all positions, and again in a second.
    void RecordPositions();

    /**
     * @brief Write who is due an event.
     * @param event just published
     */
    void RecordDue(const EventMessage& event);

    /**
     * @name Sinks of the trace sources.
     * @param self the recorder
     * @param node at which @{
     */
    static void Published(TraceRecorder* self, NodeId node, const EventMessage& event);
    static void Sent(TraceRecorder* self,
                     NodeId node,
                     const EventMessage& event,
                     MessageType type,
                     uint32_t bytes,
                     NodeId nextHop);
    static void Controlled(TraceRecorder* self, NodeId node, MessageType type, uint32_t, NodeId);
    static void Delivered(TraceRecorder* self, NodeId node, const EventMessage& event, bool wanted);
    static void Dropped(TraceRecorder* self, NodeId node, std::string reason, uint32_t bytes);
    static void Changed(TraceRecorder* self, NodeId node, const ParentChange& change);
    static void Subscribed(TraceRecorder* self, NodeId node, const Filter& filter, bool active);
    /// @}

    NodeContainer m_nodes;                      ///< recorded
    std::vector<Ptr<Endpoint>> m_protocols;     ///< by node
    std::vector<Ptr<MobilityModel>> m_mobility; ///< by node
    std::vector<Vector> m_places;               ///< by node, when an event was published last
    std::vector<bool> m_present;                ///< by node, whether it took part then
    double m_range;                             ///< of a link, m
    TraceTable m_nodesTable;                    ///< who
    TraceTable m_positions;                     ///< where
    TraceTable m_subscriptions;                 ///< who wants what
    TraceTable m_publications;                  ///< events
    TraceTable m_due;                           ///< to whom
    TraceTable m_transmissions;                 ///< frames handed to the radio
    TraceTable m_deliveries;                    ///< events handed to subscribers
    TraceTable m_drops;                         ///< packets not used
    TraceTable m_parents;                       ///< changes
};

} // namespace ns3::pubsub::manet

#endif
