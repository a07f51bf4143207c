// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_RUN_H
#define SDN_RUN_H

#include "sdn-recorder.h"

#include "ns3/pubsub-scenario-run.h"
#include "ns3/pubsub-trace-recorder.h"
#include "ns3/sdn-control-settings.h"
#include "ns3/sdn-switch-network.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3::pubsub::sdn
{

/// What is captured.
struct CaptureChoice
{
    bool data = true;       ///< links that carry events
    bool control = false;   ///< control links
    uint32_t bytes = 65535; ///< kept of each frame
};

/**
 * @ingroup pubsub-sdn
 * @brief A run of a network of switches: records its trace tables, captures and flow tables.
 */
class SwitchRun : public ScenarioRun
{
  public:
    /**
     * @brief Get ready, before the first subscription.
     * @param parameters of the program; they must live as long as the run
     * @param network of the run; it must live as long as the run
     * @param control applications of the run, or null; the same
     * @param settings of the run; the same
     * @param captures what is captured
     */
    SwitchRun(const ScenarioParameters& parameters,
              SwitchNetwork& network,
              ControlPlane* control,
              const ControlSettings& settings,
              const CaptureChoice& captures);
    ~SwitchRun() override;

    /// @return the recorder of the switches, or null if no outputs are wanted
    SwitchRecorder* GetRecorder() const;

    /// @brief Print what was published and delivered.
    void PrintDeliveries() const;

  protected:
    void CloseOutputs() override;

  private:
    /**
     * @param network of the run
     * @return the nodes with an endpoint
     */
    static NodeContainer EndpointsOf(const SwitchNetwork& network);

    /// @brief Write the nodes and the links.
    void Describe();

    /**
     * @brief Find who is due an event. Members of a cluster that the policy denies are not.
     * @param event just published
     * @return the hosts that want it, with the links on a shortest path
     */
    std::vector<DueReceiver> FindDue(const EventMessage& event);

    /**
     * @param topic of an event
     * @param cluster of its publisher or of a receiver
     * @param isReceiver whether it is a receiver's
     * @return whether the policy that is in force forbids the event there
     */
    bool IsDenied(const Topic& topic, ClusterId cluster, bool isReceiver) const;

    /**
     * @brief Sink of Published.
     * @param self this
     * @param event just published
     */
    static void CountPublished(SwitchRun* self, const EventMessage& event);

    /**
     * @brief Sink of Deliver.
     * @param self this
     * @param host that it was delivered to
     * @param event delivered
     * @param wanted whether the host has subscribed to it
     */
    static void CountDelivered(SwitchRun* self,
                               NodeId host,
                               const EventMessage& event,
                               bool wanted);

    SwitchNetwork& m_network;                   ///< of the run
    ControlPlane* m_control;                    ///< applications of the run, or null
    bool m_hasControlCaptures;                  ///< whether control links are captured
    const ControlSettings& m_settings;          ///< of the run
    std::string m_folder;                       ///< for outputs; empty if none are wanted
    std::unique_ptr<TraceRecorder> m_recorder;  ///< if outputs are wanted
    std::unique_ptr<SwitchRecorder> m_switches; ///< if outputs are wanted
    uint64_t m_published = 0;                   ///< events
    uint64_t m_due = 0;                         ///< receivers of all events
    uint64_t m_delivered = 0;                   ///< of the due ones
    std::map<std::pair<NodeId, uint32_t>, std::set<NodeId>> m_missing; ///< due hosts, by event
};

} // namespace ns3::pubsub::sdn

#endif
