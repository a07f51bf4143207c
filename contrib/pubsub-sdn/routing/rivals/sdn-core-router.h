// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_CORE_ROUTER_H
#define SDN_CORE_ROUTER_H

#include "ns3/sdn-topic-router.h"

namespace ns3::pubsub::sdn
{

/// Which cluster is the core of a shared tree.
enum class CoreChoice
{
    TOPIC,  ///< that with the fewest hops to all publishers and subscribers of the topic
    NETWORK ///< that with the fewest hops to all clusters
};

/**
 * @ingroup pubsub-sdn
 * @brief Routes each topic on the shortest paths of all publishers and subscribers to one core, as
 * core-based trees and sparse-mode multicast (PIM-SM) do. In pieces that the core does not reach,
 * others are chosen.
 */
class CoreRouter : public TopicRouter
{
  public:
    /// @return the type
    static TypeId GetTypeId();

    CoreRouter();
    ~CoreRouter() override;

  private:
    TopicOverlay DoBuild(const TopicDemand& demand) override;

    CoreChoice m_core{CoreChoice::TOPIC}; ///< which cluster is the core
};

} // namespace ns3::pubsub::sdn

#endif
