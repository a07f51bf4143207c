// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_STRATEGY_RUNNER_H
#define BROKER_STRATEGY_RUNNER_H

#include "ns3/broker-link-counter.h"
#include "ns3/broker-overlay-routes.h"
#include "ns3/broker-overlay-strategy.h"
#include "ns3/broker-traffic-predictor.h"
#include "ns3/event-id.h"
#include "ns3/pubsub-message.h"
#include "ns3/random-variable-stream.h"

#include <functional>
#include <unordered_map>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief The strategy of a broker, and what it sees: counts of windows, costs, routing tables.
 *
 * Windows end at the same times at all brokers. The strategy decides once a period, at a phase that
 * is drawn.
 */
class StrategyRunner : private StrategyContext
{
  public:
    /// What the runner needs of its broker.
    struct Broker
    {
        std::function<NodeId()> self;                                       ///< its identity
        std::function<std::vector<NodeId>()> neighbours;                    ///< of the tree
        std::function<void(NodeId, const StrategyMessage&)> send;           ///< to a neighbour
        std::function<void(const std::vector<Move>& alternatives)> propose; ///< to the executor
        /// Told what crossed the links in a step: a window, by its number from 0.
        std::function<void(uint32_t step, const std::vector<LinkStep>& links)> counted;
    };

    /**
     * @param broker whose strategy it is
     * @param routes of the broker
     */
    StrategyRunner(Broker broker, const OverlayRoutes& routes);
    ~StrategyRunner() override;

    /// @param strategy of the broker; none: nothing is decided
    void SetStrategy(Ptr<OverlayStrategy> strategy);

    /// @return the strategy, or null
    Ptr<OverlayStrategy> GetStrategy() const;

    /// @param predictor of the flows of the next window
    void SetPredictor(Ptr<TrafficPredictor> predictor);

    /// @return what predicts the flows of the next window
    Ptr<TrafficPredictor> GetPredictor() const;

    /// @param seed of the costs, the same at all brokers
    void SetCostSeed(uint64_t seed);

    /// @return seed of the costs
    uint64_t GetCostSeed() const;

    /// @param wholeWindows whether a window that a move cuts is not used
    void SetWholeWindows(bool wholeWindows);

    /// @param countsLinks whether to report what crosses each link
    void SetCountsLinks(bool countsLinks);

    /**
     * @brief Count a notification that crosses a link.
     * @param neighbour the other end
     * @param direction to or from the neighbour
     * @param flow of the notification
     * @param content of the notification
     */
    void CountLink(NodeId neighbour, FlowDirection direction, FlowId flow, const Content& content);

    /// @param neighbour whose link began or ended
    void LinkChanged(NodeId neighbour);

    /// @brief A move was executed: the flows counted so far are those of another tree.
    void Interrupt();

    /// @param stream of the phase
    void AssignStream(int64_t stream);

    /// @brief Begin.
    void Start();

    /// @brief End, and forget all counts.
    void Stop();

    /**
     * @brief A strategy's message has arrived.
     * @param from a neighbour
     * @param message decoded
     * @return whether it is valid
     */
    bool Receive(NodeId from, const StrategyMessage& message);

    /**
     * @brief Count filters that were received or sent.
     * @param kind of filters
     * @param filters which
     * @param direction from or to the neighbour
     * @param neighbour which
     */
    void RecordFilters(TrafficKind kind,
                       const std::vector<Filter>& filters,
                       FlowDirection direction,
                       NodeId neighbour);

    /**
     * @brief Remember what the events of a flow are about.
     * @param flow of an event
     * @param content of the event
     */
    void RememberContent(FlowId flow, const Content& content);

    /// @return the flows that are being counted
    FlowTable& Counted()
    {
        return m_flows;
    }

    /// @return the flows that are being counted
    const FlowTable& Counted() const
    {
        return m_flows;
    }

    /// @return the flows that decisions are made with
    const FlowTable& Predicted() const;

    /// @return costs of links and brokers
    const OverlayCosts& Costs() const override;

  private:
    BrokerId Self() const override;
    Time Now() const override;
    std::vector<BrokerId> Neighbours() const override;
    const FlowTable& Flows() const override;
    const CountTable& ControlCounts() const override;
    const std::vector<RoutedFilter>& Subscriptions() const override;
    const std::vector<RoutedFilter>& Advertisements() const override;
    uint64_t SubscriptionsVersion() const override;
    uint64_t AdvertisementsVersion() const override;
    bool IsAdvertised(const Filter& filter, AdvertisedRule rule) const override;
    const std::vector<RoutedFilter>& Matching(FlowId flow) const override;
    void Send(BrokerId neighbour, const StrategyMessage& message) override;
    void Propose(const std::vector<Move>& alternatives) override;

    /// What the notifications of a flow match.
    struct Matched
    {
        Content content;                ///< of the notifications
        uint64_t version = 0;           ///< of the subscriptions whose places the rows have
        std::vector<RoutedFilter> rows; ///< of the routing table
    };

    /**
     * @brief Bring the rows of a flow up to date.
     * @param matched the flow, whose content is set
     */
    void UpdateMatched(Matched& matched) const;

    /// A routing table as strategies see it.
    struct View
    {
        uint64_t version = 0;           ///< of the table
        bool isMade = false;            ///< whether there is one
        std::vector<RoutedFilter> rows; ///< of the table
    };

    /**
     * @param entry of a routing table
     * @return where its origin is, as strategies see it
     */
    BrokerId PlaceOf(const OriginTable::Entry& entry) const;

    /**
     * @param view brought up to date
     * @param table that it is of
     * @return its rows
     */
    const std::vector<RoutedFilter>& Rows(View& view, const OriginTable& table) const;

    /// @brief A window has ended.
    void EndWindow();

    /// @brief Tell the broker and the predictor what was counted in the window.
    void ReportWindow();

    /// @brief A period has passed.
    void Decide();

    Broker m_broker;                     ///< whose strategy it is
    const OverlayRoutes& m_routes;       ///< of the broker
    Ptr<OverlayStrategy> m_strategy;     ///< of the broker
    Ptr<TrafficPredictor> m_predictor;   ///< of its flows
    bool m_wholeWindows = true;          ///< whether a window that a move cuts is not used
    bool m_isCut = false;                ///< whether a move has cut this one
    uint64_t m_costSeed = 1;             ///< of the costs
    OverlayCosts m_costs;                ///< the same at all brokers
    Ptr<UniformRandomVariable> m_random; ///< of the phase
    bool m_reportsLinks = false;         ///< whether to report what crosses each link
    bool m_countsLinks = false;          ///< whether to count it, to report it or to predict
    LinkCounter m_links;                 ///< what crosses each link
    FlowTable m_flows;                   ///< of notifications
    CountTable m_openCounts;             ///< of filters in the window that has not ended
    CountTable m_counts;                 ///< of filters in the last window
    EventId m_windowEnd;                 ///< of this window
    EventId m_decision;                  ///< the next one
    std::unordered_map<FlowId, Content> m_contents; ///< of the flows of this window
    std::unordered_map<FlowId, Content> m_previous; ///< of the flows of the last window

    mutable View m_subscriptions;                           ///< as strategies see them
    mutable View m_advertisements;                          ///< as strategies see them
    mutable uint64_t m_matchVersion = 0;                    ///< of the filters in m_matching
    mutable std::unordered_map<FlowId, Matched> m_matching; ///< by flow
};

} // namespace ns3::pubsub::broker

#endif
