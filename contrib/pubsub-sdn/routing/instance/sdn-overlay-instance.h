// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_OVERLAY_INSTANCE_H
#define SDN_OVERLAY_INSTANCE_H

#include "ns3/sdn-cluster-graph.h"
#include "ns3/sdn-topic-demand.h"

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief What topics are routed on and for: clusters, edges, topics and demand.
 */
struct OverlayInstance
{
    ClusterGraph graph;               ///< connected
    std::vector<std::string> names;   ///< of the topics, by TopicId, without blanks
    std::vector<TopicDemand> demands; ///< by TopicId

    /**
     * @param name of a topic
     * @return its number; nothing if there is none
     */
    std::optional<TopicId> FindTopic(const std::string& name) const;
};

/**
 * @ingroup pubsub-sdn
 * @brief Read an instance from a file. Throws BrokerInputError where its content is wrong.
 *
 * | line | meaning |
 * |---|---|
 * | `clusters N` | the first: clusters are numbered from 0 |
 * | `edge A B CAPACITY` | an edge and its capacity in bit/s |
 * | `topic NAME LOAD [FATHER]` | a topic, its load in bit/s, and its father, which stands before |
 * | `publish NAME CLUSTER SHARE` | a publisher and its share of the load |
 * | `subscribe NAME CLUSTER` | a subscriber |
 * | `deny NAME CLUSTER` | a cluster that the topic must not enter |
 *
 * `#` begins a comment. Edges and topics are numbered in the order of their lines.
 *
 * @param file its name
 * @return the instance
 */
OverlayInstance ReadOverlayInstance(const std::string& file);

/**
 * @brief Write an instance as ReadOverlayInstance() reads it.
 * @param instance any
 * @param stream to write to
 */
void WriteOverlayInstance(const OverlayInstance& instance, std::ostream& stream);

} // namespace ns3::pubsub::sdn

#endif
