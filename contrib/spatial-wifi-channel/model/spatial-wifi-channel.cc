// SPDX-License-Identifier: GPL-2.0-only
#include "spatial-wifi-channel.h"

#include "ns3/boolean.h"
#include "ns3/event-impl.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/propagation-delay-model.h"
#include "ns3/simulator-impl.h"
#include "ns3/simulator.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-ppdu.h"
#include "ns3/wifi-utils.h"

#include <algorithm>
#include <limits>
#include <map>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SpatialWifiChannel");

NS_OBJECT_ENSURE_REGISTERED(SpatialWifiChannel);

namespace
{

/// Width that sensitivities are given for.
constexpr MHz_u SENSITIVITY_WIDTH{20};

} // namespace

/// @brief A signal arrives somewhere: the most frequent event of a simulation, so it takes one
/// piece of memory and not the two of ns-3's MakeEvent().
class SpatialWifiChannel::Arrival : public EventImpl
{
  public:
    /// @param channel that it was sent on @param phy where it arrives @param ppdu what
    /// @param rxPower with which power @param duration of the signal
    Arrival(const SpatialWifiChannel& channel,
            Ptr<YansWifiPhy> phy,
            Ptr<const WifiPpdu> ppdu,
            dBm_u rxPower,
            Time duration)
        : m_channel(channel),
          m_phy(std::move(phy)),
          m_ppdu(std::move(ppdu)),
          m_rxPower(rxPower),
          m_duration(duration)
    {
    }

  private:
    void Notify() override
    {
        m_channel.Arrive(m_phy, m_ppdu, m_rxPower, m_duration);
    }

    const SpatialWifiChannel& m_channel; ///< there as long as its radios are
    Ptr<YansWifiPhy> m_phy;              ///< where
    Ptr<const WifiPpdu> m_ppdu;          ///< what
    dBm_u m_rxPower;                     ///< with which power
    Time m_duration;                     ///< of the signal
};

TypeId
SpatialWifiChannel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SpatialWifiChannel")
            .SetParent<YansWifiChannel>()
            .SetGroupName("SpatialWifiChannel")
            .AddConstructor<SpatialWifiChannel>()
            .AddAttribute(
                "LastBits",
                "Ask all mobility models whose position depends, in its last bits, on how "
                "often it was asked for, at every transmission, as YansWifiChannel does",
                BooleanValue(true),
                MakeBooleanAccessor(&SpatialWifiChannel::m_lastBits),
                MakeBooleanChecker())
            .AddAttribute("SignalArrival",
                          "Whether the radios' trace source of that name tells of signals; that "
                          "costs some 3 % of a simulation, even if nobody listens",
                          BooleanValue(true),
                          MakeBooleanAccessor(&SpatialWifiChannel::m_signalArrival),
                          MakeBooleanChecker());
    return tid;
}

void
SpatialWifiChannel::DoDispose()
{
    m_index.Forget();
    m_receivers.clear();
    m_reach = LossReach();
    m_loss = nullptr;
    m_delay = nullptr;
    YansWifiChannel::DoDispose();
}

void
SpatialWifiChannel::Transmit(Ptr<YansWifiPhy> sender, Ptr<const WifiPpdu> ppdu, dBm_u txPower)
{
    if (m_receivers.size() != GetNDevices())
    {
        Learn(txPower);
    }
    if (!m_whyNot.empty())
    {
        Send(sender, ppdu, txPower);
        return;
    }
    const Ptr<MobilityModel> here = sender->GetMobility();
    const auto number = sender->GetChannelNumber();
    const auto duration = ppdu->GetTxDuration();
    const auto simulator = Simulator::GetImplementation();
    const auto width = RatioToDb(ppdu->GetTxChannelWidth() / SENSITIVITY_WIDTH);
    for (uint32_t one : m_index.Near(here->GetPosition(), m_reach.Of(txPower)))
    {
        const auto& [phy, node] = m_receivers[one];
        if (phy == sender || phy->GetChannelNumber() != number)
        {
            continue;
        }
        const auto& there = m_index.Model(one);
        const dBm_u rxPower{m_loss->CalcRxPower(txPower, here, there)};
        if (rxPower + phy->GetRxGain() < phy->GetRxSensitivity() + width)
        {
            continue;
        }
        simulator->ScheduleWithContext(node,
                                       m_delay->GetDelay(here, there),
                                       new Arrival(*this, phy, ppdu, rxPower, duration));
    }
}

