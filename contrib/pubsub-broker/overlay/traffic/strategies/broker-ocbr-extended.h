// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_OCBR_EXTENDED_H
#define BROKER_OCBR_EXTENDED_H

#include "broker-filter-sets.h"
#include "broker-ocbr.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

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

    /**
     * @param context of a broker
     * @param place neighbour of it
     * @return elements of the subscriptions that lie behind the neighbour, valid until the table
     * changes
     */
    const std::vector<std::string>& Behind(const StrategyContext& context, BrokerId place) const;

    double m_overlap = 0.0;
    uint32_t m_horizon = 10;
    SetElements m_elements = SetElements::FILTERS;

    mutable std::optional<uint64_t> m_version; ///< of the subscriptions in m_behind
    mutable std::map<BrokerId, std::vector<std::string>> m_behind; ///< elements by neighbour
};

} // namespace ns3::pubsub::broker

#endif
