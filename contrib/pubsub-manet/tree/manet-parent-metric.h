// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_PARENT_METRIC_H
#define MANET_PARENT_METRIC_H

#include "ns3/pubsub-message.h"
#include "ns3/pubsub-subscription.h"

#include <limits>
#include <vector>

namespace ns3::pubsub::manet
{

/// No metric, or no similarity.
constexpr double NOT_KNOWN = std::numeric_limits<double>::quiet_NaN();

/**
 * @ingroup pubsub-manet
 * @brief SHOPPARENT's three metrics (TopSim, section II.4).
 */
enum class ParentMetric
{
    HOPS,     ///< SP-NHOP: H_k
    OVERHEAD, ///< SP-OVHD: O_k+(E) - O_k-(E)
    COMBO     ///< SP-COMBO: their product
};

/**
 * @ingroup pubsub-manet
 * @brief What a joining node knows of a candidate parent.
 */
struct Candidate
{
    NodeId node = NO_NODE;         ///< who
    std::size_t hops = 0;          ///< H_k
    double metric = 0.0;           ///< the lower the better
    double marginal = 0.0;         ///< O_k+(E) - O_k-(E)
    double similarity = NOT_KNOWN; ///< of topics; NaN where the protocol does not ask
    double score = 0.0;            ///< the greater the better, for a protocol that weighs
    bool isParent = false;         ///< whether it is the parent already
};

/**
 * @ingroup pubsub-manet
 * @brief The growth of candidate k's overhead if it takes the joining node as a child (design,
 * section 7): 2 |E(S_i and not s_k and not s'_k)| + |E(S_i and s_k and not s'_k)|.
 *
 * E says what topics are published, not what attributes the events will have. So a topic's events
 * count as far as one of them may, for all that is known, be among those (our choice).
 *
 * @param events E: topics with their number of events
 * @param effective S_i of the joining node
 * @param inherent s_k of the candidate; empty if it is the root, which counts as not interested
 * @param proxied s'_k of the candidate, without what it proxies for the joining node itself
 * @return the difference in transmissions and receptions
 */
double MarginalOverhead(const std::vector<WeightedFilter>& events,
                        const Subscription& effective,
                        const Subscription& inherent,
                        const Subscription& proxied);

/**
 * @ingroup pubsub-manet
 * @brief s'_k without the part that only one child contributes.
 * @param proxied filters with the number of children that want each
 * @param own what that child reported; empty if it is no child
 * @return the filters that some other child wants
 */
Subscription ProxiedForOthers(const std::vector<WeightedFilter>& proxied, const Subscription& own);

/**
 * @ingroup pubsub-manet
 * @brief One of the three metrics.
 * @param metric which
 * @param hops H_k
 * @param marginal O_k+(E) - O_k-(E)
 * @return its value
 */
double ParentMetricValue(ParentMetric metric, std::size_t hops, double marginal);

} // namespace ns3::pubsub::manet

#endif