void
SpatialWifiChannel::Arrive(const Ptr<YansWifiPhy>& phy,
                           const Ptr<const WifiPpdu>& ppdu,
                           dBm_u rxPower,
                           Time duration) const
{
    const auto power = rxPower + phy->GetRxGain();
    if (m_signalArrival)
    {
        phy->TraceSignalArrival(ppdu, power, duration);
    }
    RxPowerWattPerChannelBand powers; // of YansWifiPhy's only band
    powers.insert({{{{0, 0}}, {{Hz_u{0}, Hz_u{0}}}}, DbmToW(power)});
    phy->StartReceivePreamble(ppdu, powers, duration);
}

void
SpatialWifiChannel::Learn(dBm_u txPower)
{
    PointerValue pointer;
    GetAttribute("PropagationLossModel", pointer);
    m_loss = pointer.Get<PropagationLossModel>();
    GetAttribute("PropagationDelayModel", pointer);
    m_delay = pointer.Get<PropagationDelayModel>();
    m_whyNot = LearnReceivers() ? Complaint() : "not all radios are those of Wi-Fi devices";
    if (!m_whyNot.empty())
    {
        NS_LOG_UNCOND("SpatialWifiChannel: works as YansWifiChannel, because " << m_whyNot);
        m_index.Forget();
        return;
    }
    std::vector<Ptr<MobilityModel>> models;
    for (const Receiver& receiver : m_receivers)
    {
        models.push_back(receiver.phy->GetMobility());
    }
    m_index.Watch(std::move(models), m_reach.Of(txPower), m_lastBits);
}

bool
SpatialWifiChannel::LearnReceivers()
{
    // A device with several radios on this channel was added once for each of them.
    std::map<std::pair<uint32_t, uint32_t>, std::size_t> seen;
    m_receivers.clear();
    bool all = true;
    for (std::size_t i = 0; i < GetNDevices(); ++i)
    {
        Receiver receiver{nullptr, 0};
        if (const auto device = DynamicCast<WifiNetDevice>(GetDevice(i)))
        {
            receiver.node = device->GetNode()->GetId();
            std::vector<Ptr<YansWifiPhy>> ours;
            for (const auto& phy : device->GetPhys())
            {
                if (phy->GetChannel() == this)
                {
                    ours.push_back(DynamicCast<YansWifiPhy>(phy));
                }
            }
            const std::size_t which = seen[{receiver.node, device->GetIfIndex()}]++;
            receiver.phy = which < ours.size() ? ours[which] : nullptr;
        }
        all = all && receiver.phy && receiver.phy->GetMobility();
        m_receivers.push_back(receiver);
    }
    return all;
}

dBm_u
SpatialWifiChannel::Floor() const
{
    dBm_u floor{std::numeric_limits<double>::infinity()};
    for (const Receiver& receiver : m_receivers)
    {
        // A width below 20 MHz is 5 MHz at least.
        const auto narrowest = RatioToDb(MHz_u{5} / SENSITIVITY_WIDTH);
        floor = std::min(
            floor,
            dBm_u{receiver.phy->GetRxSensitivity() + narrowest - receiver.phy->GetRxGain()});
    }
    return floor;
}

std::string
SpatialWifiChannel::Complaint()
{
    m_reach = LossReach(m_loss, Floor());
    if (!m_reach.WhyNot().empty())
    {
        return m_reach.WhyNot();
    }
    if (!m_delay ||
        m_delay->GetInstanceTypeId().GetName() != "ns3::ConstantSpeedPropagationDelayModel")
    {
        return "the delay may be another one if not everybody is asked; expected a "
               "ConstantSpeedPropagationDelayModel";
    }
    return "";
}

} // namespace ns3
