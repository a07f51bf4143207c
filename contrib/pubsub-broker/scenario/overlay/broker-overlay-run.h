// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_OVERLAY_RUN_H
#define BROKER_OVERLAY_RUN_H

#include "broker-overlay-network.h"
#include "broker-overlay-recorder.h"

#include "ns3/broker-link-step-recorder.h"
#include "ns3/broker-prediction-recorder.h"
#include "ns3/broker-wired-links.h"
#include "ns3/pubsub-scenario-run.h"

#include <memory>
#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief A run of an overlay: records its trace tables and captures.
 */
class OverlayRun : public ScenarioRun
{
  public:
    /**
     * @brief Get ready, before the first subscription.
     * @param parameters of the program; they must live as long as the run
     * @param network of the run; it must live as long as the run
     * @param step time after which messages are counted anew
     * @param transmissions whether each message that a broker sends is recorded
     */
    OverlayRun(const ScenarioParameters& parameters,
               OverlayNetwork& network,
               Time step,
               bool transmissions);
    ~OverlayRun() override;

    /**
     * @brief Capture what brokers send and receive, if outputs are wanted.
     * @param bytes kept of each datagram
     * @param brokers how many, the first ones
     */
    void Capture(uint32_t bytes, uint32_t brokers);

    /// @brief Write the table of link steps, if outputs are wanted; before the simulation.
    void RecordLinkSteps();

    /// @brief Write the table of predictions, if outputs are wanted; when the brokers have
    /// predictors.
    void RecordPredictions();

    /// @return the recorder of the overlay, or null if no outputs are wanted
    OverlayRecorder* GetRecorder() const;

    /// @brief Print the moves, and the events.
    void PrintMoves() const;

  protected:
    void CloseOutputs() override;

  private:
    /// @brief Write the nodes and the links of the underlay.
    void Describe();

    /**
     * @brief Find who is due an event.
     * @param event just published
     * @return the brokers whose clients want it; a direct link would be one hop
     */
    std::vector<DueReceiver> FindDue(const EventMessage& event);

    /**
     * @brief Sink of Plan.
     * @param self this
     * @param report of a plan
     */
    static void Planned(OverlayRun* self, const PlanReport& report);

    /**
     * @brief Sink of the underlay's drops.
     * @param node where
     * @param reason why
     * @param bytes of the packet
     */
    void Dropped(uint32_t node, const std::string& reason, uint32_t bytes);

    OverlayNetwork& m_network;                         ///< of the run
    std::string m_folder;                              ///< for outputs; empty if none are wanted
    std::unique_ptr<TraceRecorder> m_recorder;         ///< if outputs are wanted
    std::unique_ptr<OverlayRecorder> m_overlay;        ///< if outputs are wanted
    std::unique_ptr<LinkStepRecorder> m_links;         ///< if link steps are wanted
    std::unique_ptr<PredictionRecorder> m_predictions; ///< if brokers predict
    uint64_t m_proposed = 0;                           ///< plans
    uint64_t m_done = 0;                               ///< plans that were executed
};

} // namespace ns3::pubsub::broker

#endif
