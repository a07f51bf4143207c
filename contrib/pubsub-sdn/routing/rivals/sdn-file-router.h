// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_FILE_ROUTER_H
#define SDN_FILE_ROUTER_H

#include "ns3/sdn-topic-router.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ns3::pubsub::sdn
{

/// Edges of the overlays of topics, by the topic's name.
using NamedOverlays = std::map<std::string, std::vector<EdgeId>>;

/**
 * @ingroup pubsub-sdn
 * @brief Read overlays from a file. Throws BrokerInputError where its content is wrong.
 *
 * A line `tree TOPIC A B` puts the edge between clusters A and B on the overlay of a topic; `#`
 * begins a comment. The edges of a topic form no cycle.
 *
 * @param file its name
 * @param graph of the clusters
 * @return the overlays
 */
NamedOverlays ReadOverlays(const std::string& file, const ClusterGraph& graph);

/**
 * @ingroup pubsub-sdn
 * @brief Routes topics on fixed overlays, such as exact ones that a solver computed.
 *
 * Only the edges that work and whose ends the topic may enter are used. An overlay that misses a
 * publisher or subscriber is partitioned; nothing repairs it.
 */
class FileRouter : public TopicRouter
{
  public:
    /// @return the type
    static TypeId GetTypeId();

    FileRouter();
    ~FileRouter() override;

    /**
     * @brief Set the overlays.
     * @param overlays by the name of the topic; a topic that is not there has an empty one
     * @param nameOf returns the name of a topic
     */
    void SetOverlays(NamedOverlays overlays, std::function<std::string(TopicId)> nameOf);

  private:
    TopicOverlay DoBuild(const TopicDemand& demand) override;

    NamedOverlays m_overlays;                     ///< by name of the topic
    std::function<std::string(TopicId)> m_nameOf; ///< of a topic
};

} // namespace ns3::pubsub::sdn

#endif
