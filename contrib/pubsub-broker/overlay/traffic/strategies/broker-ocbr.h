// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_OCBR_H
#define BROKER_OCBR_H

#include "ns3/broker-overlay-strategy.h"

#include <vector>

namespace ns3::pubsub::broker
{

/// Broker i could leave the deciding broker for its neighbour j.
struct OcbrOption
{
    BrokerId i = NO_BROKER; ///< neighbour that would leave
    BrokerId j = NO_BROKER; ///< neighbour that it would be linked to
    int64_t delta = 0;      ///< change of cost
};

/**
 * @ingroup pubsub-broker
 * @brief The change of cost of each option, from three classes of the flows between the broker b
 * and i: those that touch exactly i and j at b and no client, those that touch i, j and something
 * else, and the others. It equals the sum of EvalStep() over the path (b, j).
 * @param self the broker b
 * @param neighbours of it, in order of id
 * @param table of its flows
 * @param costs of links and brokers
 * @return the options in order of i, then j
 */
std::vector<OcbrOption> OcbrOptions(BrokerId self,
                                    const std::vector<BrokerId>& neighbours,
                                    const FlowTable& table,
                                    const OverlayCosts& costs);

/**
 * @ingroup pubsub-broker
 * @brief Optimal content-based routing (Migliavacca and Cugola 2007): link two neighbours with much
 * traffic between them, and drop one of the own links to them.
 *
 * Each broker proposes the option with the least change of cost, if that is negative. Of equal
 * changes the smallest i wins, then the smallest j.
 */
class OcbrStrategy : public OverlayStrategy
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    void Decide(StrategyContext& context) override;

  private:
    /**
     * @param context of the broker
     * @param option with a negative change
     * @return whether it may be proposed
     */
    virtual bool IsCandidate(const StrategyContext& context, const OcbrOption& option) const;
};

} // namespace ns3::pubsub::broker

#endif
