// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_SCENARIO_RUN_H
#define MANET_SCENARIO_RUN_H

#include "ns3/manet-adhoc-radio-helper.h"
#include "ns3/manet-trace-recorder.h"
#include "ns3/node-container.h"
#include "ns3/pubsub-scenario-parameters.h"

#include <map>
#include <memory>
#include <string>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief One run of a scenario: records it if outputs are wanted, runs it to its end, sums it up.
 */
class ScenarioRun
{
  public:
    /**
     * @brief Get ready, before anybody subscribes.
     * @param parameters of the program
     * @param nodes with radios, positions and protocols
     * @param radio of the nodes
     */
    ScenarioRun(const ScenarioParameters& parameters,
                const NodeContainer& nodes,
                AdhocRadioHelper& radio);

    /**
     * @brief Simulate. At the end nobody sends any more, and what is on the air arrives.
     * @param duration s
     */
    void Simulate(double duration);

    /**
     * @return events sent by a node
     * @param node which
     */
    uint32_t EventsSent(NodeId node) const;

    /// @brief Print what was sent and delivered.
    void PrintSummary() const;

  private:
    /**
     * @brief Sinks.
     * @param self the run
     * @param node at which
     */
    static void Published(ScenarioRun* self, NodeId node, const EventMessage& event);
    /// @copydoc Published
    static void Sent(ScenarioRun* self,
                     NodeId node,
                     const EventMessage& event,
                     MessageType type,
                     uint32_t bytes,
                     NodeId nextHop);
    /// @copydoc Published
    static void Controlled(ScenarioRun* self, NodeId node, MessageType type, uint32_t, NodeId);
    /// @copydoc Published
    static void Delivered(ScenarioRun* self, NodeId node, const EventMessage& event, bool wanted);

    /**
     * @brief Tell how far we are.
     * @param duration s
     */
    void TellProgress(double duration) const;

    /// @brief The measurement ends.
    void Silence();

    const ScenarioParameters& m_parameters;    ///< of the program
    std::vector<Ptr<Endpoint>> m_protocols;    ///< by node
    std::unique_ptr<TraceRecorder> m_recorder; ///< if outputs are wanted
    std::map<NodeId, uint32_t> m_eventsSent;   ///< by node
    std::map<MessageType, uint32_t> m_sent;    ///< by type
    uint32_t m_published = 0;                  ///< events
    uint32_t m_due = 0;                        ///< receivers of all events
    uint32_t m_delivered = 0;                  ///< wanted
};

} // namespace ns3::pubsub::manet

#endif
