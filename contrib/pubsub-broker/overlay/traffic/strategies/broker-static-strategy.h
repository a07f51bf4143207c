// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_STATIC_STRATEGY_H
#define BROKER_STATIC_STRATEGY_H

#include "ns3/broker-overlay-strategy.h"

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief Keeps the overlay as it is.
 */
class StaticStrategy : public OverlayStrategy
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    void Decide(StrategyContext& context) override;
};

} // namespace ns3::pubsub::broker

#endif
