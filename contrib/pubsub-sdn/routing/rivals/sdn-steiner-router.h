// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_STEINER_ROUTER_H
#define SDN_STEINER_ROUTER_H

#include "ns3/sdn-topic-router.h"

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief Routes each topic on a light Steiner tree of its publishers and subscribers.
 *
 * The weight of an edge is exp(x * u), where u is the part of its capacity that other topics use
 * and x the attribute LoadExponent. With 0 the tree has few edges. With 8, the router named
 * `load-steiner`, it goes around loaded edges.
 */
class SteinerRouter : public TopicRouter
{
  public:
    /// @return the type
    static TypeId GetTypeId();

    SteinerRouter();
    ~SteinerRouter() override;

  private:
    TopicOverlay DoBuild(const TopicDemand& demand) override;

    /// @return by edge: its weight at the present loads
    std::vector<double> Weights() const;

    double m_loadExponent{0.0}; ///< x
};

} // namespace ns3::pubsub::sdn

#endif
