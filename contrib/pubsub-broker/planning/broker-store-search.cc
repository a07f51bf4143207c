// SPDX-License-Identifier: GPL-2.0-only
#include "broker-store-search.h"

#include "ns3/broker-replica-gain.h"
#include "ns3/broker-store-choice.h"
#include "ns3/log.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerStoreSearch");

namespace
{

/**
 * @param brokers any
 * @param broker one
 * @return whether it is among them
 */
bool
IsAmong(const std::vector<BrokerId>& brokers, BrokerId broker)
{
    return std::find(brokers.begin(), brokers.end(), broker) != brokers.end();
}

/**
 * @param instance planned for
 * @return for each topic the gain of a further replica, as if requests without one took N hops
 */
std::vector<ReplicaGain>
GainsWithoutReplicas(const StoreInstance& instance)
{
    std::vector<ReplicaGain> gains;
    for (const StoredTopic& topic : instance.topics)
    {
        gains.emplace_back(instance.tree, topic.demand);
        gains.back().SetHops(std::vector<uint32_t>(instance.tree.Size(), instance.tree.Size()));
    }
    return gains;
}

/// Greedy-global object replication.
class GlobalGreedy
{
  public:
    /// @param instance planned for
    explicit GlobalGreedy(const StoreInstance& instance)
        : m_instance(instance),
          m_gains(GainsWithoutReplicas(instance)),
          m_values(instance.topics.size(), std::vector<double>(instance.tree.Size())),
          m_room(instance.tree.Size(), instance.capacity),
          m_replicas(instance.topics.size())
    {
        for (uint32_t topic = 0; topic < m_values.size(); ++topic)
        {
            Evaluate(topic);
        }
    }

    /// @return the plan
    StorePlan Run()
    {
        while (AddBest())
        {
        }
        return EvaluatePlan(m_instance, m_stores, m_replicas);
    }

  private:
    /// @param topic whose replicas have changed
    void Evaluate(uint32_t topic)
    {
        for (BrokerId broker = 0; broker < m_room.size(); ++broker)
        {
            m_values[topic][broker] = m_gains[topic].Of(broker);
        }
    }

    /**
     * @param topic of a replica
     * @param broker where it would be
     * @return whether it may be added
     */
    bool IsAllowed(uint32_t topic, BrokerId broker) const
    {
        return m_replicas[topic].size() < m_instance.topics[topic].copies && m_room[broker] > 0 &&
               (m_stores.size() < m_instance.stores || IsAmong(m_stores, broker)) &&
               !IsAmong(m_replicas[topic], broker);
    }

    /// @brief Add the best replica.
    /// @return whether one could be added
    bool AddBest()
    {
        LargestValue<std::pair<uint32_t, BrokerId>> best;
        for (uint32_t topic = 0; topic < m_values.size(); ++topic)
        {
            for (BrokerId broker = 0; broker < m_room.size(); ++broker)
            {
                if (IsAllowed(topic, broker))
                {
                    best.Offer({topic, broker}, m_values[topic][broker]);
                }
            }
        }
        if (!best.Best())
        {
            return false;
        }
        const auto [topic, broker] = *best.Best();
        if (!IsAmong(m_stores, broker))
        {
            m_stores.push_back(broker);
        }
        --m_room[broker];
        m_replicas[topic].push_back(broker);
        m_gains[topic].Add(broker);
        Evaluate(topic);
        return true;
    }

    const StoreInstance& m_instance;           ///< planned for
    std::vector<ReplicaGain> m_gains;          ///< of each topic
    std::vector<std::vector<double>> m_values; ///< gain of each topic at each broker
    std::vector<uint32_t> m_room;              ///< of each broker, if it is a store
    std::vector<BrokerId> m_stores;            ///< opened
    ReplicaLists m_replicas;                   ///< so far
};

/**
 * @brief Local search by swaps.
 *
 * For each replica it knows what its topic would cost with the replica at any other broker. The
 * costs of all swaps follow from these. A swap changes those of its own topics only.
 */
class SwapSearch
{
  public:
    /**
     * @param instance planned for
     * @param start the first plan
     */
    SwapSearch(const StoreInstance& instance, const StorePlan& start)
        : m_instance(instance),
          m_gains(GainsWithoutReplicas(instance)),
          m_stores(start.stores),
          m_replicas(start.replicas),
          m_room(instance.tree.Size(), instance.capacity),
          m_costs(instance.topics.size(), 0.0),
          m_moved(instance.topics.size())
    {
        for (uint32_t topic = 0; topic < m_costs.size(); ++topic)
        {
            for (BrokerId broker : m_replicas[topic])
            {
                --m_room[broker];
            }
            Evaluate(topic);
        }
    }

