// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_TOPIC_OVERLAY_H
#define SDN_TOPIC_OVERLAY_H

#include "ns3/sdn-clusters.h"

#include <map>
#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief The edges on which the events of a topic travel.
 *
 * A shared overlay is a tree, or a forest while the topic is partitioned. With a tree per source,
 * `edges` is the union of the trees, which may have cycles.
 */
struct TopicOverlay
{
    std::vector<EdgeId> edges{};                         ///< ascending
    bool isPartitioned = false;                          ///< some publisher misses a subscriber
    std::map<ClusterId, std::vector<EdgeId>> bySource{}; ///< ascending; only with source trees

    /// @brief Compare edges, trees and whether it is partitioned.
    friend bool operator==(const TopicOverlay&, const TopicOverlay&) = default;
};

} // namespace ns3::pubsub::sdn

#endif
