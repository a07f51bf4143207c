// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_TRACE_RECORDER_H
#define PUBSUB_TRACE_RECORDER_H

#include "ns3/node-container.h"
#include "ns3/pubsub-endpoint.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ns3::pubsub
{

/// A node that is due an event.
struct DueReceiver
{
    NodeId node = NO_NODE;     ///< which
    uint16_t shortestHops = 0; ///< links on the shortest path from the publisher
};

/**
 * @ingroup pubsub
 * @brief Writes the trace tables that every kind of network has, from the trace sources of the
 * nodes' endpoints.
 */
class TraceRecorder
{
  public:
    /// Finds who is due an event that has just been published.
    using DueFunction = std::function<std::vector<DueReceiver>(const EventMessage& event)>;

    /**
     * @brief Begin to record; before the first subscription.
     * @param folder for the tables
     * @param nodes each with an endpoint; all of the network, or some
     * @param findDue finds who is due an event
     * @param transmissions whether messages that nodes send are written; if not, their table is
     * empty
     */
    TraceRecorder(const std::string& folder,
                  const NodeContainer& nodes,
                  DueFunction findDue,
                  bool transmissions = true);
    ~TraceRecorder();

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
    struct Tables;

    /**
     * @brief Connect the sinks to the trace sources of one node.
     * @param node which
     * @param transmissions whether messages that it sends are written
     */
    void Listen(Ptr<Node> node, bool transmissions);

    /**
     * @name Sinks of the trace sources
     * @{
     */
    static void Published(TraceRecorder* self, NodeId node, const EventMessage& event);
    static void Sent(TraceRecorder* self,
                     NodeId node,
                     const EventMessage& event,
                     MessageType type,
                     uint32_t bytes,
                     NodeId nextHop);
    static void Controlled(TraceRecorder* self,
                           NodeId node,
                           MessageType type,
                           uint32_t bytes,
                           NodeId nextHop);
    static void Delivered(TraceRecorder* self, NodeId node, const EventMessage& event, bool wanted);
    static void Dropped(TraceRecorder* self, NodeId node, std::string reason, uint32_t bytes);
    static void Subscribed(TraceRecorder* self, NodeId node, const Filter& filter, bool active);
    /** @} */

    DueFunction m_findDue;            ///< finds who is due an event
    std::unique_ptr<Tables> m_tables; ///< being written
};

/**
 * @param node any
 * @return the name that ns-3's Names has for it, or else its id
 */
std::string NameOf(Ptr<Node> node);

/**
 * @param node with an IPv4 stack
 * @param interface of it
 * @return its first address there
 */
std::string Ipv4TextOf(Ptr<Node> node, uint32_t interface);

} // namespace ns3::pubsub

#endif
