// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_WORKLOAD_H
#define SDN_WORKLOAD_H

#include "sdn-burst-pattern.h"
#include "sdn-workload-plan.h"

#include "ns3/node-container.h"
#include "ns3/pubsub-scenario-run.h"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief Publishers and subscribers among hosts, drawn as a whole before the simulation, so that
 * it is the same for every strategy.
 *
 * Topics are the leaves of a tree. Each publisher publishes a Poisson stream of events, over its
 * topics by popularity. A subscription is to a leaf, or to the branch above it.
 */
class SdnWorkload
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
     */
    void Check(const ScenarioParameters& parameters) const;

    /**
     * @brief Draw the plan, each concern of each host from a stream of its own.
     * @param parameters of the program, to refuse
     * @param hosts count
     * @param time of the run
     * @param stream the first of the workload's streams
     * @return streams used
     */
    int64_t Draw(const ScenarioParameters& parameters,
                 uint32_t hosts,
                 const MeasuredTime& time,
                 int64_t stream);

    /// @return the plan
    const WorkloadPlan& Plan() const;

    /**
     * @brief Subscribe, and schedule the rest.
     * @param hosts each with an endpoint, by number
     */
    void Install(const NodeContainer& hosts) const;

    /**
     * @brief Find the events of a topic in an interval. No node can: they are in the future.
     * @param topic any
     * @param from beginning of the interval
     * @param to end of the interval
     * @return the events of all publishers
     */
    std::span<const PlannedEvent> EventsOf(const Topic& topic, Time from, Time to) const;

  private:
    /// @brief Make the leaves of the topic tree and rank them.
    void DrawTopics();

    /// @brief Draw who publishes, and who subscribes.
    void DrawRoles();

    /**
     * @brief Draw the topics of a publisher.
     * @param host which
     */
    void DrawPublisher(uint32_t host);

    /**
     * @brief Draw the events of a publisher.
     * @param host which
     * @param first s
     * @param last s
     */
    void DrawEvents(uint32_t host, double first, double last);

    /**
     * @brief Draw what a host wants at first.
     * @param host which
     * @return ranks of the topics
     */
    std::vector<std::size_t> DrawInterests(uint32_t host);

    /**
     * @brief Draw changes of interest.
     * @param host which
     * @param wanted ranks of its topics at first
     * @param first s
     * @param last s
     */
    void DrawChurn(uint32_t host, std::vector<std::size_t> wanted, double first, double last);

    /**
     * @param rank of a topic
     * @return the filter of a subscription: the topic, or the branch above it
     */
    Filter DrawFilter(std::size_t rank);

    /**
     * @param ranks to choose from, in rising order
     * @return one of them, drawn by popularity
     */
    std::size_t DrawTopic(const std::vector<std::size_t>& ranks);

    /**
     * @param mean of an exponential
     * @return a draw
     */
    double DrawInterval(double mean);

    /**
     * @brief Draw the events of the publishers that the file names.
     * @param first s
     * @param last s
     * @param stream the first; each publisher has one
     * @return streams used
     */
    int64_t DrawFileEvents(double first, double last, int64_t stream);

    /// @brief Bring events and subscriptions into the order of time, and index the events.
    void Finish();

    int64_t m_depth = 2;
    int64_t m_branching = 4;
    double m_zipf = 1.0;
    int64_t m_topicsPerNode = 2;
    double m_related = 0.5;
    double m_branches = 0.2;
    double m_subscribers = 0.5;
    int64_t m_publishers = 4;
    int64_t m_topicsPerPublisher = 0;
    double m_eventRate = 2.0;
    int64_t m_payloadBytes = 64;
    double m_churn = 0.0;
    std::string m_file;
    BurstPattern m_bursts; ///< of the rates

    Ptr<UniformRandomVariable> m_random;                  ///< of the plan
    WorkloadPlan m_plan;                                  ///< drawn
    std::vector<double> m_popularity;                     ///< of each topic, by rank
    std::vector<std::size_t> m_ranks;                     ///< of all topics
    std::vector<std::vector<std::size_t>> m_published;    ///< ranks, by host
    std::vector<uint32_t> m_publishing;                   ///< hosts
    std::vector<uint32_t> m_subscribing;                  ///< hosts
    std::map<Topic, std::vector<PlannedEvent>> m_byTopic; ///< events of each topic
};

} // namespace ns3::pubsub::sdn

#endif
