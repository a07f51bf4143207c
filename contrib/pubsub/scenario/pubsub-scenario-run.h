// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_SCENARIO_RUN_H
#define PUBSUB_SCENARIO_RUN_H

#include "pubsub-scenario-parameters.h"

#include "ns3/node-container.h"
#include "ns3/pubsub-endpoint.h"
#include "ns3/pubsub-interest-lookup.h"

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace ns3::pubsub
{

/**
 * @ingroup pubsub
 * @brief The times of a run: events are published between the warm-up and the drain.
 */
class MeasuredTime
{
  public:
    /**
     * @brief Offer the parameters.
     * @param parameters of the program
     */
    void AddTo(ScenarioParameters& parameters);

    /**
     * @brief Refuse times that leave none for events.
     * @param parameters of the program
     */
    void Check(const ScenarioParameters& parameters) const;

    /// @return simulated time, s
    double Duration() const;

    /// @return when events may be published, s
    double First() const;

    /// @return until when events may be published, s
    double Last() const;

  private:
    double m_duration = 120.0;
    double m_warmup = 30.0;
    double m_drain = 2.0;
};

/**
 * @ingroup pubsub
 * @brief One run of a scenario on any kind of network: simulates it to its end and sums it up.
 *
 * A derived class records the outputs of its kind of network.
 */
class ScenarioRun
{
  public:
    /**
     * @brief Get ready, before the first subscription.
     * @param parameters of the program; they must live as long as the run
     * @param nodes each with an endpoint
     * @param settle time that messages have to arrive after the last was sent
     */
    ScenarioRun(const ScenarioParameters& parameters, const NodeContainer& nodes, Time settle);
    virtual ~ScenarioRun();

    ScenarioRun(const ScenarioRun&) = delete;
    ScenarioRun& operator=(const ScenarioRun&) = delete;

    /**
     * @brief Simulate. At the end no node sends any more, and messages in flight arrive.
     * @param duration s
     */
    void Simulate(double duration);

    /**
     * @param node which
     * @return events sent by it
     */
    uint32_t EventsSent(NodeId node) const;

    /// @brief Print what was sent and delivered.
    void PrintSummary() const;

  protected:
    /**
     * @brief Make the folder for the outputs, or refuse the parameters.
     * @param captures files that captures will have open
     * @param what has captures, such as radios, for the sentence of a refusal
     * @return its name; empty if no outputs are wanted
     */
    std::string MakeOutputFolder(uint64_t captures, const std::string& what) const;

    /**
     * @param event just published
     * @return the other endpoints that are due it: they run and have subscribed to it
     */
    InterestLookup::Endpoints FindDueEndpoints(const EventMessage& event);

    /// @brief The simulation has ended: close the outputs.
    virtual void CloseOutputs() = 0;

  private:
    /**
     * @name Sinks of the trace sources
     * @{
     */
    static void Published(ScenarioRun* self, const EventMessage& event);
    static void Sent(ScenarioRun* self,
                     NodeId node,
                     const EventMessage& event,
                     MessageType type,
                     uint32_t bytes,
                     NodeId nextHop);
    static void Controlled(ScenarioRun* self,
                           NodeId node,
                           MessageType type,
                           uint32_t bytes,
                           NodeId nextHop);
    static void Delivered(ScenarioRun* self, NodeId node, const EventMessage& event, bool wanted);
    /** @} */

    /**
     * @brief Print on standard error how far the simulation is, and again after a second.
     * @param duration s
     */
    void PrintProgress(double duration) const;

    /// @brief The measurement ends.
    void Silence();

    const ScenarioParameters& m_parameters;            ///< of the program
    Time m_settle;                                     ///< time for the last messages to arrive
    InterestLookup m_interests;                        ///< of the endpoints
    std::unordered_map<NodeId, uint32_t> m_eventsSent; ///< by node
    std::map<MessageType, uint32_t> m_sent;            ///< by type
    uint32_t m_published = 0;                          ///< events
    uint32_t m_due = 0;                                ///< receivers of all events
    uint32_t m_delivered = 0;                          ///< wanted events
};

} // namespace ns3::pubsub

#endif
