// SPDX-License-Identifier: GPL-2.0-only
#include "broker-store-planner.h"

#include "broker-store-search.h"

#include "ns3/broker-input.h"
#include "ns3/log.h"
#include "ns3/shuffle.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerStorePlanner");

const std::vector<std::string>&
StorePlanner::Policies()
{
    static const std::vector<std::string>
        policies{"seq", "wrr", "grd_opt", "rnd", "rnd-stores", "global", "local"};
    return policies;
}

StorePlanner::StorePlanner(StoreInstance instance,
                           StoreGain gain,
                           const std::vector<double>& probabilities)
    : m_instance(std::move(instance)),
      m_gain(gain),
      m_probabilities(probabilities),
      m_ranking(RankBrokers(m_instance, gain, probabilities))
{
    NS_LOG_FUNCTION(this);
}

StorePlan
StorePlanner::Plan(const std::string& policy, Ptr<UniformRandomVariable> random) const
{
    NS_LOG_FUNCTION(this << policy);
    if (policy == "seq" || policy == "wrr")
    {
        return Reassign(policy, BestStores());
    }
    if (policy == "grd_opt")
    {
        return PlanUnlimited();
    }
    if (policy == "rnd" || policy == "rnd-stores")
    {
        const auto stores = policy == "rnd" ? UndifferentiatedStores() : RandomStores(random);
        return EvaluatePlan(m_instance, stores, AssignRandomly(m_instance, stores, random));
    }
    if (policy == "global")
    {
        return PlanGreedyGlobal(m_instance);
    }
    if (policy == "local")
    {
        return ImproveBySwaps(m_instance, Reassign("seq", BestStores()));
    }
    throw BrokerInputError("'" + policy + "' is not a policy; expected one of " +
                           Listed(Policies()));
}

StorePlan
StorePlanner::Reassign(const std::string& policy, const std::vector<BrokerId>& stores) const
{
    NS_LOG_FUNCTION(this << policy);
    if (policy != "seq" && policy != "wrr")
    {
        throw BrokerInputError("policy '" + policy +
                               "' cannot assign topics to given stores; expected seq or wrr");
    }
    const auto assign = policy == "seq" ? AssignByTopic : AssignByRounds;
    return EvaluatePlan(m_instance, stores, assign(m_instance, stores, m_ranking));
}

std::vector<BrokerId>
StorePlanner::BestStores() const
{
    return LargestFirst(m_ranking.scores, m_instance.stores);
}

StorePlan
StorePlanner::PlanUnlimited() const
{
    std::vector<BrokerId> stores;
    ReplicaLists replicas;
    for (std::size_t topic = 0; topic < m_instance.topics.size(); ++topic)
    {
        replicas.push_back(LargestFirst(m_ranking.votes[topic], m_instance.topics[topic].copies));
        for (BrokerId broker : replicas.back())
        {
            if (std::find(stores.begin(), stores.end(), broker) == stores.end())
            {
                stores.push_back(broker);
            }
        }
    }
    return EvaluatePlan(m_instance, std::move(stores), std::move(replicas));
}

std::vector<BrokerId>
StorePlanner::UndifferentiatedStores() const
{
    std::vector<double> demand(m_instance.tree.Size(), 0.0);
    for (const StoredTopic& topic : m_instance.topics)
    {
        std::transform(demand.begin(),
                       demand.end(),
                       topic.demand.begin(),
                       demand.begin(),
                       std::plus<>());
    }
    const auto votes =
        ModifiedGreedyVotes({m_instance.tree, demand}, m_instance.stores, m_gain, m_probabilities);
    return LargestFirst(votes, m_instance.stores);
}

std::vector<BrokerId>
StorePlanner::RandomStores(Ptr<UniformRandomVariable> random) const
{
    std::vector<BrokerId> stores(m_instance.tree.Size());
    std::iota(stores.begin(), stores.end(), 0);
    Shuffle(stores.begin(), stores.end(), random);
    stores.resize(m_instance.stores);
    return stores;
}

} // namespace ns3::pubsub::broker
