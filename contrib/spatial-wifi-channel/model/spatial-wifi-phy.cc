// SPDX-License-Identifier: GPL-2.0-only
#include "spatial-wifi-phy.h"

#include "spatial-wifi-channel.h"

#include "ns3/wifi-ppdu.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(SpatialWifiPhy);

TypeId
SpatialWifiPhy::GetTypeId()
{
    static TypeId tid = TypeId("ns3::SpatialWifiPhy")
                            .SetParent<YansWifiPhy>()
                            .SetGroupName("SpatialWifiChannel")
                            .AddConstructor<SpatialWifiPhy>();
    return tid;
}

void
SpatialWifiPhy::StartTx(Ptr<const WifiPpdu> ppdu)
{
    const auto channel = DynamicCast<SpatialWifiChannel>(GetChannel());
    if (!channel)
    {
        YansWifiPhy::StartTx(ppdu);
        return;
    }
    m_signalTransmissionCb(ppdu, ppdu->GetTxVector());
    channel->Transmit(this, ppdu, GetTxPowerForTransmission(ppdu) + GetTxGain());
}

} // namespace ns3
