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
#include <new>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SpatialWifiChannel");

NS_OBJECT_ENSURE_REGISTERED(SpatialWifiChannel);

namespace
{

/// Width that sensitivities are given for.
constexpr MHz_u SENSITIVITY_WIDTH{20};

/// In the only band of a YansWifiPhy. To copy this is cheaper than to make a map and a band.
const RxPowerWattPerChannelBand NO_POWER{{{{{0, 0}}, {{Hz_u{0}, Hz_u{0}}}}, Watt_u{0}}};

} // namespace

/// @brief A signal arrives somewhere: the most frequent event of a simulation, so it takes one
/// piece of memory and not the two of ns-3's MakeEvent(), and one that another has left behind.
class SpatialWifiChannel::Arrival final : public EventImpl
{
  public:
    /// @param phy where, there as long as the channel is @param ppdu what @param power with which
    /// power, the receiver's gain included @param duration of the signal
    /// @param isTold whether the radio's trace source tells of it
    Arrival(YansWifiPhy& phy,
            const Ptr<const WifiPpdu>& ppdu,
            dBm_u power,
            const Time& duration,
            bool isTold)
        : m_phy(phy),
          m_ppdu(ppdu),
          m_power(power),
          m_duration(duration),
          m_isTold(isTold)
    {
    }

    /// @param size of an object @return memory for one
    static void* operator new(std::size_t size)
    {
        return m_left ? std::exchange(m_left, m_left->next) : ::operator new(size);
    }

    /// @brief Leave memory to the next one. @param memory of an object
    static void operator delete(void* memory)
    {
        m_left = ::new (memory) Left{m_left};
    }

  private:
    /// Memory of one that is gone.
    struct Left
    {
        Left* next; ///< of another
    };

    void Notify() override
    {
        if (m_isTold)
        {
            m_phy.TraceSignalArrival(m_ppdu, m_power, m_duration);
        }
        auto powers = NO_POWER;
        powers.begin()->second = DbmToW(m_power);
        m_phy.StartReceivePreamble(m_ppdu, powers, m_duration);
    }

    static inline Left* m_left = nullptr; ///< memory that can be used again
    YansWifiPhy& m_phy;                   ///< where
    Ptr<const WifiPpdu> m_ppdu;           ///< what
    dBm_u m_power;                        ///< with which power
    Time m_duration;                      ///< of the signal
    bool m_isTold;                        ///< by the radio's trace source
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
    const Vector place = here->GetPosition();
    m_here->Stand(place);
    const auto number = sender->GetChannelNumber();
    const auto duration = ppdu->GetTxDuration();
    const auto simulator = Simulator::GetImplementation();
    const auto width = RatioToDb(ppdu->GetTxChannelWidth() / SENSITIVITY_WIDTH);
    const bool placesSuffice = m_reach.PlacesSuffice();
    for (uint32_t one : m_index.Near(place, m_reach.Of(txPower)))
    {
        const Receiver& receiver = m_receivers[one];
        YansWifiPhy* phy = PeekPointer(receiver.phy);
        if (phy == PeekPointer(sender) || phy->GetChannelNumber() != number)
        {
            continue;
        }
        const auto& there = m_index.Model(one);
        m_there->Stand(there->GetPosition());
        const auto power = dBm_u{placesSuffice ? m_loss->CalcRxPower(txPower, m_here, m_there)
                                               : m_loss->CalcRxPower(txPower, here, there)} +
                           receiver.gain;
        if (power < receiver.sensitivity + width)
        {
            continue;
        }
        simulator->ScheduleWithContext(receiver.node,
                                       m_delay->GetDelay(m_here, m_there),
                                       new Arrival(*phy, ppdu, power, duration, m_signalArrival));
    }
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
        Receiver receiver{};
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
        if (receiver.phy)
        {
            receiver.gain = receiver.phy->GetRxGain();
            receiver.sensitivity = receiver.phy->GetRxSensitivity();
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
        floor = std::min(floor, dBm_u{receiver.sensitivity + narrowest - receiver.gain});
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
