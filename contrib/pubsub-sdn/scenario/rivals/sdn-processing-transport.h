// SPDX-License-Identifier: GPL-2.0-only
#ifndef SDN_PROCESSING_TRANSPORT_H
#define SDN_PROCESSING_TRANSPORT_H

#include "ns3/broker-udp-transport.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"

#include <deque>

namespace ns3::pubsub::sdn
{

/**
 * @ingroup pubsub-sdn
 * @brief The transport of a broker that takes a time to process each event: events wait their turn,
 * and each is handed to the broker when its processing has ended. Other messages take no time, but
 * do not overtake events.
 */
class ProcessingTransport : public broker::DatagramTransport
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    ProcessingTransport();
    ~ProcessingTransport() override;

    bool Open(Ptr<Node> node, uint16_t port) override;
    void Close() override;
    bool IsOpen() const override;
    bool Send(Ptr<Packet> packet, Ipv4Address to) override;

  protected:
    void DoDispose() override;

  private:
    /// A datagram that waits.
    struct Waiting
    {
        Ptr<Packet> packet; ///< payload
        Ipv4Address from;   ///< its sender
        Time takes;         ///< its processing
    };

    /**
     * @brief A datagram has arrived.
     * @param packet payload
     * @param from its sender
     */
    void Enqueue(Ptr<Packet> packet, Ipv4Address from);

    /// @brief The processing of the first datagram has ended.
    void Finish();

    Time m_processing;                     ///< of an event
    Ptr<broker::UdpTransport> m_datagrams; ///< on the network
    std::deque<Waiting> m_waiting;         ///< the first is being processed
    EventId m_finish;                      ///< of the first
};

} // namespace ns3::pubsub::sdn

#endif
