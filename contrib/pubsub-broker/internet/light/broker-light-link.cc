// SPDX-License-Identifier: GPL-2.0-only
#include "broker-light-link.h"

#include "broker-light-forwarder.h"

#include "ns3/data-rate.h"
#include "ns3/log.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3::pubsub::broker
{

NS_LOG_COMPONENT_DEFINE("BrokerLightLink");

/// A frame reaches the peer.
class LightLink::Arrival : public EventImpl
{
  public:
    /**
     * @param peer that takes it
     * @param packet of the frame
     */
    Arrival(LightForwarder* peer, Ptr<Packet> packet)
        : m_peer(peer),
          m_packet(std::move(packet))
    {
    }

  protected:
    void Notify() override
    {
        m_peer->Receive(std::move(m_packet));
    }

  private:
    LightForwarder* m_peer; ///< that takes the frame
    Ptr<Packet> m_packet;   ///< of the frame
};

/// The last bit of a frame is sent. The same object serves one frame after another.
class LightLink::Completion : public EventImpl
{
  public:
    /// @param link that has sent it
    explicit Completion(LightLink* link)
        : m_link(link)
    {
    }

  protected:
    void Notify() override
    {
        m_link->Complete();
    }

  private:
    LightLink* m_link; ///< that has sent the frame
};

LightLink::LightLink(const LinkSpeed& speed,
                     uint32_t mostWaiting,
                     LightForwarder* peer,
                     uint32_t peerNode)
    : m_speed(speed),
      m_mostWaiting(mostWaiting),
      m_peerNode(peerNode),
      m_peer(peer)
{
    NS_LOG_FUNCTION(this << speed.delayNs << speed.rateBps << mostWaiting << peerNode);
}

bool
LightLink::Send(Ptr<Packet> packet)
{
    if (!m_isBusy)
    {
        Start(std::move(packet));
        return true;
    }
    if (m_waiting.size() >= m_mostWaiting)
    {
        return false;
    }
    m_waiting.push_back(std::move(packet));
    return true;
}

uint64_t
LightLink::GetSent() const
{
    return m_sent;
}

void
LightLink::Start(Ptr<Packet> packet)
{
    const uint32_t bytes = packet->GetSize() + PPP_BYTES;
    if (bytes != m_lastBytes)
    {
        m_lastBytes = bytes;
        m_lastNs = DataRate(m_speed.rateBps).CalculateBytesTxTime(bytes).GetNanoSeconds();
    }
    if (!m_completion)
    {
        m_completion = Ptr<EventImpl>(new Completion(this), false);
    }
    m_isBusy = true;
    ++m_sent;
    // As PointToPointNetDevice::TransmitStart() and PointToPointChannel::TransmitStart(): the end
    // of sending first.
    Simulator::Schedule(NanoSeconds(m_lastNs), m_completion);
    Simulator::ScheduleWithContext(m_peerNode,
                                   NanoSeconds(m_lastNs + m_speed.delayNs),
                                   new Arrival(m_peer, std::move(packet)));
}

void
LightLink::Complete()
{
    m_isBusy = false;
    if (!m_waiting.empty())
    {
        const Ptr<Packet> next = std::move(m_waiting.front());
        m_waiting.pop_front();
        Start(next);
    }
}

} // namespace ns3::pubsub::broker
