// SPDX-License-Identifier: GPL-2.0-only
#include "broker-store-greedy.h"

#include "broker-replica-gain.h"
#include "broker-rooted-tree.h"
#include "broker-store-choice.h"

#include "ns3/abort.h"
#include "ns3/log.h"

#include <algorithm>
#include <queue>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerStoreGreedy");

namespace
{

/**
 * @brief The greedy algorithm with the gain `path`.
 *
 * A replica serves what comes from its subtree of the tree rooted at the target, but not from below
 * another replica. A new replica saves, for that demand, its depth less that of the replica above.
 */
class PathGreedy
{
  public:
    /**
     * @param topic its tree and demand
     * @param target the root
     */
    PathGreedy(const TopicDemand& topic, BrokerId target)
        : m_tree(topic.tree, target),
          m_demand(m_tree.SubtreeSums(topic.demand)),
          m_servedAt(topic.tree.Size(), 0),
          m_chosen(topic.tree.Size(), false)
    {
        m_chosen[0] = true;
    }

    /**
     * @brief Choose the next broker.
     * @return the broker
     */
    BrokerId Choose()
    {
        LargestValue<uint32_t> best;
        for (uint32_t place : m_tree.places)
        {
            if (!m_chosen[place])
            {
                const uint32_t saved = m_tree.depths[place] - m_servedAt[place];
                best.Offer(place, m_gain + m_demand[place] * saved);
            }
        }
        m_gain = best.Value();
        Add(*best.Best());
        return m_tree.brokers[*best.Best()];
    }

  private:
    /// @param place of a new replica
    void Add(uint32_t place)
    {
        m_chosen[place] = true;
        for (uint32_t above = m_tree.parents[place]; !m_chosen[above];
             above = m_tree.parents[above])
        {
            m_demand[above] -= m_demand[place];
        }
        for (uint32_t below = place; below < place + m_tree.sizes[place]; ++below)
        {
            m_servedAt[below] = std::max(m_servedAt[below], m_tree.depths[place]);
        }
    }

    RootedTree m_tree;                ///< as seen from the target
    std::vector<double> m_demand;     ///< of subtrees, without what replicas below the top serve
    std::vector<uint32_t> m_servedAt; ///< depth of the nearest replica on the path to the target
    std::vector<bool> m_chosen;       ///< whether a replica, or the target, is there
    double m_gain = 0.0;              ///< of all chosen
};

/**
 * @brief The greedy algorithm with the gain `nearest`.
 *
 * What a broker gains only falls as others are chosen. So its last value is an upper bound, and a
 * broker is evaluated anew only if that bound reaches the best value of the round.
 */
class NearestGreedy
{
  public:
    /// @param topic its tree and demand
    explicit NearestGreedy(const TopicDemand& topic)
        : m_topic(topic),
          m_saved(topic.tree, topic.demand)
    {
    }

    /**
     * @brief Begin a run.
     * @param target of it
     */
    void SetTarget(BrokerId target)
    {
        const RootedTree tree(m_topic.tree, target);
        const std::vector<double> gains = FirstGains(tree);
        std::vector<uint32_t> hops(m_topic.tree.Size());
        m_bounds.clear();
        for (BrokerId broker = 0; broker < hops.size(); ++broker)
        {
            hops[broker] = tree.depths[tree.places[broker]];
            if (broker != target)
            {
                m_bounds.push_back({gains[tree.places[broker]], broker});
            }
        }
        std::make_heap(m_bounds.begin(), m_bounds.end());
        m_saved.SetHops(std::move(hops));
        m_gain = 0.0;
    }

    /**
     * @brief Choose the next broker.
     * @return the broker
     */
    BrokerId Choose()
    {
        EvaluateBest();
        std::sort(m_evaluated.begin(), m_evaluated.end(), [](const Bound& a, const Bound& b) {
            return a.broker < b.broker;
        });
        LargestValue<BrokerId> best;
        for (const Bound& each : m_evaluated)
        {
            best.Offer(each.broker, m_gain + each.gain);
        }
        for (const Bound& each : m_evaluated)
        {
            if (each.broker != *best.Best())
            {
                m_bounds.push_back(each);
                std::push_heap(m_bounds.begin(), m_bounds.end());
            }
        }
        m_saved.Add(*best.Best());
        m_gain = best.Value();
        return *best.Best();
    }

  private:
    /// What a broker gains at most.
    struct Bound
    {
        double gain = 0.0;           ///< at most, or exactly
        BrokerId broker = NO_BROKER; ///< whose

