// SPDX-License-Identifier: GPL-2.0-only
#ifndef MANET_ADHOC_RADIO_HELPER_H
#define MANET_ADHOC_RADIO_HELPER_H

#include "ns3/callback.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/pubsub-scenario-parameters.h"

#include <string>

namespace ns3
{

class PropagationLossModel;
class YansWifiChannel;

} // namespace ns3

namespace ns3::pubsub::manet
{

/**
 * @ingroup pubsub-manet
 * @brief Radios for ad hoc nodes: 802.11, or ideal links for checks against theory.
 *
 * The range of an 802.11 radio is a threshold of reception: the transmission power is set so that
 * the mean power at `range` is EDGE_POWER, frames weaker than that are not received, but keep the
 * medium busy and disturb others up to `carrier_sense`. Beyond that there is nothing.
 */
class AdhocRadioHelper
{
  public:
    /// Mean received power at the nominal range, dBm: some 22 dB above the noise at 20 MHz.
    static constexpr double EDGE_POWER = -72.0;

    /**
     * @brief Offer the radio's parameters.
     * @param parameters of the program
     */
    void AddTo(ScenarioParameters& parameters);

    /**
     * @brief Refuse what does not fit together.
     * @param parameters of the program
     */
    void Check(const ScenarioParameters& parameters) const;

    /**
     * @brief Give every node a radio and an IPv4 address.
     * @param nodes with positions
     */
    void Install(const NodeContainer& nodes);

    /**
     * @brief Assign the radios' streams.
     * @param stream the first
     * @return streams used
     */
    int64_t AssignStreams(int64_t stream) const;

    /// @return files that Capture() will have open
    uint32_t CaptureFiles() const
    {
        return m_captures ? m_devices.GetN() : 0;
    }

    /**
     * @brief Capture what every radio sends and receives, if wanted.
     * @param folder for radio-<node>.pcap
     */
    void Capture(const std::string& folder);

    /// What is told of a frame that was never sent: node, why, UDP payload in bytes.
    using DropCallback = Callback<void, uint32_t, std::string, uint32_t>;

    /**
     * @brief Tell of frames that waited too long for the medium.
     * @param sink to be told
     */
    void TraceDrops(DropCallback sink) const;

    /// @return nominal range, m
    double Range() const
    {
        return m_range;
    }

    /**
     * @brief Set another default range.
     * @param range m
     */
    void SetRange(double range)
    {
        m_range = range;
    }

    /// @return distance up to which a frame keeps the medium busy, m
    double CarrierSense() const;

  private:
    /**
     * @brief Install 802.11.
     * @param nodes where
     */
    void InstallWifi(const NodeContainer& nodes);

    /**
     * @brief Install ideal links.
     * @param nodes where
     */
    void InstallIdeal(const NodeContainer& nodes);

    /// @return the chain of loss models, without a limit of range
    Ptr<PropagationLossModel> Loss() const;

    /**
     * @param loss a chain
     * @return a channel with it, that reaches as far as carrier sense does
     */
    Ptr<YansWifiChannel> Channel(Ptr<PropagationLossModel> loss) const;

    /**
     * @param loss a chain
     * @param distance m
     * @return its mean loss there, dB
     */
    static double LossAt(Ptr<PropagationLossModel> loss, double distance);

    /// @return name of the WifiMode of the rate
    std::string Mode() const;

    std::string m_radio = "wifi";
    std::string m_standard = "80211g";
    double m_rate = 6.0;
    std::string m_propagation = "friis";
    double m_range = 250.0;
    double m_carrierSense = 0.0;
    bool m_captures = true;
    int64_t m_captureBytes = 65535;
    NodeContainer m_nodes;        ///< with radios
    NetDeviceContainer m_devices; ///< the radios
};

} // namespace ns3::pubsub::manet

#endif
