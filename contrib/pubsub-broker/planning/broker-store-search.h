// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_STORE_SEARCH_H
#define BROKER_STORE_SEARCH_H

#include "broker-store-plan.h"

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief Greedy-global object replication (Kangasharju, Roberts and Ross 2002): repeatedly the
 * replica that lowers the cost most.
 *
 * A topic has at most its copies, a store at most its capacity, and at most as many stores are
 * opened as the instance has. While a topic has no replica, each of its requests costs as many hops
 * as there are brokers. Of replicas with equal value it is the one of the first topic, then the one
 * at the smallest broker.
 *
 * @param instance planned for
 * @return the plan
 */
StorePlan PlanGreedyGlobal(const StoreInstance& instance);

/**
 * @ingroup pubsub-broker
 * @brief Improve a plan by local search: the best swap of all, until none lowers the cost.
 *
 * The swaps are, in this order: move a replica of a topic to another store with room; exchange the
 * replicas of two topics in two stores; move a store with all its replicas to a broker that has
 * none. Of swaps with equal cost it is the first by kind, then by topics, then by brokers: those
 * that replicas leave, and those that they go to.
 *
 * @param instance planned for
 * @param start a plan within the capacity of the stores
 * @return the improved plan
 */
StorePlan ImproveBySwaps(const StoreInstance& instance, const StorePlan& start);

} // namespace ns3::pubsub::broker

#endif
