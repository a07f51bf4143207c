// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_TOPIC_DEMAND_H
#define SDN_TOPIC_DEMAND_H

#include "ns3/sdn-clusters.h"
#include "ns3/sdn-topic-id.h"

#include <vector>

namespace ns3::pubsub::sdn
{

/// A cluster that publishes a topic.
struct PublisherShare
{
    ClusterId cluster = 0; ///< which
    double share = 1.0;    ///< its part of the topic's events, relative to the other publishers

    /// @brief Compare cluster and share.
    friend bool operator==(const PublisherShare&, const PublisherShare&) = default;
};

/**
 * @ingroup pubsub-sdn
 * @brief What a topic asks of its overlay.
 *
 * A cluster that a policy denies to the topic is on no path of it, and publishers and subscribers
 * there are left out.
 */
struct TopicDemand
{
    TopicId topic = NO_TOPIC;                 ///< which
    TopicId father = NO_TOPIC;                ///< NO_TOPIC on the first level
    std::vector<ClusterId> subscribers{};     ///< who also subscribe to its father, too
    std::vector<PublisherShare> publishers{}; ///< of the topic itself
    double load = 0.0;                        ///< of all publishers together, bit/s
    std::vector<ClusterId> denied{};          ///< clusters that its events must not enter

    /// @return the subscribers that are not denied, ascending, each once
    std::vector<ClusterId> AllowedSubscribers() const;

    /// @return the publishers that are not denied, ascending, each once
    std::vector<ClusterId> AllowedPublishers() const;

    /// @return the allowed publishers and subscribers, ascending, each once
    std::vector<ClusterId> Terminals() const;

    /// @return the load of the allowed publishers, rounded by RoundedLoad()
    double AllowedLoad() const;

    /**
     * @param publisher a cluster
     * @return the load that it alone publishes, rounded by RoundedLoad()
     */
    double LoadOf(ClusterId publisher) const;

    /// @brief Compare all fields.
    friend bool operator==(const TopicDemand&, const TopicDemand&) = default;
};

/**
 * @brief Round a load or a capacity to a whole number of 1/1024 bit/s.
 *
 * Sums of such numbers are exact below 8 Tbit/s. So a residual does not depend on the order in
 * which loads came and went, and links with equal loads tie.
 *
 * @param bps bit/s
 * @return the nearest multiple of 1/1024 bit/s
 */
double RoundedLoad(double bps);

/**
 * @brief Order topics as Algorithm 1 routes them: fathers first, then by load, the largest first,
 * then by number. A father that is not among them counts as none.
 * @param demands of different topics; the fathers form no cycle
 * @return their indices in this order
 */
std::vector<std::size_t> RoutingOrder(const std::vector<TopicDemand>& demands);

} // namespace ns3::pubsub::sdn

#endif
