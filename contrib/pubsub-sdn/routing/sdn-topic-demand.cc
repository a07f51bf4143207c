// SPDX-License-Identifier: GPL-2.0-only
#include "sdn-topic-demand.h"

#include "ns3/abort.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

namespace ns3::pubsub::sdn
{

namespace
{

constexpr double LOAD_UNITS_PER_BPS = 1024.0; ///< a power of two, so that units are exact

/**
 * @param clusters some
 * @param denied clusters to leave out
 * @return the others, ascending, each once
 */
std::vector<ClusterId>
WithoutDenied(const std::vector<ClusterId>& clusters, const std::vector<ClusterId>& denied)
{
    std::set<ClusterId> allowed(clusters.begin(), clusters.end());
    for (const ClusterId cluster : denied)
    {
        allowed.erase(cluster);
    }
    return {allowed.begin(), allowed.end()};
}

/**
 * @param demand of a topic
 * @param isWanted returns whether a publisher counts
 * @return the load of those that count, bit/s
 */
template <typename Predicate>
double
LoadOfSome(const TopicDemand& demand, Predicate&& isWanted)
{
    double all = 0.0;
    double wanted = 0.0;
    const bool hasShares = std::any_of(demand.publishers.begin(),
                                       demand.publishers.end(),
                                       [](const auto& each) { return each.share > 0.0; });
    for (const PublisherShare& publisher : demand.publishers)
    {
        const double share = hasShares ? publisher.share : 1.0;
        all += share;
        wanted += isWanted(publisher.cluster) ? share : 0.0;
    }
    if (wanted == 0.0)
    {
        return 0.0;
    }
    return RoundedLoad(wanted == all ? demand.load : demand.load * wanted / all);
}

/**
 * @param demands of topics
 * @return for each the number of its ancestors among them
 */
std::vector<std::size_t>
LevelsOf(const std::vector<TopicDemand>& demands)
{
    std::map<TopicId, TopicId> fathers;
    for (const TopicDemand& demand : demands)
    {
        const bool isNew = fathers.emplace(demand.topic, demand.father).second;
        NS_ABORT_MSG_UNLESS(isNew, "two demands of topic " << demand.topic);
    }
    std::vector<std::size_t> levels;
    for (const TopicDemand& demand : demands)
    {
        std::size_t level = 0;
        auto father = fathers.find(demand.father);
        while (father != fathers.end())
        {
            NS_ABORT_MSG_IF(++level > demands.size(), "the fathers of topics form a cycle");
            father = fathers.find(father->second);
        }
        levels.push_back(level);
    }
    return levels;
}

} // namespace

double
RoundedLoad(double bps)
{
    return std::round(bps * LOAD_UNITS_PER_BPS) / LOAD_UNITS_PER_BPS;
}

std::vector<ClusterId>
TopicDemand::AllowedSubscribers() const
{
    return WithoutDenied(subscribers, denied);
}

std::vector<ClusterId>
TopicDemand::AllowedPublishers() const
{
    std::vector<ClusterId> clusters;
    for (const PublisherShare& publisher : publishers)
    {
        clusters.push_back(publisher.cluster);
    }
    return WithoutDenied(clusters, denied);
}

std::vector<ClusterId>
TopicDemand::Terminals() const
{
    std::vector<ClusterId> clusters = AllowedPublishers();
    clusters.insert(clusters.end(), subscribers.begin(), subscribers.end());
    return WithoutDenied(clusters, denied);
}

double
TopicDemand::AllowedLoad() const
{
    return LoadOfSome(*this, [&](ClusterId cluster) {
        return std::find(denied.begin(), denied.end(), cluster) == denied.end();
    });
}

double
TopicDemand::LoadOf(ClusterId publisher) const
{
    return LoadOfSome(*this, [&](ClusterId cluster) { return cluster == publisher; });
}

std::vector<std::size_t>
RoutingOrder(const std::vector<TopicDemand>& demands)
{
    const std::vector<std::size_t> levels = LevelsOf(demands);
    std::vector<std::size_t> order(demands.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::tuple(levels[a], -demands[a].load, demands[a].topic) <
               std::tuple(levels[b], -demands[b].load, demands[b].topic);
    });
    return order;
}

} // namespace ns3::pubsub::sdn
