// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_STORE_MOVE_H
#define BROKER_STORE_MOVE_H

#include "broker-network.h"

#include "ns3/broker-store-instance.h"
#include "ns3/broker-store-plan.h"

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief Install the stores of a plan and let them keep their topics.
 * @param instance that is planned for
 * @param plan of it
 * @param network of its brokers
 */
void InstallStores(const StoreInstance& instance, const StorePlan& plan, BrokerNetwork& network);

/**
 * @ingroup pubsub-broker
 * @brief Move topics from the stores of one plan to those of another, as packets.
 *
 * Each new holder of a topic copies it from the nearest old one, then advertises it. When all new
 * holders have it, the old holders that are not in the new plan withdraw and drop it. Who copies
 * what is known to the brokers at no cost: only the data and the advertisements are packets.
 *
 * @param instance that is planned for
 * @param from plan that is in force
 * @param to plan that replaces it
 * @param network of its brokers
 */
void MoveTopics(const StoreInstance& instance,
                const StorePlan& from,
                const StorePlan& to,
                BrokerNetwork& network);

} // namespace ns3::pubsub::broker

#endif
