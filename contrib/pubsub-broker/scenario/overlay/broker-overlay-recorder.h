// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_OVERLAY_RECORDER_H
#define BROKER_OVERLAY_RECORDER_H

#include "broker-overlay-network.h"
#include "broker-overlay-rows.h"

#include "ns3/broker-overlay-rates.h"
#include "ns3/nstime.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief Writes the trace tables about an overlay that changes: its links, the plans and locks of
 * reconfigurations, and what crosses each link in each step.
 */
class OverlayRecorder
{
  public:
    /**
     * @brief Begin to record; before the simulation.
     * @param folder for the tables
     * @param network of the run; it must live as long as this
     * @param step time after which messages are counted anew
     */
    OverlayRecorder(const std::string& folder, OverlayNetwork& network, Time step);
    ~OverlayRecorder();

    /// @param stage that begins now
    void RecordStage(uint32_t stage);

    /// @param rates of the traffic in all steps, a table of its own
    void RecordRates(const std::vector<RateRow>& rates);

    /// @brief Write the tables' ends; after the simulation.
    void Close();

  private:
    struct Tables;

    /**
     * @brief Connect the sinks to the trace sources of one broker.
     * @param broker which
     */
    void Listen(Ptr<OverlayBroker> broker);

    /// @brief Write brokers and links of the beginning.
    void RecordBeginning();

    /// @brief Write the pairs of brokers that had no link; after the last step.
    void RecordPairs();

    /// @brief Write what was counted, and begin the next step.
    void EndStep();

    /**
     * @name Sinks of the trace sources
     * @{
     */
    static void Linked(OverlayRecorder* self, NodeId node, NodeId peer, bool isUp, PlanId plan);
    static void Planned(OverlayRecorder* self, const PlanReport& report);
    static void Locked(OverlayRecorder* self, NodeId node, PlanId plan, LockChange change);
    static void Controlled(OverlayRecorder* self,
                           NodeId node,
                           MessageType type,
                           uint32_t bytes,
                           NodeId nextHop);
    static void Sent(OverlayRecorder* self,
                     NodeId node,
                     const EventMessage& event,
                     MessageType type,
                     uint32_t bytes,
                     NodeId nextHop);
    /** @} */

    /**
     * @param from sender
     * @param to receiver
     * @return what was counted in this step
     */
    OverlayStepRow& CountOf(NodeId from, NodeId to);

    std::string m_folder;                                ///< for the tables
    OverlayNetwork& m_network;                           ///< of the run
    Time m_step;                                         ///< length of a step
    Time m_since;                                        ///< beginning of this step
    uint64_t m_datagrams = 0;                            ///< sent in this step
    uint64_t m_crossings = 0;                            ///< of links, until this step
    std::unordered_map<uint64_t, OverlayStepRow> m_now;  ///< sender and receiver -> counts
    std::map<std::pair<NodeId, NodeId>, uint8_t> m_ends; ///< link ever -> ends that have it
    std::set<std::pair<NodeId, NodeId>> m_pairs;         ///< that have exchanged messages
    std::unique_ptr<Tables> m_tables;                    ///< being written
};

} // namespace ns3::pubsub::broker

#endif
