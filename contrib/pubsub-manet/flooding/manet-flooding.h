// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_FLOODING_H
#define MANET_FLOODING_H

#include "ns3/manet-broadcast-protocol.h"

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief Classic flooding: every node broadcasts every event once. No control messages.
 */
class Flooding : public BroadcastProtocol
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
};

} // namespace ns3::pubsub::manet

#endif
