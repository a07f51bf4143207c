// SPDX-License-Identifier: GPL-2.0-only
#include "broker-store-assignment.h"

#include "ns3/broker-store-choice.h"
#include "ns3/log.h"
#include "ns3/shuffle.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerStoreAssignment");

namespace
{

/// Assigns replicas to stores that have room.
class ReplicaAssigner
{
  public:
    /**
     * @param instance planned for
     * @param stores where they are
     * @param ranking of the brokers
     */
    ReplicaAssigner(const StoreInstance& instance,
                    const std::vector<BrokerId>& stores,
                    const StoreRanking& ranking)
        : m_ranking(ranking),
          m_stores(stores),
          m_room(instance.tree.Size(), instance.capacity),
          m_replicas(instance.topics.size())
    {
        std::sort(m_stores.begin(), m_stores.end());
    }

    /**
     * @brief Assign replicas of a topic, fewer if no store has room.
     * @param topic its index
     * @param count of replicas
     */
    void Assign(uint32_t topic, uint32_t count)
    {
        for (uint32_t i = 0; i < count; ++i)
        {
            if (const auto store = BestStore(topic))
            {
                --m_room[*store];
                m_replicas[topic].push_back(*store);
            }
        }
    }

    /// @return the replicas so far
    const ReplicaLists& Replicas() const
    {
        return m_replicas;
    }

  private:
    /**
     * @param topic its index
     * @return the best store with room that does not hold it; nothing if there is none
     */
    std::optional<BrokerId> BestStore(uint32_t topic) const
    {
        const std::vector<double>& votes = m_ranking.votes[topic];
        const std::vector<double>& scores = m_ranking.scores;
        const std::vector<BrokerId>& holders = m_replicas[topic];
        std::optional<BrokerId> best;
        for (BrokerId store : m_stores)
        {
            if (m_room[store] == 0 ||
                std::find(holders.begin(), holders.end(), store) != holders.end())
            {
                continue;
            }
            if (!best || Exceeds(votes[store], votes[*best]) ||
                (!FallsBelow(votes[store], votes[*best]) && Exceeds(scores[store], scores[*best])))
            {
                best = store;
            }
        }
        return best;
    }

    const StoreRanking& m_ranking;  ///< of the brokers
    std::vector<BrokerId> m_stores; ///< in order of id
    std::vector<uint32_t> m_room;   ///< of each broker, if it is a store
    ReplicaLists m_replicas;        ///< so far
};

/**
 * @param weights of the topics
 * @return the topics, those of larger weight first
 */
std::vector<uint32_t>
TopicsByWeight(const std::vector<double>& weights)
{
    return LargestFirst(weights, static_cast<uint32_t>(weights.size()));
}

} // namespace

StoreRanking
RankBrokers(const StoreInstance& instance, StoreGain gain, const std::vector<double>& probabilities)
{
    NS_LOG_FUNCTION(instance.topics.size());
    StoreRanking ranking;
    ranking.scores.assign(instance.tree.Size(), 0.0);
    const double total = instance.TotalDemand();
    for (const StoredTopic& topic : instance.topics)
    {
        ranking.weights.push_back(total > 0.0 ? topic.TotalDemand() / total : 0.0);
        ranking.votes.push_back(
            ModifiedGreedyVotes({instance.tree, topic.demand}, topic.copies, gain, probabilities));
        for (BrokerId broker = 0; broker < instance.tree.Size(); ++broker)
        {
            ranking.scores[broker] += ranking.weights.back() * ranking.votes.back()[broker];
        }
    }
    return ranking;
}

std::vector<uint32_t>
LargestFirst(const std::vector<double>& values, uint32_t count)
{
    std::vector<uint32_t> left(values.size());
    std::iota(left.begin(), left.end(), 0);
    std::vector<uint32_t> selected;
    while (selected.size() < count && !left.empty())
    {
        LargestValue<std::size_t> best; // a place among those left
        for (std::size_t place = 0; place < left.size(); ++place)
        {
            best.Offer(place, values[left[place]]);
        }
        selected.push_back(left[*best.Best()]);
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(*best.Best()));
    }
    return selected;
}

