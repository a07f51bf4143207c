// SPDX-License-Identifier: GPL-2.0-only
#include "manet-unit-disk-channel.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/mobility-model.h"
#include "ns3/node.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"

namespace ns3::pubsub::manet
{

NS_LOG_COMPONENT_DEFINE("UnitDiskChannel");

NS_OBJECT_ENSURE_REGISTERED(UnitDiskChannel);

TypeId
UnitDiskChannel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::UnitDiskChannel")
            .SetParent<SimpleChannel>()
            .SetGroupName("PubSub")
            .AddConstructor<UnitDiskChannel>()
            .AddAttribute("Range",
                          "Greatest length of a link, m",
                          DoubleValue(250.0),
                          MakeDoubleAccessor(&UnitDiskChannel::m_range),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("LinkDelay",
                          "From sending to receiving, s (our choice: above the time light needs)",
                          TimeValue(MicroSeconds(10)),
                          MakeTimeAccessor(&UnitDiskChannel::m_linkDelay),
                          MakeTimeChecker(Seconds(0)))
            .AddTraceSource("Sent",
                            "A frame was sent: node, payload, EtherType, destination, source",
                            MakeTraceSourceAccessor(&UnitDiskChannel::m_sent),
                            "ns3::pubsub::manet::UnitDiskChannel::FrameTracedCallback")
            .AddTraceSource("Received",
                            "A frame has arrived: node, payload, EtherType, destination, source",
                            MakeTraceSourceAccessor(&UnitDiskChannel::m_received),
                            "ns3::pubsub::manet::UnitDiskChannel::FrameTracedCallback");
    return tid;
}

UnitDiskChannel::UnitDiskChannel() = default;

void
UnitDiskChannel::Send(Ptr<Packet> packet,
                      uint16_t protocol,
                      Mac48Address to,
                      Mac48Address from,
                      Ptr<SimpleNetDevice> sender)
{
    NS_LOG_FUNCTION(this);
    m_sent(sender->GetNode()->GetId(), packet, protocol, to, from);
    if (m_devices.size() != GetNDevices())
    {
        Learn();
    }
    const auto here = sender->GetNode()->GetObject<MobilityModel>();
    for (uint32_t one : m_index.Near(here->GetPosition(), m_range))
    {
        const auto& device = m_devices[one];
        if (device != sender && here->GetDistanceFrom(m_index.Model(one)) <= m_range)
        {
            Simulator::ScheduleWithContext(device->GetNode()->GetId(),
                                           m_linkDelay,
                                           &UnitDiskChannel::Arrive,
                                           this,
                                           device,
                                           packet->Copy(),
                                           protocol,
                                           to,
                                           from);
        }
    }
}

void
UnitDiskChannel::Learn()
{
    std::vector<Ptr<MobilityModel>> models;
    m_devices.clear();
    for (std::size_t i = 0; i < GetNDevices(); ++i)
    {
        m_devices.push_back(DynamicCast<SimpleNetDevice>(GetDevice(i)));
        models.push_back(m_devices.back()->GetNode()->GetObject<MobilityModel>());
    }
    m_index.Watch(std::move(models), m_range, true);
}

void
UnitDiskChannel::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_index.Forget();
    m_devices.clear();
    SimpleChannel::DoDispose();
}

void
UnitDiskChannel::Arrive(Ptr<SimpleNetDevice> device,
                        Ptr<Packet> packet,
                        uint16_t protocol,
                        Mac48Address to,
                        Mac48Address from)
{
    m_received(device->GetNode()->GetId(), packet, protocol, to, from);
    device->Receive(packet, protocol, to, from);
}

} // namespace ns3::pubsub::manet