        /**
         * @param other a bound
         * @return whether this one is evaluated later
         */
        bool operator<(const Bound& other) const
        {
            return gain < other.gain;
        }
    };

    /// @brief Move all bounds that may be the largest gain to the evaluated ones.
    void EvaluateBest()
    {
        m_evaluated.clear();
        double largest = 0.0;
        while (!m_bounds.empty())
        {
            // Twice the tolerance, because bounds are rounded, too.
            const double tolerance = 2 * CHOICE_TOLERANCE * std::max(1.0, m_gain + largest);
            if (!m_evaluated.empty() && m_bounds.front().gain < largest - tolerance)
            {
                return;
            }
            std::pop_heap(m_bounds.begin(), m_bounds.end());
            const BrokerId broker = m_bounds.back().broker;
            m_bounds.pop_back();
            m_evaluated.push_back({m_saved.Of(broker), broker});
            largest = std::max(largest, m_evaluated.back().gain);
        }
    }

    /**
     * @brief What each broker gains as the first. From the middle of its path to the target on,
     * each link of the path that a request no longer crosses saves twice the demand beyond it.
     * @param tree as seen from the target
     * @return the gains, by place
     */
    std::vector<double> FirstGains(const RootedTree& tree) const
    {
        const std::vector<double> demand = tree.SubtreeSums(m_topic.demand);
        std::vector<double> sums(demand.size(), 0.0); // of the demand beyond each link of the path
        std::vector<uint32_t> path(demand.size());    // places on the path, by depth
        std::vector<double> gains(demand.size(), 0.0);
        for (uint32_t place = 1; place < demand.size(); ++place)
        {
            const uint32_t depth = tree.depths[place];
            sums[place] = sums[tree.parents[place]] + demand[place];
            path[depth] = place;
            gains[place] = 2 * sums[place] - sums[path[depth / 2]] - sums[path[(depth + 1) / 2]];
        }
        return gains;
    }

    TopicDemand m_topic;            ///< tree and demand
    ReplicaGain m_saved;            ///< by a further replica
    std::vector<Bound> m_bounds;    ///< a heap
    std::vector<Bound> m_evaluated; ///< in this round
    double m_gain = 0.0;            ///< of all chosen
};

/**
 * @param greedy at the start of a run
 * @param rounds of it
 * @return the brokers that it chooses
 */
template <typename Greedy>
std::vector<BrokerId>
RunGreedy(Greedy& greedy, uint32_t rounds)
{
    std::vector<BrokerId> chosen;
    while (chosen.size() < rounds)
    {
        chosen.push_back(greedy.Choose());
    }
    return chosen;
}

} // namespace

std::optional<StoreGain>
ParseStoreGain(const std::string& name)
{
    if (name == "path")
    {
        return StoreGain::PATH;
    }
    return name == "nearest" ? std::optional(StoreGain::NEAREST) : std::nullopt;
}

std::vector<BrokerId>
ChooseReplicas(const TopicDemand& topic, BrokerId target, uint32_t copies, StoreGain gain)
{
    NS_LOG_FUNCTION(target << copies);
    const uint32_t rounds = std::min(copies, topic.tree.Size() - 1);
    if (gain == StoreGain::PATH)
    {
        PathGreedy greedy(topic, target);
        return RunGreedy(greedy, rounds);
    }
    NearestGreedy greedy(topic);
    greedy.SetTarget(target);
    return RunGreedy(greedy, rounds);
}

std::vector<double>
ModifiedGreedyVotes(const TopicDemand& topic,
                    uint32_t copies,
                    StoreGain gain,
                    const std::vector<double>& probabilities)
{
    NS_LOG_FUNCTION(copies);
    const uint32_t brokers = topic.tree.Size();
    const uint32_t rounds = std::min(copies, brokers - 1);
    NS_ABORT_MSG_IF(!probabilities.empty() && probabilities.size() != brokers,
                    probabilities.size() << " probabilities, expected one for each broker");
    NearestGreedy nearest(topic);
    std::vector<double> votes(brokers, 0.0);
    for (BrokerId target = 0; target < brokers; ++target)
    {
        std::vector<BrokerId> chosen;
        if (gain == StoreGain::PATH)
        {
            PathGreedy path(topic, target);
            chosen = RunGreedy(path, rounds);
        }
        else
        {
            nearest.SetTarget(target);
            chosen = RunGreedy(nearest, rounds);
        }
        for (BrokerId broker : chosen)
        {
            votes[broker] += probabilities.empty() ? 1.0 : probabilities[target];
        }
    }
    return votes;
}

} // namespace ns3::pubsub::broker
