// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_SOURCE_TREE_ROUTER_H
#define SDN_SOURCE_TREE_ROUTER_H

#include "ns3/sdn-topic-router.h"

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief Routes each publisher on a tree of its own, of shortest paths to the subscribers, as
 * source-specific multicast (PIM-SSM) does.
 */
class SourceTreeRouter : public TopicRouter
{
  public:
    /// @return the type
    static TypeId GetTypeId();

    SourceTreeRouter();
    ~SourceTreeRouter() override;

  private:
    TopicOverlay DoBuild(const TopicDemand& demand) override;
};

} // namespace ns3::pubsub::sdn

#endif
