// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_OVERLAY_STRATEGY_H
#define BROKER_OVERLAY_STRATEGY_H

#include "broker-advertised-filters.h"
#include "broker-count-table.h"
#include "broker-flow-table.h"
#include "broker-overlay-costs.h"
#include "broker-overlay-move.h"
#include "broker-strategy-messages.h"

#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/ptr.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief What a strategy sees of its broker, and how it acts. The overlay's broker implements it.
 *
 * References stay valid during the call of the strategy.
 */
class StrategyContext
{
  public:
    virtual ~StrategyContext() = default;

    /// @return the broker of the strategy
    virtual BrokerId Self() const = 0;

    /// @return the time
    virtual Time Now() const = 0;

    /// @return the neighbours, in order of id
    virtual std::vector<BrokerId> Neighbours() const = 0;

    /// @return costs, the same at all brokers
    virtual const OverlayCosts& Costs() const = 0;

    /// @return the flows of the last window
    virtual const FlowTable& Flows() const = 0;

    /// @return the subscriptions and advertisements of the last window, by filter and direction
    virtual const CountTable& ControlCounts() const = 0;

    /// @return the subscription routing table: one row for each filter, place and origin
    virtual const std::vector<RoutedFilter>& Subscriptions() const = 0;

    /// @return the advertisement routing table: one row for each filter, place and origin
    virtual const std::vector<RoutedFilter>& Advertisements() const = 0;

    /// @return a number that changes whenever Subscriptions() does
    virtual uint64_t SubscriptionsVersion() const = 0;

    /// @return a number that changes whenever Advertisements() does
    virtual uint64_t AdvertisementsVersion() const = 0;

    /**
     * @brief Look for an advertisement. The answers are remembered for all brokers.
     * @param filter of a subscription
     * @param rule when it counts as advertised
     * @return whether it does
     */
    virtual bool IsAdvertised(const Filter& filter, AdvertisedRule rule) const = 0;

    /**
     * @brief Look up what the notifications of a flow match. It is called once for each flow and
     * decision, so the broker should remember it by content class until a subscription changes.
     * @param flow of Flows()
     * @return the rows of Subscriptions() that match it; empty for an unknown flow
     */
    virtual const std::vector<RoutedFilter>& Matching(FlowId flow) const = 0;

    /**
     * @brief Send a message.
     * @param neighbour that receives it
     * @param message to encode
     */
    virtual void Send(BrokerId neighbour, const StrategyMessage& message) = 0;

    /**
     * @brief Propose moves that exclude each other. The executor evaluates them, locks the one with
     * the least change of cost, evaluates it again, and executes it if the change is below
     * -Threshold.
     * @param alternatives at least one; of equally good ones the first wins
     */
    virtual void Propose(const std::vector<Move>& alternatives) = 0;
};

/**
 * @ingroup pubsub-broker
 * @brief Decides which links of the overlay are replaced. Each broker has a strategy of its own.
 *
 * The broker ends a window of its FlowTable every Window, at the same times as all other brokers,
 * and calls Decide() every Period, at a phase of its own. It skips the decision while its FlowTable
 * is not current.
 *
 * | name | strategy |
 * |---|---|
 * | static | no move |
 * | ocbr | optimal content-based routing (Migliavacca and Cugola 2007) |
 * | ocbr-e | its extension by subscriptions, a reconstruction |
 * | similarity | self-organisation by similarity of subscriptions (after Baldoni et al. 2007) |
 * | psoo-fcat | predicting paths (Chi et al. 2014) |
 * | hindsight | a plan made with the true traffic of the next stage |
 */
class OverlayStrategy : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /// @return the names of the strategies
    static const std::vector<std::string>& Names();

    /// @return the names, each with the strategy's name in reports
    static std::vector<std::pair<std::string, std::string>> Labels();

    /**
     * @brief Make a strategy for one broker. Throws BrokerInputError where the name is unknown.
     * @param name one of Names()
     * @return the strategy
     */
    static Ptr<OverlayStrategy> Create(const std::string& name);

    /**
     * @brief Look at the tables and propose moves, or send messages.
     * @param context of the broker
     */
    virtual void Decide(StrategyContext& context) = 0;

    /**
     * @brief Receive a message from a neighbour, which may be malformed.
     * @param context of the broker
     * @param from the neighbour
     * @param message decoded
     * @return whether it is valid; if not, the broker counts and drops it
     */
    virtual bool Receive(StrategyContext& context, BrokerId from, const StrategyMessage& message);

    /// @return whether the executor evaluates proposals; if not, it executes each that it can lock
    virtual bool IsEvaluated() const
    {
        return true;
    }

    /// @return whether it looks at ControlCounts() and Matching(); if not, both may be empty
    virtual bool CountsByFilter() const
    {
        return false;
    }

    /// @return length of a window
    Time Window() const
    {
        return m_window;
    }

    /// @return time between two decisions
    Time Period() const
    {
        return m_period;
    }

    /// @return a move is executed if its change of cost is below the negative of this
    double Threshold() const
    {
        return m_threshold;
    }

  private:
    Time m_window;
    Time m_period;
    double m_threshold = 0.0;
};

} // namespace ns3::pubsub::broker

#endif
