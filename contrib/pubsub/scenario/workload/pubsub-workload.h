// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_WORKLOAD_H
#define PUBSUB_WORKLOAD_H

#include "pubsub-content-workload.h"

#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/pubsub-filter.h"
#include "ns3/pubsub-scenario-parameters.h"
#include "ns3/random-variable-stream.h"

#include <vector>

namespace ns3::pubsub
{

/**
 * @ingroup pubsub
 * @brief Who wants what, who publishes what, and when: drawn as a whole before the simulation, from
 * streams of its own, so that it is the same whatever the protocol does.
 */
class Workload
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
     * @param nodes count
     * @param countName parameter that sets the count
     */
    void Check(const ScenarioParameters& parameters,
               int64_t nodes,
               const std::string& countName = "--nodes") const;

    /**
     * @brief Let neighbours share an interest: all subscribers of a squad have one primary topic.
     * To be called before Draw().
     * @param squads of each node its squad, from 0; empty: each node has interests of its own
     */
    void SetSquads(std::vector<uint32_t> squads);

    /**
     * @brief Draw the plan, each concern of each node from a stream of its own: another event rate
     * or more churn leaves the subscriptions as they are.
     * @param nodes count
     * @param first when events may be published, s
     * @param last until when, s
     * @param stream the first of the workload's streams
     * @return streams used
     */
    int64_t Draw(uint32_t nodes, double first, double last, int64_t stream);

    /**
     * @brief Subscribe, advertise and schedule the rest.
     * @param nodes each with a protocol
     */
    void Install(const NodeContainer& nodes) const;

  private:
    /// A change of interest: leave one topic, take another.
    struct Change
    {
        Time when;                ///< time from 0
        uint32_t node;            ///< who
        std::vector<Filter> from; ///< no longer wanted
        std::vector<Filter> to;   ///< wanted from now on
    };

    /// An event to publish.
    struct Publication
    {
        Time when;       ///< time from 0
        uint32_t node;   ///< publisher
        Content content; ///< of the event
    };

    /// @brief Make the leaves of the topic tree and rank them.
    void DrawTopics();

    /**
     * @param nodes count
     * @return who subscribes
     */
    std::vector<uint32_t> DrawSubscribers(uint32_t nodes);

    /**
     * @brief Draw who speaks which vocabulary, and the topics of the squads.
     * @param nodes count
     * @param stream the first
     */
    void DrawSquadsAndVocabularies(uint32_t nodes, int64_t stream);

    /**
     * @brief Draw what topics one node wants.
     * @param node who
     * @return their ranks, the primary one's first
     */
    std::vector<std::size_t> DrawInterests(uint32_t node);

    /**
     * @brief Draw what a node asks of a topic.
     * @param node who
     * @param rank of the topic
     * @return a filter for each of its names, that in the node's vocabulary first
     */
    std::vector<Filter> DrawFilters(uint32_t node, std::size_t rank);

    /**
     * @brief Draw changes of interest.
     * @param node who
     * @param wanted ranks of its topics at first
     * @param held filters of each
     * @param first s
     * @param last s
     */
    void DrawChurn(uint32_t node,
                   std::vector<std::size_t> wanted,
                   std::vector<std::vector<Filter>> held,
                   double first,
                   double last);

    /**
     * @brief Draw the events of one publisher.
     * @param node who
     * @param first s
     * @param last s
     */
    void DrawPublications(uint32_t node, double first, double last);

    /// @return rank of a topic, drawn by popularity
    std::size_t DrawTopic();

    /**
     * @param mean of an exponential, s
     * @return a draw
     */
    double DrawInterval(double mean);

    int64_t m_depth = 3;
    int64_t m_branching = 3;
    double m_zipf = 1.0;
    int64_t m_topicsPerNode = 2;
    double m_related = 0.5;
    double m_subscribers = 0.5;
    int64_t m_publishers = 1;
    double m_eventRate = 2.0;
    int64_t m_payloadBytes = 64;
    double m_churn = 0.0;
    int64_t m_vocabularies = 1;

    ContentWorkload m_content;                  ///< attributes and predicates
    Ptr<UniformRandomVariable> m_random;        ///< of the plan, but for contents
    Ptr<UniformRandomVariable> m_contentRandom; ///< of attributes and predicates
    Ptr<UniformRandomVariable> m_nameRandom;    ///< of the vocabulary of each event
    std::vector<uint32_t> m_squads;             ///< by node; empty: none
    std::vector<std::size_t> m_squadTopics;     ///< rank of each squad's primary topic
    std::vector<uint32_t> m_spoken;             ///< vocabulary of each node
    std::vector<std::vector<Topic>> m_topics;   ///< by vocabulary and rank of popularity
    std::vector<double> m_cumulated;            ///< popularity up to each rank, the last is 1
    std::vector<std::vector<Filter>> m_wanted;  ///< at the start, by node, the primary one first
    std::vector<Change> m_changes;              ///< of interests
    std::vector<Publication> m_publications;    ///< events
    double m_expected = 0.0;                    ///< events of one publisher
};

} // namespace ns3::pubsub

#endif
