// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_OVERLAY_WORKLOAD_H
#define BROKER_OVERLAY_WORKLOAD_H

#include "broker-overlay-network.h"
#include "broker-overlay-recorder.h"

#include "ns3/broker-overlay-rates.h"
#include "ns3/broker-stage-workload.h"
#include "ns3/broker-subscription-churn.h"
#include "ns3/pubsub-scenario-run.h"

#include <map>
#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief The traffic of Chi et al. 2014, section 5: in each stage, clients publish and subscribe to
 * other types.
 *
 * A producer publishes once a period, at a phase of its own, a random one of its types of the
 * stage. Around a change of stage it is silent for a while, so that an event is either due to the
 * subscribers before or to those after the change. Around a change of one consumer's subscription,
 * only events that this subscription matches are left out.
 */
class OverlayWorkload
{
  public:
    /**
     * @brief Offer the parameters.
     * @param parameters of the program
     */
    void AddTo(ScenarioParameters& parameters);

    /**
     * @brief Refuse what does not fit together.
     * @param parameters of the program
     * @param time of the run
     */
    void Check(const ScenarioParameters& parameters, const MeasuredTime& time) const;

    /**
     * @brief Draw types and clients.
     * @param parameters of the program, to refuse
     * @param brokers number of them
     * @param time of the run
     * @param stream the first of the workload's streams
     * @return streams used
     */
    int64_t Draw(const ScenarioParameters& parameters,
                 uint32_t brokers,
                 const MeasuredTime& time,
                 int64_t stream);

    /**
     * @brief Schedule everything.
     * @param network of the run; it must live as long as the simulation
     * @param recorder of stages, or null
     */
    void Install(OverlayNetwork& network, OverlayRecorder* recorder);

    /// @return one tick
    Time Tick() const;

  private:
    /// @return the numbers of the workload, by the parameters
    StageSettings Settings() const;

    /**
     * @brief A stage begins: brokers subscribe to what their clients want in it.
     * @param stage from 0
     */
    void BeginStage(uint32_t stage);

    /**
     * @brief A consumer has changed a subscription.
     * @param change which
     */
    void Resubscribe(const SubscriptionChange& change);

    /// @brief Have brokers plan with the present subscriptions, now and again whenever the mean
    /// time between changes of a consumer has passed.
    void Replan();

    /**
     * @brief Have brokers plan for the events of a while.
     * @param ahead length of the while
     */
    void PlanAhead(Time ahead);

    /**
     * @brief Schedule the next event of a client.
     * @param client index
     */
    void ScheduleNext(std::size_t client);

    /**
     * @brief Publish an event of a client, and schedule its next one.
     * @param client index
     */
    void Publish(std::size_t client);

    /// @return the stage at the present time
    uint32_t PresentStage() const;

    /// @return whether the stage changes within the guard before or after the present time
    bool IsNearChange() const;

    double m_tick = 1.0;
    int64_t m_stageTicks = 0;
    int64_t m_periodTicks = 2;
    int64_t m_guardTicks = 2;
    int64_t m_divisor = 25;
    std::string m_relevancy = "high";
    std::string m_stageSubscriptions = "reassign";
    std::string m_typeOrder = "random";
    int64_t m_payloadBytes = 100;

    OverlayRates m_rates;                                 ///< of publications
    SubscriptionChurn m_churn;                            ///< of consumers
    StageWorkload m_types;                                ///< types and clients
    std::vector<Ptr<UniformRandomVariable>> m_random;     ///< of publications, by client
    std::vector<std::size_t> m_publishers;                ///< number as a publisher, by client
    std::vector<Time> m_scheduled;                        ///< next event in a steady schedule
    std::vector<std::size_t> m_turns;                     ///< events so far, by client
    std::vector<std::map<Filter, uint32_t>> m_subscribed; ///< filter -> clients, by broker
    StageTimes m_times;                                   ///< of stages and events
    OverlayNetwork* m_network = nullptr;                  ///< of the run
    OverlayRecorder* m_recorder = nullptr;                ///< of stages, or null
};

} // namespace ns3::pubsub::broker

#endif
