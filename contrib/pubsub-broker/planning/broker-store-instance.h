// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_STORE_INSTANCE_H
#define BROKER_STORE_INSTANCE_H

#include "ns3/broker-graph.h"

#include <optional>
#include <string>
#include <vector>

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief A topic whose events are stored.
 */
struct StoredTopic
{
    std::string name;           ///< without blanks
    uint32_t copies = 1;        ///< replicas wanted
    std::vector<double> demand; ///< requests/s at each broker

    /// @return requests/s at all brokers
    double TotalDemand() const;
};

/**
 * @ingroup pubsub-broker
 * @brief What a store planner plans for.
 *
 * Requests travel on a tree. Where the links of the network form no tree, it is the breadth-first
 * tree from broker 0 that visits neighbours in order of id; PlanningTree() returns it. All
 * distances are hops in this tree.
 */
struct StoreInstance
{
    BrokerGraph tree;                ///< the brokers and the links that requests use
    uint32_t stores = 1;             ///< number of stores
    uint32_t capacity = 1;           ///< topics that a store can hold
    std::vector<StoredTopic> topics; ///< in order

    /// @return requests/s of all topics
    double TotalDemand() const;

    /**
     * @param name of a topic
     * @return its index; nothing if there is none
     */
    std::optional<uint32_t> FindTopic(const std::string& name) const;
};

/**
 * @ingroup pubsub-broker
 * @param graph connected
 * @return the tree on which its stores are planned
 */
BrokerGraph PlanningTree(const BrokerGraph& graph);

/**
 * @ingroup pubsub-broker
 * @brief Read an instance from a file. Throws BrokerInputError where its content is wrong.
 *
 * The first line is `brokers N`. The others are, in any order, `link A B`, `capacity L`,
 * `stores M`, `topic NAME copies K` and `demand NAME BROKER REQUESTS_PER_S`; demand that is not
 * given is 0. Brokers are numbered from 0. `#` begins a comment.
 *
 * @param file its name
 * @return the instance
 */
StoreInstance ReadStoreInstance(const std::string& file);

} // namespace ns3::pubsub::broker

#endif