std::vector<uint32_t>
RelativeWeights(const StoreInstance& instance)
{
    double least = 0.0;
    for (const StoredTopic& topic : instance.topics)
    {
        const double demand = topic.TotalDemand();
        least = demand > 0.0 && (least == 0.0 || demand < least) ? demand : least;
    }
    std::vector<uint32_t> relativeWeights;
    for (const StoredTopic& topic : instance.topics)
    {
        // No topic has more replicas than there are brokers, nor does it need a larger share.
        const double most = instance.tree.Size();
        const double ratio = least > 0.0 ? CeilingOf(topic.TotalDemand() / least) : 1.0;
        relativeWeights.push_back(static_cast<uint32_t>(std::clamp(ratio, 1.0, most)));
    }
    return relativeWeights;
}

std::vector<std::vector<uint32_t>>
RoundShares(const std::vector<uint32_t>& relativeWeights, const std::vector<uint32_t>& copies)
{
    std::vector<std::vector<uint32_t>> rounds;
    std::vector<uint32_t> left = copies;
    while (std::any_of(left.begin(), left.end(), [](uint32_t each) { return each > 0; }))
    {
        std::vector<uint32_t> shares;
        for (std::size_t topic = 0; topic < left.size(); ++topic)
        {
            shares.push_back(std::min(relativeWeights[topic], left[topic]));
            left[topic] -= shares.back();
        }
        rounds.push_back(std::move(shares));
    }
    return rounds;
}

ReplicaLists
AssignByTopic(const StoreInstance& instance,
              const std::vector<BrokerId>& stores,
              const StoreRanking& ranking)
{
    NS_LOG_FUNCTION(stores.size());
    ReplicaAssigner assigner(instance, stores, ranking);
    for (uint32_t topic : TopicsByWeight(ranking.weights))
    {
        assigner.Assign(topic, instance.topics[topic].copies);
    }
    return assigner.Replicas();
}

ReplicaLists
AssignByRounds(const StoreInstance& instance,
               const std::vector<BrokerId>& stores,
               const StoreRanking& ranking)
{
    NS_LOG_FUNCTION(stores.size());
    std::vector<uint32_t> copies;
    for (const StoredTopic& topic : instance.topics)
    {
        copies.push_back(topic.copies);
    }
    const std::vector<uint32_t> order = TopicsByWeight(ranking.weights);
    ReplicaAssigner assigner(instance, stores, ranking);
    for (const auto& shares : RoundShares(RelativeWeights(instance), copies))
    {
        for (uint32_t topic : order)
        {
            assigner.Assign(topic, shares[topic]);
        }
    }
    return assigner.Replicas();
}

ReplicaLists
AssignRandomly(const StoreInstance& instance,
               const std::vector<BrokerId>& stores,
               Ptr<UniformRandomVariable> random)
{
    NS_LOG_FUNCTION(stores.size());
    std::vector<uint32_t> room(instance.tree.Size(), instance.capacity);
    std::vector<uint32_t> order(instance.topics.size());
    std::iota(order.begin(), order.end(), 0);
    Shuffle(order.begin(), order.end(), random);
    ReplicaLists replicas(instance.topics.size());
    for (uint32_t topic : order)
    {
        std::vector<BrokerId>& brokers = replicas[topic];
        std::copy_if(stores.begin(), stores.end(), std::back_inserter(brokers), [&](BrokerId each) {
            return room[each] > 0;
        });
        Shuffle(brokers.begin(), brokers.end(), random);
        brokers.resize(std::min<std::size_t>(brokers.size(), instance.topics[topic].copies));
        for (BrokerId broker : brokers)
        {
            --room[broker];
        }
    }
    return replicas;
}

} // namespace ns3::pubsub::broker
