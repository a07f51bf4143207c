// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_OVERLAY_CHANGES_H
#define SDN_OVERLAY_CHANGES_H

#include "sdn-overlay-instance.h"

#include "ns3/sdn-topic-router.h"

#include <string>
#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief A change of the network or of the demand, after overlays were computed.
 */
struct OverlayChange
{
    std::string text;                   ///< the line of the file
    std::vector<EdgeId> failed;         ///< edges that fail
    std::vector<EdgeId> restored;       ///< edges that return
    std::vector<TopicDemand> demands{}; ///< new demands of topics
};

/**
 * @ingroup pubsub-sdn
 * @brief Read changes from a file. Throws BrokerInputError where its content is wrong.
 *
 * | line | meaning |
 * |---|---|
 * | `fail A B` | the edge fails |
 * | `restore A B` | it works again |
 * | `fail-cluster A` | all edges of a cluster fail |
 * | `restore-cluster A` | they work again |
 * | `subscribe TOPIC CLUSTER` | a subscription to a topic and its descendants |
 * | `unsubscribe TOPIC CLUSTER` | its end |
 * | `publish TOPIC CLUSTER SHARE` | a publisher, or its new share |
 * | `unpublish TOPIC CLUSTER` | no publisher any more |
 * | `load TOPIC LOAD` | another load, bit/s |
 * | `deny TOPIC CLUSTER` | the topic must not enter the cluster any more |
 * | `allow TOPIC CLUSTER` | it may again |
 *
 * @param file its name
 * @param instance to which the first change is made
 * @return the changes, in order
 */
std::vector<OverlayChange> ReadOverlayChanges(const std::string& file,
                                              const OverlayInstance& instance);

/**
 * @brief Make a change.
 * @param change of network or demand
 * @param router with the overlays
 * @return the topics whose overlay changed
 */
std::vector<TopicId> ApplyChange(const OverlayChange& change, TopicRouter& router);

} // namespace ns3::pubsub::sdn

#endif
