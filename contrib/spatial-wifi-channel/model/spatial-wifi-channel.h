// SPDX-License-Identifier: GPL-2.0-only
#ifndef SPATIAL_WIFI_CHANNEL_H
#define SPATIAL_WIFI_CHANNEL_H

#include "spatial-wifi-loss-reach.h"
#include "spatial-wifi-position-index.h"
#include "spatial-wifi-stand-in-mobility-model.h"

#include "ns3/yans-wifi-channel.h"
#include "ns3/yans-wifi-phy.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup spatial-wifi-channel
 * @brief A YansWifiChannel where a transmission costs what those cost who can hear it.
 *
 * YansWifiChannel calculates power and delay for every other radio and schedules an event for each.
 * Here only those are looked at who are within the reach of the loss model, as LossReach has it,
 * and events are scheduled for those only who sense something. What is received, when, with which
 * power and in which order is the same, bit for bit.
 *
 * Where the reach is not known, everything goes as in YansWifiChannel, which is said once.
 *
 * Radios and their gains and sensitivities, mobility models, and the models of loss and delay are
 * read at the first transmission, and again after radios were added.
 */
class SpatialWifiChannel : public YansWifiChannel
{
  public:
    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    /**
     * @brief Send.
     * @param sender whose
     * @param ppdu what
     * @param txPower with which power, its gain included
     */
    void Transmit(Ptr<YansWifiPhy> sender, Ptr<const WifiPpdu> ppdu, dBm_u txPower);

    /// @return why everything goes as in YansWifiChannel; empty if it does not. Known from the
    /// first transmission on
    const std::string& WhyNotSpatial() const
    {
        return m_whyNot;
    }

  protected:
    void DoDispose() override;

  private:
    class Arrival;

    /// A radio as the channel sees it.
    struct Receiver
    {
        Ptr<YansWifiPhy> phy; ///< the radio
        uint32_t node;        ///< id, the context of its events
        dB_u gain;            ///< of its antenna
        dBm_u sensitivity;    ///< for signals of 20 MHz
    };

    /// @brief Get to know the radios and the models. @param txPower of the first transmission
    void Learn(dBm_u txPower);

    /// @brief Get to know the radios. @return whether all of them are known
    bool LearnReceivers();

    /// @return power that the best of the receivers can sense
    dBm_u Floor() const;

    /// @return what is wrong with the models; empty if nothing
    std::string Complaint();

    bool m_lastBits;                    ///< attribute
    bool m_signalArrival;               ///< attribute
    Ptr<PropagationLossModel> m_loss;   ///< of the channel
    Ptr<PropagationDelayModel> m_delay; ///< of the channel
    std::vector<Receiver> m_receivers;  ///< in the order in which they were added
    PositionIndex m_index;              ///< of the receivers
    LossReach m_reach;                  ///< of the loss model
    std::string m_whyNot;               ///< the index is not used

    const Ptr<StandInMobilityModel> m_here = CreateObject<StandInMobilityModel>();  ///< sender
    const Ptr<StandInMobilityModel> m_there = CreateObject<StandInMobilityModel>(); ///< receiver
};

} // namespace ns3

#endif
