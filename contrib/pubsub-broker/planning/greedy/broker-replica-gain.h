// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_REPLICA_GAIN_H
#define BROKER_REPLICA_GAIN_H

#include "ns3/broker-graph.h"

#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief How many request hops/s a further replica of a topic saves, if each request goes to the
 * nearest replica.
 *
 * On a tree, the brokers that are nearer to the new replica than to all others are connected. So
 * only these and their neighbours are visited, few if there are many replicas.
 */
class ReplicaGain
{
  public:
    /**
     * @param tree of brokers
     * @param demand requests/s at each broker
     */
    ReplicaGain(const BrokerGraph& tree, const std::vector<double>& demand);

    /// @param hops from each broker to the nearest replica so far
    void SetHops(std::vector<uint32_t> hops);

    /**
     * @param broker of a further replica
     * @return request hops/s that it saves
     */
    double Of(BrokerId broker);

    /**
     * @brief Add a replica.
     * @param broker of it
     */
    void Add(BrokerId broker);

    /// @return request hops/s to the nearest replicas
    double Cost() const;

  private:
    /// A broker that is nearer to the new replica.
    struct Step
    {
        BrokerId broker; ///< which
        BrokerId from;   ///< its neighbour toward the new replica
        uint32_t hops;   ///< to the new replica
    };

    /**
     * @brief Call a function with each broker that is nearer to a new replica, and its hops to it.
     * @param broker of the new replica
     * @param visit the function
     */
    template <typename Visitor>
    void VisitNearer(BrokerId broker, Visitor&& visit);

    std::vector<uint32_t> m_first;      ///< of each broker's neighbours, and the end of the last's
    std::vector<BrokerId> m_neighbours; ///< of all brokers, one after the other
    std::vector<double> m_demand;       ///< at each broker
    std::vector<uint32_t> m_hops;       ///< to the nearest replica
    std::vector<Step> m_stack;          ///< kept for its memory
};

} // namespace ns3::pubsub::broker

#endif