    /// @return the plan that no swap improves
    StorePlan Run()
    {
        while (true)
        {
            m_best = Swap();
            m_lowest = 0.0;
            for (double cost : m_costs)
            {
                m_lowest += cost;
            }
            m_current = m_lowest;
            OfferReplicaMoves();
            OfferExchanges();
            OfferStoreMoves();
            if (m_best.moves.empty())
            {
                return EvaluatePlan(m_instance, m_stores, m_replicas);
            }
            Apply();
        }
    }

  private:
    /// A replica that goes to another broker.
    struct Move
    {
        uint32_t topic = 0;      ///< of the replica
        std::size_t replica = 0; ///< its place in the topic's list
        BrokerId to = NO_BROKER; ///< where it goes
    };

    /// Moves that are made together.
    struct Swap
    {
        std::vector<Move> moves;     ///< of replicas
        BrokerId closed = NO_BROKER; ///< store that moves
        BrokerId opened = NO_BROKER; ///< where it goes
    };

    /// @param topic whose replicas have changed
    void Evaluate(uint32_t topic)
    {
        const std::vector<BrokerId>& brokers = m_replicas[topic];
        m_moved[topic].assign(brokers.size(), std::vector<double>(m_room.size()));
        for (std::size_t replica = 0; replica < brokers.size(); ++replica)
        {
            std::vector<BrokerId> others = brokers;
            others.erase(others.begin() + static_cast<std::ptrdiff_t>(replica));
            ReplicaGain& gain = m_gains[topic];
            gain.SetHops(others.empty()
                             ? std::vector<uint32_t>(m_room.size(), m_instance.tree.Size())
                             : HopsToNearest(m_instance.tree, others));
            const double cost = gain.Cost();
            for (BrokerId broker = 0; broker < m_room.size(); ++broker)
            {
                m_moved[topic][replica][broker] = cost - gain.Of(broker);
            }
            m_costs[topic] = m_moved[topic][replica][brokers[replica]];
        }
    }

    /**
     * @param move of a replica
     * @return how much more its topic then costs
     */
    double Change(const Move& move) const
    {
        return m_moved[move.topic][move.replica][move.to] - m_costs[move.topic];
    }

    /**
     * @brief Consider a swap.
     * @param change of the cost
     * @param swap made only if it is the best so far
     */
    template <typename MakeSwap>
    void Offer(double change, MakeSwap&& swap)
    {
        if (FallsBelow(m_current + change, m_lowest))
        {
            m_lowest = m_current + change;
            m_best = swap();
        }
    }

    /// @return the stores in order of id
    std::vector<BrokerId> SortedStores() const
    {
        std::vector<BrokerId> stores = m_stores;
        std::sort(stores.begin(), stores.end());
        return stores;
    }

