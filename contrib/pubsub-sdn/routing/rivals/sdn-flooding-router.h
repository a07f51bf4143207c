// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_FLOODING_ROUTER_H
#define SDN_FLOODING_ROUTER_H

#include "ns3/sdn-topic-router.h"

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief Floods each event on one spanning tree of all clusters, whoever subscribes.
 *
 * The tree has the shortest paths to the cluster with the smallest number. Topics that policies
 * deny to some clusters have a tree without these.
 */
class FloodingRouter : public TopicRouter
{
  public:
    /// @return the type
    static TypeId GetTypeId();

    FloodingRouter();
    ~FloodingRouter() override;

    /// @return the edges of all different trees
    uint64_t StoredEdges() const override;

  private:
    TopicOverlay DoBuild(const TopicDemand& demand) override;
};

} // namespace ns3::pubsub::sdn

#endif
