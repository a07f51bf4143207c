// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_ROUTE_SET_H
#define SDN_ROUTE_SET_H

#include "sdn-network-view.h"

#include "ns3/pubsub-topic.h"
#include "ns3/sdn-network-messages.h"

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace ns3::pubsub::sdn
{

/// The trunks of each topic, by the publishers' cluster; NO_CLUSTER: of all.
using RouteSet = std::map<Topic, std::map<ClusterId, std::vector<Trunk>>>;

/**
 * @ingroup pubsub-sdn
 * @brief Chooses a trunk for each topic on each edge: the one with the least load for its
 * bandwidth, the first of several.
 *
 * A topic keeps its trunk as long as that works. The server chooses, not the controllers, because
 * both ends of an edge have to choose the same trunk: otherwise a shared tree would have a cycle.
 */
class TrunkAllocation
{
  public:
    /// Who uses a trunk: topic and source.
    using User = std::pair<Topic, ClusterId>;

    /**
     * @brief Take the trunks that work.
     * @param trunks by edge
     */
    void SetTrunks(std::map<NetworkView::EdgeKey, std::vector<UsableTrunk>> trunks);

    /**
     * @brief Choose a trunk.
     * @param edge between clusters
     * @param user topic and source
     * @param load of the topic, bit/s
     * @return the trunk; nothing if none works
     */
    std::optional<Trunk> Choose(const NetworkView::EdgeKey& edge, const User& user, double load);

    /**
     * @brief Free the trunks of edges that a user no longer has.
     * @param user topic and source
     * @param kept edges
     */
    void Keep(const User& user, const std::set<NetworkView::EdgeKey>& kept);

  private:
    /// A choice that was made.
    struct Choice
    {
        Trunk trunk;       ///< chosen
        double load = 0.0; ///< bit/s
    };

    std::map<NetworkView::EdgeKey, std::vector<UsableTrunk>> m_trunks; ///< that work
    std::map<Trunk, double> m_loads;                                   ///< bit/s
    std::map<User, std::map<NetworkView::EdgeKey, Choice>> m_choices;  ///< by user
};

/**
 * @param first trunks
 * @param second trunks
 * @return whether the clusters and all these trunks have a cycle
 */
bool HasCycle(const std::vector<Trunk>& first, const std::vector<Trunk>& second);

/**
 * @brief Span the clusters, by breadth-first search from the smallest of each component.
 * @param trunks by edge
 * @return the first trunk of each edge of the tree
 */
std::vector<Trunk> SpanningTrunks(
    const std::map<NetworkView::EdgeKey, std::vector<UsableTrunk>>& trunks);

/**
 * @brief Find a route.
 * @param routes some
 * @param topic of a route
 * @param source of a route
 * @return its trunks; none if there is no such route
 */
const std::vector<Trunk>& TrunksOf(const RouteSet& routes, const Topic& topic, ClusterId source);

/**
 * @brief Compare routes.
 * @param first routes
 * @param second routes
 * @return the topics and sources that differ
 */
std::set<TrunkAllocation::User> ChangedRoutes(const RouteSet& first, const RouteSet& second);

} // namespace ns3::pubsub::sdn

#endif
