// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_CLIENT_H
#define BROKER_CLIENT_H

#include "broker-filter-endpoint.h"

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief A publisher and subscriber that is attached to one broker.
 */
class BrokerClient : public FilterEndpoint
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    BrokerClient();
    ~BrokerClient() override;

    /// @return the identity of its broker
    NodeId GetBroker() const;

  protected:
    void Join() override;
    void Leave() override;
    void UpdateOwn() override;
    void Refresh() override;
    void Originate(const EventMessage& event) override;
    void ReceiveControl(MessageType type, NodeId from, Ptr<Packet> packet) override;
    void ReceiveEvent(const EventMessage& event, NodeId from) override;

  private:
    Subscription m_sent;      ///< filters that the broker has
    Subscription m_announced; ///< announcements that it has
};

} // namespace ns3::pubsub::broker

#endif
