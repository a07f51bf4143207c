// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_STORE_PLANNER_H
#define BROKER_STORE_PLANNER_H

#include "broker-store-assignment.h"

#include "ns3/random-variable-stream.h"

#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief Plans stores and the assignment of topics to them under one of several policies.
 *
 * | policy | stores | replicas |
 * |---|---|---|
 * | seq | those of the largest scores | topic by topic, by votes (the published algorithm) |
 * | wrr | the same | by votes, in rounds like weighted round robin |
 * | grd_opt | wherever a replica is | by votes, without limits of capacity and number of stores |
 * | rnd | those of the most votes for the demand of all topics together | at random |
 * | rnd-stores | at random | at random |
 * | global | opened as needed | repeatedly the one that lowers the cost most |
 * | local | those of seq, improved by swaps | those of seq, improved by swaps |
 */
class StorePlanner
{
  public:
    /// @return the names of the policies
    static const std::vector<std::string>& Policies();

    /**
     * @param instance planned for
     * @param gain of the greedy algorithm
     * @param probabilities with which each broker publishes; empty: all alike
     */
    StorePlanner(StoreInstance instance,
                 StoreGain gain,
                 const std::vector<double>& probabilities = {});

    /// @return votes, weights and scores
    const StoreRanking& Ranking() const
    {
        return m_ranking;
    }

    /**
     * @brief Plan stores and replicas. Throws BrokerInputError where the policy is unknown.
     * @param policy one of Policies()
     * @param random source of `rnd` and `rnd-stores`; the others draw no numbers
     * @return the plan
     */
    StorePlan Plan(const std::string& policy, Ptr<UniformRandomVariable> random) const;

    /**
     * @brief Assign replicas to stores that are installed already, after demand has changed. Throws
     * BrokerInputError where the policy has no assignment of its own.
     * @param policy seq or wrr
     * @param stores where they are
     * @return the plan
     */
    StorePlan Reassign(const std::string& policy, const std::vector<BrokerId>& stores) const;

  private:
    /// @return the brokers with the largest scores
    std::vector<BrokerId> BestStores() const;

    /// @return a plan that ignores capacity and number of stores
    StorePlan PlanUnlimited() const;

    /// @return the brokers with the most votes for the demand of all topics together
    std::vector<BrokerId> UndifferentiatedStores() const;

    /**
     * @param random source
     * @return random brokers
     */
    std::vector<BrokerId> RandomStores(Ptr<UniformRandomVariable> random) const;

    StoreInstance m_instance;            ///< planned for
    StoreGain m_gain;                    ///< of the greedy algorithm
    std::vector<double> m_probabilities; ///< of publications at each broker
    StoreRanking m_ranking;              ///< of the brokers
};

} // namespace ns3::pubsub::broker

#endif