    /**
     * @param topic its index
     * @return the places of its replicas in its list, in order of their brokers
     */
    std::vector<std::size_t> SortedReplicas(uint32_t topic) const
    {
        const std::vector<BrokerId>& brokers = m_replicas[topic];
        std::vector<std::size_t> places(brokers.size());
        std::iota(places.begin(), places.end(), 0);
        std::sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
            return brokers[a] < brokers[b];
        });
        return places;
    }

    /// @brief Consider to move single replicas.
    void OfferReplicaMoves()
    {
        const std::vector<BrokerId> stores = SortedStores();
        for (uint32_t topic = 0; topic < m_replicas.size(); ++topic)
        {
            for (std::size_t replica : SortedReplicas(topic))
            {
                for (BrokerId to : stores)
                {
                    if (m_room[to] > 0 && !IsAmong(m_replicas[topic], to))
                    {
                        const Move move{topic, replica, to};
                        Offer(Change(move), [&] { return Swap{{move}, NO_BROKER, NO_BROKER}; });
                    }
                }
            }
        }
    }

    /// @brief Consider to exchange the replicas of two topics.
    void OfferExchanges()
    {
        for (uint32_t topic = 0; topic < m_replicas.size(); ++topic)
        {
            for (uint32_t other = topic + 1; other < m_replicas.size(); ++other)
            {
                OfferExchanges(topic, other);
            }
        }
    }

    /**
     * @brief Consider to exchange the replicas of two topics.
     * @param topic a topic
     * @param other another
     */
    void OfferExchanges(uint32_t topic, uint32_t other)
    {
        const std::vector<std::size_t> others = SortedReplicas(other);
        for (std::size_t replica : SortedReplicas(topic))
        {
            const BrokerId here = m_replicas[topic][replica];
            if (IsAmong(m_replicas[other], here))
            {
                continue;
            }
            for (std::size_t place : others)
            {
                const BrokerId there = m_replicas[other][place];
                if (!IsAmong(m_replicas[topic], there))
                {
                    const Move first{topic, replica, there};
                    const Move second{other, place, here};
                    Offer(Change(first) + Change(second), [&] {
                        return Swap{{first, second}, NO_BROKER, NO_BROKER};
                    });
                }
            }
        }
    }

    /// @brief Consider to move whole stores.
    void OfferStoreMoves()
    {
        for (BrokerId store : SortedStores())
        {
            Swap swap{{}, store, NO_BROKER};
            for (uint32_t topic = 0; topic < m_replicas.size(); ++topic)
            {
                const std::vector<BrokerId>& brokers = m_replicas[topic];
                const auto found = std::find(brokers.begin(), brokers.end(), store);
                if (found != brokers.end())
                {
                    const auto replica = static_cast<std::size_t>(found - brokers.begin());
                    swap.moves.push_back({topic, replica, NO_BROKER});
                }
            }
            for (swap.opened = 0; swap.opened < m_room.size(); ++swap.opened)
            {
                if (IsAmong(m_stores, swap.opened))
                {
                    continue;
                }
                double change = 0.0;
                for (Move& move : swap.moves)
                {
                    move.to = swap.opened;
                    change += Change(move);
                }
                Offer(change, [&] { return swap; });
            }
        }
    }

    /// @brief Make the best swap.
    void Apply()
    {
        if (m_best.opened != NO_BROKER)
        {
            std::replace(m_stores.begin(), m_stores.end(), m_best.closed, m_best.opened);
        }
        for (const Move& move : m_best.moves)
        {
            BrokerId& broker = m_replicas[move.topic][move.replica];
            ++m_room[broker];
            broker = move.to;
            --m_room[broker];
        }
        for (const Move& move : m_best.moves)
        {
            Evaluate(move.topic);
        }
    }

    const StoreInstance& m_instance;  ///< planned for
    std::vector<ReplicaGain> m_gains; ///< of each topic
    std::vector<BrokerId> m_stores;   ///< where they are
    ReplicaLists m_replicas;          ///< of each topic
    std::vector<uint32_t> m_room;     ///< of each broker, if it is a store
    std::vector<double> m_costs;      ///< of each topic
    /// Cost of a topic, by topic, replica and the broker that the replica would move to.
    std::vector<std::vector<std::vector<double>>> m_moved;
    double m_current = 0.0; ///< cost of the plan
    double m_lowest = 0.0;  ///< cost with the best swap
    Swap m_best;            ///< of those considered
};

} // namespace

StorePlan
PlanGreedyGlobal(const StoreInstance& instance)
{
    NS_LOG_FUNCTION(instance.topics.size());
    return GlobalGreedy(instance).Run();
}

StorePlan
ImproveBySwaps(const StoreInstance& instance, const StorePlan& start)
{
    NS_LOG_FUNCTION(start.cost);
    return SwapSearch(instance, start).Run();
}

} // namespace ns3::pubsub::broker
