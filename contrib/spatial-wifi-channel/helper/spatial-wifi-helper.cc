// SPDX-License-Identifier: GPL-2.0-only
#include "spatial-wifi-helper.h"

#include "ns3/double.h"
#include "ns3/pointer.h"
#include "ns3/propagation-delay-model.h"
#include "ns3/propagation-loss-model.h"
#include "ns3/spatial-wifi-cutoff-propagation-loss-model.h"

namespace ns3
{

SpatialWifiPhyHelper::SpatialWifiPhyHelper()
{
    m_phys.front().SetTypeId("ns3::SpatialWifiPhy");
}

void
SpatialWifiChannelHelper::CutAt(double range)
{
    m_cut = range;
}

Ptr<SpatialWifiChannel>
SpatialWifiChannelHelper::Create() const
{
    Ptr<PropagationLossModel> chain;
    Ptr<PropagationLossModel> last;
    for (const ObjectFactory& factory : m_loss)
    {
        const auto model = factory.Create<PropagationLossModel>();
        last ? last->SetNext(model) : void(chain = model);
        last = model;
    }
    if (m_cut > 0.0)
    {
        const auto cutoff = CreateObject<CutoffPropagationLossModel>();
        cutoff->SetAttribute("MaxRange", DoubleValue(m_cut));
        cutoff->SetAttribute("Within", PointerValue(chain));
        chain = cutoff;
    }
    const auto channel = CreateObject<SpatialWifiChannel>();
    channel->SetPropagationLossModel(chain);
    channel->SetPropagationDelayModel(CreateObject<ConstantSpeedPropagationDelayModel>());
    return channel;
}

} // namespace ns3
