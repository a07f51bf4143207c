// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_SUBSCRIPTION_CHURN_H
#define BROKER_SUBSCRIPTION_CHURN_H

#include "ns3/broker-stage-workload.h"
#include "ns3/nstime.h"
#include "ns3/pubsub-scenario-parameters.h"

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace ns3::pubsub::broker
{

/// A consumer gives up a subscription for another.
struct SubscriptionChange
{
    std::size_t client = 0; ///< index of the consumer
    uint32_t dropped = 0;   ///< type that it gives up
    uint32_t taken = 0;     ///< type that it takes
};

/// When a workload is in which stage, and when it publishes.
struct StageTimes
{
    Time first; ///< when events may be published, and the first stage begins
    Time last;  ///< until when
    Time stage; ///< length of a stage; 0: there is only one
    Time guard; ///< without events before and after a change

    /**
     * @param time any
     * @return the stages that have ended by then
     */
    int64_t EndedBy(Time time) const;
};

/**
 * @ingroup pubsub-broker
 * @brief The subscriptions of consumers, which change at drawn times: the parameter `churn_ticks`
 * of a program.
 *
 * At each change a consumer replaces one of its types by one that it has in another stage. Two
 * changes of a consumer are twice the guard apart, and an exponential time in addition.
 */
class SubscriptionChurn
{
  public:
    /**
     * @brief Offer the parameter.
     * @param parameters of the program
     */
    void AddTo(ScenarioParameters& parameters);

    /**
     * @brief Refuse what does not fit together.
     * @param parameters of the program
     * @param guardTicks without events before and after a change
     * @param hasPool whether consumers have other types in other stages
     */
    void Check(const ScenarioParameters& parameters, int64_t guardTicks, bool hasPool) const;

    /// @return whether subscriptions change
    bool IsOn() const;

    /// @return mean ticks between changes of a consumer
    int64_t Ticks() const;

    /**
     * @brief Draw nothing yet, but assign the streams: one for each client.
     * @param workload types and clients; it must live as long as this
     * @param stream the first
     * @return streams used
     */
    int64_t AssignStreams(const StageWorkload& workload, int64_t stream);

    /**
     * @brief Schedule the first changes.
     * @param times of the workload
     * @param tick length of a tick
     * @param apply called at each change
     */
    void Begin(const StageTimes& times,
               Time tick,
               std::function<void(const SubscriptionChange&)> apply);

    /**
     * @brief All consumers have the types of a stage.
     * @param stage from 0
     */
    void BeginStage(uint32_t stage);

    /// @return types that each client subscribes to now
    const std::vector<std::vector<uint32_t>>& Present() const;

    /**
     * @brief Find whether it is uncertain whom an event reaches, because a subscription to it is
     * about to travel or may still travel.
     * @param content of an event that would be published now
     * @return whether a subscription that matches it changes within the guard before or after now
     */
    bool IsNearChange(const Content& content);

  private:
    /**
     * @brief Draw the next change of a consumer.
     * @param client index
     * @param from time of the last change
     */
    void ScheduleNext(std::size_t client, Time from);

    /**
     * @brief Change a consumer's subscriptions, and schedule the next change.
     * @param change which
     */
    void Change(const SubscriptionChange& change);

    /**
     * @param client index of a consumer
     * @param present its types at some time
     * @return its types of all stages that are not among them, in order
     */
    std::vector<uint32_t> PoolOf(std::size_t client, const std::vector<uint32_t>& present) const;

    int64_t m_churnTicks = 0;
    const StageWorkload* m_workload = nullptr;                ///< types and clients
    std::vector<Ptr<UniformRandomVariable>> m_random;         ///< by client
    std::vector<std::vector<uint32_t>> m_present;             ///< types now, by client
    std::multimap<Time, SubscriptionChange> m_changes;        ///< of late, and to come
    StageTimes m_times;                                       ///< of the workload
    Time m_mean;                                              ///< between changes of a consumer
    std::function<void(const SubscriptionChange&)> m_applied; ///< called at each change
};

} // namespace ns3::pubsub::broker

#endif
