// SPDX-License-Identifier: GPL-2.0-only
#ifndef OVERLAY_INSTANCE_H
#define OVERLAY_INSTANCE_H

#include "ns3/broker-move-evaluation.h"
#include "ns3/broker-overlay-strategy.h"
#include "ns3/broker-overlay-tree.h"
#include "ns3/broker-traffic-cost.h"
#include "ns3/broker-trees.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker-test
 * @brief An overlay with its traffic, known as a whole.
 */
struct OverlayInstance
{
    /// Notifications of one content from one broker.
    struct Publication
    {
        BrokerId publisher = 0; ///< broker
        uint32_t count = 0;     ///< notifications
        Content content;        ///< of them
    };

    OverlayTree tree{BrokerGraph(1)};                        ///< links
    OverlayCosts costs;                                      ///< of links and brokers
    std::vector<std::pair<BrokerId, Filter>> subscriptions;  ///< with their brokers
    std::vector<std::pair<BrokerId, Filter>> advertisements; ///< with their brokers
    std::vector<Publication> publications;                   ///< with their brokers

    /**
     * @param publication any
     * @return its flow
     */
    static FlowId FlowOf(const Publication& publication);

    /// @return the flows of all publications, in their order
    std::vector<OverlayFlow> Flows() const;

    /**
     * @param broker whose table it is
     * @param of clients' filters
     * @return the routing table of the broker
     */
    std::vector<RoutedFilter> RoutingTable(
        BrokerId broker,
        const std::vector<std::pair<BrokerId, Filter>>& of) const;
};

/**
 * @ingroup pubsub-broker-test
 * @brief The context of a strategy at one broker of an instance; it keeps what the strategy does.
 */
class RecordingContext : public StrategyContext
{
  public:
    /**
     * @param instance that outlives the context
     * @param self the broker
     */
    RecordingContext(const OverlayInstance& instance, BrokerId self);

    BrokerId Self() const override;
    Time Now() const override;
    std::vector<BrokerId> Neighbours() const override;
    const OverlayCosts& Costs() const override;
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

    Time now;                                               ///< what Now() returns
    CountTable control;                                     ///< what ControlCounts() returns
    std::vector<std::pair<BrokerId, StrategyMessage>> sent; ///< messages, with their receivers
    std::vector<std::vector<Move>> proposals;               ///< in order

  private:
    const OverlayInstance& m_instance;                      ///< as a whole
    BrokerId m_self;                                        ///< the broker
    FlowTable m_flows;                                      ///< of the broker
    std::vector<RoutedFilter> m_subscriptions;              ///< of the broker
    std::vector<RoutedFilter> m_advertisements;             ///< of the broker
    std::map<FlowId, std::vector<RoutedFilter>> m_matching; ///< of m_subscriptions
    std::vector<RoutedFilter> m_none;                       ///< of unknown flows
};

/**
 * @brief Let all brokers decide once, and deliver messages until there are no more.
 * @param contexts of all brokers
 * @param strategies of all brokers
 * @param now the time of the round
 */
void PlayRound(std::vector<RecordingContext>& contexts,
               const std::vector<Ptr<OverlayStrategy>>& strategies,
               Time now);

/**
 * @param move any
 * @param tables of all brokers
 * @param costs of links and brokers
 * @return the sum of EvalStep() over the path
 */
EvalSum EvaluateMove(const Move& move,
                     const std::vector<FlowTable>& tables,
                     const OverlayCosts& costs);

/**
 * @param tree any
 * @return all moves
 */
std::vector<Move> AllMoves(const OverlayTree& tree);

} // namespace ns3::pubsub::broker

#endif
