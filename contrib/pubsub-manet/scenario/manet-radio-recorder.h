// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_RADIO_RECORDER_H
#define MANET_RADIO_RECORDER_H

#include "ns3/manet-parent-change.h"
#include "ns3/mobility-model.h"
#include "ns3/node-container.h"
#include "ns3/pubsub-trace-recorder.h"

#include <memory>
#include <string>
#include <vector>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief Writes the trace tables of a network of radios: those of every kind of network, positions
 * and changes of parents. Receivers are due by the unit-disk graph.
 */
class RadioRecorder
{
  public:
    /**
     * @brief Begin to record; before the first subscription.
     * @param folder for the tables
     * @param nodes all of the network, each with an endpoint, an IPv4 address and a position
     * @param range nominal range of a link, m, by which receivers count as reachable
     */
    RadioRecorder(const std::string& folder, const NodeContainer& nodes, double range);
    ~RadioRecorder();

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
     * @brief Look up a node, connect to its changes of parent and write its row.
     * @param id of the node
     */
    void RecordNode(NodeId id);

    /// @brief Write all positions, and again in a second.
    void RecordPositions();

    /**
     * @brief Find who is due an event.
     * @param event just published
     * @return the nodes that want it, with the length of their shortest path
     */
    std::vector<DueReceiver> FindDue(const EventMessage& event);

    /**
     * @brief Sink of ParentChange.
     * @param self the recorder
     * @param node whose parent
     * @param change the change
     */
    static void Changed(RadioRecorder* self, NodeId node, const ParentChange& change);

    NodeContainer m_nodes;                      ///< recorded
    std::vector<Ptr<Endpoint>> m_endpoints;     ///< by node
    std::vector<Ptr<MobilityModel>> m_mobility; ///< by node
    std::vector<Vector> m_places;               ///< by node, when an event was published last
    std::vector<bool> m_present;                ///< by node, whether it took part then
    double m_range;                             ///< of a link, m
    TraceRecorder m_recorder;                   ///< of the tables of every kind of network
    std::unique_ptr<Tables> m_tables;           ///< of radios, being written
};

} // namespace ns3::pubsub::manet

#endif
