// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_CLIENT_H
#define BROKER_CLIENT_H

#include "broker-soft-state.h"

#include "ns3/broker-linked-endpoint.h"

namespace ns3::pubsub::broker
{

/**
 * @ingroup pubsub-broker
 * @brief A publisher and subscriber that is attached to one broker.
 */
class BrokerClient : public LinkedEndpoint
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    BrokerClient();
    ~BrokerClient() override;

    int64_t AssignStreams(int64_t stream) override;

    /// @return the identity of its broker
    NodeId GetBroker() const;

  protected:
    void DoDispose() override;
    void Join() override;
    void Leave() override;
    void InterestChanged() override;
    void Originate(const EventMessage& event) override;
    void ReceiveControl(MessageType type, NodeId from, Ptr<Packet> packet) override;
    void ReceiveEvent(const EventMessage& event, NodeId from) override;

  private:
    /// @param period after which filters are sent again
    void SetRefreshPeriod(Time period);

    /// @return the time after which filters are sent again
    Time GetRefreshPeriod() const;

    /// @brief Send the broker all filters again.
    void Refresh();

    /// @brief Tell the broker what has changed.
    void Update();

    SoftState m_softState;    ///< of all filters
    Subscription m_sent;      ///< filters that the broker has
    Subscription m_announced; ///< announcements that it has
};

} // namespace ns3::pubsub::broker

#endif
