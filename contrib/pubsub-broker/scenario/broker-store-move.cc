// SPDX-License-Identifier: GPL-2.0-only
#include "broker-store-move.h"

#include "ns3/log.h"

#include <algorithm>
#include <memory>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerStoreMove");

namespace
{

/**
 * @param some brokers
 * @param others brokers
 * @return those of some that are not among the others
 */
std::vector<BrokerId>
Without(const std::vector<BrokerId>& some, const std::vector<BrokerId>& others)
{
    std::vector<BrokerId> left;
    std::copy_if(some.begin(), some.end(), std::back_inserter(left), [&others](BrokerId broker) {
        return std::find(others.begin(), others.end(), broker) == others.end();
    });
    return left;
}

/**
 * @brief Give brokers a store that do not have one.
 * @param brokers some
 * @param network of them
 */
void
GiveStores(const std::vector<BrokerId>& brokers, BrokerNetwork& network)
{
    for (const BrokerId broker : brokers)
    {
        if (!network.GetBroker(broker)->GetStore())
        {
            network.GetBroker(broker)->InstallStore(CreateObject<EventStore>());
        }
    }
}

} // namespace

void
InstallStores(const StoreInstance& instance, const StorePlan& plan, BrokerNetwork& network)
{
    NS_LOG_FUNCTION(plan.stores.size());
    GiveStores(plan.stores, network);
    for (std::size_t topic = 0; topic < instance.topics.size(); ++topic)
    {
        for (const BrokerId broker : plan.replicas[topic])
        {
            network.GetBroker(broker)->KeepTopic(*Filter::Parse(instance.topics[topic].name));
        }
    }
}

void
MoveTopics(const StoreInstance& instance,
           const StorePlan& from,
           const StorePlan& to,
           BrokerNetwork& network)
{
    NS_LOG_FUNCTION(to.stores.size());
    GiveStores(to.stores, network);
    for (std::size_t topic = 0; topic < instance.topics.size(); ++topic)
    {
        const Filter filter = *Filter::Parse(instance.topics[topic].name);
        const auto gained = Without(to.replicas[topic], from.replicas[topic]);
        const auto ended = Without(from.replicas[topic], to.replicas[topic]);
        const auto drop = [ended, &network](const Filter& moved) {
            for (const BrokerId broker : ended)
            {
                network.GetBroker(broker)->DropTopic(moved);
            }
        };
        if (gained.empty())
        {
            drop(filter);
        }
        const auto left = std::make_shared<std::size_t>(gained.size());
        for (const BrokerId broker : gained)
        {
            network.GetBroker(broker)->CopyTopic(filter,
                                                 [left, drop](const Filter& copied, uint32_t) {
                                                     if (--*left == 0)
                                                     {
                                                         drop(copied);
                                                     }
                                                 });
        }
    }
}

} // namespace ns3::pubsub::broker
