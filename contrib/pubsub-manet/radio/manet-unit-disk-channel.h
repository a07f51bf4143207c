// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_UNIT_DISK_CHANNEL_H
#define MANET_UNIT_DISK_CHANNEL_H

#include "ns3/simple-channel.h"
#include "ns3/spatial-wifi-position-index.h"
#include "ns3/traced-callback.h"

#include <vector>

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief Links as theory has them: a frame reaches every device within range, after the same short
 * time, never lost and never contended for.
 *
 * For SimpleNetDevice on nodes with a mobility model, all there before the first frame is sent.
 */
class UnitDiskChannel : public SimpleChannel
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    UnitDiskChannel();

    void Send(Ptr<Packet> packet,
              uint16_t protocol,
              Mac48Address to,
              Mac48Address from,
              Ptr<SimpleNetDevice> sender) override;

    /**
     * @brief TracedCallback signature.
     * @param node id
     * @param packet without frame header
     * @param protocol EtherType
     * @param to destination
     * @param from source
     */
    typedef void (*FrameTracedCallback)(uint32_t node,
                                        Ptr<const Packet> packet,
                                        uint16_t protocol,
                                        Mac48Address to,
                                        Mac48Address from);

  protected:
    void DoDispose() override;

  private:
    /// @brief Get to know the devices and where they are.
    void Learn();

    /**
     * @brief A frame arrives.
     * @param device where
     * @param packet payload
     * @param protocol EtherType
     * @param to destination
     * @param from source
     */
    void Arrive(Ptr<SimpleNetDevice> device,
                Ptr<Packet> packet,
                uint16_t protocol,
                Mac48Address to,
                Mac48Address from);

    double m_range;
    Time m_linkDelay;
    std::vector<Ptr<SimpleNetDevice>> m_devices; ///< in the order in which they were added
    PositionIndex m_index;                       ///< of the devices

    TracedCallback<uint32_t, Ptr<const Packet>, uint16_t, Mac48Address, Mac48Address> m_sent;
    TracedCallback<uint32_t, Ptr<const Packet>, uint16_t, Mac48Address, Mac48Address> m_received;
};

} // namespace ns3::pubsub::manet

#endif
