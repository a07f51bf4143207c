// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_OCBR_EXTENDED_H
#define BROKER_OCBR_EXTENDED_H

#include "broker-filter-sets.h"
#include "broker-ocbr.h"

#include <cstdint>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief OCBR-E, a reconstruction: Chi et al. 2014 name it, but its source is lost.
 *
 * It is OCBR with two more conditions. The subscriptions behind i and j overlap. And what the move
 * saves in `Horizon` windows is more than what moving the routing entries behind i costs: each
 * entry is sent over the new link to j and on to the deciding broker.
 */
class OcbrExtendedStrategy : public OcbrStrategy
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @param context of a broker
     * @param option of it
     * @return cost of moving the entries of both routing tables that lie behind option.i
     */
    static uint64_t TransferCost(const StrategyContext& context, const OcbrOption& option);

  private:
    bool IsCandidate(const StrategyContext& context, const OcbrOption& option) const override;

    double m_overlap = 0.0;
    uint32_t m_horizon = 10;
    SetElements m_elements = SetElements::FILTERS;
};

} // namespace ns3::pubsub::broker

#endif
