// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_SIMILARITY_STRATEGY_H
#define BROKER_SIMILARITY_STRATEGY_H

#include "broker-filter-sets.h"

#include "ns3/broker-overlay-strategy.h"

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief Links brokers whose clients have similar subscriptions, after the self-organising overlay
 * of Baldoni, Beraldi, Querzoni and Virgillito (The Computer Journal 50(4), 2007).
 *
 * Only its abstract was at hand. Our reading: the associativity of two brokers is the Jaccard index
 * of the subscriptions of their clients. A broker b proposes that its neighbour i is linked to its
 * neighbour j instead of b, where that raises the sum of the associativities of all links. It takes
 * the largest increase; of equal ones the smallest i, then j. The sum only grows, so the moves end.
 * Traffic and costs play no part.
 */
class SimilarityStrategy : public OverlayStrategy
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    void Decide(StrategyContext& context) override;

    bool IsEvaluated() const override
    {
        return false;
    }

  private:
    SetElements m_elements = SetElements::FILTERS;
};

} // namespace ns3::pubsub::broker

#endif
