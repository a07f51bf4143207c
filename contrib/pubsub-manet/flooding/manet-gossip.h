// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_GOSSIP_H
#define MANET_GOSSIP_H

#include "ns3/manet-broadcast-protocol.h"

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief GOSSIP1(p) of Haas, Halpern and Li (2002): the publisher sends, every other node forwards
 * an event heard for the first time with probability p. No control messages.
 */
class Gossip : public BroadcastProtocol
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

  protected:
    void Join() override;
    void Leave() override;
    bool ShouldForward(const EventMessage& event, NodeId from) override;

  private:
    double m_probability;
};

} // namespace ns3::pubsub::manet

#endif
