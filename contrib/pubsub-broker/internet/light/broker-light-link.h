// SPDX-License-Identifier: GPL-2.0-only
#ifndef BROKER_LIGHT_LINK_H
#define BROKER_LIGHT_LINK_H

#include "ns3/broker-underlay.h"
#include "ns3/event-impl.h"
#include "ns3/packet.h"

#include <cstdint>
#include <list>

namespace ns3::pubsub::broker
{

class LightForwarder;

/**
 * @ingroup pubsub-broker
 * @brief One direction of a link between two LightForwarders.
 *
 * It takes the same times as ns3::PointToPointNetDevice and schedules its events in the same
 * order, so that events of the same nanosecond happen in the same order, too. A frame is the IPv4
 * packet; the two bytes of a PPP header count only for the time that it takes.
 */
class LightLink
{
  public:
    static constexpr uint32_t PPP_BYTES = 2; ///< of the header that a frame would have

    /**
     * @param speed of this direction
     * @param mostWaiting frames that wait for their turn at most
     * @param peer at the other end; it must live as long as the simulation
     * @param peerNode its node
     */
    LightLink(const LinkSpeed& speed,
              uint32_t mostWaiting,
              LightForwarder* peer,
              uint32_t peerNode);

    LightLink(LightLink&&) = default;

    /**
     * @brief Send a frame, or let it wait for its turn.
     * @param packet an IPv4 packet that is not used elsewhere
     * @return whether there was room
     */
    bool Send(Ptr<Packet> packet);

    /// @return frames that it has begun to send
    uint64_t GetSent() const;

  private:
    class Arrival;
    class Completion;

    /// @param packet to send now
    void Start(Ptr<Packet> packet);

    /// @brief The last bit of a frame is sent.
    void Complete();

    LinkSpeed m_speed;                ///< of this direction
    uint32_t m_mostWaiting;           ///< frames that wait at most
    uint32_t m_peerNode;              ///< node of the peer
    LightForwarder* m_peer;           ///< at the other end
    bool m_isBusy = false;            ///< whether a frame is being sent
    uint32_t m_lastBytes = 0;         ///< of the last frame
    int64_t m_lastNs = 0;             ///< that the last frame took to send
    uint64_t m_sent = 0;              ///< frames
    Ptr<EventImpl> m_completion;      ///< calls Complete(), once at a time
    std::list<Ptr<Packet>> m_waiting; ///< frames, the first is next
};

} // namespace ns3::pubsub::broker

#endif
